"""Every line that PartyPoker writes tells its events, and a line that it does not write is kept as illegible."""

import pytest

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand
from auditor.formats.outcomes import Read
from auditor.formats.partypoker import read

HEAD = [
    "***** Hand History for Game 77 *****",
    "$5/$10 USD FL 7 Card Stud - Monday, August 30, 20:20:17 EDT 2010",
    "Table Table  136403 (Real Money)",
    "Seat 0 is the button",
    "Total number of players : 2/8 ",
    "Seat 4: Bob ( $50 USD )",
    "Seat 1: Ann ( $1,050.25 USD )",
]


def hand_of(*lines: str) -> Hand:
    outcome = read([*HEAD, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def told(*lines: str) -> list[str]:
    """What the lines tell, after the seats and before the end."""
    return [event.words() for event in hand_of(*lines).events[:-1]]


LINES = {
    "Ann posts ante [$0.50 USD]": ["ante 1 50"],
    "Ann posts ante of [$0.50 USD].": ["ante 1 50"],
    "Ann opens": ["opens 1"],
    "Ann bring-ins [$2 USD]": ["bringin 1 200"],
    "Ann completes [$5 USD]": ["completes 1 500"],
    "Ann double bets [$10 USD]": ["bets 1 1000"],
    "Ann raises 2.40 to 2.65": ["raises 1 265"],
    "Ann calls (1.80)": ["call 1 180"],
    "Ann checks": ["check 1"],
    "Ann is all-In  [$4.20 USD]": ["bets 1 420 !"],
    "Ann is all-In.": ["remark 1 other"],
    "Dealt to Ann [  Td 5s 3c ]": ["deal 1 Td5s|3c"],
    "** Dealing Fourth street **": ["street 4"],
    "** Dealing River ** :  [ 6h ]": ["street 7", "community 6h"],
    "** Dealing Flop ** [ 2s, 9d, As ]": ["illegible ** Dealing Flop ** [ 2s, 9d, As ]"],
    "Ann shows [ Ad, Qd ]two pairs, Aces and Queens.": ["show 1 AdQd 2.12.10 -"],
    "Ann shows8,5,3,2,A  for low.": ["show 1 - - 6.3.1.0.12"],
    "Ann doesn't show [ 5h, 9d ]a pair of Nines.": ["muck 1", "reveal 1 5h9d"],
    "Ann does not show cards.": ["muck 1"],
    "Ann wins $8.45 USD from the main pot with a flush, Ace high.": ["collect 1 845 0 -"],
    "Ann wins $8.45 USD from the side pot 2 with a flush, Ace high.": ["collect 1 845 2 -"],
    "Ann wins Lo ($90.50 USD) from the main pot with 8,5,3,2,A.": ["collect 1 9050 0 low"],
    "Ann wins 2,560 chips": ["collect 1 256000 -1 -"],
    "There was no qualifying low hand": ["remark 0 no_low"],
    "Ann: Bob folds": ["remark 1 chat"],
    "Cyd has joined the table.": ["remark 15 joins"],
    "Ann is disconnected. We will wait for Ann to reconnect for a maximum of 14 seconds": ["remark 1 disconnected"],
    "Your time bank will be activated in 6 secs. If you do not want it to be used, please act now.": [
        "remark 0 warned"
    ],
    "Cyd folds": ["fold 15"],
    "Cyd calls [$5 USD]": ["call 15 500"],
    "Ann calls [$5.005 USD]": ["illegible Ann calls [$5.005 USD]"],
    "Ann calls [5,00 USD]": ["illegible Ann calls [5,00 USD]"],
    "Ann dances": ["illegible Ann dances"],
    "Ann wins $1 USD from the moon": ["illegible Ann wins $1 USD from the moon"],
}


@pytest.mark.parametrize(("line", "events"), LINES.items(), ids=LINES)
def test_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told(line) == events


def test_chips_put_in_become_totals_of_their_street() -> None:
    third = ["** Dealing **", "Ann bring-ins [$2 USD]", "Bob completes [$5 USD]", "Ann raises [$8 USD]"]
    fourth = ["Bob calls [$5 USD]", "** Dealing Fourth street **", "Bob bets [$5 USD]", "Ann raises [$10 USD]"]
    assert told(*third, *fourth) == [
        "street 3", "bringin 1 200", "completes 4 500", "raises 1 1000", "call 4 1000",
        "street 4", "bets 4 500", "raises 1 1000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ([], "bringin 4 100 !"),
        (["Ann bring-ins [$2 USD]"], "call 4 100 !"),
        (["Ann bring-ins [$1 USD]"], "call 4 100 !"),
        (["Ann bring-ins [$0.50 USD]"], "raises 4 100 !"),
        (["** Dealing Fifth street **"], "bets 4 100 !"),
    ],
)
def test_all_in_without_a_verb_is_what_the_chips_make_it(before: list[str], words: str) -> None:
    assert told("** Dealing **", *before, "Bob is all-In  [$1 USD]")[-1] == words


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("Bob posts ante [$1 USD]", "ante 4 100 !"),
        ("Bob bring-ins [$1 USD]", "bringin 4 100 !"),
        ("Bob calls [$1 USD]", "call 4 100 !"),
        ("Bob bets [$1 USD]", "bets 4 100 !"),
    ],
)
def test_all_in_said_after_an_act_marks_that_act(act: str, words: str) -> None:
    assert told(act, "Bob is all-In.") == [words]


def test_last_seat_left_gives_up_nothing_by_not_showing() -> None:
    antes = ["Ann posts ante [$1 USD]", "Bob posts ante [$1 USD]"]
    assert told(*antes, "Bob folds", "Ann does not show cards.")[-1] == "remark 1 other"
    assert told(*antes, "Ann does not show cards.")[-1] == "muck 1"


@pytest.mark.parametrize(("line", "complete"), [("Ann folds", False), ("Ann wins $5 USD", True)])
def test_log_is_whole_once_somebody_was_paid(line: str, complete: bool) -> None:
    end = hand_of(line).events[-1]
    assert isinstance(end, LogEnd)
    assert (end.complete, end.line) == (complete, 8)


def test_names_may_hold_blanks_and_other_names() -> None:
    lines = [
        *HEAD[:5],
        "Seat 1: Ann ( $50 USD )",
        "Seat 2: Ann folds ( $50 USD )",
        "Ann folds calls [$5 USD]",
        "Ann folds",
    ]
    outcome = read(lines, 1)
    assert isinstance(outcome, Read)
    assert [event.words() for event in outcome.hand.events[:-1]] == ["call 2 500", "fold 1"]


def test_announcement_of_the_next_hand_does_not_change_the_one_above() -> None:
    assert told("Ann folds", "Game #78 starts.", "#Game No : 78") == told("Ann folds")
