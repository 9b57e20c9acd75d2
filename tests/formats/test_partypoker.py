"""PartyPoker text becomes the hand it tells: chips put in now as totals, and nothing that the log does not tell."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import LogEnd, Unread
from auditor.engine.hand import Game, Hand
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.splitting import Log
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms import partypoker
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.partypoker import begins, read, sniff
from auditor.formats.rooms.partypoker.header import game_or_level
from tests.printers.chips_in_play import ChipsInPlay
from tests.printers.partypoker import print_hand

TOP = Path(__file__).resolve().parents[2]
SAMPLES = sorted(TOP.glob("fixtures/formats/partypoker/*.txt"))
CORPUS = sorted(TOP.parent.glob("shared/corpus/rooms/partypoker/*/*.txt"))
HEAD = [
    "***** Hand History for Game 77 *****",
    "$5/$10 USD FL 7 Card Stud - Monday, August 30, 20:20:17 EDT 2010",
    "Table Table  136403 (Real Money)",
    "Seat 0 is the button",
    "Total number of players : 2/8 ",
    "Seat 4: Bob ( $50 USD )",
    "Seat 1: Ann ( $1,050.25 USD )",
]


def outcomes_in(text: str) -> list[Outcome]:
    """What becomes of each hand of a file."""
    data = text.encode()
    return list(Log(io.BytesIO(data), Encoding("utf-8"), partypoker.FORMAT, text))


# --- where a hand begins --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("***** Hand History for Game 9581478205 *****", True),
        ("***** Hand History For Game 1770659766668adeb0h5qfm *****", True),
        ("\ufeff***** Hand History for Game 1 *****", True),
        ("***** Hand History for Game 1 ***** (Party)", True),
        ("***** Hand History for Game 1 ***** (Poker Stars)", False),
        ("***** Hand history for game #1 *****", False),
        ("***** 888poker Hand History for Game 1 *****", False),
        ("#Game No : 9581478205", False),
        ("Game #9581478205 starts.", False),
        ("Ann: ***** Hand History for Game 1 *****", False),
    ],
)
def test_only_the_banner_begins_a_hand(line: str, starts: bool) -> None:
    assert begins(line) == starts


@pytest.mark.parametrize(
    "above", ["", "Game #77 starts.\n\n", "#Game No : 77 \n", "Game #77 starts.\n\n#Game No : 77 \n"]
)
@pytest.mark.parametrize("below", ["", "\nGame #79 starts.\n"])
def test_lines_that_announce_a_hand_are_neither_hands_nor_lost(above: str, below: str) -> None:
    hand = "\n".join(HEAD)
    between = "\nGame #78 starts.\n\n#Game No : 78 \n"
    text = above + hand + between + hand.replace("77", "78") + below
    outcomes = outcomes_in(text)
    assert sniff(text)
    assert [outcome.hand.number for outcome in outcomes if isinstance(outcome, Read)] == ["77", "78"]
    assert len(outcomes) == 2


def test_announcement_alone_is_rejected() -> None:
    [outcome] = outcomes_in("Game #1 starts.\n\n#Game No : 1\n")
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.hand) == (1, None)


# --- above the antes ------------------------------------------------------------------------------------------------

HEADERS = {
    "$0.50/$1 USD 7 Card Stud Hi-Lo - Monday, August 30, 20:20:17 EEST 2010": (
        Game.STUD8, "7 Card Stud Hi-Lo", 50, 100, None, "USD", "", "2010-08-30T17:20:17Z"),
    "€10/€20 EUR FL 7 Card Stud - Monday, January 06, 05:54:36 CET 2014": (
        Game.STUD, "7 Card Stud", 1000, 2000, None, "EUR", "", "2014-01-06T04:54:36Z"),
    "FL 7 Card Stud $6 USD Buy-in Trny:69 Level:2  Stakes-Antes(600/1,200-100) - Monday, May 30, 14:41:43 EDT 2012": (
        Game.STUD, "7 Card Stud", 60000, 120000, 10000, "", "69", "2012-05-30T18:41:43Z"),
    "0.10/0.25 7 Card Stud Hi-Lo Game Table (FL) - Mon Feb 09 12:55:26 EST 2026": (
        Game.STUD8, "7 Card Stud Hi-Lo", 10, 25, None, "", "", "2026-02-09T17:55:26Z"),
    "60/120 Tourney 7 Card Stud Game Table (FL) (MTT Tournament #396) (Buyin $9 + $1) - Tue Oct 15 11:16:32 EDT 2024": (
        Game.STUD, "7 Card Stud", 6000, 12000, None, "", "396", "2024-10-15T15:16:32Z"),
    "$1/$2 USD FL Razz - Monday, August 30, 20:20:17 EEST 2010": (
        Game.RAZZ, "Razz", 100, 200, None, "USD", "", "2010-08-30T17:20:17Z"),
    "$1,000 USD PL Omaha - Monday,October 17, 21:26:03 CEST 2022": (
        None, "Omaha", None, None, None, "USD", "", "2022-10-17T19:26:03Z"),
    "NL Texas Hold'em $6 USD Buy-in Trny:71 Level:8  Blinds-Antes(600/1200 -50) - Sunday, May 05, 1:02:03 CCT 2013": (
        None, "Texas Hold'em", 60000, 120000, 5000, "", "71", ""),
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), HEADERS.items(), ids=range(len(HEADERS)))
def test_header_names_game_stakes_and_time(line: str, expected: tuple[object, ...]) -> None:
    header = Header("77")
    assert game_or_level(header, 0, 2, line)
    header.read_stakes(header.currency, 2)
    stakes = header.stakes
    named = (header.game, header.named, stakes.small_bet, stakes.big_bet, stakes.ante)
    assert (*named, header.currency, header.tournament, header.played) == expected


def test_seats_are_told_by_number_with_stacks_and_the_size_of_the_table() -> None:
    outcome = read(HEAD, 1)
    assert isinstance(outcome, Read)
    hand = outcome.hand
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [(1, "Ann", 105025), (4, "Bob", 5000)]
    assert (hand.table, hand.button, hand.most_seats, hand.number) == ("136403", 0, 8, "77")


def with_level(*lines: str, title: str = HEAD[1]) -> Hand:
    """The hand of `HEAD` with these lines below its title."""
    outcome = read([HEAD[0], title, *lines, *HEAD[2:]], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def stakes_and_unread(hand: Hand) -> tuple[int | None, int | None, int | None, list[int]]:
    unread = [event.line for event in hand.events if isinstance(event, Unread)]
    return hand.stakes.ante, hand.stakes.small_bet, hand.stakes.big_bet, unread


def test_a_line_of_blinds_states_no_stakes() -> None:
    for line in ("Blinds(20/40)", "Blinds-Antes(600/1200 -50)"):
        assert stakes_and_unread(with_level(line)) == (None, 500, 1000, [])
        without = with_level(line, title=HEAD[1].replace("$5/$10 USD ", ""))
        assert stakes_and_unread(without) == (None, None, None, [])


def test_a_line_of_stakes_may_repeat_those_of_the_title() -> None:
    for line in ("Stakes(5/10)", "Stakes($5/$10)", "Stakes(5.00/10.00)"):
        assert stakes_and_unread(with_level(line)) == (None, 500, 1000, [])
    assert stakes_and_unread(with_level("Stakes-Antes(5/10-1)")) == (100, 500, 1000, [])
    assert stakes_and_unread(with_level("Stakes-Antes(5/10-1)", "Stakes(5/10)")) == (100, 500, 1000, [])


def test_stakes_that_differ_from_the_title_are_unread_and_unknown() -> None:
    for line in ("Stakes(20/40)", "Stakes-Antes(5/20-1)", "Stakes(x/10)"):
        assert stakes_and_unread(with_level(line)) == (None, None, None, [3])
    assert stakes_and_unread(with_level("Stakes-Antes(5/10-1)", "Stakes-Antes(5/10-2)")) == (None, None, None, [4])
    assert stakes_and_unread(with_level("Stakes(20/40)", "Stakes(5/10)")) == (None, None, None, [4])


def test_play_money_is_chips() -> None:
    lines = [line.replace("Real", "Play").replace("$", "").replace(" USD", "") for line in HEAD]
    outcome = read(lines, 1)
    assert isinstance(outcome, Read)
    assert (outcome.hand.unit.currency, outcome.hand.unit.minor, outcome.hand.stakes.big_bet) == ("chips", 2, 1000)


def test_hand_of_another_game_is_skipped_under_its_name() -> None:
    outcome = read([HEAD[0], "0.10/0.25 Omaha Hi Game Table (PL) - Mon Feb 09 12:55:26 EST 2026"], 9)
    assert isinstance(outcome, Skipped)
    assert (outcome.line, outcome.hand, outcome.game) == (9, "77", "Omaha Hi")


@pytest.mark.parametrize(
    ("lines", "part"), [(HEAD[:1], "in the lines below the hand number"), (HEAD[:4], "The log lists no seats")]
)
def test_what_is_no_hand_is_rejected_with_a_reason(lines: list[str], part: str) -> None:
    outcome = read(lines, 5)
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.hand, part in outcome.reason) == (5, "77", True)


def test_stack_that_is_no_amount_is_unknown_and_told() -> None:
    outcome = read([*HEAD[:5], "Seat 1: Ann ( $1O USD )"], 1)
    assert isinstance(outcome, Read)
    assert outcome.hand.seats[0].stack is None
    assert [event.line for event in outcome.hand.events if isinstance(event, Unread)] == [6]


def test_a_seat_that_is_unread_does_not_cut_the_log() -> None:
    """The summary has a line for every player, also for one whose line in the list of seats is unread."""
    sample = next(each for each in SAMPLES if "balance" in each.read_text()).read_text()
    pieces = list(Log(io.BytesIO(sample.encode()), Encoding("utf-8"), partypoker.FORMAT, sample).pieces())
    whole = [each for each in pieces if "balance" in "\n".join(each.lines)]
    assert whole
    for piece in whole:
        seats = [at for at, line in enumerate(piece.lines) if line.startswith("Seat ") and "(" in line]
        for at in seats:
            lines = [*piece.lines[:at], f"{piece.lines[at].strip()} (foo)", *piece.lines[at + 1 :]]
            [outcome] = outcomes_in("\n".join(lines))
            assert isinstance(outcome, Read)
            assert [event.words() for event in outcome.hand.events[-1:]] == ["end"]


# --- whatever is written --------------------------------------------------------------------------------------------


@pytest.mark.skipif(not CORPUS, reason="no real hands beside the repository (../shared/corpus)")
@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_real_hand_is_read_whole_and_printed_again_the_same(file: Path) -> None:
    [outcome] = outcomes_in(file.read_text("utf-8-sig"))
    assert isinstance(outcome, Read)
    hand = outcome.hand
    assert not [event for event in hand.events if isinstance(event, Unread)]
    again = read(print_hand(hand).splitlines(), 1)
    assert isinstance(again, Read)
    assert again.hand.canonical() == hand.canonical()


@pytest.mark.skipif(not CORPUS, reason="no real hands beside the repository (../shared/corpus)")
def test_real_money_adds_up_to_what_the_format_page_says() -> None:
    pots = set()
    for file in CORPUS:
        [outcome] = outcomes_in(file.read_text("utf-8-sig"))
        assert isinstance(outcome, Read)
        chips = ChipsInPlay()
        for event in outcome.hand.events:
            chips.take(event)
        pots.add((outcome.hand.game, chips.pot))
    assert pots == {(Game.STUD, 2560), (Game.STUD8, 885)}


TEXTS = [sample.read_text("utf-8") for sample in SAMPLES]


@given(
    st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 5000), st.text(max_size=6)), max_size=8), st.booleans()
)
def test_mutated_text_never_raises(text: str, edits: list[tuple[int, str]], cut: bool) -> None:
    for at, replacement in edits:
        text = text[: at % len(text)] + replacement + text[at % len(text) + len(replacement) :]
    if cut:
        text = text[: len(text) // 2]
    lines = text.splitlines()
    outcome = read(lines, 7)
    if isinstance(outcome, Read):
        assert isinstance(outcome.hand.events[-1], LogEnd)
        assert all(7 <= event.line < 7 + len(lines) for event in outcome.hand.events)
