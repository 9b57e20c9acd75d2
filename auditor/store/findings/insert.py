"""The one writer of findings: audits, comparisons of records and comparisons at a table all insert through it.

Each stages its findings in the temporary table `fresh_finding`, reconciles them with the stored ones, then inserts
them. The evidence digest of every finding is made here, by one recipe over the texts as they are stored.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import text
from sqlalchemy.dialects import registry

from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.tables.findings import DETAILS, IDENTIFYING, OF_RECORD, finding

# The number and the month of a stored record.
Place = tuple[int, dt.date]
# Another recipe needs another version here, and a migration that makes the stored digests again.
_RECIPE: Final = "evidence/v1"


class NewFinding(NamedTuple):
    """A finding without the number and month of its record; the fields are columns of `finding`."""

    fingerprint: str
    house: str
    code: str
    grade: str
    seat: int
    logged: str
    lawful: str
    amount: int | None
    clause: str
    status: str
    line: int | None = None
    street: int | None = None
    event: int | None = None
    readings: str = ""
    subject: str = ""
    more: int = 0
    earlier_id: int | None = None
    origin: str = "audit"
    evidence: bytes = b""

    def storable(self) -> "NewFinding":
        """The finding as PostgreSQL takes it, with its evidence digest. Raises `Unstorable` for too large an amount."""
        plain = self._replace(
            logged=pg_values.text(self.logged),
            lawful=pg_values.text(self.lawful),
            clause=pg_values.text(self.clause),
            subject=pg_values.text(self.subject),
            amount=pg_values.number(self.amount),
        )
        return plain._replace(evidence=_evidence(plain))


class Counts(NamedTuple):
    """How many findings are staged, how many of these are stored, and how many of those have the same or changed
    evidence. A finding that was gone and is found again is not new.
    """

    staged: int
    before: int
    same: int
    changed: int

    @property
    def new(self) -> int:
        """How many findings are new."""
        return self.staged - self.same - self.changed


def stage(connection: Connection, found: Iterable[tuple[Place, NewFinding]]) -> Counts:
    """Puts findings into `fresh_finding`, instead of those staged before, and counts them against the stored ones.

    A record has each fingerprint at most once.
    """
    copy_to_temporary(connection, "fresh_finding", _STAGED, ((*place, *one) for place, one in found))
    return Counts(*connection.execute(text(_COUNT)).one())


def insert_staged(connection: Connection, run_id: int) -> None:
    """Inserts the staged findings, or brings the details of stored ones up to date. `apply_transitions` has changed
    their standing before.
    """
    connection.execute(text(_INSERT), {"run": run_id})
    connection.execute(text(_MAKE_INSERTED))
    connection.execute(text(_NOTE_INSERTED))


def _evidence(found: NewFinding) -> bytes:
    """A digest of what a finding rests on. Where it changes, a decision about the finding needs another review."""
    rests = [_RECIPE, found.logged, found.lawful, str(found.amount), found.status, found.clause]
    rests += found.readings.split("\n") if found.readings else []
    return hashlib.sha256(json.dumps(rests, ensure_ascii=False, separators=(",", ":")).encode()).digest()


_DIALECT: Final = registry.load("postgresql")()
_STAGED: Final = {
    name: finding.c[name].type.compile(_DIALECT).lower() for name in ("hand_id", "month", *NewFinding._fields)
}
_LISTED: Final = ", ".join(_STAGED)
_OF_RECORD: Final = ", ".join([column.name for column in OF_RECORD])
assert _STAGED.keys() == {column.name for column in (*IDENTIFYING, *DETAILS)}

# A new audit may not know the line, and then the stored line stays.
_UP_TO_DATE: Final = ", ".join(
    [
        f"{column.name} = coalesce(excluded.line, old.line)"
        if column.name == "line"
        else f"{column.name} = excluded.{column.name}"
        for column in DETAILS
    ]
)

# Counts the staged findings against the stored ones.
_COUNT: Final = """
SELECT count(*), count(old.id),
       count(*) FILTER (WHERE old.evidence = fresh.evidence),
       count(*) FILTER (WHERE old.evidence <> fresh.evidence)
FROM fresh_finding AS fresh LEFT JOIN finding AS old USING (hand_id, fingerprint)
"""

# Inserts the staged findings with columns of their records. The limit makes the server look up each record by its key:
# it knows nothing of a temporary table, and may otherwise go through all hands.
_INSERT: Final = f"""
INSERT INTO finding AS old ({_LISTED}, {_OF_RECORD}, stakes, rules_version, first_run_id, last_run_id)
SELECT {_LISTED}, {_OF_RECORD}, stakes_of(small_bet, big_bet, minor, currency),
       (SELECT rules_version FROM run WHERE id = :run), :run, :run
FROM fresh_finding
CROSS JOIN LATERAL (SELECT {_OF_RECORD}, small_bet, big_bet FROM hand
                    WHERE hand.id = fresh_finding.hand_id AND hand.month = fresh_finding.month LIMIT 1) AS record
ORDER BY hand_id, fingerprint
ON CONFLICT (hand_id, fingerprint) DO UPDATE SET {_UP_TO_DATE},
    last_run_id = excluded.last_run_id, last_seen_at = now()
"""

# All findings that this transaction inserted, of every step: decisions on their fingerprints are applied at the end.
_MAKE_INSERTED: Final = """
CREATE TEMPORARY TABLE IF NOT EXISTS inserted (hand_id int8, fingerprint text) ON COMMIT DROP
"""
_NOTE_INSERTED: Final = "INSERT INTO inserted SELECT hand_id, fingerprint FROM fresh_finding"
