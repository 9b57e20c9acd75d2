"""Conditions for news: findings that are new, changed, gone, reopened or untested since some run."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, false, func, literal, or_, select, union_all

from auditor.store.postgres.pg_values import MOST
from auditor.store.tables import finding, run, triage_act

# The kinds of news, each with the acts in the history of a finding that belong to it. A new finding has no act.
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
# The kinds of news to which gone findings do not belong, unless the filters name the first and the last run.
OF_THERE: Final = ("new", "changed", "reopened")


def news(kind: str, after: int, until: int = MOST) -> ColumnElement[bool]:
    """Returns the condition for findings with this kind of news.

    The news comes from the runs after `after` up to and including `until`. If `until` is not given, a finding matches
    only if the news is still true.
    """
    if kind not in NEWS:
        return false()
    touched = finding.c.id.in_(_touched(NEWS[kind], after, until))
    by_these_runs = finding.c.first_run_id.between(after + 1, until) if kind == "new" else touched
    return and_(by_these_runs, _STILL[kind]) if until == MOST and kind in _STILL else by_these_runs


def _touched(acts: tuple[str, ...], after: int, until: int) -> Select[Any]:
    """Returns a query for the findings that these runs changed, by the acts in `acts`.

    Findings that changed because a record was superseded are included. No run made such a change, so the time of the
    change decides which run it follows.
    """
    named = select(triage_act.c.finding_id).where(triage_act.c.act.in_(acts))
    by_runs = named.where(triage_act.c.run_id > after, triage_act.c.run_id <= until)
    between = named.where(triage_act.c.run_id.is_(None), triage_act.c.by == "", triage_act.c.at > _done(after))
    if until != MOST:
        between = between.where(triage_act.c.at <= _done(until))
    return select(union_all(by_runs, between).subquery().c.finding_id)


def _done(number: int) -> ScalarSelect[Any]:
    """Returns the time when the last run up to and including this one finished; a time long ago if there is none."""
    last = select(func.max(run.c.finished_at)).where(run.c.id <= number).scalar_subquery()
    never = literal(dt.datetime.min.replace(tzinfo=dt.UTC))
    return select(func.coalesce(last, never)).scalar_subquery()
