"""The grid of a hand, the sentences of its events, and how amounts and sizes are said."""

import datetime as dt
from itertools import product

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.registry import in_use, load, names
from auditor.web.hands.event_sentences import plain_text, sentence_of
from auditor.web.hands.grid import Mark, grid_of
from auditor.web.hands.sections import sections_of
from auditor.web.rendering.template_filters import (
    chips,
    counted,
    duration,
    moment,
    of_amount,
    size,
    stamp,
)
from tests.dealer.copies import replaced
from tests.web.replay.tables import hand_of

TEXT = """\
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 24
seat 4 "Cy" 500
antes
1 [xx xx] 2c
2 [Ad Ah] Kd
4 [xx xx] 9h
1 brings in 3
2 completes to 10
4 folds
1 calls 10
4th
1 3c
2 Ks
2 bets 13 all-in
1 calls 13
5th
1 4c
2 Kh
6th
1 5c
2 7d
7th
2 [2d]
1 shows 6c 7c 8c 2c 3c 4c 5c (straight flush 8)
2 mucks
1 collects 49 from main
end
"""


@pytest.fixture(scope="module")
def hand() -> Hand:
    return hand_of(TEXT)


def test_every_seat_that_was_dealt_in_has_its_cards_on_their_streets(hand: Hand) -> None:
    ann, bob, cy = grid_of(hand, []).lines
    assert [each.seat for each in (ann, bob, cy)] == [1, 2, 4]
    assert [card.name for card in bob.cells[3].cards] == ["Ad", "Ah", "Kd"]
    assert [card.face for card in bob.cells[3].cards] == ["down", "down", "up"]
    assert [card.name for card in bob.cells[7].cards] == ["2d"]
    assert cy.cells[4].cards == []


def test_cards_revealed_later_take_the_places_of_unseen_ones(hand: Hand) -> None:
    ann = grid_of(hand, []).lines[0]
    assert [card.name for card in ann.cells[3].cards] == ["6c", "7c", "2c"]
    assert [(card.name, card.face) for card in ann.cells[7].cards] == [("8c", "down")]


def test_repeated_up_cards_take_no_place_of_a_down_card() -> None:
    lines = ["stacks 5 5", "1 [xx xx] xx", "1 held Kd face up", "2 [xx xx] 9h", "2 held 9d face up", "2 held 9c"]
    hand = hand_of("\n".join(lines))
    one, two = grid_of(hand, []).lines
    assert [card.name for card in one.cells[3].cards] == ["xx", "xx", "Kd"]
    assert [card.name for card in two.cells[3].cards] == ["9c", "xx", "9h"]
    sentence = next(plain_text(sentence_of(hand, event)) for event in hand.events if " up" in event.words())
    assert sentence.endswith("Kd face up (the record names these cards again)")


def test_the_state_of_a_seat_is_in_words(hand: Hand) -> None:
    ann, bob, cy = grid_of(hand, []).lines
    assert (ann.state, ann.brought_in) == ("", True)
    assert (bob.state, bob.brought_in) == ("ALL-IN", False)
    assert cy.state == "FOLDED 3RD"
    assert bob.cells[4].acts == ["bets 13 all-in"]


def test_a_code_stands_at_the_seat_and_street_of_its_event(hand: Hand) -> None:
    at = next(
        index
        for index, event in enumerate(hand.events)
        if plain_text(sentence_of(hand, event)).startswith("2 Bob bets")
    )
    ann, bob, _ = grid_of(hand, [Mark("B402", at, "play")]).lines
    assert bob.cells[4].marks == [("B402", at, "play")]
    assert not any(cell.marks for cell in ann.cells.values())


def test_each_event_has_a_sentence(hand: Hand) -> None:
    said = [plain_text(sentence_of(hand, event)) for event in hand.events]
    for sentence in (
        "1 Ann antes 1",
        "Third street",
        "2 Bob is dealt Ad Ah Kd",
        "1 Ann brings in for 3",
        "2 Bob completes to 10",
        "4 Cy folds",
        "1 Ann calls to 13",
        "2 Bob bets 13 and is all-in",
        "1 Ann shows 6c 7c 8c 2c 3c 4c 5c (straight flush 8)",
        "2 Bob mucks",
        "1 Ann collects 49 from the main pot",
        "The record ends",
    ):
        assert sentence in said
    assert len(said) == len(hand.events)


BESIDE = """\
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500
antes
3 moves in 10
3 takes off 50
3 borrows 50 from 1
3 borrows 50
3 changes 100
3 plays 50 from elsewhere
3 hides chips
3 dropped for lack of chips
"""


def test_acts_beside_the_betting_have_sentences_too() -> None:
    hand = hand_of(BESIDE)
    assert [plain_text(sentence_of(hand, event)) for event in hand.events[3:-1]] == [
        "Seat 3 pushes chips forward, 10 in all",
        "Seat 3 takes 50 off the table",
        "Seat 3 borrows 50 from Seat 1",
        "Seat 3 borrows 50",
        "Seat 3 exchanges 100 for chips or notes of the same value",
        "Seat 3 plays 50 that were not on the table",
        "Seat 3 keeps chips out of sight",
        "Seat 3 is folded by the house, because the seat has too few chips",
    ]
    assert [line.state for line in grid_of(hand, []).lines] == ["", "", "FOLDED EARLY"]


def test_every_event_stands_once_in_the_section_of_its_street(hand: Hand) -> None:
    sections = sections_of(hand, [event.line for event in hand.events], {}, [])
    assert [section.short for section in sections] == [
        "Ante", "3rd", "4th", "5th", "6th", "7th", "Showdown", "Settlement"
    ]  # fmt: skip
    assert [told_event.index for section in sections for told_event in section.events] == list(range(len(hand.events)))


@pytest.mark.parametrize(
    ("amount", "minor", "said"),
    [
        (1800, 0, "1,800"),
        (25, 2, "0.25"),
        (-200, 0, "\N{MINUS SIGN}200"),
        (123456, 2, "1,234.56"),
        (None, 2, "unknown"),
        (0, 0, "0"),
    ],
)
def test_amounts_have_their_decimals_and_thousands(amount: int | None, minor: int, said: str) -> None:
    assert chips(amount, minor) == said


def test_differences_have_a_sign() -> None:
    assert [chips(each, 0, signed=True) for each in (5, 0, -5)] == ["+5", "0", "\N{MINUS SIGN}5"]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1,023 bytes"),
        (1024, "1 KB"),
        (1484, "1.4 KB"),
        (67108864, "64 MB"),
        (2**30, "1 GB"),
    ],
)
def test_sizes_are_in_the_unit_that_fits(count: int, said: str) -> None:
    assert size(count) == said


def test_counts_and_times_read_as_people_speak() -> None:
    assert [counted(each, "hand") for each in (1, 2, 1204)] == ["1 hand", "2 hands", "1,204 hands"]
    assert [duration(each) for each in (3, 61, 3600 * 2 + 60 * 5)] == ["3 s", "1 min 1 s", "2 h 5 min"]
    when = dt.datetime(2026, 11, 2, 23, 5, 9, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    assert stamp(when) == "2026-11-02T21:05:09Z"
    assert moment(stamp(when)) == "2 Nov 2026, 21:05 UTC"
    assert (stamp(None), moment(None)) == (None, "")


@pytest.mark.parametrize(
    ("currency", "amount", "minor", "said"),
    [("chips", 1, 0, "chip"), ("chips", -1, 0, "chip"), ("chips", 2, 0, "chips"), ("chips", 1, 2, "chips"),
     ("chips", 100, 2, "chip"), ("USD", 1, 0, "USD"), ("", 1, 0, "")],
)  # fmt: skip
def test_one_chip_is_no_chips(currency: str, amount: int, minor: int, said: str) -> None:
    assert of_amount(currency, amount, minor) == said


def test_a_line_that_has_the_whole_hand_is_cut_after_its_beginning(hand: Hand) -> None:
    on_one_line = [1 for _ in hand.events]
    (first, *rest) = [event for each in sections_of(hand, on_one_line, {1: "{" * 5000}, []) for event in each.events]
    assert first.source == "{" * 400 + " …"
    assert {event.source for event in rest} == {None}


ALL_IN = """\
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 40
seat 2 "Bob" 500
antes
1 [2d 3d] 2c
2 [Ad Ah] Kd
1 brings in 3
2 completes to 10
1 calls 10
pot 22
4th
1 3c
2 Ks
2 bets 10
1 raises to 20
2 raises to 30
1 calls 29 all-in
1 shows 2d 3d 2c 3c
2 shows Ad Ah Kd Ks
5th
1 4c
2 Kh
6th
1 5c
2 7d
7th
1 [9d]
2 [2s]
2 collects 80
"""


def test_a_hand_tabled_before_the_last_cards_and_a_pot_stated_on_the_way_end_no_street() -> None:
    hand = hand_of(ALL_IN)
    sections = sections_of(hand, [0 for _ in hand.events], {}, [])
    assert [section.short for section in sections] == ["Ante", "3rd", "4th", "5th", "6th", "7th", "Settlement"]
    assert [len(section.events) for section in sections] == [2, 7, 9, 3, 3, 3, 2]


@pytest.mark.parametrize("street", [0, 2, 8, 12])
def test_a_street_that_stud_has_not_is_in_the_section_before(hand: Hand, street: int) -> None:
    odd = replaced(hand, events=(*hand.events[:9], e.Street(street), *hand.events[9:]))
    assert sum([len(each.events) for each in sections_of(odd, [], {}, [])]) == len(odd.events)


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ("The low card pays it.", "The low card pays it."),
        ("Silently shown cards play.", "Silently shown cards play."),
        (
            "Silent; an ace is the highest door card.",
            "The rulebook does not say; an ace is the highest door card.",
        ),
        ("Silent; filled from tda: A bet.", "The rulebook does not say. By the rulebook of tda: A bet."),
        (
            "Silent in fixed limit; a bet and three raises.",
            "In fixed limit, the rulebook does not say; a bet and three raises.",
        ),
        ("Silent on the cut.", "The rulebook says nothing about the cut."),
        ("Silent on the cut. Cards speak.", "The rulebook says nothing about the cut. Cards speak."),
        (
            "Silent; filled from tda: Silent on cuts; one is made.",
            "Neither the rulebook nor the rulebook of tda says anything about cuts; one is made.",
        ),
        ("Silent for this game; high wins.", "For this game, the rulebook does not say; high wins."),
        (
            "Silent; filled from tda: Silent; high wins.",
            "Neither the rulebook nor the rulebook of tda says; high wins.",
        ),
    ],
)
def test_a_clause_says_in_words_that_a_rulebook_is_silent(stored: str, words: str) -> None:
    assert clause_words(stored) == words


def test_no_clause_of_a_house_is_shown_as_silent() -> None:
    shown = [
        clause_words(setting.clause)
        for name in names()
        for game, structure in product(in_use().file(name).games, in_use().file(name).structures)
        for setting in load(name, game, structure).settings.values()
    ]
    assert [words for words in shown if words.startswith("Silent")] == []
