"""Reads the figures of one week: what came in, what people decided, the money, and the findings that wait longest.

A week begins on Monday, in UTC. Amounts are integers in the smallest unit of the currency.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.store.postgres.database import Connection

MOST_WAITING: Final = 10


@dataclass(frozen=True, slots=True)
class CameIn:
    """The audits of a week.

    - `uploads` counts the files and archives that people sent and that were audited. The documents of an archive are
      not counted. A file is not counted either if an earlier upload of the same bytes is still stored, for example if
      the file is read anew.
    - `hands` counts the hands of these uploads that were audited for the first time. `again` counts the hands that were
      audited again: the hands of files that were read or sent again, and the hands of runs that no upload started.
      Both also count the hands whose audit failed.
    - `first_run` and `last_run` are the first and the last run of the week; `None` if there was none.
    """

    uploads: int
    hands: int
    again: int
    first_run: int | None
    last_run: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """The findings of one rule under one house. `found` counts the findings that came in during the week, including
    findings that are gone since: a later audit no longer found them.

    `confirmed`, `dismissed` and `accepted` count the findings about which people decided in the week. If people decided
    about a finding several times, their last decision of the week counts.
    """

    house: str
    code: str
    found: int
    confirmed: int
    dismissed: int
    accepted: int


@dataclass(frozen=True, slots=True)
class Money:
    """The amounts of the findings that came in, under one house and in one unit: a currency and its number of decimals.
    Findings that are gone since do not count.

    `at_stake` is the sum of the amounts of the findings, without their signs. `short` and `over` are about the payouts
    of players in the hands of these findings: the sum of the amounts that are missing (a negative number), and the sum
    of the amounts that are too much.
    """

    house: str
    currency: str
    minor: int
    at_stake: int
    short: int
    over: int
    hands: int


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """An open finding that has waited for a decision since `since`."""

    id: int
    code: str
    severity: str
    house: str
    number: str | None
    hand_id: int
    assignee: str
    since: dt.datetime


@dataclass(frozen=True, slots=True)
class Digest:
    """The figures of a week. `comments` counts the comments that were written in the week. `waiting` has the findings
    that wait now, even if the week is long ago.
    """

    came_in: CameIn
    parts: tuple[Part, ...]
    money: tuple[Money, ...]
    comments: int
    waiting: tuple[WaitingRow, ...]


def digest(connection: Connection, monday: dt.date) -> Digest:
    """Returns the figures of the week that begins on `monday`."""
    start = dt.datetime.combine(monday, dt.time(), dt.UTC)
    values: dict[str, Any] = {"start": start, "stop": start + dt.timedelta(days=7), "most": MOST_WAITING}
    came_in = connection.execute(text(_CAME_IN), values).one()
    parts = connection.execute(text(_PARTS), values).mappings()
    money = connection.execute(text(_MONEY), values)
    return Digest(
        CameIn(int(came_in.uploads), int(came_in.hands), int(came_in.again), came_in.first_run, came_in.last_run),
        tuple([Part(**row) for row in parts]),
        tuple(
            [
                Money(
                    *(row.house, row.currency, row.minor),
                    *[int(value) for value in (row.at_stake, row.short, row.over, row.hands)],
                )
                for row in money
            ]
        ),
        connection.execute(text(_COMMENTS), values).scalar_one(),
        tuple([WaitingRow(**row) for row in connection.execute(text(_WAITING), values).mappings()]),
    )


# A file is read anew if an earlier upload of the same bytes at the same venue is still stored, whatever its house.
# `sent` is the archive in which the file first arrived. A new read takes the place of the earlier upload in the
# archive, so the archive is looked up by the bytes.
_CAME_IN: Final = """
WITH audited AS (
    SELECT run.id, run.clean + run.faulty + run.failed AS hands, upload.id AS upload_id, sent.archive_id,
           EXISTS (SELECT FROM upload AS earlier
                   WHERE earlier.sha256 = upload.sha256 AND earlier.venue_id = upload.venue_id
                     AND earlier.id < upload.id AND earlier.removed_at IS NULL) AS anew
    FROM run LEFT JOIN upload ON upload.id = run.upload_id
    LEFT JOIN LATERAL (
        SELECT min(member.archive_id) AS archive_id FROM member JOIN upload AS same ON same.id = member.upload_id
        WHERE same.sha256 = upload.sha256 AND same.venue_id = upload.venue_id AND NOT member.again) AS sent ON true
    WHERE started_at >= :start AND started_at < :stop)
SELECT count(DISTINCT coalesce(archive_id, upload_id)) FILTER (WHERE upload_id IS NOT NULL AND NOT anew) AS uploads,
       coalesce(sum(hands) FILTER (WHERE upload_id IS NOT NULL AND NOT anew), 0) AS hands,
       coalesce(sum(hands) FILTER (WHERE upload_id IS NULL OR anew), 0) AS again,
       min(id) AS first_run, max(id) AS last_run
FROM audited
"""

# The findings that a run of the week found first: exactly those of the list to which the page has a link. The list is
# about past runs, so it includes findings that are gone since.
_FOUND: Final = """
runs AS MATERIALIZED (SELECT id FROM run WHERE started_at >= :start AND started_at < :stop),
found AS MATERIALIZED (
    SELECT hand_id, house, code, more, amount, currency, minor, detection FROM finding
    WHERE first_run_id BETWEEN (SELECT min(id) FROM runs) AND (SELECT max(id) FROM runs))
"""

# A decision counts if nobody has undone it. If a finding was decided several times, the last decision counts.
_PARTS: Final = f"""
WITH {_FOUND}, decided AS (
    SELECT DISTINCT ON (a.fingerprint) a.fingerprint, a.to_state
    FROM triage_batch AS batch JOIN triage_act AS a ON a.batch_id = batch.id
    WHERE batch.at >= :start AND batch.at < :stop AND batch.undoes_id IS NULL
      AND a.act IN ('confirm', 'dismiss', 'accept', 'reopen', 'agree')
      AND NOT EXISTS (SELECT FROM triage_act AS undoing
                      WHERE undoing.fingerprint = a.fingerprint AND undoing.undoes_id = a.id)
    ORDER BY a.fingerprint, a.id DESC
), listed AS (
    SELECT house, code, 1 + more AS found, '' AS to_state FROM found
    UNION ALL
    SELECT f.house, f.code, 0, decided.to_state FROM decided
    JOIN LATERAL (SELECT house, code FROM finding WHERE finding.fingerprint = decided.fingerprint
                  ORDER BY id LIMIT 1) AS f ON true
)
SELECT house, code, CAST(sum(found) AS bigint) AS found,
       count(*) FILTER (WHERE to_state = 'confirmed') AS confirmed,
       count(*) FILTER (WHERE to_state = 'dismissed') AS dismissed,
       count(*) FILTER (WHERE to_state = 'accepted') AS accepted
FROM listed GROUP BY house, code HAVING sum(found) > 0 OR bool_or(to_state NOT IN ('', 'open', 'closed'))
ORDER BY code, house
"""

_MONEY: Final = f"""
WITH {_FOUND}, stake AS (
    SELECT house, currency, minor, sum(abs(CAST(amount AS numeric))) AS at_stake FROM found
    WHERE amount <> 0 AND detection <> 'gone' GROUP BY house, currency, minor
), paid AS (
    SELECT house, currency, minor, sum(least(amount, 0)) AS short, sum(greatest(amount, 0)) AS over,
           count(DISTINCT hand_id) AS hands
    FROM owed WHERE seat > 0 AND hand_id IN (SELECT hand_id FROM found WHERE detection <> 'gone')
    GROUP BY house, currency, minor
)
SELECT house, currency, minor, coalesce(at_stake, 0) AS at_stake, coalesce(short, 0) AS short,
       coalesce(over, 0) AS over, coalesce(hands, 0) AS hands
FROM stake FULL JOIN paid USING (house, currency, minor) ORDER BY house, currency, minor
"""

_COMMENTS: Final = """
SELECT count(*) FROM triage_batch WHERE act = 'comment' AND at >= :start AND at < :stop
"""

_WAITING: Final = """
SELECT id, code, severity, house, number, hand_id, assignee, first_seen_at AS since FROM finding
WHERE triage = 'open' AND detection <> 'gone' ORDER BY id LIMIT :most
"""
