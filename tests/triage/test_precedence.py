"""The table of precedence, cell by cell, as the design has it; and that no cell can be wrong unseen."""

from collections.abc import Mapping
from itertools import product

import pytest

from auditor.triage.hearing import heard, precedence
from auditor.triage.precedence import ROW_OF, TABLE, Becomes, Row
from auditor.triage.states import DECIDED, GONE_BY, Detection, Says, Standing, State

# Written by hand from the design of the desk, section 2.3: what becomes of a finding, in marks that are there or not.
EXPECTED: Mapping[tuple[str, str], set[str]] = {
    ("open", "same"): set(),
    ("open", "changed"): {"details"},
    ("open", "record"): {"gone", "closed"},
    ("open", "engine"): {"gone", "closed"},
    ("open", "rules"): {"gone", "closed"},
    ("open", "untested"): {"unassessed"},
    ("open", "failed"): {"unassessed"},
    ("confirmed", "same"): set(),
    ("confirmed", "changed"): {"details", "flagged"},
    ("confirmed", "record"): {"gone", "flagged"},
    ("confirmed", "engine"): {"gone", "flagged"},
    ("confirmed", "rules"): {"gone", "flagged"},
    ("confirmed", "untested"): {"unassessed"},
    ("confirmed", "failed"): {"unassessed"},
    ("dismissed", "same"): set(),
    ("dismissed", "changed"): {"details", "flagged"},
    ("dismissed", "record"): {"gone"},
    ("dismissed", "engine"): {"gone"},
    ("dismissed", "rules"): {"gone"},
    ("dismissed", "untested"): {"unassessed"},
    ("dismissed", "failed"): {"unassessed"},
    ("accepted", "same"): set(),
    ("accepted", "changed"): {"details", "flagged"},
    ("accepted", "record"): {"gone"},
    ("accepted", "engine"): {"gone"},
    ("accepted", "rules"): {"gone"},
    ("accepted", "untested"): {"unassessed"},
    ("accepted", "failed"): {"unassessed"},
    ("in a ruled case", "same"): set(),
    ("in a ruled case", "changed"): {"details", "case"},
    ("in a ruled case", "record"): {"gone", "case"},
    ("in a ruled case", "engine"): {"gone", "case"},
    ("in a ruled case", "rules"): {"gone", "case"},
    ("in a ruled case", "untested"): set(),
    ("in a ruled case", "failed"): set(),
}
CELLS = [(row, says) for row in Row for says in Says]
MARKS = ("details", "closed", "flagged", "gone", "unassessed", "case")


def marks(becomes: Becomes) -> set[str]:
    return {mark for mark in MARKS if getattr(becomes, mark)}


def check(row: Row, says: Says, table: Mapping[Row, tuple[Becomes, ...]] = TABLE) -> None:
    """The cell is as it was written by hand."""
    assert marks(precedence(row, says, table)) == EXPECTED[row, says]


def test_there_are_five_rows_and_seven_columns() -> None:
    assert len(CELLS) == len(EXPECTED) == 35
    assert {len(cells) for cells in TABLE.values()} == {7}


@pytest.mark.parametrize(("row", "says"), CELLS)
def test_every_cell_is_as_designed(row: Row, says: Says) -> None:
    check(row, says)


@pytest.mark.parametrize(("row", "says"), CELLS)
def test_a_cell_that_is_broken_is_seen_and_no_other(row: Row, says: Says) -> None:
    """With any of its marks turned round, the check of that cell fails; those of all others go on passing."""
    for mark in MARKS:
        right = precedence(row, says)
        values = {each: getattr(right, each) for each in MARKS}
        cells = list(TABLE[row])
        cells[list(Says).index(says)] = Becomes(**{**values, mark: not values[mark]})
        broken = {**TABLE, row: tuple(cells)}
        with pytest.raises(AssertionError):
            check(row, says, broken)
        for other in CELLS:
            if other != (row, says):
                check(*other, broken)


@pytest.mark.parametrize(("state", "says"), list(product(DECIDED, Says)))
def test_no_run_takes_a_decision_away(state: State, says: Says) -> None:
    for detection in Detection:
        assert heard(Standing(state, detection), says).standing.state is state


@pytest.mark.parametrize("says", Says)
def test_no_run_takes_a_mark_off(says: Says) -> None:
    for state, detection in product(State, Detection):
        now = heard(Standing(state, detection, flagged=True, reopened=True), says).standing
        assert (now.flagged, now.reopened) == (True, True)


def test_closed_and_found_again_is_open_and_says_so() -> None:
    for gone_by, says in product(GONE_BY, (Says.SAME, Says.CHANGED)):
        now = heard(Standing(State.CLOSED, Detection.GONE, gone_by), says)
        detection = Detection.PRESENT if says is Says.SAME else Detection.CHANGED
        assert (now.standing, now.act) == (Standing(State.OPEN, detection, reopened=True), "reopened")


@pytest.mark.parametrize("state", DECIDED)
def test_gone_and_found_again_has_its_state_still_and_a_flag_where_it_differs(state: State) -> None:
    gone = Standing(state, Detection.GONE, Says.ENGINE)
    assert heard(gone, Says.SAME).standing == Standing(state)
    assert heard(gone, Says.CHANGED).standing == Standing(state, Detection.CHANGED, flagged=True)


def test_what_is_gone_stays_gone_by_its_first_reason() -> None:
    for state, says in product((State.CLOSED, *DECIDED), list(Says)[2:]):
        gone = Standing(state, Detection.GONE, Says.RECORD)
        assert heard(gone, says) == type(heard(gone, says))(gone, "")


def test_every_state_has_its_row() -> None:
    assert {state: Row.OPEN if state is State.CLOSED else Row(state.value) for state in State} == ROW_OF
