"""The one writer of findings: audits, comparisons of records and comparisons at a table all insert through it.

A step stages what was found in the temporary table `fresh_finding`, reconciles it with what is stored, then inserts it.
The evidence digest of every finding is made here, by one recipe over the texts as they are stored.
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
# A digest by another recipe needs another version here, and a migration that makes the stored digests anew.
_RECIPE: Final = "evidence/v1"


class NewFinding(NamedTuple):
    """A finding on a record whose place is not named yet; the fields are columns of `finding`."""

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
    """How many findings are staged, how many of these were stored before, and in how many of those the evidence is the
    same or changed. A finding that was gone and is found again is not new.
    """

    staged: int
    before: int
    same: int
    changed: int

    @property
    def new(self) -> int:
        """How many were never found before."""
        return self.staged - self.same - self.changed


def stage(connection: Connection, found: Iterable[tuple[Place, NewFinding]]) -> Counts:
    """Puts findings into `fresh_finding`, in the place of those staged before, and counts them against the stored ones.

    A fingerprint stands once on a record.
    """
    copy_to_temporary(connection, "fresh_finding", _STAGED, ((*place, *one) for place, one in found))
    return Counts(*connection.execute(text(_COUNT)).one())


def insert_staged(connection: Connection, run_id: int) -> None:
    """Inserts what is staged, or brings its details up to date where it is stored. How a stored finding stands was
    changed before this, by `apply_transitions`.
    """
    connection.execute(text(_INSERT), {"run": run_id})
    connection.execute(text(_MAKE_INSERTED))
    connection.execute(text(_NOTE_INSERTED))


def _evidence(found: NewFinding) -> bytes:
    """A digest of what a finding rests on; where it changes, a decision about the finding has to be reviewed."""
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

# A file that is audited again may not tell the line, and then the line stays.
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

# Inserts the staged findings, each with what it has from its record. The limit makes the server look up each record by
# its key: it knows nothing of a temporary table, and may otherwise go through all hands.
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

# All that this transaction inserted, of every step: decisions about the same fingerprints are applied to it at the end.
_MAKE_INSERTED: Final = """
CREATE TEMPORARY TABLE IF NOT EXISTS inserted (hand_id int8, fingerprint text) ON COMMIT DROP
"""
_NOTE_INSERTED: Final = "INSERT INTO inserted SELECT hand_id, fingerprint FROM fresh_finding"
