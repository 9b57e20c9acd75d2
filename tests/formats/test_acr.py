"""Americas Cardroom: headers over the years, both forms, and what its lines may hold."""

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand
from auditor.formats import open_log
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms import acr, acr_2016
from auditor.formats.rooms.acr import words as newer
from auditor.formats.rooms.acr_2016 import words as older

HEADS = [
    ("Hand #85198832 - 7Stud(Fixed Limit) - $0.04/$0.08 - 2019/07/28 16:15:58 UTC", Game.STUD, (None, 4, 8), "USD"),
    (
        "Hand #1 - 7Stud H/L (Fixed Limit) - $10/$20, Ante $2.50 - 2026/02/16 03:36:34 UTC",
        Game.STUD8,
        (250, 1000, 2000),
        "USD",
    ),
    ("Hand #2 - 7Stud H/L(Fixed Limit) - 50.00/100.00 - 2023/10/22 02:49:52 UTC", Game.STUD8, (None, 50, 100), "chips"),
    (
        "Game Hand #3 - Tournament #27 - 7Stud(Fixed Limit) - Level 10 (3000.00/6000.00)- 2022/07/11 1:11:44 UTC",
        Game.STUD,
        (None, 3000, 6000),
        "chips",
    ),
]


def hand_of(outcome: Outcome) -> Hand:
    assert isinstance(outcome, Read)
    return outcome.hand


@pytest.mark.parametrize(("line", "game", "stakes", "currency"), HEADS)
def test_headers_of_the_newer_form(line: str, game: Game, stakes: tuple[int | None, int, int], currency: str) -> None:
    hand = hand_of(acr.read([line, "Fen 8-max", "Seat 1: Ann (10.00)"], 1))
    named = (hand.stakes.ante, hand.stakes.small_bet, hand.stakes.big_bet)
    assert (hand.game, named, hand.unit.currency, hand.table, hand.most_seats) == (game, stakes, currency, "Fen", 8)
    assert hand.played.endswith("Z")
    assert [event.words() for event in hand.events] == ["end early"]


def test_a_tournament_says_which_and_deals_in_who_sits_out() -> None:
    lines = [HEADS[3][0], "Table '25' 9-max Seat #8 is the button", "Seat 1: Ann (1500.00) is sitting out"]
    hand = hand_of(acr.read(lines, 1))
    assert (hand.tournament, hand.table, hand.button, hand.unit.minor) == ("27", "25", 8, 0)
    assert [(seat.stack, seat.dealt_in) for seat in hand.seats] == [(1500, True)]


def test_chips_of_a_hand_have_decimals_where_one_of_them_has() -> None:
    hand = hand_of(acr.read([HEADS[3][0], "Fen 8-max", "Seat 1: Ann (1500.50)"], 1))
    assert (hand.unit.minor, hand.seats[0].stack, hand.stakes.small_bet) == (2, 150050, 300000)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Ann calls $0.05 and is all-in", "call 1 5 !"),
        ("Ann raises $0.20 to $0.30", "raises 1 30"),
        ("Ann caps $0.40", "raises 1 40"),
        ("Ann Lee checks", "check 2"),
        ("Ann brings in $0.05 and is all-in", "bringin 1 5 !"),
        ("Ann posts ante $0.01 and is all-in", "ante 1 1 !"),
        ("Ann Lee collected $0.30 from side pot-2", "collect 2 30 2 -"),
        ("Ann collected $4.18 from main pot 1", "collect 1 418 0 -"),
        ("Main pot $0.21 | Rake $0.00", "total 21 0"),
        ("Side pot(1) $0.60 | Rake", "total 60 1"),
        ("Uncalled bet ($0.04) returned to Ann Lee", "return 2 4"),
        ("Uncalled bet ($0.04) returned to Zed", "return 15 4"),
        (
            "Uncalled bet ($0.04) returned to Ann Lee (timed out)",
            "unread Uncalled bet ($0.04) returned to Ann Lee (timed out)",
        ),
        ("Ann shows [- Jc]", "show 1 xxJc - -"),
        ("Ann does not show", "remark 1 other"),
        ("*** 7th STREET *** [6h]", "street 7\ncommunity 6h"),
        ("Ann raises $x to $y", "illegible Ann raises $x to $y"),
        ("Ann calls", "illegible Ann calls"),
        ("Dealt to Ann", "unread Dealt to Ann"),
        ("Main pot", "unread Main pot"),
        ("Side pot() $1", "unread Side pot() $1"),
        ("Nobody folds", "fold 15"),
    ],
)
def test_lines_of_the_newer_form(line: str, words: str) -> None:
    seats = ["Seat 1: Ann ($10.00)", "Seat 2: Ann Lee ($10.00)"]
    hand = hand_of(acr.read([HEADS[0][0], "Fen 8-max", *seats, "*** 3rd STREET ***", line], 1))
    assert "\n".join([event.words() for event in hand.events][1:-1]) == words
    assert {event.line for event in hand.events[1:-1]} == {6}


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("did not show and won $0.13", "collect 1 13 -1 -"),
        ("did not show and got $0.13", "unread"),
        ("did not show and won $0.13 and then $0.02", "unread"),
        ("did not show and got 13", "unread"),
        ("won $0.13 with a pair of 5", "collect 1 13 -1 -"),
    ],
)
def test_winnings_in_unknown_words_are_unread(rest: str, words: str) -> None:
    line = f"Seat 1: Ann {rest}"
    below = ["*** 3rd STREET ***", "*** SUMMARY ***", line]
    hand = hand_of(acr.read([HEADS[0][0], "Fen 8-max", "Seat 1: Ann ($10.00)", *below], 1))
    assert [event.words() for event in hand.events][1:-1] == [f"unread {line}" if words == "unread" else words]


def test_who_does_not_show_at_the_showdown_gives_up_his_hand() -> None:
    lines = [HEADS[0][0], "Fen 8-max", "Seat 1: Ann ($10.00)", "*** SHOW DOWN ***", "Ann does not show"]
    assert isinstance(hand_of(acr.read(lines, 1)).events[0], e.Muck)


@pytest.mark.parametrize(
    ("text", "high", "low"),
    [
        ("HI - a high card, Queen high [Qh 9h 8s 7s 5s] | LO - [8,7,5,3,2]", (0, 10, 7, 6, 5, 3), (6, 5, 3, 1, 0)),
        ("HI - three of a kind, Set of Tens [Ts Td Tc As 9d]", (3, 8, 12, 7), ()),
        ("two pair, Sevens and Sixs [7h 7c 6h 6d Kh]", (2, 5, 4, 11), ()),
        ("a straight, Queen high", (4, 10), ()),
        ("a flush, Ace high [Ah Kd 2h 3h 4h]", (5, 12), ()),
        ("LO - [5,4,3,2,1]", (), (3, 2, 1, 0, 12)),
        ("a hand of some kind", (), ()),
    ],
)
def test_words_of_the_newer_form(text: str, high: tuple[int, ...], low: tuple[int, ...]) -> None:
    assert newer.stated(text) == (high, low)


@pytest.mark.parametrize(
    ("text", "high"),
    [
        ("High card A", (0, 12)),
        ("One pair of 10s", (1, 8)),
        ("Two pairs. Qs and 7s", (2, 10, 5)),
        ("Three Of Kind of 10s", (3, 8)),
        ("Straight to 8", (4, 6)),
        ("Flush, A high", (5, 12)),
        ("Full House (5/8)", (6,)),
        ("Four Of Kind of Ks", (7, 11)),
        ("Two pairs. Qs", ()),
        ("Cards", ()),
    ],
)
def test_words_of_the_older_form(text: str, high: tuple[int, ...]) -> None:
    assert older.stated(text) == high


@pytest.mark.parametrize(
    ("text", "low"),
    [("A A 2 4 6 7 ", (5, 4, 2, 0, 12)), ("2 3 5 7 8", (6, 5, 3, 1, 0)), ("A 2 3", ()), ("A A A 2 4 6 7", ())],
)
def test_a_low_of_the_older_form_is_its_last_five_ranks(text: str, low: tuple[int, ...]) -> None:
    assert older.low_in_brackets(text) == low


OLDER = ["Game started at: 2016/8/2 11:17:19", "Game ID: 7 1/2 (PRR) Leyak  (JP) (Seven Cards Stud)"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["Player Ann bring in (0.40)", "Player Ann raises (1)"], ["bringin 1 40", "raises 1 140"]),
        (["Player Ann Lee bets (1)", "Player Ann allin (0.60)"], ["bets 2 100", "call 1 60 !"]),
        (["Player Ann Lee bets (1)", "Player Ann allin (1.60)"], ["bets 2 100", "raises 1 160 !"]),
        (["Player Ann received card: [10d]"], ["street 3", "deal 1 Td|-"]),
        (["*** Sixth street ***", "Player Ann received card: [10d]"], ["street 7", "deal 1 Td|-"]),
        (["*** Third street ***", "Player Ann received a card."], ["street 4", "deal 1 xx|-"]),
        (["Player Ann is timed out."], ["remark 1 timed_out"]),
        (["Player Ann calls (x)"], ["unread Player Ann calls (x)"]),
        (["Ann calls (1)"], ["unread Ann calls (1)"]),
        (["*** Seventh street ***"], ["unread *** Seventh street ***"]),
    ],
)
def test_lines_of_the_older_form(lines: list[str], words: list[str]) -> None:
    seats = ["Seat 1: Ann (10).", "Seat 2: Ann Lee (10)."]
    hand = hand_of(acr_2016.read([*OLDER, *seats, "Player Ann ante (0.15)", *lines], 1))
    assert [event.words() for event in hand.events][1:-1] == words


def test_a_table_of_the_older_form_keeps_its_name() -> None:
    hand = hand_of(acr_2016.read([*OLDER, "Seat 3 is the button", "Seat 1: Ann (10)."], 1))
    assert (hand.table, hand.number, hand.room, hand.button) == ("(PRR) Leyak  (JP)", "7", "acr", 3)
    assert (hand.local, hand.played) == ("2016/8/2 11:17:19", "")


def test_a_line_with_no_more_than_number_and_size_names_no_game() -> None:
    outcome = acr_2016.read([OLDER[0], "Game ID: 694000002 4/ud) 8-max", "Seat 1: Ann (10)."], 1)
    assert isinstance(outcome, Rejected)


def test_where_an_account_contradicts_itself_both_stacks_are_kept() -> None:
    seats = ["Seat 1: Ann (10).", "Player Ann ante (0.15)", "------ Summary ------"]
    account = "Player Ann does not show cards.Bets: 0.15. Collects: 0. Loses: 0.16."
    hand = hand_of(acr_2016.read([*OLDER, *seats, account], 1))
    assert [event.words() for event in hand.events[1:-1]] == ["stack 1 985", "stack 1 984"]


def test_the_form_is_found_by_content_in_every_encoding() -> None:
    text = "\r\n".join([*OLDER, "Seat 1: Ann (10).", ""])
    for data in (text.encode(), b"\xff\xfe" + text.encode("utf-16-le") + b"\n", b"\xef\xbb\xbf" + text.encode()):
        log = open_log(data)
        assert (log.format, [type(outcome) for outcome in log]) == ("acr_2016", [Read])


def test_other_games_are_skipped_by_name_and_what_names_none_is_rejected() -> None:
    outcomes = [
        acr.read(["Hand #1 - 5Card Omaha H/L(Pot Limit) - $1/$2 - 2019/07/28 16:15:58 UTC"], 1),
        acr_2016.read([OLDER[0], "Game ID: 8 1/2 Fen (Omaha HiLow)"], 1),
    ]
    assert [outcome.game for outcome in outcomes if isinstance(outcome, Skipped)] == ["5Card Omaha H/L", "Omaha HiLow"]
    for outcome in (acr.read([], 1), acr.read(["Hand #1 - "], 1), acr_2016.read([], 1), acr_2016.read(OLDER[:1], 1)):
        assert isinstance(outcome, Rejected)
