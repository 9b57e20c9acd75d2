"""Reads and changes shards. A shard is a part of an upload or of a run that one job processes in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection
from auditor.store.runs.attempts import COUNT_ATTEMPT


@dataclass(frozen=True, slots=True)
class Range:
    """A shard before it is stored: the part of an upload or run that one job will process.

    A shard of an upload has the bytes of the file from `start` to before `stop`. A shard of a run has the records
    (stored hands) with the numbers from `start` to before `stop`. `first_line` is the first line of the shard in the
    file. `expected` is the number of hands in the shard. The bytes from `lead_start` to before `lead_stop` are the
    preamble: lines before the hands that apply to all of these hands. The two positions are 0 if there is no preamble.
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
    """The second part of a shard that is divided in two.

    `start` is its first byte in the uploaded file, or the number of its first record (stored hand) in a run.
    `first_line` is its first line. The bytes from `lead_start` to before `lead_stop` are its preamble, as in `Range`.
    """

    start: int
    first_line: int = 1
    lead_start: int = 0
    lead_stop: int = 0


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard to be processed: the part of an upload or of a run for one job.

    `attempts` counts the attempts to process the shard, including the present one. `outages` is a score of lost
    connections to the database (see `runs.attempts`). The other fields have the same meaning as in `Range`.
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
    """Stores shards (the parts for one job each), and returns their numbers. A shard that is already stored is left
    out.
    """
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
    """Counts another attempt to process a shard (the part for one job), by the rules of the module `attempts`, and
    returns the shard.

    `anew` is false if the same worker lost the database during its earlier attempt. Returns `None` if the shard is done
    or given up.
    """
    row = connection.execute(text(_TAKE), {"shard": shard_id, "anew": anew}).first()
    if row is None:
        return None
    return Shard(shard_id, *row)


def divide(connection: Connection, shard: Shard, rest: Remainder, expected: int) -> int:
    """Divides a shard in two, because it is too large for one job. Returns the number of the new shard.

    The first `expected` hands stay in this shard. The new shard begins at `rest` and has all later hands. The caller
    must have locked the row of the run or of the upload.
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
    """Whether the shard still waits to be processed. If so, locks the shard, so that no other worker processes it."""
    return (
        connection.execute(
            text("SELECT FROM shard WHERE id = :shard AND state = 'waiting' FOR UPDATE"), {"shard": shard_id}
        ).first()
        is not None
    )


def done(connection: Connection, shard_id: int) -> None:
    """Marks the shard as done."""
    connection.execute(
        text("UPDATE shard SET state = 'done', reason = '', finished_at = now() WHERE id = :shard"),
        {"shard": shard_id},
    )


def give_up(connection: Connection, shard_id: int, reason: str) -> None:
    """Marks the shard as given up, so that it is not tried again. `reason` is a sentence for people."""
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

# Counts another attempt to process the shard, and returns the shard. There is no row if the shard is not waiting any
# more.
_TAKE: Final = f"""
UPDATE shard SET {COUNT_ATTEMPT} WHERE id = :shard AND state = 'waiting'
RETURNING upload_id, run_id, start, stop, first_line, expected, attempts, outages, lead_start, lead_stop
"""

# Shortens the shard, and inserts a new shard for the hands from `:at` on. The new shard gets a negative number. The
# numbers from 1 upwards belong to shards that the splitting of the upload still has to insert.
_DIVIDE: Final = """
WITH whole AS (UPDATE shard SET stop = :at, expected = :expected WHERE id = :shard RETURNING id)
INSERT INTO shard (upload_id, run_id, number, start, stop, expected, first_line, lead_start, lead_stop)
SELECT upload_id, run_id,
       (SELECT least(min(number), 0) - 1 FROM shard AS beside
        WHERE beside.upload_id = shard.upload_id OR beside.run_id = shard.run_id),
       :at, stop, shard.expected - :expected, :first_line, :lead_start, :lead_stop
FROM whole JOIN shard USING (id)  -- the old row: this statement does not see its own update
RETURNING id
"""
