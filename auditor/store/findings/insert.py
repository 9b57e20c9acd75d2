"""Inserts findings. The findings come from audits, from comparisons of two records (logs) of one hand, and from
comparisons of hands at one poker table.

The caller first puts its findings into the temporary table `fresh_finding`, then compares them with the stored findings
(see `reconcile`), then inserts them. This module also computes the evidence digest of each finding, always in the same
way, from the texts as they are stored.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import text
from sqlalchemy.dialects import registry

from auditor.engine.causes import shape_of_words
from auditor.engine.house.files import Status
from auditor.store.postgres import pg_values
from auditor.store.postgres.bulk_copy import copy_to_temporary
from auditor.store.postgres.database import Connection
from auditor.store.tables.findings import DETAILS, IDENTIFYING, OF_RECORD, finding

# The key of a stored record (a hand as one log has it): its number, and the first day of its month, because hands are
# stored by month.
Place = tuple[int, dt.date]
# The name of the way in which evidence digests are computed. The name is part of each digest.
_RECIPE: Final = "evidence/v1"


class NewFinding(NamedTuple):
    """A finding to insert, without the number and month of its record (the stored hand). The fields are columns of
    `finding`.
    """

    fingerprint: str
    house: str
    code: str
    grade: str
    severity: str
    certainty: str
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
    shape: int = 0
    cause: int = 0
    follows: bool = False
    origin: str = "audit"
    evidence: bytes = b""

    def storable(self) -> "NewFinding":
        """Returns the finding with texts that PostgreSQL accepts, and with its evidence digest.

        If `cause` is 0, the finding shares its cause with no other finding of the hand. Then the number of its cause is
        made from its fingerprint. If `shape` is 0, the finding gets the number of its shape: its rule, its logged value
        and its lawful value, without cards and numbers.

        Raises `Unstorable` if the amount is too large.
        """
        plain = self._replace(
            logged=pg_values.text(self.logged),
            lawful=pg_values.text(self.lawful),
            clause=pg_values.text(self.clause),
            subject=pg_values.text(self.subject),
            amount=pg_values.number(self.amount),
        )
        return plain._replace(
            evidence=_evidence(plain),
            shape=self.shape or shape_number(shape_of_words(self.code, self.logged, self.lawful)),
            cause=self.cause or number_of("cause", self.fingerprint),
        )


def shape_number(shape: str) -> int:
    """Returns the number of a shape: the text of a finding without names, cards and numbers. `engine.causes` makes this
    text.
    """
    return number_of("shape", shape)


def number_of(*parts: str) -> int:
    """Returns a number of 64 bits that stands for these texts: the beginning of their SHA-256. Two texts may get the
    same number by chance. But even among ten million texts, the chance for this is below one in a hundred thousand.
    """
    body = "\n".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(body).digest()[:8], "big", signed=True)


class Counts(NamedTuple):
    """Counts of the staged findings: the findings in the temporary table `fresh_finding`, before they are inserted.
    A finding that is stored with the mark `gone` counts as stored.

    - `staged`: all staged findings.
    - `before`: staged findings that are stored already.
    - `same`: staged findings that are stored already with the same evidence.
    - `changed`: staged findings that are stored already with different evidence.
    """

    staged: int
    before: int
    same: int
    changed: int

    @property
    def new(self) -> int:
        """The number of staged findings that are not stored yet."""
        return self.staged - self.same - self.changed


def stage(connection: Connection, found: Iterable[tuple[Place, NewFinding]]) -> Counts:
    """Replaces the rows of `fresh_finding` with these findings, and compares them with the stored findings.

    No two findings of one record (a hand as one log has it) may have the same fingerprint.
    """
    copy_to_temporary(connection, "fresh_finding", _STAGED, ((*place, *one) for place, one in found))
    return Counts(*connection.execute(text(_COUNT)).one())


def insert_staged(connection: Connection, run_id: int) -> None:
    """Inserts the staged findings, and updates the details of findings that are already stored.

    Call this function after `apply_transitions` has changed the state of the stored findings.
    """
    connection.execute(text(_INSERT), {"run": run_id})
    connection.execute(text(_MAKE_INSERTED))
    connection.execute(text(_NOTE_INSERTED))


def _evidence(found: NewFinding) -> bytes:
    """Returns a digest of the facts that a decision about a finding depends on: the logged and the lawful value, the
    amount, the clause with its status, and the readings. A reading is a way to understand the clause. `readings` lists
    those readings that would make the finding disappear.

    If a later audit gives another digest, the decision needs another review. The status `universal` counts as `assumed`
    here, because an earlier version of the program used `assumed` for the same clauses. A new name for the status is no
    new evidence.
    """
    status = Status.ASSUMED if found.status == Status.UNIVERSAL else found.status
    rests = [_RECIPE, found.logged, found.lawful, str(found.amount), status, found.clause]
    rests += found.readings.split("\n") if found.readings else []
    return hashlib.sha256(json.dumps(rests, ensure_ascii=False, separators=(",", ":")).encode()).digest()


_DIALECT: Final = registry.load("postgresql")()
_STAGED: Final = {
    name: finding.c[name].type.compile(_DIALECT).lower() for name in ("hand_id", "month", *NewFinding._fields)
}
_LISTED: Final = ", ".join(_STAGED)
_OF_RECORD: Final = ", ".join([column.name for column in OF_RECORD])
assert _STAGED.keys() == {column.name for column in (*IDENTIFYING, *DETAILS)}

# The columns that a new audit updates in a stored finding. If the new audit does not know the line number in the log,
# the stored line number stays.
_UP_TO_DATE: Final = ", ".join(
    [
        f"{column.name} = coalesce(excluded.line, old.line)"
        if column.name == "line"
        else f"{column.name} = excluded.{column.name}"
        for column in DETAILS
    ]
)

# Counts the findings in `fresh_finding`. The class `Counts` explains the four counts.
_COUNT: Final = """
SELECT count(*), count(old.id),
       count(*) FILTER (WHERE old.evidence = fresh.evidence),
       count(*) FILTER (WHERE old.evidence <> fresh.evidence)
FROM fresh_finding AS fresh LEFT JOIN finding AS old USING (hand_id, fingerprint)
"""

# Inserts the staged findings, with columns that are copied from their records in the table `hand`. `LIMIT 1` makes the
# server look up each record by its key. Otherwise the server may read all hands, because it has no statistics of a
# temporary table.
_INSERT: Final = f"""
INSERT INTO finding AS old ({_LISTED}, {_OF_RECORD}, stakes, big_bet, rules_version, first_run_id, last_run_id)
SELECT {_LISTED}, {_OF_RECORD}, stakes_of(small_bet, big_bet, minor, currency), big_bet,
       (SELECT rules_version FROM run WHERE id = :run), :run, :run
FROM fresh_finding
CROSS JOIN LATERAL (SELECT {_OF_RECORD}, small_bet, big_bet FROM hand
                    WHERE hand.id = fresh_finding.hand_id AND hand.month = fresh_finding.month LIMIT 1) AS record
ORDER BY hand_id, fingerprint
ON CONFLICT (hand_id, fingerprint) DO UPDATE SET {_UP_TO_DATE},
    last_run_id = excluded.last_run_id, last_seen_at = now()
"""

# Makes a table of all findings that this transaction inserts or updates. At the end of the transaction,
# `apply_transitions.inherit` applies earlier decisions to these findings.
_MAKE_INSERTED: Final = """
CREATE TEMPORARY TABLE IF NOT EXISTS inserted (hand_id int8, fingerprint text) ON COMMIT DROP
"""
_NOTE_INSERTED: Final = "INSERT INTO inserted SELECT hand_id, fingerprint FROM fresh_finding"
