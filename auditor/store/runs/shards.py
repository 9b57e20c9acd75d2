"""Shards: pieces of work that one job does in one transaction, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.runs.attempts import COUNT_ATTEMPT


@dataclass(frozen=True, slots=True)
class Range:
    """A shard before it is stored: bytes or numbers of hands from `start` up to `stop`, and how many hands are in it.

    The bytes from `lead_start` up to `lead_stop` are the preamble of its hands; there is none where both are 0.
    """

    number: int
    start: int
    stop: int
    first_line: int
    expected: int
    lead_start: int = 0
    lead_stop: int = 0


@dataclass(frozen=True, slots=True)
class Remainder:
    """Where the rest of a shard begins that is to be divided; the fields are as in `Range`."""

    start: int
    first_line: int = 1
    lead_start: int = 0
    lead_stop: int = 0


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard to be done; it belongs to an upload or to a run. `attempts` counts this one; `outages` counts how often
    the database was lost during it; the other fields are as in `Range`.
    """

    shard_id: int
    upload_id: int | None
    run_id: int | None
    start: int
    stop: int
    first_line: int
    expected: int
    attempts: int
    outages: int
    lead_start: int = 0
    lead_stop: int = 0


def add(
    connection: Connection, ranges: Sequence[Range], *, upload_id: int | None = None, run_id: int | None = None
) -> list[int]:
    """Stores shards and returns their numbers; shards that are stored already are left out."""
    values = {
        "upload": upload_id,
        "run": run_id,
        "numbers": [one.number for one in ranges],
        "starts": [one.start for one in ranges],
        "stops": [one.stop for one in ranges],
        "first_lines": [one.first_line for one in ranges],
        "expected": [one.expected for one in ranges],
        "lead_starts": [one.lead_start for one in ranges],
        "lead_stops": [one.lead_stop for one in ranges],
    }
    return [row.id for row in connection.execute(text(_ADD), values)]


def take(connection: Connection, shard_id: int, *, anew: bool = True) -> Shard | None:
    """The shard, with its attempts counted as `attempts` has it; `None` where it is done or given up. Not `anew` where
    the worker lost the database during the attempt before.
    """
    row = connection.execute(text(_TAKE), {"shard": shard_id, "anew": anew}).first()
    if row is None:
        return None
    return Shard(shard_id, *row)


def divide(connection: Connection, shard: Shard, rest: Remainder, expected: int) -> int:
    """Moves the rest of a shard to a new shard, and leaves `expected` hands in this one; returns the number of the new
    one. The caller has locked the row of the run or of the upload.
    """
    values = {
        "shard": shard.shard_id,
        "at": rest.start,
        "expected": expected,
        "first_line": rest.first_line,
        "lead_start": rest.lead_start,
        "lead_stop": rest.lead_stop,
    }
    return int(connection.execute(text(_DIVIDE), values).scalar_one())


def still_waits(connection: Connection, shard_id: int) -> bool:
    """Whether the shard still has to be done; if so it is locked, so that nobody else can do it too."""
    return (
        connection.execute(
            text("SELECT FROM shard WHERE id = :shard AND state = 'waiting' FOR UPDATE"), {"shard": shard_id}
        ).first()
        is not None
    )


def done(connection: Connection, shard_id: int) -> None:
    """Marks the shard as done, when the transaction commits."""
    connection.execute(
        text("UPDATE shard SET state = 'done', reason = '', finished_at = now() WHERE id = :shard"),
        {"shard": shard_id},
    )


def give_up(connection: Connection, shard_id: int, reason: str) -> None:
    """Marks the shard as not to be tried again; `reason` is for people."""
    connection.execute(
        text("""UPDATE shard SET state = 'given_up', reason = :reason, finished_at = now()
                WHERE id = :shard AND state = 'waiting'"""),
        {"shard": shard_id, "reason": pg_values.text(reason)},
    )


_ADD: Final = """
INSERT INTO shard (upload_id, run_id, number, start, stop, first_line, expected, lead_start, lead_stop)
SELECT :upload, :run, * FROM unnest(CAST(:numbers AS int[]), CAST(:starts AS bigint[]), CAST(:stops AS bigint[]),
                                    CAST(:first_lines AS bigint[]), CAST(:expected AS int[]),
                                    CAST(:lead_starts AS bigint[]), CAST(:lead_stops AS bigint[]))
ON CONFLICT DO NOTHING
RETURNING id
"""

# Begins another attempt.
_TAKE: Final = f"""
UPDATE shard SET {COUNT_ATTEMPT} WHERE id = :shard AND state = 'waiting'
RETURNING upload_id, run_id, start, stop, first_line, expected, attempts, outages, lead_start, lead_stop
"""

# The numbers of new shards go below 0: an upload that is still being split has not given out all of those above.
_DIVIDE: Final = """
WITH whole AS (UPDATE shard SET stop = :at, expected = :expected WHERE id = :shard RETURNING id)
INSERT INTO shard (upload_id, run_id, number, start, stop, expected, first_line, lead_start, lead_stop)
SELECT upload_id, run_id,
       (SELECT least(min(number), 0) - 1 FROM shard AS beside
        WHERE beside.upload_id = shard.upload_id OR beside.run_id = shard.run_id),
       :at, stop, shard.expected - :expected, :first_line, :lead_start, :lead_stop
FROM whole JOIN shard USING (id)  -- as it was
RETURNING id
"""
