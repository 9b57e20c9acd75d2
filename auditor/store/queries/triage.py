"""Triage for pages: the history of a finding, the decision in force, and the run that was reviewed last."""

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
    """An act about a finding. `by` is empty where a run did it, on the one record of `finding_id`; `flagged` where the
    decision has needed another review since. With `may_undo` the reader may undo the batch of the act, `batch_id`.
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
    """The decision in force; where it took two people, `second_by` agreed to it. An acceptance holds up to and
    including the day `until`, or while the digest of the house begins with `until_house`, in hex; empty where it does
    not depend on the house.
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
    """The acts about all records with this fingerprint, the latest first, at most `MOST_ACTS`, as this person sees
    them.
    """
    values = {"fingerprint": fingerprint, "hours": UNDO_HOURS, "most": MOST_ACTS, "by": by}
    return tuple(ActRow(**row) for row in connection.execute(text(_HISTORY), values).mappings())


def decision(connection: Connection, fingerprint: str) -> DecisionRow | None:
    """The decision in force about a fingerprint."""
    row = connection.execute(text(_DECISION), {"fingerprint": fingerprint}).mappings().first()
    return None if row is None else DecisionRow(**row)


def last_reviewed(connection: Connection) -> int | None:
    """The number of the last run that somebody marked as reviewed."""
    number: int | None = connection.execute(select(func.max(run.c.id)).where(run.c.reviewed_at.is_not(None))).scalar()
    return number


def only_finding(connection: Connection, batch_id: int) -> int | None:
    """The finding of a batch, where it was one; the first of them where several records have it."""
    number: int | None = connection.execute(text(_ONLY), {"batch": batch_id}).scalar()
    return number


_ONLY: Final = """
SELECT min(finding.id) FROM triage_act JOIN finding USING (fingerprint)
WHERE batch_id = :batch HAVING count(DISTINCT fingerprint) = 1
"""

_UNDONE: Final = "EXISTS (SELECT FROM triage_batch AS other WHERE other.undoes_id = batch.id)"
_MAY_UNDO: Final = f"""(batch.undoes_id IS NULL AND batch.at >= now() - make_interval(hours => :hours)
                     AND NOT {_UNDONE} AND {OWN} AND NOT {ALONE})"""

_HISTORY: Final = """
SELECT mine.id, finding_id, mine.act, from_state, to_state, flagged, reason, comment, until,
       coalesce(encode(until_house, 'hex'), '') AS until_house, assignee, mine.by, run_id, mine.at,
       mine.undoes_id, batch_id, coalesce(MAY_UNDO, false) AS may_undo
FROM triage_act AS mine LEFT JOIN triage_batch AS batch ON batch.id = batch_id
WHERE fingerprint = :fingerprint ORDER BY mine.id DESC LIMIT :most
""".replace("MAY_UNDO", _MAY_UNDO)

_DECISION: Final = """
SELECT state, reason, comment, until, coalesce(encode(until_house, 'hex'), '') AS until_house, by,
       coalesce(second_by, '') AS second_by, at
FROM decision WHERE fingerprint = :fingerprint
"""
