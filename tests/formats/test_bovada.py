"""Bovada text becomes the hand it tells: whose every card is known, and whose streets may have no lines."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand, Structure
from auditor.formats.outcomes import Read, Rejected, Skipped
from auditor.formats.rooms.bovada import begins, read, sniff
from auditor.formats.rooms.bovada.header import header_of

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted(TOP.glob("fixtures/formats/bovada/*.txt"))
FIRST = "Bovada Hand #77 TBL#5 7CARD Fixed Limit - 2014-04-06 19:50:19"
SEATS = ["Seat+1: $20 in chips", "Seat+4 [ME]: $15.50 in chips", "Seat+7: $9 in chips"]
ANTES = ["Seat+1 : Ante chip $0.25 ", "Seat+4 [ME] : Ante chip $0.25 ", "Seat+7 : Ante chip $0.25 "]
CARDS = [
    "Seat+1 : Card dealt to a spot [2c 3d 4h] ",
    "Seat+4 [ME] : Card dealt to a spot [Kc Kd Kh] ",
    "Seat+7 : Card dealt to a spot [9c 9d Jh] ",
]


def hand_of(*lines: str, first: str = FIRST) -> Hand:
    outcome = read([first, *SEATS, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def said(*lines: str) -> list[str]:
    """What the lines become on third street, after a bring-in of 0.50 by seat 1."""
    opened = [*ANTES, "*** 3RD STREET ***", *CARDS, "Seat+1 : Bring_in chip $0.50 "]
    before = len(hand_of(*opened).events) - 1
    return [event.words() for event in hand_of(*opened, *lines).events[before:-1]]


@pytest.mark.parametrize("room", ["Bovada", "Bodog", "Bodog.com", "Bodog.eu", "Bodog88", "Bodog UK", "Ignition"])
def test_every_name_of_the_network_begins_a_hand(room: str) -> None:
    line = f"\ufeff{room} Hand #2633115879: 7CARD Tournament #1 TBL#1, Fixed Limit- Level 1 (0/0) - 2012-06-17 22:21:03"
    assert begins(line)
    assert sniff(f"\n{line}\nSeat+1: 1,500 in chips")


@pytest.mark.parametrize(
    "line", ["Bovada: Hand #1 7CARD", "Bovada Hand 1 7CARD", "PokerStars Hand #1:  7 Card Stud", ""]
)
def test_other_lines_begin_none(line: str) -> None:
    assert not begins(line)


HEADERS = {
    "Bovada Hand #1: 7CARD Tournament #1378659 TBL#12, Fixed Limit- Level 9 (0/0) - 2012-06-17 22:21:03": (
        Game.STUD, "1", "12", "1378659", Structure.FIXED, None, None),
    "Ignition Hand #C2 TBL#77 7CARD HiLo Fixed Limit - 2014-04-06 9:50:19": (
        Game.STUD8, "C2", "77", "", Structure.FIXED, None, None),
    "Bodog Hand #3: 7CARD_HL Tournament #M-5 TBL#2, Fixed Limit - Level 3 (100/1,000) [MVS] - 2012-06-17 22:21:03": (
        Game.STUD8, "3", "2", "M-5", Structure.FIXED, 100, 1000),
    "Bovada Hand #4 TBL#9 7CARD 1 on 1 Pot Limit - 2012-06-17 22:21:03": (
        Game.STUD, "4", "9", "", Structure.POT, None, None),
    "Bovada Hand #5  Zone Poker ID#13 HOLDEMZonePoker No Limit - 2019-03-31 05:42:59": (
        None, "5", "13", "", Structure.NO, None, None),
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), HEADERS.items(), ids=range(len(HEADERS)))
def test_first_line_names_what_it_names(line: str, expected: tuple[object, ...]) -> None:
    header = header_of(line)
    assert header is not None
    header.read_stakes(header.currency, 0)
    stakes = header.stakes
    named = (header.game, header.number, header.table, header.tournament, header.structure)
    assert (*named, stakes.small_bet, stakes.big_bet) == expected


def test_seats_are_anonymous_and_the_hero_is_one_of_them() -> None:
    hand = hand_of(*ANTES)
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [
        (1, "Seat+1", 2000), (4, "Seat+4", 1550), (7, "Seat+7", 900),
    ]  # fmt: skip
    assert (hand.unit.currency, hand.unit.minor, hand.local, hand.played) == ("USD", 2, "2014-04-06 19:50:19", "")


ACTS = {
    "Seat+4 [ME] : Raises $5 to $5": ["raises 4 500"],
    "Seat+4  [ME] : Raises $1.50 to $2": ["raises 4 200"],
    "Seat+4 [ME] : Raises 2": ["raises 4 200"],
    "Seat+1 : Raises $0.50 to $1": ["raises 1 100"],
    "Seat+1 : Raises 1": ["raises 1 100"],
    "Seat+1 : Calls $0.50 ": ["call 1 100"],
    "Seat+1 : Call 0.50 ": ["call 1 100"],
    "Seat+4 [ME] : All-in $0.25 ": ["call 4 25 !"],
    "Seat+1 : All-in $0.25 ": ["raises 1 75 !"],
    "Seat+4 [ME] : All-in(raise) $0.75 ": ["raises 4 75 !"],
    "Seat+4 [ME] : All-in(raise-timeout) $0.25 to $0.75": ["remark 4 timed_out", "raises 4 75 !"],
    "Seat+4 [ME] : Folds(timeout)": ["remark 4 timed_out", "fold 4"],
    "Seat+4 [ME] : Folds (timeout)": ["remark 4 timed_out", "fold 4"],
    "Seat+4 [ME] : Checks": ["check 4"],
    "Seat+7 : Return uncalled portion of bet $0.50 ": ["return 7 50"],
    "Seat+7 : Does not show [9c 9d Jh] (One pair)": ["reveal 7 9c9dJh"],
    "Seat+7 : Does not show [9c 9d Jh] Show1 [9c] (One pair)": ["reveal 7 9c9dJh"],
    "Seat+7 : Mucks [9c 9d Jh] (One pair)": ["muck 7", "reveal 7 9c9dJh"],
    "Seat+7 : Showdown [9c 9d Jh 4c 3c] (One pair)": ["show 7 9c9dJh4c3c 1 -"],
    "Seat+7 : Showdown [9c 9d Jh 8c 7c 2c 3h 4c 7c Ad] (One pair)": ["show 7 9c9dJh8c7c2c3h4cAd 1 5.2.1.0.12"],
    "Seat+7 : Hand Result-Side Pot 7.10 ": ["collect 7 710 1 -"],
    "Seat+7 : Hand result $73.50 ": ["collect 7 7350 -1 -"],
    "Seat+7 : Ranking 12 ": ["remark 7 other"],
    "Seat+9 : Table enter user": ["remark 15 joins"],
    "Seat+7 : Sit out": ["remark 7 sits_out"],
    "Seat+7 : Re-join": ["remark 7 returns"],
    "Seat+7 : Rejoin": ["remark 7 returns"],
    "Seat+7 : Leave user": ["remark 7 leaves"],
    "Seat+7 : Insufficient fund": ["remark 7 other"],
    "Seat+7 : Stand": ["remark 7 leaves"],
    "Seat+7 : Table deposit $5": ["remark 7 other"],
    "Seat+7 : Addon 6000 ": ["remark 7 other"],
    "Seat+7 : Card dealt to a spot [Ks] Seat+4 [ME] : Folds": [
        "street 4",
        "deal 7 -|Ks",
        "unread Seat+4 [ME] : Folds",
    ],
    "Seat+7 : Raises $5 to what": ["unread Seat+7 : Raises $5 to what"],
    "Seat+7 : Card dealt to a spot [": ["unread Seat+7 : Card dealt to a spot ["],
    "nothing": ["unread nothing"],
}


@pytest.mark.parametrize(("line", "expected"), ACTS.items(), ids=range(len(ACTS)))
def test_a_line_says_what_it_says(line: str, expected: list[str]) -> None:
    assert said(line) == expected


def test_side_pots_have_no_numbers_so_of_several_payments_the_pot_is_not_known() -> None:
    paid = said(
        "Seat+7 : Hand Result-Side Pot 7.10 ", "Seat+4 [ME] : Hand result-Side pot 2 ", "Seat+1 : Hand result 1 "
    )
    assert paid == ["collect 7 710 -1 -", "collect 4 200 -1 -", "collect 1 100 -1 -"]


@pytest.mark.parametrize("verb", ["Bets", "Double bets", "D bets", "bets", "Bets chip info"])
def test_every_word_for_a_bet(verb: str) -> None:
    assert said("*** 4TH STREET ***", f"Seat+4 [ME] : {verb} $2 ") == ["street 4", "bets 4 200"]


def test_all_in_before_the_cards_is_an_ante_and_as_the_first_act_of_third_the_bring_in() -> None:
    hand = hand_of(ANTES[0], "Seat+4 [ME] : All-in $0.10 ", "*** 3RD STREET ***", *CARDS, "Seat+1 : All-in $0.30 ")
    words = [event.words() for event in hand.events]
    assert words[1] == "ante 4 10 !"
    assert words[-2] == "bringin 1 30 !"


def streets(*lines: str) -> list[tuple[int, int]]:
    return [(event.street, event.line) for event in hand_of(*lines).events if isinstance(event, e.Street)]


def cards(*seats: int) -> list[str]:
    named = {1: "Seat+1", 4: "Seat+4 [ME]", 7: "Seat+7"}
    return [
        f"{named[seat]} : Card dealt to a spot [{rank}s]" for seat, rank in zip(seats, "23456789TJQK", strict=False)
    ]


def test_without_street_lines_a_street_begins_with_its_first_card() -> None:
    third = [*ANTES, "*** HOLE CARDS ***", *CARDS, "Seat+1 : Big blind/Bring in 0.50", "Seat+4 [ME] : Call 0.50"]
    fourth = [*cards(1, 4), "Seat+7 : Sit out", "Seat+1 : Checks", "Seat+4 [ME] : Checks"]
    # From fifth on nobody acts: what tells is a second card for a seat.
    lines = [*third, "Seat+7 : Folds", *fourth, *cards(1, 4, 1, 4, 1, 4)]
    assert streets(*lines) == [(3, 8), (4, 15), (5, 20), (6, 22), (7, 24)]


def test_a_fold_alone_begins_no_street_and_nothing_begins_an_eighth() -> None:
    lines = [*ANTES, "*** HOLE CARDS ***", CARDS[0], "Seat+7 : Folds", CARDS[1], *cards(1, 4, 1, 4, 1, 4, 1, 4, 1, 4)]
    assert [street for street, _ in streets(*lines)] == [3, 4, 5, 6, 7]


def test_cards_of_strangers_begin_no_street() -> None:
    unlisted = ["Seat+2 : Card dealt to a spot [5c 6d 7h] ", "Seat+3 : Card dealt to a spot [8c 8d 8h] "]
    assert streets(*ANTES, "*** HOLE CARDS ***", *CARDS, *unlisted) == [(3, 8)]


def test_where_streets_have_lines_cards_begin_none() -> None:
    lines = [*ANTES, "*** 3RD STREET ***", *CARDS, *cards(1), "*** 4TH STREET ***", *cards(1, 4)]
    assert streets(*lines) == [(3, 8), (4, 13)]


def test_a_title_of_third_street_that_is_cut_off_shifts_no_street() -> None:
    sample = Path(__file__).parents[2] / "fixtures" / "formats" / "bovada" / "tournament-2012.txt"
    lines = sample.read_text("utf-8").splitlines()[:60]
    whole, cut = (
        read([line.replace("HOLE CARDS ***", end) for line in lines], 1) for end in ("HOLE CARDS ***", "HOLE")
    )
    assert isinstance(whole, Read)
    assert isinstance(cut, Read)
    found = [[each.street for each in hand.events if isinstance(each, e.Street)] for hand in (whole.hand, cut.hand)]
    assert found[0] == found[1]
    assert [type(each) for each in cut.hand.events if each.line == 11] == [e.Unread]


def summary(*lines: str) -> list[str]:
    hand = hand_of(*ANTES, "*** 3RD STREET ***", *CARDS, "*** SUMMARY ***", *lines)
    return [event.words() for event in hand.events[7:]]


SUMMARIES = {
    "Total Pot(97)": ["total 9700 -1", "end early"],
    "Total Pot($1,150.25)": ["total 115025 -1", "end early"],
    "Seat 7:  Folded on the 4TH STREET": ["end early"],
    "Seat+1:  0.97 [Does not show]": ["won 1 97", "end early"],
    "Seat 1:   [Mucked] [4h 2c 3d ]": ["end early"],
    "Seat 1:   [Mucked] [4h 2c 5d ]": ["reveal 1 4h2c5d", "end early"],
    "Seat+1:  HI $8.01  with Two pair [2c 3d 4h-2c 3d] LO $8 [2c 3d 4h-2c 3d]": [
        "reveal 1 2c3d", "reveal 1 2c3d", "won 1 1601", "end early"],
    "Seat 1:   lose with One pair [2c 3d 4h]": ["end early"],
    "Seat 9:  97 [Does not show]": ["unread Seat 9: 97 [Does not show]", "end early"],
    "Seat 1:  perhaps": ["end early"],  # any words may describe a hand
    "Seat+1: $20 in chips": ["unread Seat+1: $20 in chips", "end early"],
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), SUMMARIES.items(), ids=range(len(SUMMARIES)))
def test_summary_says_the_pot_and_only_what_is_new(line: str, expected: list[str]) -> None:
    assert summary(line) == expected


def test_a_summary_is_whole_with_the_line_of_the_last_seat() -> None:
    assert summary("Total Pot(97)", "Seat 1:  Folded on the 4TH STREET")[-1] == "end early"
    assert summary("Total Pot(97)", "Seat 7:  Folded on the 4TH STREET")[-1] == "end"


def test_other_games_are_skipped_and_what_is_no_hand_is_rejected() -> None:
    skipped = read([FIRST.replace("7CARD", "OMAHA HiLo"), *SEATS], 3)
    assert isinstance(skipped, Skipped)
    assert (skipped.line, skipped.hand, skipped.game) == (3, "77", "OMAHA HiLo")
    for lines, part in (
        ([FIRST.rpartition(" - ")[0]], "read a game and a time"),
        ([FIRST, *ANTES], "The log lists no seats"),
    ):
        rejected = read(lines, 3)
        assert isinstance(rejected, Rejected)
        assert (rejected.line, rejected.hand, part in rejected.reason) == (3, "77", True)


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
