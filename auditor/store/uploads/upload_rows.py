"""Uploads: receipts, the progress of splitting, and counts, which add up at every moment."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.findings.reports import Venue
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.runs.attempts import COUNT_ATTEMPT, NO_ATTEMPTS
from auditor.store.uploads import archives

AGAIN: Final = "When what stood in the way is mended: auditor ingest --again "  # and the receipt


@dataclass(frozen=True, slots=True)
class Receipt:
    """The promise that a file is kept. `again`: the very same file was sent before, and nothing has changed.

    `encoding` is the one that it was read in and `notes` its oddities; both are empty until a worker has read the file,
    and for files without text.
    """

    receipt: str
    upload_id: int
    sha256: str
    size: int
    file_name: str
    house: str
    received_at: dt.datetime
    again: bool
    encoding: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """An upload as the jobs need it."""

    upload_id: int
    venue: Venue
    receipt: str
    sha256: str
    house: str
    file_name: str
    asked_encoding: str
    format: str
    encoding: str
    state: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A hand that was rejected: its line, its number where that was legible, and why."""

    line: int
    hand: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Counts:
    """The outcomes of the hands of a shard of an upload."""

    audited: int
    known: int
    rejected: int
    skipped: int

    @property
    def hands(self) -> int:
        return self.audited + self.known + self.rejected + self.skipped


def source_of(connection: Connection, upload_id: int) -> Source:
    """The upload of that number."""
    row = connection.execute(text(_SOURCE), {"upload": upload_id}).one()
    return Source(
        upload_id,
        Venue(row.venue_id, row.venue),
        row.receipt,
        row.sha256.hex(),
        row.house,
        row.file_name,
        row.asked_encoding,
        row.format,
        row.encoding,
        row.state,
    )


def take(connection: Connection, upload_id: int, *, anew: bool = True) -> int | None:
    """The attempts at splitting the upload, this one included, as `shards.take` counts; `None` where it is split."""
    attempts: int | None = connection.execute(text(_TAKE), {"upload": upload_id, "anew": anew}).scalar()
    return attempts


def uncount(connection: Connection, upload_id: int) -> None:
    """Takes the last attempt off the count: something outside stopped it."""
    connection.execute(
        text("UPDATE upload SET attempts = greatest(attempts - 1, 0) WHERE id = :upload"), {"upload": upload_id}
    )


def progressed(connection: Connection, upload_id: int) -> None:
    """Begins the count of attempts again: a part of the file was split."""
    connection.execute(text(_PROGRESSED), {"upload": upload_id})


def with_digests(connection: Connection, digests: Sequence[str]) -> frozenset[str]:
    """Those of the digests that an upload has."""
    found = connection.execute(
        text("SELECT sha256 FROM upload WHERE sha256 = ANY(:digests)"),
        {"digests": [bytes.fromhex(each) for each in digests]},
    )
    return frozenset(row.sha256.hex() for row in found)


@dataclass(frozen=True, slots=True)
class ShardSize:
    """The largest size of a shard: so many hands, and so many bytes; `None` for no limit."""

    hands: int
    bytes: int | None


def begin_splitting(
    connection: Connection, upload_id: int, format_name: str, encoding: str, notes: Sequence[str], usual: ShardSize
) -> ShardSize | None:
    """Begins to split the file into shards of the usual size; returns the size that holds.

    That is another size where an earlier attempt began to split and broke off: shards of two sizes would overlap.
    `None` where the file no longer has to be split.
    """
    values = {
        "upload": upload_id,
        "format": format_name,
        "encoding": encoding,
        "notes": pg_values.text("\n".join(notes)),
        "hands": usual.hands,
        "bytes": usual.bytes,
    }
    row = connection.execute(text(_BEGIN_READING), values).first()
    return None if row is None else ShardSize(row.shard_hands, row.shard_bytes)


def is_to_be_split(connection: Connection, upload_id: int, shard: int) -> bool:
    """Whether the file is still to be split from the shard of that number on; nobody cancels it until the transaction
    ends.
    """
    row = connection.execute(text(_IS_TO_BE_SPLIT), {"upload": upload_id, "shard": shard})
    return row.first() is not None


def split_up_to(connection: Connection, upload_id: int, next_shard: int) -> None:
    """Stores which shard is the first that the next job makes, in the transaction that sends the job."""
    connection.execute(
        text("UPDATE upload SET next_shard = :shard WHERE id = :upload"), {"upload": upload_id, "shard": next_shard}
    )


def shard_size(connection: Connection, upload_id: int, shard: int) -> ShardSize | None:
    """The size of the shards of a file that is being split; `None` where it no longer has to be, or where another job
    has split it from the shard of that number on.
    """
    row = connection.execute(text(_SHARD_SIZE), {"upload": upload_id, "shard": shard}).first()
    return None if row is None else ShardSize(row.shard_hands, row.shard_bytes)


def note_found(connection: Connection, upload_id: int, found: int) -> None:
    """Stores how many hands were found so far."""
    connection.execute(
        text("UPDATE upload SET found = greatest(found, :found) WHERE id = :upload"),
        {"upload": upload_id, "found": found},
    )


def end_splitting(connection: Connection, upload_id: int, found: int) -> None:
    """Marks the file as split to its end; its shards are being audited, or are done already."""
    connection.execute(
        text("UPDATE upload SET state = 'auditing', found = :found WHERE id = :upload AND state = 'reading'"),
        {"upload": upload_id, "found": found},
    )
    finish_if_done(connection, upload_id)


def refuse_file(connection: Connection, upload_id: int, reason: str, *, again: bool) -> None:
    """Refuses a file without any readable hand; `again` where the fault is not the file's, and may be mended."""
    connection.execute(
        text("""UPDATE upload SET state = 'unreadable', finished_at = now(),
                       reason = :reason || CASE WHEN :again THEN ' ' || :words || receipt ELSE '' END
                WHERE id = :upload AND state IN ('received', 'reading')"""),
        {"upload": upload_id, "reason": pg_values.text(reason), "again": again, "words": AGAIN},
    )
    archives.finish_around(connection, upload_id)


def add_counts(
    connection: Connection, upload_id: int, counts: Counts, refusals: Sequence[Refusal], skipped: Mapping[str, int]
) -> None:
    """Adds the outcomes of a shard to its upload's, in the shard's own transaction and at its end."""
    columns = {"line": "int8", "hand": "text", "reason": "text"}
    rows = ((one.line, pg_values.text(one.hand) if one.hand else None, pg_values.text(one.reason)) for one in refusals)
    values = {"upload": upload_id}
    if refusals:
        copy_to_temporary(connection, "refused", columns, rows)
        connection.execute(
            text(
                "INSERT INTO rejected (upload_id, line, hand, reason) SELECT :upload, line, hand, reason FROM refused"
            ),
            values,
        )
    games = {pg_values.text(game): hands for game, hands in sorted(skipped.items())}
    if games:
        connection.execute(
            text("""INSERT INTO skipped (upload_id, game, hands)
                    SELECT :upload, * FROM unnest(CAST(:games AS text[]), CAST(:hands AS bigint[]))
                    ON CONFLICT (upload_id, game) DO UPDATE SET hands = skipped.hands + excluded.hands"""),
            {**values, "games": list(games), "hands": list(games.values())},
        )
    connection.execute(
        text("""UPDATE upload SET hands = hands + :hands, audited = audited + :audited, known = known + :known,
                       rejected = rejected + :rejected, skipped = skipped + :skipped WHERE id = :upload"""),
        {
            **values,
            "hands": counts.hands,
            "audited": counts.audited,
            "known": counts.known,
            "rejected": counts.rejected,
            "skipped": counts.skipped,
        },
    )


def note_below(connection: Connection, upload_id: int, lines: Sequence[int]) -> None:
    """Stores that trailing text stands below hands of the file: it begins at these lines, at least one."""
    connection.execute(
        text("UPDATE upload SET below = below + :more, below_line = least(below_line, :line) WHERE id = :upload"),
        {"upload": upload_id, "more": len(lines), "line": min(lines)},
    )


def touch(connection: Connection, upload_id: int) -> None:
    """Locks the upload's row, as every shard does that ends."""
    connection.execute(text("SELECT FROM upload WHERE id = :upload FOR UPDATE"), {"upload": upload_id})


def finish_if_done(connection: Connection, upload_id: int) -> None:
    """Ends the upload and its runs when it was split to the end and none of its shards waits any more.

    The caller has changed or locked the upload's row in this transaction: so one of two last shards finds the other
    done.
    """
    ended = connection.execute(
        text(_FINISH), {"upload": upload_id, "words": AGAIN, "cancelled": archives.CANCELLED}
    ).first()
    if ended is not None:
        connection.execute(
            text("""UPDATE run SET finished_at = now(), state = CASE WHEN :whole THEN 'done' ELSE 'partial' END
                    WHERE upload_id = :upload AND state = 'running'"""),
            {"upload": upload_id, "whole": ended.state == "done"},
        )
        archives.finish_around(connection, upload_id)


_TAKE: Final = f"""
UPDATE upload SET {COUNT_ATTEMPT} WHERE id = :upload AND state IN ('received', 'reading') RETURNING attempts
"""

_PROGRESSED: Final = f"UPDATE upload SET {NO_ATTEMPTS} WHERE id = :upload"

_SOURCE: Final = """
SELECT upload.venue_id, venue.name AS venue, receipt, sha256, house, file_name, asked_encoding,
       format, encoding, state
FROM upload JOIN venue ON venue.id = upload.venue_id
WHERE upload.id = :upload
"""

# A job that is done again after a kill may have split its part already, and have sent the next job: it sends no second
# one. A file that an earlier version began to split has no number here.
_IS_NEXT: Final = "id = :upload AND state = 'reading' AND coalesce(next_shard, :shard) = :shard"

_IS_TO_BE_SPLIT: Final = f"SELECT FROM upload WHERE {_IS_NEXT} FOR NO KEY UPDATE"

_SHARD_SIZE: Final = f"SELECT shard_hands, shard_bytes FROM upload WHERE {_IS_NEXT}"

# A file that an earlier version began to split has no limit of bytes.
_BEGIN_READING: Final = """
UPDATE upload SET state = 'reading', next_shard = CASE WHEN state = 'received' THEN 1 ELSE next_shard END,
       format = :format, encoding = :encoding,
       notes = CASE WHEN state = 'received' THEN :notes ELSE notes END,
       shard_bytes = CASE WHEN shard_hands IS NULL THEN CAST(:bytes AS int) ELSE shard_bytes END,
       shard_hands = coalesce(shard_hands, :hands)
WHERE id = :upload AND (state = 'received' OR state = 'reading' AND coalesce(next_shard, 1) = 1)
RETURNING shard_hands, shard_bytes
"""

_FINISH: Final = """
UPDATE upload SET finished_at = now(),
       state = CASE WHEN cancelled_by <> '' THEN 'cancelled'
               WHEN given_up.shards = 0 AND found = hands THEN 'done' ELSE 'incomplete' END,
       reason = CASE WHEN cancelled_by <> '' THEN format(:cancelled, cancelled_by, to_char(found, 'FM999,999,999,990'),
                                                                 to_char(audited, 'FM999,999,999,990'), receipt)
                WHEN given_up.shards > 0 THEN given_up.reason || ' ' || :words || receipt
                WHEN found = hands THEN ''
                ELSE found || ' hands were found in the file and ' || hands || ' dealt with. Tell the authors.' END
FROM (SELECT count(*) AS shards, coalesce(min(reason), '') AS reason FROM shard
      WHERE upload_id = :upload AND state = 'given_up') AS given_up
WHERE id = :upload AND upload.state = 'auditing'
  AND NOT EXISTS (SELECT FROM shard WHERE upload_id = :upload AND state = 'waiting')
RETURNING upload.state
"""
