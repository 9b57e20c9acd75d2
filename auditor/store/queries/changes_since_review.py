"""SQL conditions for the news about findings since some run, for example since the last run that a person reviewed.

The kinds of news: a finding is new, changed, gone (no longer found), reopened, or could not be tested.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, false, func, literal, or_, select, union_all

from auditor.store.postgres.pg_values import MOST
from auditor.store.tables import finding, run, triage_act

# The kinds of news. Each kind has the names of the acts by which a run writes such news into the history of a finding.
# A new finding has no such act; its `first_run_id` names the run that found it.
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
# With news of these kinds, a list shows only findings that are still found. There is one exception: if the filter
# `runs` has a last run, as in `12..15`, the list also shows findings that disappeared later.
OF_THERE: Final = ("new", "changed", "reopened")


def news(kind: str, after: int, until: int = MOST) -> ColumnElement[bool]:
    """Returns the SQL condition for findings with this kind of news, such as `changed`.

    The news comes from the runs after `after` up to and including `until`. If `until` is not given, the news must still
    be true now. For example, a finding that changed and then disappeared does not match `changed`.
    """
    if kind not in NEWS:
        return false()
    touched = finding.c.id.in_(_touched(NEWS[kind], after, until))
    by_these_runs = finding.c.first_run_id.between(after + 1, until) if kind == "new" else touched
    return and_(by_these_runs, _STILL[kind]) if until == MOST and kind in _STILL else by_these_runs


def _touched(acts: tuple[str, ...], after: int, until: int) -> Select[Any]:
    """Returns a query for the ids of the findings whose history has one of these acts, by the runs after `after` up to
    `until`.

    Some acts belong to no run: a file was read again, and a finding is gone because the new read does not have its
    hand. Such an act is selected if it happened between the end of run `after` and the end of run `until`.
    """
    named = select(triage_act.c.finding_id).where(triage_act.c.act.in_(acts))
    by_runs = named.where(triage_act.c.run_id > after, triage_act.c.run_id <= until)
    between = named.where(triage_act.c.run_id.is_(None), triage_act.c.by == "", triage_act.c.at > _done(after))
    if until != MOST:
        between = between.where(triage_act.c.at <= _done(until))
    return select(union_all(by_runs, between).subquery().c.finding_id)


def _done(number: int) -> ScalarSelect[Any]:
    """Returns an SQL expression: the latest time at which run `number` or an earlier run finished. If there is no such
    run, the time is in the year 1.
    """
    last = select(func.max(run.c.finished_at)).where(run.c.id <= number).scalar_subquery()
    never = literal(dt.datetime.min.replace(tzinfo=dt.UTC))
    return select(func.coalesce(last, never)).scalar_subquery()
