"""The table of precedence, cell by cell, as the design has it; and that no cell can be wrong unseen."""

from collections.abc import Mapping
from itertools import product

import pytest

from auditor.triage.precedence import ROW_OF, TABLE, Becomes, Row
from auditor.triage.states import DECIDED, GONE_BY, Detection, Result, Standing, State
from auditor.triage.transitions import after_run, precedence

# Written by hand from the design of the desk, section 2.3: what becomes of a finding, in marks that are there or not.
EXPECTED: Mapping[tuple[str, str], set[str]] = {
    ("open", "same"): set(),
    ("open", "changed"): {"details"},
    ("open", "record"): {"gone", "closed"},
    ("open", "engine"): {"gone", "closed"},
    ("open", "rules"): {"gone", "closed"},
    ("open", "untested"): {"unassessed"},
    ("open", "failed"): {"unassessed"},
    ("open", "moved"): {"gone", "closed"},
    ("confirmed", "same"): set(),
    ("confirmed", "changed"): {"details", "flagged"},
    ("confirmed", "record"): {"gone", "flagged"},
    ("confirmed", "engine"): {"gone", "flagged"},
    ("confirmed", "rules"): {"gone", "flagged"},
    ("confirmed", "untested"): {"unassessed"},
    ("confirmed", "failed"): {"unassessed"},
    ("confirmed", "moved"): {"gone"},
    ("dismissed", "same"): set(),
    ("dismissed", "changed"): {"details", "flagged"},
    ("dismissed", "record"): {"gone"},
    ("dismissed", "engine"): {"gone"},
    ("dismissed", "rules"): {"gone"},
    ("dismissed", "untested"): {"unassessed"},
    ("dismissed", "failed"): {"unassessed"},
    ("dismissed", "moved"): {"gone"},
    ("accepted", "same"): set(),
    ("accepted", "changed"): {"details", "flagged"},
    ("accepted", "record"): {"gone"},
    ("accepted", "engine"): {"gone"},
    ("accepted", "rules"): {"gone"},
    ("accepted", "untested"): {"unassessed"},
    ("accepted", "failed"): {"unassessed"},
    ("accepted", "moved"): {"gone"},
    ("in a ruled case", "same"): set(),
    ("in a ruled case", "changed"): {"details", "case"},
    ("in a ruled case", "record"): {"gone", "case"},
    ("in a ruled case", "engine"): {"gone", "case"},
    ("in a ruled case", "rules"): {"gone", "case"},
    ("in a ruled case", "untested"): set(),
    ("in a ruled case", "failed"): set(),
    ("in a ruled case", "moved"): {"gone", "case"},
}
CELLS = [(row, result) for row in Row for result in Result]
MARKS = ("details", "closed", "flagged", "gone", "unassessed", "case")


def marks(becomes: Becomes) -> set[str]:
    return {mark for mark in MARKS if getattr(becomes, mark)}


def check(row: Row, result: Result, table: Mapping[Row, tuple[Becomes, ...]] = TABLE) -> None:
    """The cell is as it was written by hand."""
    assert marks(precedence(row, result, table)) == EXPECTED[row, result]


def test_there_are_five_rows_and_eight_columns() -> None:
    assert len(CELLS) == len(EXPECTED) == 40
    assert {len(cells) for cells in TABLE.values()} == {8}


@pytest.mark.parametrize(("row", "result"), CELLS)
def test_every_cell_is_as_designed(row: Row, result: Result) -> None:
    check(row, result)


@pytest.mark.parametrize(("row", "result"), CELLS)
def test_a_cell_that_is_broken_is_seen_and_no_other(row: Row, result: Result) -> None:
    """With any of its marks turned round, the check of that cell fails; those of all others go on passing."""
    for mark in MARKS:
        right = precedence(row, result)
        values = {each: getattr(right, each) for each in MARKS}
        cells = list(TABLE[row])
        cells[list(Result).index(result)] = Becomes(**{**values, mark: not values[mark]})
        broken = {**TABLE, row: tuple(cells)}
        with pytest.raises(AssertionError):
            check(row, result, broken)
        for other in CELLS:
            if other != (row, result):
                check(*other, broken)


@pytest.mark.parametrize(("state", "result"), list(product(DECIDED, Result)))
def test_no_run_takes_a_decision_away(state: State, result: Result) -> None:
    for detection in Detection:
        assert after_run(Standing(state, detection), result).standing.state is state


@pytest.mark.parametrize("result", Result)
def test_no_run_takes_a_mark_off(result: Result) -> None:
    for state, detection in product(State, Detection):
        now = after_run(Standing(state, detection, flagged=True, reopened=True), result).standing
        assert (now.flagged, now.reopened) == (True, True)


def test_closed_and_found_again_is_open_and_marked_reopened() -> None:
    for gone_by, result in product(GONE_BY, (Result.SAME, Result.CHANGED)):
        now = after_run(Standing(State.CLOSED, Detection.GONE, gone_by), result)
        detection = Detection.PRESENT if result is Result.SAME else Detection.CHANGED
        assert (now.standing, now.act) == (Standing(State.OPEN, detection, reopened=True), "reopened")


@pytest.mark.parametrize("state", DECIDED)
def test_gone_and_found_again_has_its_state_still_and_a_flag_where_it_differs(state: State) -> None:
    gone = Standing(state, Detection.GONE, Result.ENGINE)
    assert after_run(gone, Result.SAME).standing == Standing(state)
    assert after_run(gone, Result.CHANGED).standing == Standing(state, Detection.CHANGED, flagged=True)


def test_what_is_gone_stays_gone_by_its_first_reason() -> None:
    for state, result in product((State.CLOSED, *DECIDED), list(Result)[2:]):
        gone = Standing(state, Detection.GONE, Result.RECORD)
        assert after_run(gone, result) == type(after_run(gone, result))(gone, "")


def test_every_state_has_its_row() -> None:
    assert {state: Row.OPEN if state is State.CLOSED else Row(state.value) for state in State} == ROW_OF
