"""Reads the history of a finding, the current decision about it, and the run that was reviewed last."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, text

from auditor.store.postgres.database import Connection
from auditor.store.tables import run
from auditor.store.triage.undo import ALONE, OWN, STANDS, UNDO_HOURS

MOST_ACTS: Final = 200


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act in the history of a finding: something that a person or a run did, such as `dismiss` or `gone`.

    If a run acted, `by` is empty, and the act is about only one record (one log of the hand): the record of
    `finding_id`. `from_state` and `to_state` are the triage states before and after the act. `flagged`: after this act
    the decision needs another review. `batch_id` is the number of the person's act, which may cover many findings.
    `may_undo`: the person who reads the history may undo the act `batch_id`.
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
    """Returns the history of a finding in all records (logs) of its deal: what people and runs did, the latest act
    first, at most `MOST_ACTS`.

    All these findings have the same fingerprint. `by` is the person who reads the history; `may_undo` depends on this
    person.
    """
    values = {"fingerprint": fingerprint, "hours": UNDO_HOURS, "most": MOST_ACTS, "by": by}
    return tuple(ActRow(**row) for row in connection.execute(text(_HISTORY), values).mappings())


def can_undo(connection: Connection, batch_id: int, by: str) -> bool:
    """Whether the person `by` can undo the act `batch_id` now, on at least one finding."""
    values = {"batch": batch_id, "by": by, "hours": UNDO_HOURS}
    can: bool = connection.execute(text(_CAN_UNDO), values).scalar_one()
    return can


def own_act_before(connection: Connection, batch_id: int, by: str) -> tuple[int, str] | None:
    """Returns the number and the kind of the latest act that the person `by` did before the act `batch_id`, and can
    undo now.

    With this function, a person can undo own acts one by one, the latest first. Returns `None` if there is no such
    act, or if `batch_id` is the act of another person.
    """
    row = connection.execute(text(_OWN_BEFORE), {"batch": batch_id, "by": by, "hours": UNDO_HOURS}).first()
    return None if row is None else (row.id, row.act)


def decision(connection: Connection, fingerprint: str) -> DecisionRow | None:
    """Returns the current decision of people about the findings with this fingerprint; `None` if nothing is decided.

    All records (logs) of a deal that have the same finding share a fingerprint.
    """
    row = connection.execute(text(_DECISION), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else DecisionRow(**row)


def last_reviewed(connection: Connection) -> int | None:
    """Returns the number of the last run that a person marked as reviewed, or `None`."""
    number: int | None = connection.execute(select(func.max(run.c.id)).where(run.c.reviewed_at.is_not(None))).scalar()
    return number


def only_finding(connection: Connection, batch_id: int) -> int | None:
    """Returns the finding that a person's act `batch_id` was about, if it was about one finding only; else `None`.

    If several records (logs) of the deal have this finding, the lowest id is returned.
    """
    number: int | None = connection.execute(text(_ONLY), {"batch": batch_id}).scalar()
    return number


_ONLY: Final = """
SELECT min(finding.id) FROM triage_act JOIN finding USING (fingerprint)
WHERE batch_id = :batch HAVING count(DISTINCT fingerprint) = 1
"""

_UNDONE: Final = "EXISTS (SELECT FROM triage_batch AS other WHERE other.undoes_id = batch.id)"
_IN_TIME: Final = f"""batch.undoes_id IS NULL AND batch.at >= now() - make_interval(hours => :hours)
                     AND NOT {_UNDONE} AND {OWN}"""
_MAY_UNDO: Final = f"({_IN_TIME} AND {STANDS} AND NOT {ALONE})"
# The SQL condition that the undo of the act `batch` changes at least one finding.
CHANGES_SOME: Final = f"""{_IN_TIME} AND EXISTS (SELECT FROM triage_act AS mine
                     WHERE mine.batch_id = batch.id AND {STANDS} AND NOT {ALONE})"""

_CAN_UNDO: Final = f"SELECT EXISTS (SELECT FROM triage_batch AS batch WHERE id = :batch AND {CHANGES_SOME})"
_OWN_BEFORE: Final = f"""
SELECT batch.id, batch.act FROM triage_batch AS batch
JOIN triage_batch AS undone ON undone.id = :batch AND undone.by = :by
WHERE batch.id < :batch AND batch.by = :by AND {CHANGES_SOME} ORDER BY batch.id DESC LIMIT 1
"""

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
