"""Every line that PartyPoker writes tells its events, and a line that it does not write is kept as unread."""

import pytest

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand, Records
from auditor.formats.outcomes import Read
from auditor.formats.rooms.partypoker import read

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
    "** Dealing Flop ** [ 2s, 9d, As ]": ["unread ** Dealing Flop ** [ 2s, 9d, As ]"],
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
    "railbird: Ann folds": ["unread railbird: Ann folds"],
    "Cyd Dee: folds": ["unread Cyd Dee: folds"],
    "Cyd has joined the table.": ["remark 15 joins"],
    "Ann is disconnected. We will wait for Ann to reconnect for a maximum of 14 seconds": ["remark 1 disconnected"],
    "Your time bank will be activated in 6 secs. If you do not want it to be used, please act now.": [
        "remark 0 warned"
    ],
    "Ann could not respond in time.(disconnected)": ["remark 1 timed_out"],
    "Ann has been reconnected and has 20 seconds to act.": ["remark 1 connected"],
    "Ann will be using his time bank for this hand.": ["remark 1 other"],
    "Ann Cash-out Premium % is 1.0": ["remark 1 other"],
    "Ann Cashout Amount is 23.01": ["remark 1 other"],
    "Ann probabilty is 60.37": ["remark 1 other"],
    "Creating Side Pot 1 with $ 38.50 with Bob, Ann": ["remark 0 other"],
    "Player Ann finished in 28.": ["remark 0 other"],
    "Bob has knocked out Ann and won a $5 USD bounty prize.": ["remark 4 other"],
    "There will be a break in 5 minute(s)": ["remark 0 other"],
    "Ann calls 8": ["call 1 800"],
    "Ann raises  [$10 USD]": ["raises 1 1000"],
    "Cyd folds": ["fold 15"],
    "Cyd calls [$5 USD]": ["call 15 500"],
    "Ann calls [$5.0O USD]": ["illegible Ann calls [$5.0O USD]"],
    "Ann calls [5,00 USD]": ["unread Ann calls [5,00 USD]"],
    "Ann dances": ["unread Ann dances"],
    "Ann wins $1 USD from the moon": ["unread Ann wins $1 USD from the moon"],
}


@pytest.mark.parametrize(("line", "events"), LINES.items(), ids=LINES)
def test_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told(line) == events


SUMMARY = {
    "Main Pot: $38.50 Rake: $2.0": ["rake 200 -1", "total 3850 0"],
    "Main Pot: $38.50 | Rake: $2": ["rake 200 -1", "total 3850 0"],
    "Main Pot: $5": ["total 500 0"],
    "Main Pot: $5 Side Pot 1: $2.50 Rake: $0.50": ["rake 50 -1", "total 800 -1"],
    "Main Pot: $5 Side Pot 1: two": ["unread Main Pot: $5 Side Pot 1: two"],
    "Main Pot: $5 Rake:": ["unread Main Pot: $5 Rake:"],
    "Ann balance $19.83, lost $0.10 (folded)": ["stack 1 1983"],
    "Ann balance $56.64, didn't bet (folded)": ["stack 1 5664"],
    "Bob balance $50, sits out": ["stack 4 5000"],
    "Bob balance $50, bet $1, collected $2, net +$1": ["stack 4 5000"],
    "Ann balance $1, lost $4[ 9s, Kd ] [ three of a kind, kings -- Kd,Kh,Kc,Qd,Th ]": [
        "show 1 9sKd 3.11 -",
        "stack 1 100",
    ],
    "Ann balance $1, lost $4 [ 9s, Kd ] [ a fullhouse, kings full of tens -- Kd,Kh,Kc,Td,Th ]": [
        "show 1 9sKd 6.11.8 -",
        "stack 1 100",
    ],
    "Ann Cashed out balance $23.01, bet $20.20, collected $23.01, net +$2.81[ 9s, Kd ] [ ? ]": [
        "show 1 9sKd - -",
        "remark 1 other",
    ],
    "Cyd balance $5, sits out": ["remark 15 other"],
    "Ann balance unknown": ["unread Ann balance unknown"],
    "Ann folds": ["unread Ann folds"],
}


@pytest.mark.parametrize(("line", "events"), SUMMARY.items(), ids=SUMMARY)
def test_summary_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told("** Summary **", line) == events


def test_summary_tells_stacks_in_place_of_payments() -> None:
    hand = hand_of("** Summary **", "Main Pot: $5 Rake: $0.25")
    assert (hand.records & Records.PAYOUT, hand.records & Records.RAKE) == (0, Records.RAKE)
    end = hand.events[-1]
    assert isinstance(end, LogEnd)
    assert end.complete
    paid = hand_of("Ann wins $5 USD", "** Summary **", "Main Pot: $5", "Ann balance $55, bet $1")
    assert (paid.records & Records.PAYOUT, paid.records & Records.RAKE) == (Records.PAYOUT, 0)
    assert [event.words() for event in paid.events[:-1]] == ["collect 1 500 -1 -", "total 500 0"]


def test_hand_of_the_last_seat_left_was_not_shown() -> None:
    antes = ["Ann posts ante [$1 USD]", "Bob posts ante [$1 USD]", "Bob folds", "** Summary **"]
    assert told(*antes, "Ann balance $5[ 9s, Kd ] [ a pair of kings -- Kd ]")[-2:] == ["reveal 1 9sKd", "stack 1 500"]


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
