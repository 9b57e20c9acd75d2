"""Reads uploads: lists, the progress of one upload, its rejected and skipped hands, and the places of its lines."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    RowMapping,
    Select,
    and_,
    case,
    func,
    or_,
    select,
    text,
    true,
)

from auditor.store.people.api_tokens import Reach, within
from auditor.store.postgres.database import Connection
from auditor.store.tables import member, rejected, shard, skipped, upload, upload_change, venue
from auditor.store.uploads.upload_rows import Refusal

MOST_ON_A_PAGE: Final = 200
# The name of the jobs that read a finished upload again.
READ_AGAIN: Final = "read_again"
# Columns of the table `upload` that only the background jobs need. They are not selected here.
_OWN: Final = (
    "shard_hands",
    "shard_bytes",
    "next_shard",
    "attempts",
    "outages",
    "server_started",
    "cancelled_by",
    "by_people",
)
COUNTERS: Final = ("found", "hands", "audited", "known", "rejected", "skipped", "unread_lines")


@dataclass(frozen=True, slots=True)
class UploadRow:
    """An upload. `state` is `received`, then `reading`, then `auditing`, and at the end `done`, `incomplete`,
    `unreadable` or `cancelled`. `reason` says why some or all hands were not audited.

    `found` counts the hands found in the file so far. `hands` counts the hands that have an outcome. It is always the
    sum of four counts:

    - `audited`: hands that were audited;
    - `known`: hands that another upload had stored before;
    - `rejected`: hands that could not be read;
    - `skipped`: hands of games that are not audited.

    More fields:

    - `asked_encoding` is the encoding that a person chose.
    - `unread_lines` counts the lines that the program does not understand.
    - `changes` says how the program changed the text of hands before it read them. For each kind of change, it has the
      line of the first change and the number of changed hands.
    - `superseded_at` is the time when a re-read of the same bytes replaced this upload.
    - `removed_at` is the time when the file and its hands were removed, because the venue keeps files only for a set
      time.
    - `damage` says what is wrong with the stored bytes; it is empty if nothing is wrong.
    - `members` counts the documents of an archive, and `unreadable_files` the documents that could not be read. The
      counts of hands of an archive are the sums over its documents. If the upload is no archive, `members` is `None`
      and `unreadable_files` is 0.
    """

    id: int
    receipt: str
    venue_id: int
    venue: str
    sha256: str
    size: int
    file_name: str
    house: str
    asked_encoding: str
    received_at: dt.datetime
    finished_at: dt.datetime | None
    state: str
    reason: str
    format: str
    encoding: str
    notes: tuple[str, ...]
    found: int
    hands: int
    audited: int
    known: int
    rejected: int
    skipped: int
    unread_lines: int
    changes: Mapping[str, tuple[int, int]]
    members: int | None
    unreadable_files: int
    superseded_at: dt.datetime | None
    removed_at: dt.datetime | None
    damage: str
    shards: int
    shards_done: int

    @property
    def is_finished(self) -> bool:
        """Whether the state of the upload is final."""
        return self.finished_at is not None


@dataclass(frozen=True, slots=True)
class Rejections:
    """A page of rejected hands in the order of their lines. `following` is the place after which the next page begins,
    such as `120.7`; `None` if this is the last page.
    """

    refusals: tuple[Refusal, ...]
    following: str | None


def latest(
    connection: Connection,
    before: int | None = None,
    size: int = 50,
    reach: Reach | None = None,
    *,
    without_members: bool = False,
) -> tuple[UploadRow, ...]:
    """Returns uploads, the latest first.

    If `before` is given, returns only uploads made before the upload with this number. If `reach` is given, returns
    only uploads that a token may see. With `without_members`, leaves out the files that came inside an archive.
    """
    query = _rows().order_by(upload.c.id.desc()).limit(max(1, min(size, MOST_ON_A_PAGE)))
    if before is not None:
        query = query.where(upload.c.id < before)
    if reach is not None:
        query = query.where(within(reach))
    if without_members:
        brought_by = select(member.c.upload_id).where(member.c.upload_id == upload.c.id, ~member.c.again)
        query = query.where(~brought_by.exists())
    return tuple(_record(row) for row in connection.execute(query).mappings())


def by_receipt(connection: Connection, receipt: str, reach: Reach | None = None) -> UploadRow | None:
    """Returns the upload with this receipt; `None` if there is none. If `reach` is given, also returns `None` if the
    token may not see the upload.
    """
    if not receipt.isprintable():
        return None
    called = upload.c.receipt == receipt
    return _one(connection, called if reach is None else and_(called, within(reach)))


def by_number(connection: Connection, upload_id: int) -> UploadRow | None:
    """Returns the upload with this number, or `None`."""
    return _one(connection, upload.c.id == upload_id)


def unfinished(connection: Connection) -> int:
    """Returns the number of uploads that are not finished, plus the number of finished uploads that the workers are
    going to read again.

    One SQL statement counts both groups. So an upload that moves from one group to the other meanwhile is never missed.
    """
    count: int = connection.execute(text(_UNFINISHED), {"read_again": READ_AGAIN}).scalar_one()
    return count


def first_received(connection: Connection) -> dt.datetime | None:
    """Returns the time when the first upload was received; `None` if there are no uploads."""
    when: dt.datetime | None = connection.execute(select(func.min(upload.c.received_at))).scalar()
    return when


def rejections(connection: Connection, upload_id: int, after: str | None = None, size: int = 50) -> Rejections:
    """Returns a page of at most `size` rejected hands of an upload, in the order of their lines.

    The page begins after the place `after`, which is a line and the id of a rejected hand, such as `120.7`. Raises
    `ValueError` if `after` is no such text.
    """
    size = max(1, min(size, MOST_ON_A_PAGE))
    query = select(rejected).where(rejected.c.upload_id == upload_id)
    if after is not None:
        line, _, number = after.partition(".")
        if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in (line, number)):
            raise ValueError("This is not the address of a page of the list. Open the first page of the list.")
        beyond = and_(rejected.c.line == int(line), rejected.c.id > int(number))
        query = query.where(or_(rejected.c.line > int(line), beyond))
    rows = connection.execute(query.order_by(rejected.c.line, rejected.c.id).limit(size + 1)).all()
    following = f"{rows[size - 1].line}.{rows[size - 1].id}" if len(rows) > size else None
    return Rejections(tuple(Refusal(row.line, row.hand, row.reason) for row in rows[:size]), following)


def places_of_lines(connection: Connection, upload_id: int, lines: Sequence[int]) -> dict[int, tuple[int, int, int]]:
    """Returns, for each line number, the part of the file that contains this line, as (start, stop, first line).

    The part is a shard, the part of an upload that one job audits. It has the bytes from `start` to before `stop`, and
    `first line` is the number of the first line in it. Lines before the first shard are left out. The result is empty
    if the upload was never split.
    """
    found = connection.execute(text(_PLACES), {"upload": upload_id, "lines": list(lines)})
    return {row.line: (row.start, row.stop, row.first_line) for row in found}


def superseded_by(connection: Connection, upload_id: int) -> str | None:
    """Returns the receipt of the upload that superseded this upload, because the same file was read again.

    Returns `None` if this upload is not superseded.
    """
    receipt: str | None = connection.execute(text(_SUPERSEDED_BY), {"upload": upload_id}).scalar()
    return receipt


def skipped_games(connection: Connection, upload_id: int) -> dict[str, int]:
    """Returns the number of skipped hands of the upload, or of its documents, by game."""
    inside = select(member.c.upload_id).where(member.c.archive_id == upload_id)
    # If a document is in an archive twice, under two names, its hands count twice.
    times = select(func.count()).where(member.c.archive_id == upload_id, member.c.upload_id == skipped.c.upload_id)
    often = case((skipped.c.upload_id == upload_id, 1), else_=times.scalar_subquery())
    query = (
        select(skipped.c.game, func.sum(skipped.c.hands * often).cast(BigInteger).label("hands"))
        .where(or_(skipped.c.upload_id == upload_id, skipped.c.upload_id.in_(inside)))
        .group_by(skipped.c.game)
        .order_by(skipped.c.game)
    )
    return {row.game: row.hands for row in connection.execute(query)}


def _one(connection: Connection, condition: ColumnElement[bool]) -> UploadRow | None:
    row = connection.execute(_rows().where(condition)).mappings().first()
    return None if row is None else _record(row)


def _rows() -> Select[Any]:
    mine = select(func.count()).where(shard.c.upload_id == upload.c.id)
    inside = _inside().lateral("inside")
    place = func.json_build_array(upload_change.c.line, upload_change.c.hands)
    changes = select(func.json_object_agg(upload_change.c.kind, place)).where(upload_change.c.upload_id == upload.c.id)
    return (
        select(
            *[column for column in upload.c if column.name not in (*_OWN, *COUNTERS)],
            *[(upload.c[name] + func.coalesce(inside.c[name], 0)).label(name) for name in COUNTERS],
            inside.c.unreadable_files,
            changes.scalar_subquery().label("changes"),
            venue.c.name.label("venue"),
            mine.scalar_subquery().label("shards"),
            mine.where(shard.c.state != "waiting").scalar_subquery().label("shards_done"),
        )
        .join(venue, venue.c.id == upload.c.venue_id)
        .join(inside, true())
    )


def _inside() -> Select[*tuple[Any, ...]]:
    """Returns a query with one row: the sums of the counts over all documents of an archive. For an upload that is no
    archive, the sums are null and `unreadable_files` is 0.
    """
    document = upload.alias("document")
    return (
        select(
            *[func.sum(each).cast(BigInteger).label(name) for name, each in brought(document).items()],
            func.count().filter(or_(member.c.reason != "", document.c.state == "unreadable")).label("unreadable_files"),
        )
        .select_from(member.join(document, document.c.id == member.c.upload_id, isouter=True))
        .where(member.c.archive_id == upload.c.id)
    )


def brought(document: FromClause) -> dict[str, ColumnElement[int]]:
    """Returns an SQL expression for each count that a document adds to its archive, by the name of the count.

    If the document had been uploaded before the archive, its audited hands count as known, because the archive did not
    bring them.
    """
    counts: dict[str, ColumnElement[int]] = {name: document.c[name] for name in COUNTERS}
    counts["audited"] = case((member.c.again, 0), else_=document.c.audited)
    counts["known"] = document.c.known + case((member.c.again, document.c.audited), else_=0)
    return counts


def _record(row: RowMapping) -> UploadRow:
    values = dict(row)
    values["sha256"] = values["sha256"].hex()
    values["notes"] = tuple(values["notes"].splitlines())
    values["changes"] = {kind: (line, hands) for kind, (line, hands) in (values["changes"] or {}).items()}
    return UploadRow(**values)


# Selects, for each wanted line, the shard (the part for one job) that contains the line. The result has the first byte
# of the shard in the file, the byte after its end, and its first line. A shard ends where the next shard begins.
_PLACES: Final = """
SELECT wanted.line, around.start, around.stop, around.first_line
FROM (SELECT DISTINCT unnest(CAST(:lines AS bigint[])) AS line) AS wanted
JOIN LATERAL (SELECT start, stop, first_line FROM shard
              WHERE upload_id = :upload AND first_line <= wanted.line
              ORDER BY first_line DESC LIMIT 1) AS around ON true
"""

# Selects the upload of the same bytes, venue and house that replaced a superseded upload.
_SUPERSEDED_BY: Final = """
SELECT other.receipt FROM upload AS mine
JOIN upload AS other ON other.venue_id = mine.venue_id AND other.sha256 = mine.sha256 AND other.house = mine.house
WHERE mine.id = :upload AND mine.superseded_at IS NOT NULL AND other.superseded_at IS NULL
"""

_UNFINISHED: Final = """
SELECT (SELECT count(*) FROM upload WHERE finished_at IS NULL)
     + (SELECT count(*) FROM procrastinate_jobs WHERE task_name = :read_again AND status IN ('todo', 'doing'))
"""
