"""The changes of findings by runs, and which of them still hold."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, false, func, literal, or_, select, union_all

from auditor.store.postgres.pg_values import MOST
from auditor.store.tables import finding, run, triage_act

# The acts in a finding's history that each kind of news has; new findings have none.
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
# Gone findings are none of these any more, unless the runs are named that brought them.
OF_THERE: Final = ("new", "changed", "reopened")


def news(kind: str, after: int, until: int = MOST) -> ColumnElement[bool]:
    """A condition on findings: runs after one up to and including another did this to them. Where no last run is named,
    only changes that still hold.
    """
    if kind not in NEWS:
        return false()
    touched = finding.c.id.in_(_touched(NEWS[kind], after, until))
    told = finding.c.first_run_id.between(after + 1, until) if kind == "new" else touched
    return and_(told, _STILL[kind]) if until == MOST and kind in _STILL else told


def _touched(acts: tuple[str, ...], after: int, until: int) -> Select[Any]:
    """The findings that runs changed, and those that changed when a record was superseded: that was no run, and its
    time decides which run it follows.
    """
    named = select(triage_act.c.finding_id).where(triage_act.c.act.in_(acts))
    by_runs = named.where(triage_act.c.run_id > after, triage_act.c.run_id <= until)
    between = named.where(triage_act.c.run_id.is_(None), triage_act.c.by == "", triage_act.c.at > _done(after))
    if until != MOST:
        between = between.where(triage_act.c.at <= _done(until))
    return select(union_all(by_runs, between).subquery().c.finding_id)


def _done(number: int) -> ScalarSelect[Any]:
    """When the last of the runs up to and including that one was done; long ago where there is none."""
    last = select(func.max(run.c.finished_at)).where(run.c.id <= number).scalar_subquery()
    never = literal(dt.datetime.min.replace(tzinfo=dt.UTC))
    return select(func.coalesce(last, never)).scalar_subquery()
