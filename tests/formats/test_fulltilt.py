"""Full Tilt text becomes the hand it tells, in all the forms that the room has written since 2005."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.audit import audit
from auditor.engine.events import LogEnd, Unread
from auditor.engine.hand import Game, Hand, Records, Seat, Structure
from auditor.engine.house.registry import load
from auditor.formats import open_log
from auditor.formats.outcomes import Read, Rejected, Skipped
from auditor.formats.rooms.fulltilt import begins, read, sniff
from auditor.formats.rooms.fulltilt.header import header_of

SAMPLES = sorted(Path(__file__).resolve().parents[2].glob("fixtures/formats/fulltilt/*.txt"))
PLAIN = "Full Tilt Poker Game #7: Table Oak - $2/$4 Ante $0.40 - Limit Stud Hi - 20:00:00 ET - 2010/01/05"
SEATS = ["Seat 1: Ann ($5)", "Seat 2: Bob Lee ($50.50)"]


def hand_of(*lines: str) -> Hand:
    outcome = read(lines, 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def hands_in(sample: Path) -> list[Hand]:
    return [outcome.hand for outcome in open_log(sample.read_bytes()) if isinstance(outcome, Read)]


@pytest.mark.parametrize("sample", [path for path in SAMPLES if path.stem != "defects"], ids=lambda path: path.stem)
def test_lawful_samples_have_no_finding_and_pay_what_is_due(sample: Path) -> None:
    for hand in hands_in(sample):
        report = audit(hand, load("fulltilt", hand.game))
        assert [finding.words() for finding in report.findings] == []
        assert {account.difference for account in report.settlement.seats} == {0}


def test_defects_are_told_and_nothing_else() -> None:
    """Behind lines that nobody knows, the end that is missing cannot be told."""
    found, unread, unverifiable = [], [], []
    for hand in hands_in(SAMPLES[0]):
        report = audit(hand, load("fulltilt", hand.game))
        found.append([(each.code, each.line) for each in report.findings])
        unread.append([event.line for event in hand.events if type(event) is Unread])
        unverifiable.append("L105" in {each.code for each in report.unverifiable})
    assert found == [[("L101", 3), ("D212", 8)], [], []]
    assert unread == [[11, 13], [], [32]]
    assert unverifiable == [True, False, False]


def test_a_file_of_utf_16_that_ends_with_half_a_character_is_read() -> None:
    [sample] = [path for path in SAMPLES if path.stem == "ten-game"]
    data = sample.read_bytes()
    assert (data[:2], len(data) % 2) == (b"\xff\xfe", 1)
    outcomes = list(open_log(data))
    assert [outcome.game for outcome in outcomes if isinstance(outcome, Skipped)] == ["Hold'em", "5 Card Stud"]
    assert [outcome.hand.game for outcome in outcomes if isinstance(outcome, Read)] == [Game.STUD8, Game.RAZZ]
    assert len(outcomes) == 4


# --- the first line --------------------------------------------------------------------------------------------------

TIME = "20:18:30 CET - 2011/04/07 [14:18:30 ET - 2011/04/07]"
# What stands behind the number, and of it: game, small bet, big bet, ante, currency, table, tournament, seats.
HEADERS = {
    f"Table Oak (6 max) - $2.50/$5 Ante $0.40 - Limit Stud H/L - {TIME}": (
        *(Game.STUD8, 250, 500, 40),
        *("USD", "Oak", "", 6),
    ),
    f"Table X_Y - Z (deep, 8 max) - €0.10/€0.20 Ante €0.02 - Limit Razz - {TIME}": (
        *(Game.RAZZ, 10, 20, 2),
        *("EUR", "X_Y - Z", "", 8),
    ),
    f"Table Play Chip 12 (heads up) - 2.5K/5K Ante 500 - Limit Stud Hi - {TIME}": (
        *(Game.STUD, 250000, 500000, 50000),
        *("chips", "Play Chip 12", "", 0),
    ),
    f"$2 + $0.10 Heads Up Sit & Go (220338000), Table 1 - 80/160 Ante 15 - Limit Razz - {TIME}": (
        *(Game.RAZZ, 80, 160, 15),
        *("chips", "1", "220338000", 0),
    ),
    f"MiniFT Event (Rush) (255707037), Table 179 - 1,000/2,000 - Limit 7 Card Stud Hi/Lo - {TIME}": (
        *(Game.STUD8, 1000, 2000, None),
        *("chips", "179", "255707037", 0),
    ),
    f"Table Oak - Limit Stud Hi - $15/$30 Ante $3 - {TIME}": (Game.STUD, 1500, 3000, 300, "USD", "Oak", "", 0),
    f"Table Oak - $1/$2 Ante $0.20 - HORSE - Limit 7 Card Stud - {TIME}": (
        *(Game.STUD, 100, 200, 20),
        *("USD", "Oak", "", 0),
    ),
}


@pytest.mark.parametrize(("line", "said"), HEADERS.items(), ids=[line.split(" - ")[0] for line in HEADERS])
def test_first_line_names_game_stakes_table_and_tournament(line: str, said: tuple[object, ...]) -> None:
    header = header_of(f"Full Tilt Poker Game #29705138396: {line}")
    assert header is not None
    stakes = (header.stakes.small_bet, header.stakes.big_bet, header.stakes.ante)
    place = (header.unit.currency, header.table, header.tournament, header.most_seats)
    assert (header.number, header.legible, header.structure) == ("29705138396", True, Structure.FIXED)
    assert (header.game, *stakes, *place) == said
    assert (header.played, header.local) == ("2011-04-07T18:18:30Z", "20:18:30 CET - 2011/04/07")


@pytest.mark.parametrize(
    ("time", "played", "local"),
    [
        ("17:19:00 CCT - 2010/12/07 [04:19:00 ET - 2010/12/07]", "2010-12-07T09:19:00Z", "17:19:00 CCT - 2010/12/07"),
        ("17:19:00 CCT - 2010/12/07", "", "17:19:00 CCT - 2010/12/07"),
        ("21:27:00 ET - 2006/04/19", "2006-04-20T01:27:00Z", "21:27:00 ET - 2006/04/19"),
        ("9:07 ET - Saturday, May 10, 2008", "2008-05-10T13:07:00Z", "9:07 ET - Saturday, May 10, 2008"),
        ("9:07 ET - Saturday, Mai 10, 2008", "", "9:07 ET - Saturday, Mai 10, 2008"),
        ("", "", ""),
    ],
)
def test_time_is_the_rooms_own_where_it_is_told(time: str, played: str, local: str) -> None:
    header = header_of("Full Tilt Poker Game #7: Table Oak - $2/$4 - Limit Razz" + (f" - {time}" if time else ""))
    assert header is not None
    assert (header.played, header.local) == (played, local)


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("Table Razz - $2/$4 - Limit 5 Card Stud - 20:00:00 ET - 2010/01/05", "5 Card Stud"),
        ("Table Limit Razz - $2/$4 - No Limit 2-7 Single Draw - 20:00:00 ET - 2010/01/05", "2-7 Single Draw"),
        ("Table Oak - $2/$4 - $20 Cap No Limit Hold'em - 20:00:00 ET - 2010/01/05", "Hold'em"),
        ("$5 Sit & Go (Turbo) (268), Table 1 - 15/30 - NL Hold'em - 20:00:00 ET - 2010/01/05", "Hold'em"),
    ],
)
def test_other_games_are_skipped_by_their_name(line: str, game: str) -> None:
    outcome = read([f"Full Tilt Poker Game #8: {line}", *SEATS], 12)
    assert isinstance(outcome, Skipped)
    assert (outcome.line, outcome.hand, outcome.game) == (12, "8", game)


@pytest.mark.parametrize(
    ("lines", "number", "reason"),
    [
        ([PLAIN], "7", "The log lists no seats after the first line"),
        ([PLAIN, "Ann antes $0.40", "Seat 1: Ann"], "7", "The log lists no seats after the first line"),
        (["Full Tilt Poker Game #7: Table Oak", *SEATS], "7", "We cannot read a game in the first line"),
        ([], None, "We cannot read a game in the first line"),
    ],
)
def test_what_is_no_hand_is_rejected_with_its_reason(lines: list[str], number: str | None, reason: str) -> None:
    outcome = read(lines, 5)
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.hand) == (5, number)
    assert outcome.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (PLAIN, True),
        (f"\ufeff\n\n{PLAIN}", True),
        ("FullTiltPoker Game #7: ", True),
        ("Full Tilt Poker Game #7x: ", False),
        ("Full Tilt Poker Game #7", False),
        ("Full Tilt Poker Tournament Summary $5 Sit & Go (268569961)", False),
        (f"Dear Ann,\n{PLAIN}", False),
        ("", False),
    ],
)
def test_sniff_goes_by_the_first_line_that_is_not_blank(text: str, ours: bool) -> None:
    assert sniff(text) == ours
    assert begins(PLAIN)


# --- the seats -------------------------------------------------------------------------------------------------------


def test_who_sits_out_is_dealt_in_with_an_ante_cards_or_a_tournament() -> None:
    seats = [f"Seat {number}: P{number} ($10)" for number in range(1, 8)]
    seats[0] += ", is sitting out"
    seats[1] += ", is sitting out"
    body = ["P2 antes $0.40", "P3 is sitting out", "P4 stands up", "P5 folds", "P6 antes $0.40"]
    body += ["*** 3RD STREET ***", "P6 is sitting out", "*** SUMMARY ***", "Seat 7: P7 is sitting out"]
    assert [seat.dealt_in for seat in hand_of(PLAIN, *seats, *body).seats] == [False, True] + 3 * [False] + [
        True,
        False,
    ]
    tournament = PLAIN.replace("Table Oak - $2/$4 Ante $0.40", "$5 + $1 Sit & Go (12), Table 1 - 20/40 Ante 2")
    assert all(seat.dealt_in for seat in hand_of(tournament, *seats).seats)


def test_stacks_and_names_are_as_listed() -> None:
    lines = ["Seat 3: A (b) c ($1,050.25)", "Seat 2: Seat 3: D ($0.40), is sitting out", "The button is in seat #3"]
    hand = hand_of(PLAIN, *lines)
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [
        (3, "A (b) c", 105025),
        (2, "Seat 3: D", 40),
    ]
    assert hand.button == 3


def test_stakes_that_are_not_told_leave_money_legible() -> None:
    hand = hand_of(PLAIN.replace("$2/$4 Ante $0.40 - ", ""), *SEATS)
    assert (hand.unit.currency, hand.unit.minor, hand.stakes.small_bet) == ("USD", 2, None)
    assert [seat.stack for seat in hand.seats] == [500, 5050]
    assert [event.line for event in hand.events if isinstance(event, Unread)] == [1]


def test_a_hand_that_says_it_is_partial_may_stop_anywhere() -> None:
    hand = hand_of(f"{PLAIN} (partial)", *SEATS, "*** SUMMARY ***", "Total pot $0.80 | Rake $0")
    assert hand.records & Records.MAY_STOP
    assert hand.events[-1].words() == "end early"
    assert hand.played == "2010-01-06T01:00:00Z"


def test_a_stack_that_is_no_amount_is_told_and_not_known() -> None:
    hand = hand_of(PLAIN, "Seat 1: Ann ($5O)")
    assert hand.seats[0].stack is None
    assert [(event.words(), event.line) for event in hand.events[:-1]] == [("illegible Seat 1: Ann ($5O)", 2)]


def test_a_seat_without_a_stack_is_no_seat() -> None:
    hand = hand_of(PLAIN, *SEATS, "Seat 4: Cyd")
    assert [seat.number for seat in hand.seats] == [1, 2]
    assert isinstance(hand.seats[0], Seat)
    assert hand.events[0].words() == "unread Seat 4: Cyd"


# --- anything at all -------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 9000), st.text(max_size=6)), max_size=8), st.booleans()
)
def test_mutated_text_never_raises(sample: Path, edits: list[tuple[int, str]], cut: bool) -> None:
    data = sample.read_bytes()
    text = data[: len(data) // 2 * 2].decode("utf-16") if data[:1] == b"\xff" else data.decode()
    for at, replacement in edits:
        text = text[: at % len(text)] + replacement + text[at % len(text) + len(replacement) :]
    lines = (text[: len(text) // 2] if cut else text).splitlines()
    starts = [at for at, line in enumerate(lines) if begins(line)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=bool(starts)):
        outcome = read(lines[start:end], start + 1)
        if isinstance(outcome, Read):
            assert isinstance(outcome.hand.events[-1], LogEnd)
            assert all(start < event.line <= end for event in outcome.hand.events)
