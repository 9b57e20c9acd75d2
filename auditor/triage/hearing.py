"""How a finding stands after a run has spoken of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from auditor.triage.precedence import ROW_OF, TABLE, Becomes, Row
from auditor.triage.states import FOUND, GONE_BY, Detection, Says, Standing, State

COLUMNS: Final = tuple(Says)

Table = Mapping[Row, tuple[Becomes, ...]]


@dataclass(frozen=True, slots=True)
class Heard:
    """How a finding stands now, and by which name that is kept in its history; empty where nothing is to be kept."""

    standing: Standing
    act: str


def precedence(row: Row, says: Says, table: Table = TABLE) -> Becomes:
    """What becomes of a finding in that row of which a run says that."""
    return table[row][COLUMNS.index(says)]


def heard(standing: Standing, says: Says, table: Table = TABLE) -> Heard:
    """How a finding that stands so stands after a run.

    What is closed and found again is open, and marked `reopened`; what was decided and gone has its state still. A mark
    is never taken off by a run, and a finding that is gone already stays as it is until it is found again.
    """
    row = ROW_OF[standing.state]
    becomes = precedence(row, says, table)
    if says in FOUND:
        return _found(standing, says, becomes)
    if standing.detection is Detection.GONE:
        return Heard(standing, "")
    if becomes.gone:
        gone_by = says if says in GONE_BY else None
        gone = replace(standing, detection=Detection.GONE, gone_by=gone_by, flagged=standing.flagged or becomes.flagged)
        return Heard(replace(gone, state=State.CLOSED), "closed") if becomes.closed else Heard(gone, "gone")
    if becomes.unassessed and standing.detection is not Detection.UNASSESSED:
        return Heard(replace(standing, detection=Detection.UNASSESSED), "untested")
    return Heard(standing, "")


def _found(standing: Standing, says: Says, becomes: Becomes) -> Heard:
    """The mark that something changed stays until somebody looks at it, through any number of runs."""
    changed = becomes.details or standing.detection is Detection.CHANGED
    now = replace(
        standing,
        detection=Detection.CHANGED if changed else Detection.PRESENT,
        gone_by=None,
        flagged=standing.flagged or becomes.flagged,
    )
    if standing.state is State.CLOSED:
        return Heard(replace(now, state=State.OPEN, reopened=True), "reopened")
    if says is Says.CHANGED:
        return Heard(now, "changed")
    return Heard(now, _RETURNS.get(standing.detection, ""))


_RETURNS: Final = {Detection.GONE: "returned", Detection.UNASSESSED: "tested"}
