"""The changes that a run makes to the state of a finding. A run audits many hands, and may find an earlier finding
again or not.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from auditor.triage.precedence import ROW_OF, TABLE, Becomes, Row
from auditor.triage.states import FOUND, GONE_BY, Detection, Result, Standing, State

COLUMNS: Final = tuple(Result)

Table = Mapping[Row, tuple[Becomes, ...]]


@dataclass(frozen=True, slots=True)
class Transition:
    """The state of a finding after a run. `act` is the name of the change in the history of the finding, such as
    `reopened`. It is empty if the history gets no new entry.
    """

    standing: Standing
    act: str


def precedence(row: Row, result: Result, table: Table = TABLE) -> Becomes:
    """Returns the changes that `table` lists for this row and this result (the column)."""
    return table[row][COLUMNS.index(result)]


def after_run(standing: Standing, result: Result, table: Table = TABLE) -> Transition:
    """Returns the state of a finding after a run. `standing` is the state before the run.

    A closed finding that is found again is open and marked as `reopened`. A finding with a decision keeps its decision
    when it is found again. A run never sets the fields `flagged` and `reopened` back to false. A finding that is
    already marked as gone does not change until a run finds it again.
    """
    row = ROW_OF[standing.state]
    becomes = precedence(row, result, table)
    if result in FOUND:
        return _found(standing, result, becomes)
    if standing.detection is Detection.GONE:
        return Transition(standing, "")
    if becomes.gone:
        gone_by = Result.RECORD if result is Result.MOVED else result if result in GONE_BY else None
        gone = replace(standing, detection=Detection.GONE, gone_by=gone_by, flagged=standing.flagged or becomes.flagged)
        if becomes.closed:
            return Transition(replace(gone, state=State.CLOSED), "closed")
        return Transition(gone, "gone")
    if becomes.unassessed and standing.detection is not Detection.UNASSESSED:
        return Transition(replace(standing, detection=Detection.UNASSESSED), "untested")
    return Transition(standing, "")


def _found(standing: Standing, result: Result, becomes: Becomes) -> Transition:
    """Returns the state of a finding that a run found again. A changed finding stays marked as changed, through any
    number of runs, until a person decides about it.
    """
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
