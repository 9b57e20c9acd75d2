"""Reads the history of a finding, the current decision about it, and the run that was reviewed last."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, text

from auditor.store.postgres.database import Connection
from auditor.store.tables import run
from auditor.store.triage.undo import ALONE, OWN, UNDO_HOURS

MOST_ACTS: Final = 200


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act in the history of a finding.

    `by` is empty if a run acted; then the act is about the single record of `finding_id`. `flagged`: after this act the
    decision needs another review. `may_undo`: the person who reads the history may undo the batch `batch_id`.
    """

    id: int
    finding_id: int | None
    act: str
    from_state: str
    to_state: str
    flagged: bool
    reason: str
    comment: str
    until: dt.date | None
    until_house: str
    assignee: str
    by: str
    run_id: int | None
    at: dt.datetime
    undoes_id: int | None
    batch_id: int | None
    may_undo: bool


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """The current decision about a finding. If two people were needed, `second_by` is the person who agreed.

    An acceptance ends after the day `until`, or when the digest of the house is no longer `until_house`, in hex. If
    `until_house` is empty, the acceptance does not depend on the house.
    """

    state: str
    reason: str
    comment: str
    until: dt.date | None
    until_house: str
    by: str
    second_by: str
    at: dt.datetime


def history(connection: Connection, fingerprint: str, by: str) -> tuple[ActRow, ...]:
    """Returns the acts about all records with this fingerprint, the latest first, at most `MOST_ACTS`.

    `by` is the person who reads the history, and decides `may_undo`.
    """
    values = {"fingerprint": fingerprint, "hours": UNDO_HOURS, "most": MOST_ACTS, "by": by}
    return tuple(ActRow(**row) for row in connection.execute(text(_HISTORY), values).mappings())


def decision(connection: Connection, fingerprint: str) -> DecisionRow | None:
    """Returns the current decision about a fingerprint, or `None`."""
    row = connection.execute(text(_DECISION), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else DecisionRow(**row)


def last_reviewed(connection: Connection) -> int | None:
    """Returns the number of the last run that a person marked as reviewed, or `None`."""
    number: int | None = connection.execute(select(func.max(run.c.id)).where(run.c.reviewed_at.is_not(None))).scalar()
    return number


def only_finding(connection: Connection, batch_id: int) -> int | None:
    """Returns the finding of a batch if all its acts have one fingerprint, else `None`.

    If several records have this fingerprint, the finding with the lowest number is returned.
    """
    number: int | None = connection.execute(text(_ONLY), {"batch": batch_id}).scalar()
    return number


_ONLY: Final = """
SELECT min(finding.id) FROM triage_act JOIN finding USING (fingerprint)
WHERE batch_id = :batch HAVING count(DISTINCT fingerprint) = 1
"""

_UNDONE: Final = "EXISTS (SELECT FROM triage_batch AS other WHERE other.undoes_id = batch.id)"
_MAY_UNDO: Final = f"""(batch.undoes_id IS NULL AND batch.at >= now() - make_interval(hours => :hours)
                     AND NOT {_UNDONE} AND {OWN} AND NOT {ALONE})"""

_HISTORY: Final = f"""
SELECT mine.id, finding_id, mine.act, from_state, to_state, flagged, reason, comment, until,
       coalesce(encode(until_house, 'hex'), '') AS until_house, assignee, mine.by, run_id, mine.at,
       mine.undoes_id, batch_id, coalesce({_MAY_UNDO}, false) AS may_undo
FROM triage_act AS mine LEFT JOIN triage_batch AS batch ON batch.id = batch_id
WHERE fingerprint = :fingerprint ORDER BY mine.id DESC LIMIT :most
"""

_DECISION: Final = """
SELECT state, reason, comment, until, coalesce(encode(until_house, 'hex'), '') AS until_house, by,
       coalesce(second_by, '') AS second_by, at
FROM decision WHERE fingerprint = :fingerprint
"""
