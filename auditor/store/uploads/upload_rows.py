"""Reads and changes the rows of uploads: the progress of splitting, and the counts of hands.

A file is split into shards; one job audits one shard. At every moment, the count `hands` of an upload is the sum of its
counts `audited`, `known`, `rejected` and `skipped`.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.settings import command_line
from auditor.store.findings.reports import Venue
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.runs.attempts import COUNT_ATTEMPT, NO_ATTEMPTS
from auditor.store.uploads import archives
from auditor.store.uploads.rereading import withdraw_what_is_left

# The receipt of the upload is appended to this text.
AGAIN: Final = f"After you repair the cause, run: {command_line('ingest --again')} "


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt for a stored file. `again`: the same file was sent before, and nothing has changed.

    `encoding` is the encoding in which the file was read, and `notes` lists unusual facts about the file. Both are
    empty until a worker has read the file, and for files that are not text.
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
    """An upload as a background job needs it: the venue, the stored file and how to read it.

    `sha256` in hex names the stored file. `house` is the house that the sender named, or empty. `asked_encoding` is the
    encoding that a person chose, or empty.
    """

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
    """A rejected hand: its line, its number (`None` if it could not be read), and the reason."""

    line: int
    hand: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many hands of one shard (the part of an upload for one job) had each outcome.

    - `audited`: hands that got their first report under the house
    - `known`: hands that already had a report under the house, and repetitions of a hand in the shard
    - `rejected`: hands that could not be read or audited
    - `skipped`: hands of games that the program does not audit

    `unread_lines` counts the lines that the program does not understand.
    """

    audited: int
    known: int
    rejected: int
    skipped: int
    unread_lines: int = 0

    @property
    def hands(self) -> int:
        return self.audited + self.known + self.rejected + self.skipped


def source_of(connection: Connection, upload_id: int) -> Source:
    """Returns the venue, the file and the state of the upload with this number. The upload must exist."""
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
    """Counts another attempt to split the upload, and returns the number of attempts, including this one.

    Returns `None` if the upload is already split. `anew` is false if the same worker lost the database during its
    earlier attempt; the module `runs.attempts` says when such an attempt is counted.
    """
    attempts: int | None = connection.execute(text(_TAKE), {"upload": upload_id, "anew": anew}).scalar()
    return attempts


def uncount(connection: Connection, upload_id: int) -> None:
    """Subtracts the last attempt to split the upload from the count. That attempt stopped because the disk was full,
    and not because of the file.
    """
    connection.execute(
        text("UPDATE upload SET attempts = greatest(attempts - 1, 0) WHERE id = :upload"), {"upload": upload_id}
    )


def progressed(connection: Connection, upload_id: int) -> None:
    """Sets the number of attempts to split the upload back to zero, because the last attempt made progress."""
    connection.execute(text(_PROGRESSED), {"upload": upload_id})


def with_digests(connection: Connection, digests: Sequence[str]) -> frozenset[str]:
    """Returns those of the given digests that belong to an upload, so that the caller does not delete their files. A
    digest is the SHA-256 of a stored file, in hex.
    """
    found = connection.execute(
        text("SELECT sha256 FROM upload WHERE sha256 = ANY(:digests)"),
        {"digests": [bytes.fromhex(each) for each in digests]},
    )
    return frozenset(row.sha256.hex() for row in found)


@dataclass(frozen=True, slots=True)
class ShardSize:
    """The largest size of a shard (the part of a file for one job), in hands and in bytes. `bytes` is `None` if there
    is no limit of bytes.
    """

    hands: int
    bytes: int | None


def begin_splitting(
    connection: Connection, upload_id: int, format_name: str, encoding: str, notes: Sequence[str], usual: ShardSize
) -> ShardSize | None:
    """Marks the file as being split into shards (the parts for one job each), and returns the size of its shards,
    usually `usual`.

    If an earlier attempt began to split the file and broke off, returns the size in that attempt, because shards of two
    sizes would overlap. Returns `None` if the file no longer has to be split.
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
    """Whether the file must still be split into shards (the parts for one job each), and the next shard to make has the
    number `shard`.

    Locks the upload, so that nobody cancels it until the transaction ends.
    """
    row = connection.execute(text(_IS_TO_BE_SPLIT), {"upload": upload_id, "shard": shard})
    return row.first() is not None


def split_up_to(connection: Connection, upload_id: int, next_shard: int) -> None:
    """Stores that the next job that splits the file begins with the shard number `next_shard`. Call this function in
    the transaction that sends this job.
    """
    connection.execute(
        text("UPDATE upload SET next_shard = :shard WHERE id = :upload"), {"upload": upload_id, "shard": next_shard}
    )


def shard_size(connection: Connection, upload_id: int, shard: int) -> ShardSize | None:
    """Returns the size of the shards (the parts for one job each) of a file that is being split.

    Returns `None` if the file no longer has to be split, or if another job has already made the shard number `shard`.
    """
    row = connection.execute(text(_SHARD_SIZE), {"upload": upload_id, "shard": shard}).first()
    return None if row is None else ShardSize(row.shard_hands, row.shard_bytes)


def note_found(connection: Connection, upload_id: int, found: int) -> None:
    """Stores how many hands were found in the file so far."""
    connection.execute(
        text("UPDATE upload SET found = greatest(found, :found) WHERE id = :upload"),
        {"upload": upload_id, "found": found},
    )


def end_splitting(connection: Connection, upload_id: int, found: int) -> None:
    """Marks the file as completely split into shards (the parts for one job each). The audit of the shards is still
    going on, or is finished.
    """
    connection.execute(
        text("UPDATE upload SET state = 'auditing', found = :found WHERE id = :upload AND state = 'reading'"),
        {"upload": upload_id, "found": found},
    )
    finish_if_done(connection, upload_id)


def refuse_file(connection: Connection, upload_id: int, reason: str, *, again: bool) -> None:
    """Marks a file as unreadable. `again`: the cause is not in the file, so the reason explains how to retry."""
    connection.execute(
        text("""UPDATE upload SET state = 'unreadable', finished_at = now(),
                       reason = :reason || CASE WHEN :again THEN ' ' || :words || receipt ELSE '' END
                WHERE id = :upload AND state IN ('received', 'reading')"""),
        {"upload": upload_id, "reason": pg_values.text(reason), "again": again, "words": AGAIN},
    )
    withdraw_what_is_left(connection, upload_id)
    archives.finish_around(connection, upload_id)


def add_counts(
    connection: Connection, upload_id: int, counts: Counts, refusals: Sequence[Refusal], skipped: Mapping[str, int]
) -> None:
    """Adds the outcomes of a shard (the part for one job) to the counts of its upload. Outcomes are audited, rejected
    hands and so on.

    `refusals` are the rejected hands, and `skipped` the number of skipped hands by game. Call this function at the end
    of the transaction that stores the shard.
    """
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
                       rejected = rejected + :rejected, skipped = skipped + :skipped,
                       unread_lines = unread_lines + :unread_lines WHERE id = :upload"""),
        {
            **values,
            "hands": counts.hands,
            "audited": counts.audited,
            "known": counts.known,
            "rejected": counts.rejected,
            "skipped": counts.skipped,
            "unread_lines": counts.unread_lines,
        },
    )


def note_changes(connection: Connection, upload_id: int, by_kind: Mapping[str, tuple[int, int]]) -> None:
    """Stores that the text of some hands was changed before they were read.

    `by_kind` has, for each kind of change, the line of the first one and the number of changed hands.
    """
    for kind, (line, hands) in sorted(by_kind.items()):
        connection.execute(
            text("""INSERT INTO upload_change AS stored (upload_id, kind, line, hands)
                    VALUES (:upload, :kind, :line, :hands)
                    ON CONFLICT (upload_id, kind) DO UPDATE
                    SET hands = stored.hands + excluded.hands, line = least(stored.line, excluded.line)"""),
            {"upload": upload_id, "kind": kind, "line": line, "hands": hands},
        )


def touch(connection: Connection, upload_id: int) -> None:
    """Locks the row of the upload. Every transaction that ends a shard (the part for one job) locks this row, so that
    these transactions end one after the other.
    """
    connection.execute(text("SELECT FROM upload WHERE id = :upload FOR UPDATE"), {"upload": upload_id})


def finish_if_done(connection: Connection, upload_id: int) -> None:
    """Marks the upload and its runs as finished, if the file is completely split and no shard (the part for one job) is
    waiting.

    The caller must have changed or locked the row of the upload in this transaction. So if the last two shards end at
    the same time, the second transaction sees that the first shard has ended.
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
        withdraw_what_is_left(connection, upload_id)
        archives.finish_around(connection, upload_id)


def has_ended(connection: Connection, upload_id: int) -> bool:
    """Whether the upload is finished, so that no part of it is waiting. A retry may begin a finished upload again."""
    ended = text("SELECT finished_at IS NOT NULL FROM upload WHERE id = :upload")
    return bool(connection.execute(ended, {"upload": upload_id}).scalar_one())


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

# The SQL condition that the shard number `:shard` is the next shard to make. Each job that splits the upload makes some
# shards, and sends the next job. A job that was killed may run a second time, after it already sent the next job. Then
# this condition is false for its first shard, so that the next job is not sent twice. `next_shard` is null if an
# earlier version of the program began to split the file.
_IS_NEXT: Final = "id = :upload AND state = 'reading' AND coalesce(next_shard, :shard) = :shard"

_IS_TO_BE_SPLIT: Final = f"SELECT FROM upload WHERE {_IS_NEXT} FOR NO KEY UPDATE"

_SHARD_SIZE: Final = f"SELECT shard_hands, shard_bytes FROM upload WHERE {_IS_NEXT}"

# Marks the file as being split, and stores the most hands and the most bytes of its shards. The first attempt decides
# both. An earlier version of the program stored no bytes; then the shards of its file have no limit of bytes.
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
