"""How a finding stands after a run."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from auditor.triage.precedence import ROW_OF, TABLE, Becomes, Row
from auditor.triage.states import FOUND, GONE_BY, Detection, Result, Standing, State

COLUMNS: Final = tuple(Result)

Table = Mapping[Row, tuple[Becomes, ...]]


@dataclass(frozen=True, slots=True)
class Transition:
    """How a finding stands now, and the act that its history gets; empty where the history gets none."""

    standing: Standing
    act: str


def precedence(row: Row, result: Result, table: Table = TABLE) -> Becomes:
    """The cell of the table for that row and that result."""
    return table[row][COLUMNS.index(result)]


def after_run(standing: Standing, result: Result, table: Table = TABLE) -> Transition:
    """How a finding that stands so stands after a run.

    A closed finding that is found again is open, and marked `reopened`; a decided one that was gone keeps its state. A
    run never takes a mark off. A finding that is gone stays as it is until it is found again.
    """
    row = ROW_OF[standing.state]
    becomes = precedence(row, result, table)
    if result in FOUND:
        return _found(standing, result, becomes)
    if standing.detection is Detection.GONE:
        return Transition(standing, "")
    if becomes.gone:
        gone_by = result if result in GONE_BY else None
        gone = replace(standing, detection=Detection.GONE, gone_by=gone_by, flagged=standing.flagged or becomes.flagged)
        if becomes.closed:
            return Transition(replace(gone, state=State.CLOSED), "closed")
        return Transition(gone, "gone")
    if becomes.unassessed and standing.detection is not Detection.UNASSESSED:
        return Transition(replace(standing, detection=Detection.UNASSESSED), "untested")
    return Transition(standing, "")


def _found(standing: Standing, result: Result, becomes: Becomes) -> Transition:
    """The mark of a change stays until somebody looks at it, through any number of runs."""
    changed = becomes.details or standing.detection is Detection.CHANGED
    now = replace(
        standing,
        detection=Detection.CHANGED if changed else Detection.PRESENT,
        gone_by=None,
        flagged=standing.flagged or becomes.flagged,
    )
    if standing.state is State.CLOSED:
        return Transition(replace(now, state=State.OPEN, reopened=True), "reopened")
    if result is Result.CHANGED:
        return Transition(now, "changed")
    return Transition(now, _RETURNS.get(standing.detection, ""))


_RETURNS: Final = {Detection.GONE: "returned", Detection.UNASSESSED: "tested"}
