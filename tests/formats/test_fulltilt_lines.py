"""Every line that Full Tilt writes tells its events, and a line that it does not write is kept as unread."""

import pytest

from auditor.engine.hand import Hand
from auditor.formats.outcomes import Read
from auditor.formats.rooms.fulltilt import read

HEAD = [
    "Full Tilt Poker Game #7: Table Oak - $5/$10 Ante $0.50 - Limit Stud H/L - 20:00:00 ET - 2010/01/05",
    "Seat 1: Ann ($50)",
    "Seat 4: Bob [x] ($1,050.25)",
    "Seat 5: Ann: Li ($9)",
]


def hand_of(*lines: str) -> Hand:
    outcome = read([*HEAD, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def told(*lines: str) -> list[str]:
    """What the lines tell, after the seats and before the end."""
    return [event.words() for event in hand_of(*lines).events[:-1]]


LINES = {
    "Ann antes $0.50": ["ante 1 50"],
    "Bob [x] antes $0.40, and is all in": ["ante 4 40 !"],
    "Ann brings in for $1.50": ["bringin 1 150"],
    "Ann brings in for 9, and is all in": ["bringin 1 900 !"],
    "Ann completes it to $5": ["completes 1 500"],
    "Ann: Li bets $10": ["bets 5 1000"],
    "Ann raises to $1,010.90, and is all in": ["raises 1 101090 !"],
    "Ann calls $2.5K": ["call 1 250000"],
    "Ann checks": ["check 1"],
    "Ann mucks": ["remark 1 other"],
    "Ann adds $11.90": ["topup 1 1190"],
    "Cyd adds $11.90": ["remark 15 other"],
    "Cyd calls $5": ["call 15 500"],
    "Uncalled bet of $4 returned to Bob [x]": ["return 4 400"],
    "Ante of $0.50 returned to Ann": ["return 1 50"],
    "Hand #7 has been canceled": ["void"],
    "*** 3RD STREET ***": ["street 3"],
    "*** 4TH STREET *** (Total Pot: 12, 2 Players, 1 All-In)": ["street 4"],
    "*** 4TH STREET *** (Pot: $12)": ["street 4"],
    "*** 7TH STREET *** [6h] (Total Pot: 12, 2 Players)": ["street 7", "community 6h"],
    "*** 4TH STREET *** [6h]": ["street 4", "unread *** 4TH STREET *** [6h]"],
    "*** 8TH STREET ***": ["unread *** 8TH STREET ***"],
    "*** SHOW DOWN ***": [],
    "Dealt to Bob [x] [Kc]": ["deal 4 xxxx|Kc"],
    "Dealt to Bob [x] [Kc 4d] [Qd]": ["deal 4 Kc4d|Qd"],
    "Dealt to Ann [Kc 4d Qd]": ["deal 1 Kc4d|Qd"],
    "Dealt to Cyd [Kc]": ["deal 15 xxxx|Kc"],
    "Dealt to Ann [Kc 4x] [Qd]": ["deal 1 Kc!!|Qd 4x"],
    "Dealt to Ann Kc": ["unread Dealt to Ann Kc"],
    "Ann shows [Ad Qd] two pair, Aces and Queens": ["show 1 AdQd 2.12.10 -"],
    "Ann shows [Ad Qd] King Nine high, for high and 8,7,5,3,2, for low": ["show 1 AdQd 0.11.7 6.5.3.1.0"],
    "Ann shows [Ad Qd] three of a kind, Twos, for high": ["show 1 AdQd 3.0 -"],
    "Ann shows [Ad Qd] J,T,6,5,2": ["show 1 AdQd - 9.8.4.3.0"],
    "Ann shows [Ad Qd] a pair of Sevens": ["show 1 AdQd 1.5 -"],
    "Ann shows [Ad Qd]": ["show 1 AdQd - -"],
    "Ann shows three of a kind, Kings": ["remark 1 other"],
    "Ann shows off": ["unread Ann shows off"],
    "Ann wins the pot ($8.45)": ["collect 1 845 -1 -"],
    "Bob [x] wins the main pot ($8.45) with a flush, Ace high": ["collect 4 845 0 -"],
    "Ann wins the side pot ($8.45)": ["collect 1 845 1 -"],
    "Ann wins side pot #2 ($8.45) with J,T,6,5,2": ["collect 1 845 2 -"],
    "Ann wins the high pot ($8.45) with a pair of Tens": ["collect 1 845 -1 high"],
    "Ann ties for the low side pot ($8.45) with 8,5,3,2,A": ["collect 1 845 1 low"],
    "Ann ties for the high side pot #2 ($8.45) with a pair of Tens": ["collect 1 845 2 high"],
    "Ann wins the lottery ($8.45)": ["unread Ann wins the lottery ($8.45)"],
    "Ann wins the pot ($8.45) twice": ["unread Ann wins the pot ($8.45) twice"],
    "No low hand qualified": ["remark 0 no_low"],
    "Betting is capped": ["remark 0 capped"],
    "Pair on board - a double bet is allowed": ["remark 0 double_allowed"],
    "Ann: Bob [x] folds": ["remark 1 chat"],
    "Ann: Li: I fold": ["remark 5 chat"],
    "Ann:": ["remark 1 chat"],
    "Cyd: nh": ["remark 15 chat"],
    "Seat 9: nobody": ["unread Seat 9: nobody"],
    "Ann has 15 seconds left to act": ["remark 1 warned"],
    "5 seconds left to act": ["remark 0 warned"],
    "few seconds left to act": ["unread few seconds left to act"],
    "Ann has requested TIME": ["remark 1 warned"],
    "Ann has timed out": ["remark 1 timed_out"],
    "Ann has timed out while disconnected": ["remark 1 timed_out"],
    "Ann has been disconnected": ["remark 1 disconnected"],
    "Ann has reconnected": ["remark 1 connected"],
    "Ann is sitting out": ["remark 1 sits_out"],
    "Ann has returned": ["remark 1 returns"],
    "Cyd sits down": ["remark 15 joins"],
    "Ann stands up": ["remark 1 leaves"],
    "Ann is feeling confused": ["remark 1 other"],
    "Ann raises $10": ["unread Ann raises $10"],
    "Ann bets $10, and is all out": ["unread Ann bets $10, and is all out"],
    "Ann bets $10, and is all in again": ["unread Ann bets $10, and is all in again"],
    "Ann bets -$10": ["illegible Ann bets -$10"],
    "Ann bets $1\u0660": ["unread Ann bets $1\u0660"],
    "nothing at all": ["unread nothing at all"],
}


@pytest.mark.parametrize(("line", "events"), LINES.items(), ids=LINES)
def test_a_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told(line) == events


SUMMARY = {
    "Total pot $95.10 Main pot $85.10. Side pot $10. | Rake $3": ["total 9510 -1", "total 8510 0", "total 1000 1"],
    "Total pot $9 Main pot $5. Side pot #1 $3. Side pot #2 $1. | Rake $3": [
        *("total 900 -1", "total 500 0", "total 300 1", "total 100 2"),
    ],
    "Total pot $9 Left over $5. | Rake $3": ["unread Total pot $9 Left over $5. | Rake $3"],
    "Total pot $9": ["unread Total pot $9"],
    "Seat 1: Ann folded on 3rd St.": [],
    "Seat 5: Ann: Li didn't bet (folded)": [],
    "Seat 1: Ann mucked": [],
    "Seat 1: Ann is sitting out": [],
    "Seat 1: Ann collected ($41), mucked": ["won 1 4100"],
    "Seat 4: Bob [x] showed [Ad Qd] and won ($41) with HI: a pair of Tens; LO: 8,5,3,2,A": [
        "reveal 4 AdQd",
        "won 4 4100",
    ],
    "Seat 1: Ann showed [Ad Qd] and lost with J,T,6,5,2": ["reveal 1 AdQd"],
    "Seat 1: Ann mucked [Ad Qd] - HI: a pair of Tens": ["reveal 1 AdQd"],
    "Seat 1: Anna folded on 3rd St.": ["unread Seat 1: Anna folded on 3rd St."],
    "Seat 1: Ann exploded": ["unread Seat 1: Ann exploded"],
    "Seat 2: Ann mucked": ["unread Seat 2: Ann mucked"],
    "Duration 40s": [],
    "Board: [Qc 8c 4s 8h]": [],
    "Ann: gg": ["remark 1 chat"],
    "whatever": ["unread whatever"],
}


@pytest.mark.parametrize(("line", "events"), SUMMARY.items(), ids=SUMMARY)
def test_a_line_of_the_summary_tells_its_events(line: str, events: list[str]) -> None:
    rake = ["rake 300 -1"] if events and events[0].startswith("total") else []
    assert told("*** SUMMARY ***", line) == events + rake


def test_only_a_hand_with_its_pot_in_the_summary_is_whole() -> None:
    assert hand_of("*** SUMMARY ***", "Total pot $5 | Rake $0").events[-1].words() == "end"
    assert hand_of("*** SUMMARY ***").events[-1].words() == "end early"
    assert hand_of("Total pot $5 | Rake $0").events[-1].words() == "end early"


def test_calls_are_what_is_added_and_all_else_is_a_total() -> None:
    lines = ["*** 3RD STREET ***", "Ann brings in for $1.50", "Ann: Li completes it to $5", "Ann calls $3.50"]
    assert told(*lines, "Ann: Li raises to $10", "*** 4TH STREET ***", "Ann calls $5") == [
        *("street 3", "bringin 1 150", "completes 5 500", "call 1 500", "raises 5 1000", "street 4", "call 1 500"),
    ]


def test_the_log_calls_on_a_seat_and_a_card_that_is_not_its_door_is_kept() -> None:
    lines = ["*** 3RD STREET ***", "Dealt to Ann [5d 6s] [2s]", "Dealt to Bob [x] [Kc]"]
    assert told(*lines, "Ann is low with [2s]")[3:] == ["opens 1"]
    assert told(*lines, "Bob [x] is high with [Kc]")[3:] == ["opens 4"]
    assert told(*lines, "Bob [x] is high with [Kd]")[3:] == ["opens 4", "reveal 4 Kd up"]
    assert told(*lines, "Ann is low with [2s")[3:] == ["unread Ann is low with [2s"]
    assert told(*lines, "Ann is keen with [2s]")[3:] == ["unread Ann is keen with [2s]"]


def test_cards_repeated_otherwise_than_dealt_are_kept_beside_them() -> None:
    lines = ["*** 3RD STREET ***", "Dealt to Ann [5d 6s] [2s]", "Dealt to Bob [x] [Kc]", "*** 4TH STREET ***"]
    assert told(*lines, "Dealt to Ann [5d 6s 2s] [9h]", "Dealt to Bob [x] [Kc] [Qd]")[4:] == [
        *("deal 1 -|9h", "deal 4 -|Qd"),
    ]
    assert told(*lines, "Dealt to Ann [5d 6s 3s] [9h]")[4:] == ["deal 1 -|9h", "reveal 1 5d6s3s"]
    assert told(*lines, "*** 7TH STREET ***", "Dealt to Ann [5d 6s 2s] [9h]")[5:] == ["deal 1 9h|-"]


def test_chips_added_in_a_hand_are_for_the_next_one_unless_the_seat_has_folded() -> None:
    lines = ["Ann antes $0.50", "Ann: Li antes $0.50"]
    assert told(*lines, "Ann adds $5")[2:] == ["topup 1 500"]
    assert told(*lines, "*** 3RD STREET ***", "Ann adds $5")[3:] == ["remark 1 other"]
    assert told(*lines, "*** 3RD STREET ***", "Ann folds", "Ann adds $5")[3:] == ["fold 1", "topup 1 500"]


def test_what_was_laid_open_at_an_all_in_is_repeated_later() -> None:
    lines = ["*** 3RD STREET ***", "Dealt to Ann [2s]", "Ann shows [5d 6s 2s]", "*** 4TH STREET ***"]
    assert told(*lines, "Dealt to Ann [5d 6s 2s] [9h]")[2:] == ["show 1 5d6s2s - -", "street 4", "deal 1 -|9h"]


def test_a_winner_nobody_called_mucks_no_claim() -> None:
    lines = ["Ann antes $0.50", "Ann: Li antes $0.50", "*** 3RD STREET ***"]
    assert told(*lines, "Ann mucks")[3:] == ["muck 1"]
    assert told(*lines, "Ann: Li folds", "Ann mucks")[3:] == ["fold 5", "remark 1 other"]


def test_an_ante_declined_is_no_fold() -> None:
    assert told("Ann folds", "Ann: Li antes $0.50", "Ann: Li folds") == ["remark 1 sits_out", "ante 5 50", "fold 5"]
    assert [seat.dealt_in for seat in hand_of("Ann folds", "Ann: Li antes $0.50").seats] == [False, True, True]


def test_names_without_blanks_are_read_the_shorter_way_alike() -> None:
    head = [HEAD[0], "Seat 1: Ann ($50)", "Seat 2: Anne ($50)"]
    lines = ["Anne antes $0.50", "Ann antes $0.50", "Anne: Ann antes $0.50", "Ann nods"]
    outcome = read([*head, *lines], 1)
    assert isinstance(outcome, Read)
    words = [event.words() for event in outcome.hand.events]
    assert words == ["ante 2 50", "ante 1 50", "remark 2 chat", "unread Ann nods", "end early"]
    assert [event.line for event in outcome.hand.events] == [4, 5, 6, 7, 7]
