"""OnGame text becomes the hand it tells: bring-ins small and big, raises that miscount, a summary in no order."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house_of_hand import house_for
from auditor.formats.outcomes import Read, Rejected, Skipped
from auditor.formats.rooms.ongame import begins, read, sniff
from auditor.formats.rooms.ongame.words import worded

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted(TOP.glob("fixtures/formats/ongame/*.txt"))
FIRST = "***** History for hand R5-77-1 *****"
TABLE = "Table: Nuuk [77] (LIMIT SEVEN_CARD_STUD $0.50/$1, ante: $0.05, Real money)"
HEAD = [
    FIRST,
    "Start hand: Mon Sep 13 22:31:30 GMT+0100 2010",
    TABLE,
    "User: ann",
    "Players in round: 3 (8)",
    "Seat 2: ann ($10)",
    "Seat 5: b o b ($8.50)",
    "Seat 8: c: (d) ($6)",
]
ANTES = ["ann posts ante $0.05", "b o b posts ante $0.05", "c: (d) posts ante $0.05", "---", "Dealing pocket cards"]
THIRD = ["Dealing to ann: [Ah, Th, 2c]", "Dealing to b o b: [-, -, Kd]", "Dealing to c: (d): [-, -, 9s]"]


def hand_of(*lines: str, head: list[str] = HEAD) -> Hand:
    outcome = read([*head, *ANTES, *THIRD, *lines], 1)
    assert isinstance(outcome, Read), outcome
    return outcome.hand


def said(*lines: str) -> list[str]:
    """What the lines become after a bring-in of 0.12 by seat 2."""
    before = len(hand_of("ann small bring in $0.12").events) - 1
    return [event.words() for event in hand_of("ann small bring in $0.12", *lines).events[before:-1]]


def test_seats_cards_and_lines() -> None:
    told = [(event.words(), event.line) for event in hand_of().events]
    assert told == [
        ("ante 2 5", 9),
        ("ante 5 5", 10),
        ("ante 8 5", 11),
        ("street 3", 13),
        ("deal 2 AhTh|2c", 14),
        ("deal 5 xxxx|Kd", 15),
        ("deal 8 xxxx|9s", 16),
        ("end early", 16),
    ]


ACTS = {
    "b o b calls $0.12": ["call 5 12"],
    "b o b calls $8.45 and is all-in": ["call 5 845 !"],
    "b o b raises $0.50 to $0.50": ["raises 5 50"],
    "ann raises $0.38 to $0.50": ["raises 2 50"],
    "ann raises $0.50 to $0.50": ["raises 2 50"],
    "b o b raises $1 to $1.37": ["raises 5 100", "illegible raises $1 to $1.37"],
    "b o b raises $0.50": ["raises 5 50"],
    "c: (d) folds": ["fold 8"],
    "c: (d) checks": ["check 8"],
    "c: (d) bets $1": ["bets 8 100"],
    "railbird folds": ["fold 15"],
    "ann has timed out": ["remark 2 timed_out"],
    "b o b raises $1 to many": ["unread b o b raises $1 to many"],
    "b o b calls -$1": ["illegible b o b calls -$1"],
    "b o b dances": ["unread b o b dances"],
    "Dealing 8th street": ["unread Dealing 8th street"],
    "Dealing to ann: nothing": ["unread Dealing to ann: nothing"],
    "Dealing to ann: [Ax]": ["deal 2 xxxx|!! Ax"],
}


@pytest.mark.parametrize("line", ACTS)
def test_an_act(line: str) -> None:
    assert said(line) == ACTS[line]


def test_a_big_bring_in_is_a_bet() -> None:
    assert [event.words() for event in hand_of("ann big bring in $0.50").events][-2] == "bets 2 50"


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("ann raises $1 to $1", 100),
        ("ann raises $1 to $1.37", 100),  # with what she put in on the two streets before
        ("ann raises $0.75 to $1", 100),  # with what is in front of her
    ],
)
def test_on_later_streets_a_raise_may_count_what_was_put_in_before(line: str, to: int) -> None:
    before = ["b o b calls $0.12", "---", "Dealing 4th street", "ann bets $0.25", "b o b calls $0.25"]
    fifth = ["---", "Dealing 5th street", *(["ann bets $0.25"] if "0.75" in line else []), "b o b bets $0.50"]
    assert said(*before, *fifth, line)[-1] == f"raises 2 {to}"


NO_FIT = {
    "3rd street": ["b o b raises $0.50 to $0.87", "c: (d) calls $0.50", "ann folds"],
    "4th street, with the ante": [
        *["b o b calls $0.12", "c: (d) calls $0.12", "---", "Dealing 4th street", "Dealing to b o b: [Ac]"],
        *["b o b bets $0.50", "c: (d) raises $1 to $1.17", "ann folds", "b o b calls $0.50"],
    ],
}


@pytest.mark.parametrize("street", NO_FIT)
def test_a_raise_whose_figures_do_not_fit_accuses_nobody(street: str) -> None:
    """The line gainsays itself: a fault of the record. What is put in is believed, for so the chips went."""
    [line] = [line for line in NO_FIT[street] if " to $" in line]
    hand = hand_of("ann small bring in $0.12", *NO_FIT[street])
    assert [event.words() for event in hand.events if isinstance(event, e.Unread)] == [
        f"illegible {line[line.index('raises') :]}"
    ]
    codes = [each.code for each in audit(hand, house_for(hand)).findings]
    assert [code for code in codes if code[0] in "BO"] == []
    assert codes.count("L101") == 1


def test_a_raise_behind_an_unread_line_is_no_fault() -> None:
    """The unread line may be an act of the seat: then the two amounts of the raise agree."""
    hand = hand_of("ann small bring in $0.12", "b o b xyzzt $0.37", *NO_FIT["3rd street"])
    assert [event.words() for event in hand.events if isinstance(event, e.Unread)] == ["unread b o b xyzzt $0.37"]
    assert [each.code for each in audit(hand, house_for(hand)).findings if each.code != "L105"] == []  # it is cut off


def test_a_card_for_everybody() -> None:
    assert said("Dealing river [6h]") == ["street 7", "community 6h"]


def test_shows_come_before_payments_and_who_showed_nothing_mucked() -> None:
    told = said(
        "c: (d) folds",
        "---",
        "Summary:",
        "Main pot: $0.39 won by ann ($0.37)",
        "Rake taken: $0.02",
        "Seat 2: ann ($10.20), net: +$0.20, [Ah, Th, 2c, 3c, 4c, Td, 2d] (TWO_PAIR TEN, TWO)",
        "Seat 5: b o b ($8.33), net: -$0.17",
        "Seat 8: c: (d) ($5.95), net: -$0.05",
        "***** End of hand R5-77-1 *****",
    )
    assert told == [
        "fold 8",
        "show 2 AhTh2c3c4cTd2d 2.8.0 -",
        "muck 5",
        "total 39 -1",
        "collect 2 37 0 -",
        "rake 2 -1",
        "stack 2 1020",
        "stack 5 833",
        "stack 8 595",
    ]


def test_nobody_mucks_where_nobody_shows() -> None:
    told = said("Summary:", "Main pot: $0.20 won by ann ($0.20)", "Seat 5: b o b ($8.45), net: -$0.05")
    assert told == ["total 20 -1", "collect 2 20 0 -", "stack 5 845"]


def test_side_pots_and_halves() -> None:
    told = said(
        "Summary:",
        "Main pot: $3.57 won by b o b ($1.70 High), c: (d) ($1.69 Low)",
        "Side pot 1: $3.26 won by ann ($1.55), b o b ($1.55)",
    )
    assert told == [
        "total 357 0",
        "collect 5 170 0 high",
        "collect 8 169 0 low",
        "total 326 1",
        "collect 2 155 1 -",
        "collect 5 155 1 -",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Main pot: $1",
        "Main pot: $1 won by ann",
        "Main pot: $1 won by ann ($1 Middle)",
        "Pot: $1 won by ann ($1)",
        "Rake taken: some",
        "Seat 2: nobody ($1), net: +$1",
        "Seat 2: ann ($1)",
    ],
)
def test_what_cannot_be_read_of_the_summary_is_told(line: str) -> None:
    assert said("Summary:", line) == [f"unread {line}"]


TABLES = {
    "Table: Nuuk [77] (LIMIT RAZZ $1/$2, ante: $0.10, Real money)": (Game.RAZZ, Structure.FIXED, (10, 100, 200), "USD"),
    "Table: [SPEED] Nuuk [7] (LIMIT SEVEN_CARD_STUD_HI_LO €1/€2, ante: €0.10, Real money)": (
        Game.STUD8, Structure.FIXED, (10, 100, 200), "EUR"),
    "Table: N (x) [7] (POT_LIMIT SEVEN_CARD_STUD $1/$2, Real money)": (
        Game.STUD, Structure.POT, (None, 100, 200), "USD"),
    "Table: N [7] (NO_LIMIT SEVEN_CARD_STUD 10/20, ante: 1, Play money)": (
        Game.STUD, Structure.NO, (1, 10, 20), "chips"),
}  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_a_table(table: str) -> None:
    outcome = read([*HEAD[:2], table, "Seat 2: ann (10)", "ann posts ante 1"], 1)
    assert isinstance(outcome, Read)
    hand = outcome.hand
    stakes = (hand.stakes.ante, hand.stakes.small_bet, hand.stakes.big_bet)
    assert (hand.game, hand.structure, stakes, hand.unit.currency) == TABLES[table]


@pytest.mark.parametrize(
    ("time", "played"),
    [
        ("Mon Sep 13 22:31:30 GMT+0100 2010", "2010-09-13T21:31:30Z"),
        ("Mon Sep 13 02:31:30 GMT-03:30 2010", "2010-09-13T06:01:30Z"),
        ("Tue Dec 04 19:48:34 CET 2012", "2012-12-04T18:48:34Z"),
        ("Sat Jul 09 18:00:31 CEST 2011", "2011-07-09T16:00:31Z"),
        ("Sat Jul 09 18:00:31 GMT+9900 2011", ""),
        ("Sat Jul 39 18:00:31 CEST 2011", ""),
        ("yesterday", ""),
    ],
)
def test_a_time(time: str, played: str) -> None:
    assert hand_of(head=[FIRST, f"Start hand: {time}", *HEAD[2:]]).played == played


def test_a_tournament_has_a_number_and_chips() -> None:
    first = '***** History for hand T5-9-1 (TOURNAMENT: "Stud, daily", S-55-2, buy-in: $5) *****'
    table = TABLE.replace("$", "").replace("0.50/1", "30/60").replace("0.05", "5").replace("Real money", "Chips")
    hand = hand_of(head=[first, HEAD[1], table, *HEAD[3:]])
    assert (hand.number, hand.tournament, hand.unit.currency) == ("T5-9-1", "S-55-2", "chips")


@pytest.mark.parametrize(
    ("words", "high"),
    [
        ("TWO_PAIR JACK, NINE", (2, 9, 7)),
        ("THREE_OF_A_KIND QUEEN", (3, 10)),
        ("PAIR SIX", (1, 4)),
        ("FOUR_OF_A_KIND TWO", (7, 0)),
        ("TWO_PAIR JACK", ()),
        ("STRAIGHT TEN", ()),
        ("", ()),
    ],
)
def test_hands_in_words(words: str, high: tuple[int, ...]) -> None:
    assert worded(words) == high


def test_other_games_are_skipped_and_what_has_no_table_or_seats_rejected() -> None:
    holdem = read([*HEAD[:2], "Table: N [7] (LIMIT TEXAS_HOLDEM $1/$2, Real money)"], 1)
    assert isinstance(holdem, Skipped)
    assert holdem.game == "TEXAS_HOLDEM"
    for lines in ([], ["hello"], HEAD[:2], HEAD[:5]):
        assert isinstance(read(lines, 1), Rejected)


def test_sniff_and_begins() -> None:
    assert begins(f"\ufeff{FIRST}")
    assert sniff(f"\n{FIRST}\n")
    assert not begins("***** End of hand R5-77-1 *****")
    assert not begins("***** Hand History for Game 9581478205 *****")


LINES = [line for path in SAMPLES for line in path.read_text("utf-8").splitlines()]


@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=60)), max_size=40), st.integers(0, 30))
def test_any_lines_give_a_hand_or_a_reason(lines: list[str], cut: int) -> None:
    outcome = read([*HEAD, *lines[:cut], *ANTES, *lines[cut:]], 1)
    assert isinstance(outcome, Read | Rejected | Skipped)
    assert read(lines, 1) is not None
    if isinstance(outcome, Read):
        assert isinstance(outcome.hand.events[-1], e.LogEnd)
