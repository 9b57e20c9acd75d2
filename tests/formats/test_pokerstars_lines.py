"""Every line that PokerStars writes tells its events, and a line that it does not write is kept as unread."""

import pytest

from auditor.engine.events import LogEnd
from auditor.engine.hand import Hand
from auditor.formats.outcomes import Read
from auditor.formats.rooms.pokerstars import read

TOP = [
    "PokerStars Hand #7:  7 Card Stud Limit ($0.04/$0.08 USD) - 2012/01/05 20:00:00 ET",
    "Table 'Vega' 8-max",
    "Seat 1: Ann ($5 in chips) ",
    "Seat 2: Bob Lee ($5 in chips) ",
]


def hand_of(*lines: str) -> Hand:
    outcome = read([*TOP, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def told(*lines: str) -> list[str]:
    """What the lines tell, after the seats and before the end."""
    return [event.words() for event in hand_of(*lines).events[:-1]]


LINES = {
    "Ann: posts the ante $0.01": ["ante 1 1"],
    "Ann: posts the ante $0.01 and is all-in": ["ante 1 1 !"],
    "Bob Lee: brings in for $0.02": ["bringin 2 2"],
    "Bob Lee: brings in for $0.01 and is all-in": ["bringin 2 1 !"],
    "Ann: bets $1,000.50": ["bets 1 100050"],
    "Ann: raises $0.02 to $0.04 and is all-in": ["raises 1 4 !"],
    "Ann: checks": ["check 1"],
    "Ann: folds [Ac Kd]": ["fold 1", "reveal 1 AcKd"],
    "Ann: mucks hand": ["muck 1"],
    "Ann: doesn't show hand": ["remark 1 other"],
    "Ann: shows [Ac Kd]": ["show 1 AcKd - -"],
    "Ann: shows [Ac] (a pair of Aces - Queen kicker)": ["show 1 Ac 1.12.10 -"],
    "Ann: shows [Ac] (HI: a straight, Ace to Five; LO: 5,4,3,2,A)": ["show 1 Ac 4.3 3.2.1.0.12"],
    "Ann: shows [Ac] (Lo: K,9,3,2,A)": ["show 1 Ac - 11.7.1.0.12"],
    "Ann: shows [Ac] (something new)": ["show 1 Ac - -"],
    "Uncalled bet ($0.08) returned to Bob Lee": ["return 2 8"],
    "Bob Lee collected $0.77 from pot": ["collect 2 77 -1 -"],
    "Bob Lee collected $0.77 from main pot": ["collect 2 77 0 -"],
    "Bob Lee collected $0.77 from side pot": ["collect 2 77 1 -"],
    "Bob Lee collected $0.77 from side pot-3": ["collect 2 77 3 -"],
    "No low hand qualified": ["remark 0 no_low"],
    "Betting is capped": ["remark 0 capped"],
    "Pair on board - a double bet is allowed": ["remark 0 double_allowed"],
    "Hand cancelled": ["void"],
    "*** SHOW DOWN ***": [],
    "*********** # 2 **************": [],
    "*** RIVER *** [6h]": ["street 7", "community 6h"],
    "*** RIVER *** [zz]": ["street 7", "unread *** RIVER *** [zz]"],
    'Bob Lee said, "Ann: folds"': ["remark 2 chat"],
    'spectator said, "Ann collected $5 from pot"': ["remark 15 chat"],
    "newcomer joins the table at seat #6": ["remark 15 joins"],
    "Ann has timed out while being disconnected": ["remark 1 timed_out"],
    "ghost was removed from the table for failing to post": ["remark 15 leaves"],
    "Ann finished the tournament in 28th place and received $3.10.": ["remark 1 other"],
    "Ann finished the tournament": ["remark 1 other"],
    "Ann wins the $0.25 bounty for eliminating Cyd": ["remark 1 other"],
    "Ann wins $2.50 for eliminating Cyd and their own bounty increases by $2.50 to $7.50": ["remark 1 other"],
    "Ann wins $1 for splitting the elimination of Cyd": ["remark 1 other"],
    "Ann wins an entry to tournament #281": ["remark 1 other"],
    "Ann wins a $11 Tournament ticket": ["remark 1 other"],
    "Ann wins the day": ["unread Ann wins the day"],
    "Cyd re-buys and receives 1500 chips for $1": ["remark 15 other"],
    "Ann takes the add-on and receives 2000 chips for $1": ["remark 1 other"],
    "Ann has requested TIME": ["remark 1 other"],
    "Cyd was removed from the table": ["remark 15 leaves"],
    "All players have agreed to skip the break. Game resuming.": ["remark 0 other"],
    "Ann: shows [Ac] (Lo: a pair of Sevens)": ["show 1 Ac 1.5 -"],
    "*** 4TH STREET ***": ["street 4"],
    "Cyd: folds": ["fold 15"],
    "Cyd: calls $0.04": ["call 15 4"],
    "Dealt to Cyd [9c] [Qd]": ["deal 15 xxxx|Qd", "reveal 15 9c"],
    "Uncalled bet ($0.08) returned to Cyd": ["return 15 8"],
    "Ann: calls $0.04x": ["unread Ann: calls $0.04x"],
    "Ann: calls -0.04": ["illegible Ann: calls -0.04"],
    "Ann: calls 1e3": ["illegible Ann: calls 1e3"],
    "Ann: calls ٣": ["unread Ann: calls ٣"],
    "Ann: calls $0.045": ["illegible Ann: calls $0.045"],
    "Ann: bets $1.0O": ["illegible Ann: bets $1.0O"],
    "Ann: raises $0.04 to $0.0B": ["illegible Ann: raises $0.04 to $0.0B"],
    "Ann: bets": ["illegible Ann: bets"],
    "Ann: shows [As Kd": ["illegible Ann: shows [As Kd"],
    "Ann: bets $0.04 (3rd raise)": ["unread Ann: bets $0.04 (3rd raise)"],
    "Ann: calls after 12:04:33": ["unread Ann: calls after 12:04:33"],
    "Ann: shows interest": ["unread Ann: shows interest"],
    "Ann: folds in 5 seconds": ["unread Ann: folds in 5 seconds"],
    "Jackpot hit! Ann wins the day": ["unread Jackpot hit! Ann wins the day"],
    "Jackpot hit! Cyd collected $1 from pot": ["unread Jackpot hit! Cyd collected $1 from pot"],
    "Ann: raises $0.04": ["unread Ann: raises $0.04"],
    "Ann: waits": ["unread Ann: waits"],
    "Ann collected $1 from somewhere": ["unread Ann collected $1 from somewhere"],
    "Dealt to Ann []": ["deal 1 xxxx|xx"],
    "*** 8th STREET ***": ["unread *** 8th STREET ***"],
}


@pytest.mark.parametrize(("line", "events"), LINES.items(), ids=LINES)
def test_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told(line) == events
    assert told(line + "  ") == events


OTHER_FORMS = (
    "1.250",
    "$50.000",
    "1.000.000",
    "1k",
    "$.50",
    "5.00$",
    "5USD",
    "kr5",
    "5zł",
    "5¢",
    "T5",
    "2,5K",
    "$50.-",
    "٣",
    "+5",
)


@pytest.mark.parametrize("amount", OTHER_FORMS)
def test_an_amount_in_a_form_that_some_room_may_use_is_unread(amount: str) -> None:
    assert told(f"Ann: bets {amount}") == [f"unread Ann: bets {amount}"]


DAMAGED = ("$1.0O", "$0.0B", "1e3", "-0.04", "$0.045", "$l.00", "$5OO", "$1..5", "$")


@pytest.mark.parametrize("amount", DAMAGED)
def test_an_amount_with_a_letter_or_a_mark_in_the_place_of_a_digit_is_damaged(amount: str) -> None:
    assert told(f"Ann: bets {amount}") == [f"illegible Ann: bets {amount}"]


def test_increments_become_totals_of_their_street_and_antes_do_not_count() -> None:
    third = [
        "Ann: posts the ante $0.01",
        "*** 3rd STREET ***",
        "Ann: brings in for $0.02",
        "Bob Lee: raises $0.02 to $0.04",
    ]
    fourth = ["Ann: calls $0.02", "*** 4th STREET ***", "Ann: bets $0.04", "Bob Lee: calls $0.04"]
    assert told(*third, *fourth) == [
        "ante 1 1", "street 3", "bringin 1 2", "raises 2 4", "call 1 4", "street 4", "bets 1 4", "call 2 4",
    ]  # fmt: skip


def test_each_dealt_line_deals_the_new_card_only() -> None:
    deals = [
        "*** 3rd STREET ***", "Dealt to Ann [5d Ks 2h]", "Dealt to Bob Lee [3d]",
        "*** 4th STREET ***", "Dealt to Ann [5d Ks 2h] [9h]", "Dealt to Bob Lee [3d] [7s]",
        "*** RIVER ***", "Dealt to Ann [5d Ks 2h 9h] [Js]",
    ]  # fmt: skip
    assert told(*deals) == [
        "street 3", "deal 1 5dKs|2h", "deal 2 xxxx|3d",
        "street 4", "deal 1 -|9h", "deal 2 -|7s",
        "street 7", "deal 1 Js|-",
    ]  # fmt: skip


def test_repeated_cards_that_differ_from_the_cards_dealt_are_kept_beside_them() -> None:
    deals = ["*** 3rd STREET ***", "Dealt to Ann [3d]", "*** 4th STREET ***", "Dealt to Ann [3c] [7s]"]
    fifth = ["*** 5th STREET ***", "Dealt to Ann [3c 7s] [9h]"]
    assert told(*deals, *fifth)[3:] == ["deal 1 -|7s", "reveal 1 3c up", "street 5", "deal 1 -|9h"]


def test_what_is_no_card_is_kept_as_spelled() -> None:
    assert told("*** RIVER ***", "Dealt to Ann [of]")[1] == "deal 1 !!|- of"


def test_summary_adds_pots_rake_winnings_and_hands_not_shown_before() -> None:
    lines = [
        "Ann: shows [Ac Kd]",
        "*** SUMMARY ***",
        "Total pot $2.50 Main pot $1. Side pot-1 $0.90. Side pot-2 $0.50. | Rake $0.10 ",
        "Seat 1: Ann showed [Ac Kd] and won ($1) with high card Ace, and won ($1.40) with high card Ace",
        "Seat 2: Bob Lee (button) mucked [2c 2d]",
    ]
    totals = ["total 250 -1", "total 100 0", "total 90 1", "total 50 2", "rake 10 -1"]
    assert told(*lines) == ["show 1 AcKd - -", *totals, "won 1 240", "reveal 2 2c2d"]


@pytest.mark.parametrize(
    "line",
    [
        "Seat 2: Bob Lee folded on the River",
        "Seat 2: Bob Lee folded on the 3rd Street (didn't bet)",
        "Seat 2: Bob Lee mucked",
        "Seat 2: Bob Lee",
    ],
)
def test_summary_says_nothing_twice(line: str) -> None:
    assert told("*** SUMMARY ***", line) == []


@pytest.mark.parametrize(
    "line", ["Seat 2: Ann folded on the River", "Seat 9: Cyd mucked", "Board [6h]", "Total pot | Rake"]
)
def test_summary_that_contradicts_the_hand_is_unread(line: str) -> None:
    assert told("*** SUMMARY ***", line) == [f"unread {line}"]


@pytest.mark.parametrize(
    ("lines", "complete"),
    [
        (["Ann: folds"], False),
        (["Ann: folds", "*** SUMMARY ***"], False),
        (["Ann: folds", "*** SUMMARY ***", "Total pot $0.02 | Rake $0", ""], True),
    ],
)
def test_log_is_whole_once_its_summary_tells_the_pot(lines: list[str], complete: bool) -> None:
    end = hand_of(*lines).events[-1]
    assert isinstance(end, LogEnd)
    assert (end.complete, end.line) == (complete, 4 + len(lines))
