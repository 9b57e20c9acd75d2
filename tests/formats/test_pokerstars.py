"""PokerStars text becomes the hand it tells, in all the forms that the room has written since 2008."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import LogEnd
from auditor.engine.hand import Game, Hand, Seat
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.splitting import Log
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms import pokerstars
from auditor.formats.rooms.pokerstars import begins, read, sniff
from auditor.formats.rooms.pokerstars.header import header_of
from auditor.formats.transcript.printing import transcript_of
from tests.printers.pokerstars import print_hand

SAMPLES = sorted(Path(__file__).resolve().parents[2].glob("fixtures/formats/pokerstars/*.txt"))
PLAIN = "PokerStars Hand #7:  7 Card Stud Limit ($0.04/$0.08 USD) - 2012/01/05 20:00:00 ET"
SEATS = ["Table 'Vega' 8-max", "Seat 1: Ann ($5 in chips) ", "Seat 2: Bob Lee ($5 in chips) "]


def hands_in(text: str) -> list[tuple[int, list[str]]]:
    """The lines of each hand and the number of the first."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if begins(line)]
    ends = [*starts[1:], len(lines)]
    return [(at + 1, lines[at:end]) for at, end in zip(starts, ends, strict=bool(starts))]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_sample_becomes_its_transcript(sample: Path) -> None:
    outcomes = [read(lines, first) for first, lines in hands_in(sample.read_text("utf-8"))]
    transcripts = [transcript_of(outcome.hand) for outcome in outcomes if isinstance(outcome, Read)]
    assert sample.with_suffix(".transcript").read_text("utf-8") == "\n".join(transcripts)
    assert len(transcripts) == len(outcomes)


def outcomes_in(text: str) -> list[Outcome]:
    """What becomes of each piece of a file."""
    layout = pokerstars.FORMAT
    return list(Log(io.BytesIO(text.encode()), Encoding("utf-8"), layout, text))


RULE = "*********** # 1 **************"


@pytest.mark.parametrize(
    "above", ["", f"{RULE}\n", f"\nTranscript for your last 2 hands requested by Ann\n\n{RULE}\n\n"]
)
def test_titles_of_an_e_mailed_history_are_no_hands(above: str) -> None:
    hand = "\n".join([PLAIN, *SEATS])
    outcomes = outcomes_in(f"{above}{hand}\n\n{RULE}\n{hand}\n{RULE}\n")
    hands = [outcome.hand for outcome in outcomes if isinstance(outcome, Read)]
    assert len(hands) == len(outcomes) == 2
    assert hands[0].digest() == hands[1].digest()


def test_what_stands_between_a_title_and_its_hand_is_unread() -> None:
    [outcome] = outcomes_in("\n".join([RULE, "Hello", PLAIN, *SEATS]))
    assert isinstance(outcome, Read)
    assert [event.words() for event in outcome.hand.events[:-1]] == ["unread Hello"]


# --- the first line -------------------------------------------------------------------------------------------------

HEADERS = {
    "PokerStars Game #1:  7 Card Stud Hi/Lo Limit ($0.10/$0.20) - 2008/02/03 - 22:04:15 (ET)": (
        Game.STUD8, 10, 20, "USD", "", "2008-02-04T03:04:15Z"),
    "PokerStars Game #1:  7 Card Stud Limit ($0.04/$0.08 USD) - 2009/11/26 1:22:32 ET": (
        Game.STUD, 4, 8, "USD", "", "2009-11-26T06:22:32Z"),
    "PokerStars Hand #1:  7 Card Stud Limit ($0.04/$0.08 USD) - 2012/05/23 23:24:52 CET [2012/05/23 17:24:52 ET]": (
        Game.STUD, 4, 8, "USD", "", "2012-05-23T21:24:52Z"),
    "PokerStars Hand #1:  8-Game (7 Card Stud Hi/Lo Limit, $400/$800 USD) - 2017/01/21 16:58:03 MSK": (
        Game.STUD8, 40000, 80000, "USD", "", "2017-01-21T13:58:03Z"),
    "PokerStars Hand #1: Tournament #35, $0.98+$0.12 USD HORSE (Razz Limit) - Level V (200/400) - "
    "2023/02/05 10:25:51 PT": (
        Game.RAZZ, 200, 400, "chips", "35", "2023-02-05T18:25:51Z"),
    "PokerStars Hand #1: Tournament #20, Freeroll  7 Card Stud Limit - Level I (10/20) - 2010/09/09 18:27:23 UTC": (
        Game.STUD, 10, 20, "chips", "20", "2010-09-09T18:27:23Z"),
    "PokerStars Home Game Hand #1: {7 Card {Razz}} Tournament #74, 100+9 8-Game (7 Card Stud Limit) - Match Round I, "
    "Level IV (30/60) - 2013/06/04 19:02:03 EET": (
        Game.STUD, 30, 60, "chips", "74", "2013-06-04T16:02:03Z"),
    "PokerStars Game #1: TOURNAMENT #16, $10+$1 7 CARD STUD HI/LO LIMIT - LEVEL I (25/50) - 2009/06/14 11:45:00 ET": (
        Game.STUD8, 25, 50, "chips", "16", "2009-06-14T15:45:00Z"),
    "PokerStars Hand #1:  7 Card Stud Hi/Lo Limit ($2.50 / $5) - 2026/08/14 11:45:00 WET": (
        Game.STUD8, 250, 500, "USD", "", "2026-08-14T10:45:00Z"),
    "PokerStars Hand #1:  Razz Limit (£1/£2 GBP) - 2016/01/14 11:45:00 WET": (
        Game.RAZZ, 100, 200, "GBP", "", "2016-01-14T11:45:00Z"),
    "PokerStars Hand #1: Tournament #36, 500FPP 7 Card Stud Limit - Level I (10/20) - 2016/01/14 11:45:00 WET": (
        Game.STUD, 10, 20, "chips", "36", "2016-01-14T11:45:00Z"),
    "PokerStars Hand #1: Tournament #37, 1,000 FPP Razz Limit - Level I (10/20) - 2016/01/14 11:45:00 WET": (
        Game.RAZZ, 10, 20, "chips", "37", "2016-01-14T11:45:00Z"),
    "PokerStars Hand #1: Tournament #38, $5 + $5 + $1 USD 7 Card Stud Limit - Level I (10/20) - "
    "2016/01/14 11:45:00 WET": (
        Game.STUD, 10, 20, "chips", "38", "2016-01-14T11:45:00Z"),
    "PokerStars Hand #1: Tournament #39, T$5+T$1 7 Card Stud Limit - Level XL (1,000/2,000) - "
    "2016/01/14 11:45:00 WET": (
        Game.STUD, 1000, 2000, "chips", "39", "2016-01-14T11:45:00Z"),
    "PokerStars Hand #1: Tournament #40, 7 Card Stud Hi/Lo Limit - Level I (10/20) - 2016/01/14 11:45:00 WET": (
        Game.STUD8, 10, 20, "chips", "40", "2016-01-14T11:45:00Z"),
    "PokerStars Hand #1:  HORSE (Razz Limit, €1/€2 EUR) [ADM ID: N1] - 2012/04/28 15:31:10 CET "
    "[2012/04/28 9:31:10 ET]": (
        Game.RAZZ, 100, 200, "EUR", "", "2012-04-28T13:31:10Z"),
    "PokerStars Hand #1:  Razz Limit ($1/$2 AUD) - 2012/04/28 15:31:10 XYZ [2012/04/28 9:31:10 ET] [ADM ID: N1]": (
        Game.RAZZ, 100, 200, "AUD", "", "2012-04-28T13:31:10Z"),
    "PokerStars Hand #1:  7 Card Stud Limit (50/100) - 2016/01/14 11:45:00 XYZ": (
        Game.STUD, 50, 100, "chips", "", ""),
    "PokerStars Hand #1:  7 Card Stud Limit (0.50/1) - 2016/11/06 1:45:00 ET": (
        Game.STUD, 50, 100, "chips", "", ""),
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), HEADERS.items(), ids=range(len(HEADERS)))
def test_header_of_every_year_names_game_stakes_and_time(line: str, expected: tuple[object, ...]) -> None:
    header = header_of(line)
    assert header is not None
    stakes = header.stakes
    read_out = (header.game, stakes.small_bet, stakes.big_bet, header.currency, header.tournament, header.played)
    assert read_out == expected


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ("Hold'em No Limit", "Hold'em"),
        ("8-Game (Triple Draw 2-7 Lowball Limit", "Triple Draw 2-7 Lowball"),
        ("5 Card Omaha Hi/Lo Pot Limit", "5 Card Omaha Hi/Lo"),
    ],
)
def test_hand_of_another_game_is_skipped_under_its_name(game: str, named: str) -> None:
    mixed, closing = (", ", ")") if "(" in game else (" (", ")")
    outcome = read([f"PokerStars Hand #9:  {game}{mixed}$1/$2 USD{closing} - 2012/01/05 20:00:00 ET"], 41)
    assert isinstance(outcome, Skipped)
    assert (outcome.line, outcome.hand, outcome.game) == (41, "9", named)


def test_club_and_table_names_do_not_make_it_razz() -> None:
    club = "PokerStars Home Game Hand #3: {Dazzle's Razz Limit Room}  7 Card Stud Limit (5/10) - 2012/01/05 20:00:00 ET"
    outcome = read([club, "Table 'Razz's End' 6-max", SEATS[1].replace("$", "")], 1)
    assert isinstance(outcome, Read)
    assert (outcome.hand.game, outcome.hand.table, outcome.hand.most_seats) == (Game.STUD, "Razz's End", 6)


@pytest.mark.parametrize(
    ("lines", "hand", "part"),
    [
        ([], None, "read a game"),
        (["Bobs Game #1: something"], None, "read a game"),
        (["PokerStars Game #12:  7 Card Stu"], "12", "read a game"),
        ([PLAIN], "7", "The log lists no seats"),
        ([PLAIN, "Table 'Vega' 8-max", "Ann: folds"], "7", "The log lists no seats"),
    ],
)
def test_what_is_no_hand_is_rejected_with_a_reason(lines: list[str], hand: str | None, part: str) -> None:
    outcome = read(lines, 5)
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.hand, part in outcome.reason) == (5, hand, True)


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        (PLAIN, True),
        ("\ufeff" + PLAIN, True),
        ("POKERSTARS GAME #1: RAZZ LIMIT", True),
        ("PokerStars Zoom Hand #1: x", True),
        ("PokerStars Tournament #664712833, Limit Razz", False),
        ("PokerStars Hand 1: x", False),
        ("PokerStars Hand #1 x", False),
        ("Full Tilt Poker Game #1: x", False),
        ('Ann said, "PokerStars Hand #1: x"', False),
    ],
)
def test_only_the_first_line_of_a_hand_begins_one(line: str, starts: bool) -> None:
    assert begins(line) == starts
    assert sniff(f"\n*********** # 1 **************\n{line}\nrest") == starts


# --- the seats ----------------------------------------------------------------------------------------------------


def test_seat_that_was_moved_here_is_not_dealt_in_before_it_antes() -> None:
    header = "PokerStars Hand #1: Tournament #35, $1+$0.10 USD Razz Limit - Level V (200/400) - 2023/02/05 10:25:51 PT"
    moved = "Seat 4: in chips ($9 in chips) (900 in chips) out of hand (moved from another table into small blind) "
    outcome = read(
        [header, "Seat 1: Ann (500 in chips, $0.50 bounty) ", moved, "Seat 5: Cy (7 in chips) is sitting out"], 1
    )
    assert isinstance(outcome, Read)
    seats = [(seat.player, seat.stack, seat.dealt_in) for seat in outcome.hand.seats]
    assert seats == [("Ann", 500, True), ("in chips ($9 in chips)", 900, False), ("Cy", 7, True)]


@pytest.mark.parametrize(("posts", "dealt_in"), [([], False), (["Bob Lee: posts the ante $0.01"], True)])
def test_seat_that_sits_out_of_a_cash_game_is_dealt_in_where_it_antes(posts: list[str], dealt_in: bool) -> None:
    outcome = read([PLAIN, *SEATS[:2], "Seat 2: Bob Lee ($5 in chips) is sitting out", *posts], 1)
    assert isinstance(outcome, Read)
    assert [seat.dealt_in for seat in outcome.hand.seats] == [True, dealt_in]


def test_line_among_the_seats_that_is_none_is_kept_and_the_seats_go_on() -> None:
    outcome = read(
        [PLAIN, SEATS[1], "Seat 2: Bob Lee ($5x in chips)", "Seat 3: Cyd (?)", "Seat 4: Di ($1 in chips)"], 1
    )
    assert isinstance(outcome, Read)
    assert [(seat.player, seat.stack) for seat in outcome.hand.seats] == [("Ann", 500), ("Bob Lee", None), ("Di", 100)]
    assert [event.line for event in outcome.hand.events[:-1]] == [3, 4]


# --- whatever is written --------------------------------------------------------------------------------------------

NAMES = st.text("ab:[]()' .", min_size=1, max_size=8).filter(lambda name: name.strip() == name)


@given(st.lists(NAMES, min_size=4, max_size=4, unique=True))
def test_any_names_are_found_again(names: list[str]) -> None:
    sample = next(sample for sample in SAMPLES if sample.stem == "hilo-odd-chip")
    [(first, lines)] = hands_in(sample.read_text("utf-8"))
    outcome = read(lines, first)
    assert isinstance(outcome, Read)
    hand = outcome.hand
    renamed = [Seat(seat.number, name, seat.stack) for seat, name in zip(hand.seats, names, strict=True)]
    same = Hand(
        hand.game, tuple(renamed), hand.stakes, hand.events, hand.records, unit=hand.unit, room=hand.room,
        number=hand.number, played=hand.played, local=hand.local, most_seats=hand.most_seats,
    )  # fmt: skip
    again = read(print_hand(same).splitlines(), 1)
    assert isinstance(again, Read)
    assert again.hand.canonical() == same.canonical()


TEXTS = [sample.read_text("utf-8") for sample in SAMPLES]


@given(
    st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 5000), st.text(max_size=6)), max_size=8), st.booleans()
)
def test_mutated_text_never_raises(text: str, edits: list[tuple[int, str]], cut: bool) -> None:
    for at, replacement in edits:
        text = text[: at % len(text)] + replacement + text[at % len(text) + len(replacement) :]
    if cut:
        text = text[: len(text) // 2]
    for first, lines in hands_in(text):
        outcome = read(lines, first)
        if isinstance(outcome, Read):
            assert isinstance(outcome.hand.events[-1], LogEnd)
            assert all(first <= event.line < first + len(lines) for event in outcome.hand.events)
