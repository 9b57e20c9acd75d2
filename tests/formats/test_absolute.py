"""Absolute text becomes the hand it tells: cards said again on every street are dealt once, also to a folded seat."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import LogEnd
from auditor.engine.hand import Game, Hand, Structure
from auditor.formats import open_log
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.absolute import begins, read
from auditor.formats.rooms.absolute.header import header_of

TOP = Path(__file__).resolve().parents[2]
TEXTS = [path.read_text("utf-8") for path in sorted(TOP.glob("fixtures/formats/absolute/*.txt"))]
HEAD = [
    "Stage #77: Seven Card Stud  Normal $5/$10 - 2009-07-18 19:10:00 (ET)",
    "Seat 1 - Ann ($1,050.25 in chips)",
    "Seat 4 - Bob ($50 in chips)",
    "*** 3rd STREET ***",
]


def hand_of(*lines: str) -> Hand:
    outcome = read([*HEAD, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def told(*lines: str) -> list[str]:
    """What the lines tell, after the seats and before the end."""
    return [event.words() for event in hand_of(*lines).events[1:-1]]


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("Stage #1300000000: Seven Card Hi/Lo  Normal $0.02/$0.04 - 2009-03-18 19:10:00 (ET)", True),
        ("\ufeffStage #C1300000000: whatever", True),
        ("Stage #1 of the plan", True),
        ("Stage #one", False),
        ("Ann: Stage #1", False),
    ],
)
def test_only_a_stage_with_a_number_begins_a_hand(line: str, starts: bool) -> None:
    assert begins(line) == starts


HEADERS = {
    "Stage #1300000000: Seven Card Hi/Lo  Normal $0.02/$0.04 - 2009-03-18 19:10:00 (ET)": (
        Game.STUD8, "Seven Card Hi/Lo", 2, 4, None, "USD", "", "2009-03-18T23:10:00Z"),
    "Stage #C13: Tourney ID 55 Seven Card Stud Single Tournament Normal 50/1,000, 10 ante - 2009-01-18 1:10:00.5 ET": (
        Game.STUD, "Seven Card Stud", 50, 1000, 10, "chips", "55", "2009-01-18T06:10:00Z"),
    "Stage #13: 7 Card Stud (1 on 1) Normal  €1/€2 - 2009-03-18 19:10:00": (
        Game.STUD, "7 Card Stud", 100, 200, None, "EUR", "", ""),
    "Stage #13: RAZZ NORMAL $1/$2 - 2009-03-18 19:10:00 (ET)": (
        Game.RAZZ, "RAZZ", 100, 200, None, "USD", "", "2009-03-18T23:10:00Z"),
    "Stage #3063936648: Holdem  No Limit $10, $2.50 ante - 2009-07-14 08:40:14 (ET)": (
        None, "Holdem", None, None, None, "USD", "", "2009-07-14T12:40:14Z"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), HEADERS.items(), ids=range(len(HEADERS)))
def test_header_names_game_stakes_and_time(line: str, expected: tuple[object, ...]) -> None:
    header = header_of(line)
    assert header is not None
    stakes = header.stakes
    named = (header.game, header.named, stakes.small_bet, stakes.big_bet, stakes.ante)
    assert (*named, header.currency, header.tournament, header.played) == expected


def test_limit_is_that_of_the_header() -> None:
    for words, structure in [("Pot Limit", Structure.POT), ("Normal", Structure.FIXED)]:
        header = header_of(f"Stage #13: Seven Card Stud {words} $1/$2 - 2009-03-18 19:10:00 (ET)")
        assert header is not None
        assert (header.game, header.structure) == (Game.STUD, structure)


def test_seats_table_and_dealer() -> None:
    table = "Table: TORONTO AVE (Play Money) Seat #4 is the dead dealer"
    outcome = read([HEAD[0], table, *HEAD[1:]], 1)
    assert isinstance(outcome, Read)
    hand = outcome.hand
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [(1, "Ann", 105025), (4, "Bob", 5000)]
    assert (hand.table, hand.button, hand.unit.currency) == ("TORONTO AVE", 4, "chips")


def test_mixed_game_is_named_in_a_line_of_its_own() -> None:
    first = "Stage #13: HORSE Normal $1/$2 - 2009-03-18 19:10:00 (ET)"
    razz = read([first, "Game Type: Limit Razz", *HEAD[1:]], 1)
    assert isinstance(razz, Read)
    assert razz.hand.game is Game.RAZZ
    mixed = read([first, *HEAD[1:]], 1)
    assert isinstance(mixed, Skipped)
    assert mixed.game == "HORSE"
    other = read([first, "Game Type: Limit Holdem", *HEAD[1:]], 3)
    assert isinstance(other, Skipped)
    assert (other.line, other.hand, other.game) == (3, "13", "Holdem")


@pytest.mark.parametrize(
    ("lines", "part"), [(["Stage #77: what is this"], "read a game and a time"), (HEAD[:1], "The log lists no seats")]
)
def test_what_is_no_hand_is_rejected_with_a_reason(lines: list[str], part: str) -> None:
    outcome = read(lines, 5)
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.hand, part in outcome.reason) == (5, "77", True)


LINES = {
    "Ann - Ante $0.50": ["ante 1 50"],
    "Ann - Ante returned $0.50": ["return 1 50"],
    "Ann - Bring-In $2": ["bringin 1 200"],
    "Ann - Calls $5": ["call 1 500"],
    "Ann - Bets $1,005": ["bets 1 100500"],
    "Ann - Raises $8 to $10": ["raises 1 1000"],
    "Ann - Raises $8": ["raises 1 800"],
    "Ann - All-In(Raise) $12.75 to $12.75": ["raises 1 1275 !"],
    "Ann - All-In $12.75": ["bets 1 1275 !"],
    "Ann - All-In": ["remark 1 timed_out"],
    "Ann - returned ($1.50) : not called": ["return 1 150"],
    "Ann - Checks": ["check 1"],
    "Ann - Folds": ["fold 1"],
    "Ann - Mucks": ["muck 1"],
    "Ann - Does not show": ["muck 1"],
    "Ann - Pocket [H H 10s] ": ["deal 1 xxxx|Ts"],
    "Ann - Pocket [10c 5c 7s]": ["deal 1 Tc5c|7s"],
    "Ann - Pocket [H H 11s]": ["deal 1 xxxx|!! 11s"],
    "Ann - Shows [5s 8d] (One pair, queens) ": ["show 1 5s8d 1.10 -"],
    "Ann - Shows [5s 8d] (Two Pair, jacks and twos) ": ["show 1 5s8d 2.9.0 -"],
    "Ann - Shows [5s 8d] (Straight, nine high) ": ["show 1 5s8d 4.7 -"],
    "Ann Collects $0.19 from main pot": ["collect 1 19 0 -"],
    "Ann Collects $0.19 from side pot-2": ["collect 1 19 2 -"],
    "Ann Collects $0.19 from the hat": ["unread Ann Collects $0.19 from the hat"],
    "*** RIVER *** [6h]": ["street 7", "community 6h"],
    "*** FLOP *** [5c 2d Jh]": ["unread *** FLOP *** [5c 2d Jh]"],
    "*** SHOW DOWN ***": [],
    "Ann: Bob - Folds": ["remark 1 chat"],
    "Ann - sitout": ["remark 1 sits_out"],
    "Ann - leaves table": ["remark 1 leaves"],
    "Cyd - Folds": ["fold 15"],
    "Ann - Dances": ["unread Ann - Dances"],
    "Ann - Calls $5.0O": ["illegible Ann - Calls $5.0O"],
}


@pytest.mark.parametrize(("line", "events"), LINES.items(), ids=LINES)
def test_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told(line) == events


SUMMARY = {
    "Total Pot($0.43) | Rake ($0.04)": ["total 43 -1", "rake 4 -1"],
    "Total Pot($20)": ["total 2000 -1"],
    "Seat 1: Ann HI:lost with One pair, twos [2c 2d 4h 6s 7d 9c Kd - P:2c,B:2d,P:Kd,B:9c,P:7d] ": [
        "reveal 1 2c2d4h6s7d9cKd"
    ],
    "Seat 1: Ann won Total ($0.19) HI:with One pair, aces [2c - P:2c] LO:($0.19) [B:2c] ": [
        "won 1 19",
        "reveal 1 2c",
    ],
    "Seat 4: Bob (dealer) collected Total ($1.19) Does not show": ["won 4 119"],
    "Seat 4: Bob Folded on the 3rd STREET": [],
    "Seat 4: Ann Folded on the 3rd STREET": ["unread Seat 4: Ann Folded on the 3rd STREET"],
    "Seat 4: Bob dances": ["unread Seat 4: Bob dances"],
}


@pytest.mark.parametrize(("line", "events"), SUMMARY.items(), ids=SUMMARY)
def test_summary_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told("*** SUMMARY ***", line) == events


def test_hand_shown_is_not_told_again_by_the_summary() -> None:
    shown = ["Ann - Shows [2c 10d] (High card)", "*** SUMMARY ***"]
    assert told(*shown, "Seat 1: Ann HI:lost with High card [2c 10d - P:2c]") == ["show 1 2cTd - -"]
    assert told(*shown, "Seat 1: Ann HI:lost with High card [2c 9d - P:2c]")[1:] == ["reveal 1 2c9d"]


def test_cards_said_again_are_dealt_once() -> None:
    third = ["Ann - Pocket [H H Js]", "Bob - Pocket [10c 5c 7s]", "Bob - Folds", "*** 4TH STREET ***"]
    fourth = ["Ann - Pocket [H H Js 10d]", "Bob - Pocket [10c 5c 7s]", "*** RIVER ***", "Ann - Pocket [H H Js 10d H]"]
    assert told(*third, *fourth) == [
        "deal 1 xxxx|Js", "deal 4 Tc5c|7s", "fold 4", "street 4", "deal 1 -|Td", "street 7", "deal 1 xx|-",
    ]  # fmt: skip


def test_log_that_contradicts_itself_keeps_both_versions() -> None:
    third = ["Ann - Pocket [H H Js]", "*** 4TH STREET ***"]
    assert told(*third, "Ann - Pocket [H H Qs 10d]")[2:] == ["deal 1 -|Td", "reveal 1 xxxxQs"]
    assert told(*third, "Ann - Pocket [2c 3c Js]")[2:] == ["reveal 1 2c3cJs"]
    assert told(*third, "Ann - Pocket [H H]")[2:] == ["unread Ann - Pocket [H H]"]


def test_names_may_hold_the_dash_of_an_act() -> None:
    outcome = read([HEAD[0], "Seat 1 - A - Folds ($5 in chips)", "Seat 2 - A ($5 in chips)", "A - Folds - Checks"], 1)
    assert isinstance(outcome, Read)
    assert [event.words() for event in outcome.hand.events[:-1]] == ["check 1"]


@pytest.mark.parametrize(("line", "complete"), [("Board []", False), ("Total Pot($1)", True)])
def test_log_is_whole_once_its_summary_tells_the_pot(line: str, complete: bool) -> None:
    end = hand_of("*** SUMMARY ***", line).events[-1]
    assert isinstance(end, LogEnd)
    assert (end.complete, end.line) == (complete, 6)


@given(
    st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 5000), st.text(max_size=6)), max_size=8), st.booleans()
)
def test_mutated_text_never_raises(text: str, edits: list[tuple[int, str]], cut: bool) -> None:
    for at, replacement in edits:
        text = text[: at % len(text)] + replacement + text[at % len(text) + len(replacement) :]
    lines = (text[: len(text) // 2] if cut else text).split("\n")
    outcome = read(lines, 7)
    assert isinstance(outcome, Outcome)
    if isinstance(outcome, Read):
        assert all(7 <= event.line < 7 + len(lines) for event in outcome.hand.events)


def test_format_is_found_by_content() -> None:
    assert {open_log(text.encode()).format for text in TEXTS} == {"absolute"}
