"""Sets how long a venue keeps its files, counts exactly what such a limit would remove, and removes old files.

The age of a file is the time since it was first received. With a file, the auditor removes its hands (unless a newer
file has them too), and the reports and findings of these hands. Decisions and their history stay. The SQL functions
that select and remove old files are in the migration 0039; the count and the removal use the same selection.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.findings.owed import withdraw_owed
from auditor.store.findings.rake import withdraw_rake
from auditor.store.people.setting_acts import record
from auditor.store.postgres.database import Connection
from auditor.store.triage.venues import VenueRefused, number_of

SHORTEST: Final = 30
LONGEST: Final = 36_500
# The longest time for the count, in milliseconds: it may read all hands of a venue.
_PATIENCE: Final = 60_000


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days a venue keeps its files; `None` means for ever. `since` is the time of the last change of `days`;
    `None` if nobody has changed it.
    """

    venue: str
    days: int | None
    since: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Removal:
    """Counts of what would be removed now if a venue kept its files for some number of days. `size` is the number of
    bytes of the files.
    """

    uploads: int
    size: int
    hands: int
    findings: int


def retentions(connection: Connection) -> tuple[Retention, ...]:
    """Returns how long each venue keeps its files, sorted by the names of the venues."""
    return tuple([Retention(**row) for row in connection.execute(text(_EVERY)).mappings()])


def would_remove(connection: Connection, venue: str, days: int | None) -> Removal:
    """Counts exactly what would be removed now if this venue kept its files for `days` days. Raises `VenueRefused` if
    there is no such venue, or if `days` is not allowed.
    """
    number = number_of(connection, venue)
    if days is None:
        return Removal(0, 0, 0, 0)
    _insist(days)
    connection.execute(text("SELECT set_config('statement_timeout', :time, true)"), {"time": str(_PATIENCE)})
    row = connection.execute(text(_COUNT), {"venue": number, "days": days}).mappings().one()
    return Removal(**row)


def set_days(connection: Connection, venue: str, days: int | None, by: str) -> bool:
    """Sets how many days a venue keeps its files; `None` means for ever. Returns false if nothing changed. Raises
    `VenueRefused` if there is no such venue, or if `days` is not allowed.
    """
    number = number_of(connection, venue)
    if days is not None:
        _insist(days)
    before = next(each.days for each in retentions(connection) if each.venue == venue)
    if before == days:
        return False
    connection.execute(
        text("INSERT INTO retention (venue_id, days) VALUES (:venue, :days)"), {"venue": number, "days": days}
    )
    record(connection, "retention", venue, by, days_words(before), days_words(days))
    return True


def days_words(days: int | None) -> str:
    """Writes a period of retention, such as `400 days`, or `for ever`."""
    return "for ever" if days is None else f"{days} days"


def remove_some(connection: Connection, most: int) -> int | None:
    """Removes at most `most` hands of old files, and returns how many were removed. A file is old if it is older than
    the time for which its venue keeps files. Returns `None` if no file is old.

    While hands are read or audited, nothing is removed and the result is `None`, because a worker could store the
    result of a hand that is gone.
    """
    if connection.execute(text(_IS_BUSY)).scalar_one():
        return None
    hands = connection.execute(text("SELECT forget_sources(:most)"), {"most": most}).scalar_one()
    if hands is None:
        return None
    withdraw_owed(connection, hands)
    withdraw_rake(connection, hands)
    removed: int = connection.execute(text("SELECT forget_hands(:hands)"), {"hands": hands}).scalar_one()
    return removed


def remove_names(connection: Connection) -> None:
    """Removes the names of players and poker tables that no stored hand has any more."""
    connection.execute(text("SELECT forget_names()"))


def files_to_delete(connection: Connection) -> list[str]:
    """Returns the digests of the stored files that can be deleted from the disk: an upload of the file was removed in
    the last week, and no upload that is still kept has the same file.
    """
    return list(connection.execute(text(_FILES)).scalars())


def _insist(days: int) -> None:
    if not SHORTEST <= days <= LONGEST:
        raise VenueRefused(f"Write a number of days from {SHORTEST} to {LONGEST:,}.")


_EVERY: Final = """
SELECT venue.name AS venue, kept.days, kept.set_at AS since FROM venue
LEFT JOIN LATERAL (SELECT days, set_at FROM retention WHERE venue_id = venue.id ORDER BY id DESC LIMIT 1) AS kept
    ON true
ORDER BY venue.name
"""

# Counts the uploads as `forget_sources` selects them, and the hands and findings as `forget_hands` removes them.
_COUNT: Final = """
WITH expired AS MATERIALIZED (SELECT id FROM expired_uploads(CAST(:venue AS smallint), :days) AS id),
hands AS MATERIALIZED (
    SELECT hand_id FROM source JOIN expired ON expired.id = source.upload_id
    EXCEPT SELECT hand_id FROM source WHERE upload_id NOT IN (SELECT id FROM expired)),
files AS (
    SELECT DISTINCT sha256, size FROM upload JOIN expired USING (id)
    WHERE NOT EXISTS (SELECT FROM upload AS other WHERE other.sha256 = upload.sha256 AND other.removed_at IS NULL
                                                    AND other.id NOT IN (SELECT id FROM expired)))
SELECT (SELECT count(*) FROM expired) AS uploads, (SELECT coalesce(sum(size), 0)::bigint FROM files) AS size,
       (SELECT count(*) FROM hands) AS hands,
       (SELECT count(*) FROM finding
        WHERE hand_id IN (SELECT hand_id FROM hands) OR earlier_id IN (SELECT hand_id FROM hands)) AS findings
"""

_IS_BUSY: Final = """
SELECT EXISTS (SELECT FROM run WHERE state = 'running')
    OR EXISTS (SELECT FROM upload WHERE state IN ('received', 'reading', 'auditing'))
"""

_FILES: Final = """
SELECT DISTINCT encode(sha256, 'hex') FROM upload AS gone
WHERE removed_at > now() - interval '7 days'
  AND NOT EXISTS (SELECT FROM upload WHERE upload.sha256 = gone.sha256 AND upload.removed_at IS NULL)
"""
