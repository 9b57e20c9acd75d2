"""How runs changed findings, and what of that is so still."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, false, func, literal, or_, select, union_all

from auditor.store.postgres.pg_values import MOST
from auditor.store.tables import finding, run, triage_act

# How a run changed a finding, by the names that this has in its history; what is new has none.
NEWS: Final[Mapping[str, tuple[str, ...]]] = {
    "new": (),
    "changed": ("changed",),
    "gone": ("gone", "closed"),
    "reopened": ("reopened", "expired"),
    "untested": ("untested",),
}
_THERE: Final = finding.c.detection != "gone"
_STILL: Final[Mapping[str, ColumnElement[bool]]] = {
    "new": _THERE,
    "changed": and_(or_(finding.c.detection == "changed", finding.c.flagged), _THERE),
    "gone": ~_THERE,
    "reopened": and_(finding.c.reopened, _THERE),
}
# What is gone is none of these any more, unless the runs are named that brought them.
OF_THERE: Final = ("new", "changed", "reopened")


def news(kind: str, after: int, until: int = MOST) -> ColumnElement[bool]:
    """A condition on findings: what runs after one up to and with another did; where no other is named, only what is so
    still.
    """
    if kind not in NEWS:
        return false()
    touched = finding.c.id.in_(_touched(NEWS[kind], after, until))
    told = finding.c.first_run_id.between(after + 1, until) if kind == "new" else touched
    return and_(told, _STILL[kind]) if until == MOST and kind in _STILL else told


def _touched(acts: tuple[str, ...], after: int, until: int) -> Select[Any]:
    """What runs did; and what was done when a record was replaced, which is no run's: its time tells after which."""
    named = select(triage_act.c.finding_id).where(triage_act.c.act.in_(acts))
    by_runs = named.where(triage_act.c.run_id > after, triage_act.c.run_id <= until)
    between = named.where(triage_act.c.run_id.is_(None), triage_act.c.by == "", triage_act.c.at > _done(after))
    if until != MOST:
        between = between.where(triage_act.c.at <= _done(until))
    return select(union_all(by_runs, between).subquery().c.finding_id)


def _done(number: int) -> ScalarSelect[Any]:
    """When the last of the runs up to and with that one was done; long ago where none is."""
    last = select(func.max(run.c.finished_at)).where(run.c.id <= number).scalar_subquery()
    never = literal(dt.datetime.min.replace(tzinfo=dt.UTC))
    return select(func.coalesce(last, never)).scalar_subquery()
