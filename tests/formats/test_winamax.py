"""Winamax: headers, and what its lines may hold."""

import pytest

from auditor.engine.hand import Game, Hand, Records
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms import winamax
from auditor.formats.rooms.winamax.words import stated

TITLE = "Winamax Poker - CashGame - HandId: #8835086-564-1465760198"
TOURNAMENT = 'Winamax Poker - Tournament "A - B" buyIn: 5€ + 0.50€ level: 3'
TIME = "2016/06/12 19:36:38 UTC"
HEAD = f"{TITLE} - 7-Card Stud Hi/Lo fixed limit (5€/25€/50€) - {TIME}"
TABLE = "Table: 'L'Île (2)' 6-max (real money) Seat #0 is the button"


def hand_of(outcome: Outcome) -> Hand:
    assert isinstance(outcome, Read)
    return outcome.hand


@pytest.mark.parametrize(
    ("line", "game", "stakes", "unit"),
    [
        (HEAD, Game.STUD8, (500, 2500, 5000), ("EUR", 2)),
        (f"{TITLE} - Razz fixed limit (25€/50€) - {TIME}", Game.RAZZ, (None, 2500, 5000), ("EUR", 2)),
        (f"{TITLE} - 7stud fixed limit (0.01/0.05/0.10) - {TIME}", Game.STUD, (1, 5, 10), ("chips", 2)),
        (
            f"{TOURNAMENT} - HandId: #33-1-13 - 7stud8 fixed limit (5/10/20) - {TIME}",
            Game.STUD8,
            (5, 10, 20),
            ("chips", 0),
        ),
        (
            f'Winamax Poker - Go Fast "Colorado" - HandId: #33-1-13 - 7-Card Stud fixed limit (1€/2€) - {TIME}',
            Game.STUD,
            (None, 100, 200),
            ("EUR", 2),
        ),
    ],
)
def test_headers(line: str, game: Game, stakes: tuple[int | None, int, int], unit: tuple[str, int]) -> None:
    hand = hand_of(winamax.read([line, TABLE, "Seat 1: Ann (12)"], 1))
    named = (hand.stakes.ante, hand.stakes.small_bet, hand.stakes.big_bet)
    assert (hand.game, named, (hand.unit.currency, hand.unit.minor)) == (game, stakes, unit)
    assert (hand.table, hand.most_seats, hand.button, hand.played) == ("L'Île (2)", 6, 0, "2016-06-12T19:36:38Z")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Ann raises 25€ to 25€", "raises 1 2500"),
        ("Ann raises -6.10€ to 18.90€", "raises 1 1890"),
        ("Ann raises -6.10€ to 18.90€ (cap)", "unread Ann raises -6.10€ to 18.90€ (cap)"),
        ("Ann raises -6.1O€ to 18.90€", "illegible Ann raises -6.1O€ to 18.90€"),
        ("Ann calls 3.90€ and is all-in", "call 1 390 !"),
        ("Ann brings in 10€", "bringin 1 1000"),
        ("Ann bring-in 0.02", "bringin 1 2"),
        ("Dealt to Ann [X X 8h]", "deal 1 xxxx|8h"),
        ("Ann collected 114€ from pot(HI)", "collect 1 11400 -1 high"),
        ("Ann collected 57€ from side pot 1(LO)", "collect 1 5700 1 low"),
        ("Ann collected 57€ from somewhere", "unread Ann collected 57€ from somewhere"),
        ("Ann raises 25€ to -25€", "illegible Ann raises 25€ to -25€"),
        ("Dealt to Ann []", "deal 1 xxxx|xx"),
    ],
)
def test_lines(line: str, words: str) -> None:
    hand = hand_of(winamax.read([HEAD, TABLE, "Seat 1: Ann (12€)", "*** 3rd STREET ***", line], 1))
    assert [event.words() for event in hand.events[1:-1]] == [words]


def test_cards_repeated_otherwise_than_dealt_lie_face_up_where_the_down_cards_are_not_seen() -> None:
    deals = ["*** 3rd STREET ***", "Dealt to Ann [X X 8h]", "Dealt to Bo [Kd 3s 9h]", "*** 4th STREET ***"]
    fourth = ["Dealt to Ann [X X 8d] [6d]", "Dealt to Bo [Kd 3s 9c] [7d]"]
    seats = ["Seat 1: Ann (12€)", "Seat 2: Bo (12€)"]
    hand = hand_of(winamax.read([HEAD, TABLE, *seats, *deals, *fourth], 1))
    told = ["deal 1 -|6d", "reveal 1 8d up", "deal 2 -|7d", "reveal 2 Kd3s9c"]
    assert [event.words() for event in hand.events[4:-1]] == told


def test_the_older_export_has_no_line_for_any_card() -> None:
    for title, logs_cards in (("3rd STREET", True), ("THIRD", False)):
        hand = hand_of(winamax.read([HEAD, TABLE, "Seat 1: Ann (12€)", f"*** {title} *** "], 1))
        assert bool(hand.records & Records.EVERY_UP_CARD) == logs_cards
        assert hand.events[0].words() == "street 3"


@pytest.mark.parametrize(
    ("total", "words"),
    [
        ("Total pot 258€ | Rake 2€", ["total 26000 -1", "rake 200 -1", "end"]),
        ("Total pot 45€ | No rake", ["total 4500 -1", "rake 0 -1", "end"]),
        ("Total pot 45€", ["unread Total pot 45€", "end early"]),
    ],
)
def test_the_total_is_told_with_its_rake(total: str, words: list[str]) -> None:
    hand = hand_of(winamax.read([HEAD, TABLE, "Seat 1: Ann (12€)", "*** SUMMARY ***", total], 1))
    assert [event.words() for event in hand.events] == words


def test_two_halves_in_the_summary_are_one_statement_of_what_was_won() -> None:
    summary = ["*** SUMMARY ***", "Seat 1: Ann won 57€", "Seat 2: Bo mucked", "Seat 1: Ann won 57€"]
    hand = hand_of(winamax.read([HEAD, TABLE, "Seat 1: Ann (12€)", "Seat 2: Bo (12€, 5€ bounty)", *summary], 1))
    assert [(event.words(), event.line) for event in hand.events[:-1]] == [("muck 2", 7), ("won 1 11400", 8)]


@pytest.mark.parametrize(
    ("text", "high"),
    [
        ("One pair : 6", (1, 4)),
        ("Two pairs : Kings and 4", (2, 11, 2)),
        ("high card : Ace", (0, 12)),
        ("Brelan : 6", ()),
    ],
)
def test_words(text: str, high: tuple[int, ...]) -> None:
    assert stated(text) == (high, ())


def test_other_games_are_skipped_by_name_and_what_names_none_is_rejected() -> None:
    skipped = winamax.read([f"{TITLE} - 2-7 Triple Draw fixed limit (1€/2€) - {TIME}"], 1)
    assert isinstance(skipped, Skipped)
    assert skipped.game == "2-7 Triple Draw"
    for lines in ([], [TITLE], [f"{TITLE} - Razz fixed limit"], [HEAD, TABLE]):
        assert isinstance(winamax.read(lines, 1), Rejected)
