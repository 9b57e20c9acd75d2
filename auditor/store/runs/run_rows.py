"""Reads and changes the rows of runs: their rules version and houses, their progress, and their outcome."""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import text

from auditor.store.findings import houses
from auditor.store.findings.reports import Alarm, Filed
from auditor.store.postgres import pg_values
from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class Pin:
    """The pin of a run: the rules version and the houses, which stay the same from the start of the run to its end.

    `houses` has the digest of each house by `house/game/structure`. `lines` has the text of a house, as
    `House.canonical` returns it, by the digest of the house. If a house is missing in `lines`, the run does not store
    the text of this house.
    """

    rules_version: int
    houses: Mapping[str, str]
    lines: Mapping[str, str] = field(default_factory=dict)

    def digest(self) -> bytes:
        """Returns the SHA-256 of the rules version and the houses. Two runs with the same digest give the same report
        on a hand.
        """
        body = json.dumps([self.rules_version, sorted(self.houses.items())], separators=(",", ":"))
        return hashlib.sha256(f"pin/1 {body}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcomes of the hands in one shard (the part for one job) of a run, as counts. `queries.runs.RunRow` explains
    each count.
    """

    clean: int = 0
    faulty: int = 0
    failed: int = 0
    known: int = 0
    rejected: int = 0
    skipped: int = 0
    left_out: int = 0


def run_of_upload(connection: Connection, upload_id: int, pin: Pin) -> int:
    """Returns the number of the run of this upload with this `pin` (rules version and houses). Inserts a new run if
    there is none: a retry after a change of the rules or houses needs another run.
    """
    values = {**pinned(pin), "upload": upload_id}
    if connection.execute(text(_RUN_OF_UPLOAD), values).rowcount:
        houses.keep(connection, pin.lines)
    return int(
        connection.execute(text("SELECT id FROM run WHERE upload_id = :upload AND pin = :pin"), values).scalar_one()
    )


def pin_of(connection: Connection, run_id: int) -> bytes:
    """Returns the SHA-256 of the rules version and the houses of a run, as `Pin.digest` makes it."""
    return bytes(connection.execute(text("SELECT pin FROM run WHERE id = :run"), {"run": run_id}).scalar_one())


def add_outcomes(
    connection: Connection, run_id: int, judged: Judged, filed: Filed, *, found: int, unread_lines: int = 0
) -> None:
    """Adds the outcomes of one shard (the part for one job) to the counts of its run.

    `judged` has the counts of hands by outcome, and `filed` the counts of new, same, changed and gone findings. `found`
    is the number of hands to add to the total. `unread_lines` is the number of lines that the program does not
    understand.
    """
    connection.execute(
        text("""UPDATE run SET hands = hands + :found, clean = clean + :clean, faulty = faulty + :faulty,
                       failed = failed + :failed, known = known + :known, rejected = rejected + :rejected,
                       skipped = skipped + :skipped, left_out = left_out + :left_out,
                       unread_lines = unread_lines + :unread_lines,
                       findings_new = findings_new + :new, findings_same = findings_same + :same,
                       findings_changed = findings_changed + :changed, findings_gone = findings_gone + :gone
                WHERE id = :run"""),
        {
            "run": run_id,
            "found": found,
            "clean": judged.clean,
            "faulty": judged.faulty,
            "failed": judged.failed,
            "known": judged.known,
            "rejected": judged.rejected,
            "skipped": judged.skipped,
            "left_out": judged.left_out,
            "unread_lines": unread_lines,
            "new": filed.new,
            "same": filed.same,
            "changed": filed.changed,
            "gone": filed.gone,
        },
    )


def note_failures(connection: Connection, run_id: int, failures: Sequence[tuple[int, dt.date, str]]) -> None:
    """Stores the records (hands as logged) that could not be audited or compared, each with its month and a reason for
    people.
    """
    _note(connection, run_id, "failed", failures)


def note_alarms(connection: Connection, run_id: int, alarms: Sequence[Alarm]) -> None:
    """Stores the records (hands as logged) for which the same audit, by the same rules and house, gave a different
    result before.
    """
    reason = (
        "The same audit under {} gave another result before. The first result stays. Tell the authors of the auditor."
    )
    _note(connection, run_id, "alarm", [(hand_id, month, reason.format(house)) for hand_id, month, house in alarms])


def touch(connection: Connection, run_id: int) -> None:
    """Locks the row of the run. Every transaction that ends a shard (the part for one job) locks this row, so that
    these transactions end one after the other.
    """
    connection.execute(text("SELECT FROM run WHERE id = :run FOR UPDATE"), {"run": run_id})


def finish_if_done(connection: Connection, run_id: int) -> None:
    """Marks a re-audit as finished if no shard (the part for one job) is waiting. Its state is `partial` if any shard
    was given up.

    The caller must have changed or locked the row of the run in this transaction. So if the last two shards end at the
    same time, the second transaction sees that the first shard has ended.
    """
    connection.execute(text(_FINISH), {"run": run_id})


def _note(connection: Connection, run_id: int, outcome: str, hands: Sequence[tuple[int, dt.date, str]]) -> None:
    for hand_id, month, reason in hands:
        connection.execute(
            text("""INSERT INTO run_hand (run_id, hand_id, month, outcome, reason)
                    VALUES (:run, :hand, :month, :outcome, :reason)"""),
            {"run": run_id, "hand": hand_id, "month": month, "outcome": outcome, "reason": pg_values.text(reason)},
        )


def pinned(pin: Pin) -> dict[str, Any]:
    """Returns the values for the columns of a run that store its rules version and its houses: `version`, `houses` as
    JSON, and the digest `pin`.
    """
    houses = json.dumps(dict(sorted(pin.houses.items())))
    return {"version": pin.rules_version, "houses": houses, "pin": pin.digest()}


_RUN_OF_UPLOAD: Final = """
INSERT INTO run (trigger, upload_id, selection, rules_version, houses, pin)
SELECT 'upload', id, 'the hands of upload ' || receipt, :version, CAST(:houses AS jsonb), :pin
FROM upload WHERE id = :upload
ON CONFLICT (upload_id, pin) DO NOTHING
"""

_FINISH: Final = """
UPDATE run SET finished_at = now(), state = CASE WHEN given_up.shards = 0 THEN 'done' ELSE 'partial' END,
       reason = given_up.reason
FROM (SELECT count(*) AS shards, coalesce(min(reason), '') AS reason FROM shard
      WHERE run_id = :run AND state = 'given_up') AS given_up
WHERE id = :run AND upload_id IS NULL AND run.state = 'running'
  AND NOT EXISTS (SELECT FROM shard WHERE run_id = :run AND state = 'waiting')
"""
