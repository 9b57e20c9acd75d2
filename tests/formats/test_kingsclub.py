"""KingsClub text becomes the hand it tells, whichever street its street lines are named after."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Records, Structure
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read, Rejected, Skipped
from auditor.formats.rooms.kingsclub import begins, read, sniff
from auditor.formats.rooms.kingsclub.header import header_of

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted(TOP.glob("fixtures/formats/kingsclub/*.txt"))
HEAD = [
    "#77: Limit Seven Card Stud - 40/80",
    "2021-01-02 5:48:40",
    "Table 'Dusk 'til Dawn' 6-max (Play Money) Seat #4 is the button",
    "Seat 1: Ann (1,000.25)",
    "Seat 4: Bob folds (500)",
]
ANTES = ["Ann: posts ante 10", "Bob folds: posts ante 10"]
DEALT = ["Dealt to Ann: [X X 2c]", "Dealt to Bob folds: [Kd Kh Ks]"]
THIRD = [*ANTES, *DEALT, "Ann brings in for 10", "Bob folds calls 10"]


def hand_of(*lines: str, head: list[str] = HEAD) -> Hand:
    outcome = read([*head, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def streets(*lines: str) -> list[tuple[int, int]]:
    return [(event.street, event.line) for event in hand_of(*lines).events if isinstance(event, e.Street)]


def said(line: str) -> list[str]:
    before = len(hand_of(*THIRD).events) - 1
    return [event.words() for event in hand_of(*THIRD, line).events[before:-1]]


def with_added(paid: str) -> Hand:
    """A whole hand to whose pot the room added 50, of which this much is paid."""
    return hand_of(
        *("STP added: 50", *THIRD, "*** 4TH STREET ***"),
        *("Dealt to Ann: [X X 2c] [4d]", "Dealt to Bob folds: [Kd Kh Ks] [9c]", "Bob folds bets 40", "Ann folds"),
        *("Uncalled bet (40) returned to Bob folds", "*** SUMMARY ***"),
        *("Seat 1: Ann (980.25) -20", f"Seat 4: Bob folds ({480 + int(paid)}) +{int(paid) - 20}", "Rake 2"),
        f"Bob folds wins ({paid})",
    )


def test_chips_that_the_room_adds_are_paid_with_the_pot() -> None:
    """Words of the room: STP is to splash the pot."""
    hand = with_added("88")
    assert "added 5000" in [event.words() for event in hand.events]
    report = audit(hand, load("kingsclub", hand.game))
    assert [finding.words() for finding in report.findings] == []
    assert [(pot.amount, pot.eligible, pot.rake) for pot in report.settlement.pots] == [(9000, (4,), 200)]


def test_a_chip_of_those_that_the_room_added_is_missing() -> None:
    hand = with_added("87")
    findings = audit(hand, load("kingsclub", hand.game)).findings
    assert [(finding.code, finding.amount) for finding in findings if finding.code == "L106"] == [("L106", -100)]


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("#39969356: Limit Razz - 40/80", True),
        ("\ufeff#3537921: Limit Razz - 500/1,000", True),
        ("#1: No Limit Holdem - 1/2", True),
        ("#Game No : 9581478205", False),
        ("#1: Razz - 40/80", False),
        ("# 1 ****", False),
        ("39969356: Limit Razz - 40/80", False),
    ],
)
def test_only_the_first_line_begins_a_hand(line: str, starts: bool) -> None:
    assert begins(line) == starts
    assert sniff(f"\n\n{line}\n") == starts


HEADERS = {
    "#1: Limit Razz - 500/1,000": (Game.RAZZ, Structure.FIXED, 50000, 100000),
    "#1: Limit Seven Card Stud Hi-Lo - $0.04/$0.08": (Game.STUD8, Structure.FIXED, 4, 8),
    "#1: Pot Limit Seven Card Stud - 1/2": (Game.STUD, Structure.POT, 100, 200),
    "#1: Limit 2-7 Razz - 40/80": (None, Structure.FIXED, 4000, 8000),
}


@pytest.mark.parametrize(("line", "expected"), HEADERS.items(), ids=range(len(HEADERS)))
def test_first_line_names_game_and_stakes(line: str, expected: tuple[object, ...]) -> None:
    header = header_of(line)
    assert header is not None
    header.read_stakes("", 2)
    assert (header.game, header.structure, header.stakes.small_bet, header.stakes.big_bet) == expected


def test_table_time_and_seats() -> None:
    hand = hand_of(*THIRD)
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [
        (1, "Ann", 100025), (4, "Bob folds", 50000),
    ]  # fmt: skip
    assert (hand.table, hand.most_seats, hand.button, hand.local) == ("Dusk 'til Dawn", 6, 4, "2021-01-02 5:48:40")
    assert (hand.unit.currency, hand.unit.minor, hand.tournament) == ("chips", 2, "")


def test_chips_have_decimals_only_where_a_hand_writes_some_and_money_always() -> None:
    whole = [HEAD[0], HEAD[1], "Table 'T77 [1.5]'", "Seat 1: Ann v2.0x (1,000)", "Seat 4: Bob (500)"]
    hand = hand_of("Ann v2.0x: posts ante 10", head=whole)
    assert (hand.unit.minor, hand.stakes.small_bet, hand.seats[0].stack) == (0, 40, 1000)
    for line in ("Rake 0.5", "Seat 1: Ann (1,050.10) +40.05", "Bob wins pot (39.50)", "Bob calls 2.25, and is all in"):
        assert hand_of(line, head=whole).unit.minor == 2
    assert hand_of(head=[*whole[:2], "Table 'Level'", *whole[3:]]).unit.minor == 2


def test_table_of_a_tournament_has_both_numbers() -> None:
    hand = hand_of(*THIRD, head=[*HEAD[:2], "Table 'T8801 [4]'", *HEAD[3:]])
    assert (hand.tournament, hand.table, hand.unit.currency) == ("8801", "4", "chips")


def test_until_2021_third_street_begins_with_its_first_card_and_titles_are_one_behind() -> None:
    lines = [*THIRD, "*** 3RD STREET ***", "Dealt to Ann: [3c]", "*** 4TH STREET ***", "*** 5TH STREET ***"]
    assert streets(*lines, "*** 6TH STREET ***") == [(3, 8), (4, 12), (5, 14), (6, 15), (7, 16)]
    assert streets(*THIRD) == [(3, 8)]


def test_from_2022_street_lines_are_named_after_their_street() -> None:
    lines = [*ANTES, "*** 3RD STREET ***", *DEALT, "*** 4TH STREET ***", "*** 7TH STREET ***"]
    assert streets(*lines) == [(3, 8), (4, 11), (7, 12)]


def test_what_tells_is_the_hand_and_not_its_date() -> None:
    """All-in for the antes: cards above the line and below it are of two streets, cards above alone of one."""
    old = [*ANTES, *DEALT, "*** 3RD STREET ***", "Dealt to Ann: [3c]", "*** 4TH STREET ***"]
    assert streets(*old) == [(3, 8), (4, 10), (5, 12)]
    new = [*ANTES, *DEALT, "*** 3RD STREET ***", "*** 4TH STREET ***", "Dealt to Ann: [3c]"]
    assert streets(*new) == [(3, 10), (4, 11)]


def test_an_eighth_street_is_unread() -> None:
    assert [event.words() for event in hand_of(*THIRD, "*** 3RD STREET ***", "*** 7TH STREET ***").events[-2:]] == [
        "unread *** 7TH STREET ***",
        "end early",
    ]


def test_cards_of_each_street_lie_as_they_are_dealt() -> None:
    lines = [*THIRD, "*** 3RD STREET ***", "Dealt to Ann: [3c]", "Dealt to Bob folds: [Kd Kh Ks] [4s]"]
    lines += ["*** 4TH STREET ***", "*** 5TH STREET ***", "*** 6TH STREET ***", "Dealt to Ann: [X]"]
    deals = [event.words() for event in hand_of(*lines).events if isinstance(event, e.Deal | e.Reveal)]
    assert deals == ["deal 1 xxxx|2c", "deal 4 KdKh|Ks", "deal 1 -|3c", "deal 4 -|4s", "deal 1 xx|-"]


def test_cards_repeated_otherwise_than_dealt_are_kept() -> None:
    lines = [*THIRD, "*** 3RD STREET ***", "Dealt to Bob folds: [Kd Kh Qs] [4s]"]
    assert [event.words() for event in hand_of(*lines).events[-3:-1]] == ["deal 4 -|4s", "reveal 4 KdKhQs"]


ACTS = {
    "Ann raises to 77.16": ["raises 1 7716"],
    "Ann raises 40 to 80": ["raises 1 8000"],
    "Ann bets 225, and is all in": ["bets 1 22500 !"],
    "Bob folds calls 1,200 and is all-in": ["call 4 120000 !"],
    "Bob folds folds (disconnect)": ["fold 4"],
    "Bob folds checks": ["check 4"],
    "Ann shows [Td 5s 4h 9d 7d]": ["show 1 Td5s4h9d7d - -"],
    "Ann shows [X X 2c]": ["show 1 xxxx2c - -"],
    "Ann mucks": ["muck 1"],
    "Ann wins pot (1,294.60)": ["collect 1 129460 -1 -"],
    "Ann wins (279.50) from pot": ["collect 1 27950 -1 -"],
    "Ann wins main pot (5)": ["collect 1 500 0 -"],
    "Ann wins side pot 2 (5)": ["collect 1 500 2 -"],
    "Ann wins low side pot (5)": ["collect 1 500 1 low"],
    "Ann wins the $50 bounty for eliminating Bob folds": ["remark 1 other"],
    "Ann wins everything": ["unread Ann wins everything"],
    "Eve calls 10": ["call 15 1000"],
    "Ann has timed out": ["remark 1 timed_out"],
    "Uncalled bet (40) returned to Ann": ["return 1 4000"],
    "Hand cancelled": ["void"],
    "Ann calls ten": ["unread Ann calls ten"],
    "*** FLOP ***": ["unread *** FLOP ***"],
}


@pytest.mark.parametrize(("line", "expected"), ACTS.items(), ids=range(len(ACTS)))
def test_a_line_says_what_it_says(line: str, expected: list[str]) -> None:
    assert said(line) == expected


def test_summary_tells_stacks_rake_and_payment_in_its_own_order() -> None:
    below = ["*** SUMMARY ***", "Seat 1: Ann (980.25) -20", "Seat 4: Bob folds (519) +19", "Rake 1"]
    events = hand_of(*THIRD, *below, "Bob folds wins pot (39)").events
    assert [(event.words(), event.line) for event in events[-5:]] == [
        ("stack 1 98025", 13),
        ("stack 4 51900", 14),
        ("rake 100 -1", 15),
        ("collect 4 3900 -1 -", 16),
        ("end", 16),
    ]
    assert [event.words() for event in hand_of(*THIRD, *below).events[-1:]] == ["end early"]


def test_uncalled_chips_are_looked_for_where_the_log_has_a_line_for_them() -> None:
    assert not hand_of(*THIRD).records & Records.UNCALLED
    assert hand_of(*THIRD, "Uncalled bet (40) returned to Ann").records & Records.UNCALLED


def test_other_games_are_skipped_and_what_is_no_hand_is_rejected() -> None:
    skipped = read(["#78: Limit 2-7 Razz - 40/80", *HEAD[1:]], 3)
    assert isinstance(skipped, Skipped)
    assert (skipped.line, skipped.hand, skipped.game) == (3, "78", "2-7 Razz")
    for lines, part in ((["#79: Limit Razz"], "read a game and stakes"), ([HEAD[0], *ANTES], "The log lists no seats")):
        rejected = read(lines, 3)
        assert isinstance(rejected, Rejected)
        assert (rejected.line, rejected.hand, part in rejected.reason) == (3, lines[0][1:3], True)


@given(
    st.sampled_from([sample.read_text("utf-8") for sample in SAMPLES]),
    st.lists(st.tuples(st.integers(0, 5000), st.text(max_size=6)), max_size=8),
    st.booleans(),
)
def test_mutated_text_never_raises(text: str, edits: list[tuple[int, str]], cut: bool) -> None:
    for at, replacement in edits:
        text = text[: at % len(text)] + replacement + text[at % len(text) + len(replacement) :]
    lines = text[: len(text) // 2 if cut else None].splitlines()
    outcome = read(lines, 7)
    if isinstance(outcome, Read):
        assert isinstance(outcome.hand.events[-1], e.LogEnd)
        assert all(7 <= event.line < 7 + len(lines) for event in outcome.hand.events)
