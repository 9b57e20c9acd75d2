"""Everleaf text becomes the hand it tells, and its banner is not taken for PartyPoker's, nor the reverse."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.engine.events import LogEnd, Unread
from auditor.engine.hand import Game, Hand, Structure
from auditor.formats import open_log
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped
from auditor.formats.rooms.everleaf import begins, read, sniff
from auditor.formats.rooms.everleaf.header import game_of
from auditor.formats.rooms.grammar.header import Header

TOP = Path(__file__).resolve().parents[2]
TEXTS = [path.read_text("utf-8") for path in sorted(TOP.glob("fixtures/formats/everleaf/*.txt"))]
PARTY = sorted(TOP.glob("fixtures/formats/partypoker/*.txt"))
HEAD = [
    "Everleaf Gaming Game #77",
    "***** Hand history for game #77 *****",
    "$5/$10 7 Card Stud - 2011/07/08 - 00:08:53",
    "Table Clark Street 20",
    "Total number of players: 2",
    "Seat 4: Bob (  $ 50 USD )",
    "Seat 1: Ann (  $ 1,050.25 USD )",
]


def hand_of(*lines: str) -> Hand:
    outcome = read([*HEAD, *lines], 1)
    assert isinstance(outcome, Read)
    return outcome.hand


def told(*lines: str) -> list[str]:
    """What the lines tell, after the seats and before the end."""
    return [event.words() for event in hand_of(*lines).events[:-1]]


def outcomes_in(text: str) -> list[Outcome]:
    log = open_log(text.encode())
    assert log.format == "everleaf"
    return list(log)


# --- whose banner it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "starts"),
    [
        ("Everleaf Gaming Game #285997460", True),
        ("\ufeff***** Hand history for game #285997460 *****", True),
        ("***** Hand History for Game 9581478205 *****", False),
        ("***** Hand history for game 9581478205 *****", False),
        ("Full Tilt Poker Game #29705138396: Table Jackrabbit", False),
        ("Ann: Everleaf Gaming Game #1", False),
        ("Game #9581478205 starts.", False),
    ],
)
def test_only_a_title_or_a_banner_with_a_cross_begins_a_hand(line: str, starts: bool) -> None:
    assert begins(line) == starts


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_everleaf_is_not_taken_for_partypoker(text: str) -> None:
    assert open_log(text.encode()).format == "everleaf"
    untitled = text.replace("Everleaf Gaming Game #310000001\n", "")
    assert open_log(untitled.encode()).format == "everleaf"
    assert open_log(b"My hands:\n" + untitled.encode()).format == "everleaf"


@pytest.mark.parametrize("sample", PARTY, ids=lambda sample: sample.stem)
def test_partypoker_is_not_taken_for_everleaf(sample: Path) -> None:
    data = sample.read_bytes()
    assert not sniff(data.decode())
    assert open_log(data).format == "partypoker"
    assert open_log(b"My hands:\n" + data).format == "partypoker"


def test_hand_begins_at_its_title_or_at_its_banner_where_it_has_none() -> None:
    banner = "\n".join(HEAD[1:])
    text = "\n".join(HEAD) + "\n\n\n" + "\n".join(HEAD) + "\n\n\n" + banner + "\n"
    found = outcomes_in(text)
    assert [outcome.first_line for outcome in found if isinstance(outcome, Read)] == [1, 10, 19]
    assert len(found) == 3


def test_title_without_a_hand_is_rejected_under_its_number() -> None:
    found = outcomes_in("\n".join(HEAD) + "\n\nEverleaf Gaming Game #78\n")
    assert [type(outcome) for outcome in found] == [Read, Rejected]
    assert isinstance(found[1], Rejected)
    assert (found[1].line, found[1].hand) == (9, "78")


# --- above the antes ------------------------------------------------------------------------------------------------

HEADERS = {
    "$0.05/$0.10 7 Card Stud - 2011/07/08 - 00:08:53": (Game.STUD, "7 Card Stud", 5, 10, "USD", Structure.FIXED, 0),
    " €0.50/ €1 7 Card Stud - 6 Max - 2009/01/11 - 16:09:40": (
        Game.STUD, "7 Card Stud", 50, 100, "EUR", Structure.FIXED, 6),
    "$1/$2 7 Card Stud Hi-Lo - 2011/07/08 - 00:08:53": (
        Game.STUD8, "7 Card Stud Hi-Lo", 100, 200, "USD", Structure.FIXED, 0),
    "20/40 Razz - 2011/07/08 - 00:08:53": (Game.RAZZ, "Razz", 2000, 4000, "", Structure.FIXED, 0),
    "Blinds \u02c60.50/\u02c61 NL Hold'em - 2009/01/11 - 16:09:40": (
        None, "Hold'em", 50, 100, "EUR", Structure.NO, 0),
    "Blinds $0.50/$1 PL Omaha - 2008/12/07 - 21:59:48": (None, "Omaha", 50, 100, "USD", Structure.POT, 0),
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), HEADERS.items(), ids=range(len(HEADERS)))
def test_header_names_game_and_stakes(line: str, expected: tuple[object, ...]) -> None:
    header = Header("77")
    assert game_of(header, 0, 3, line)
    header.read_stakes(header.currency, 2)
    stakes = header.stakes
    named = (header.game, header.named, stakes.small_bet, stakes.big_bet)
    assert (*named, header.currency, header.structure, header.most_seats) == expected


def test_room_names_no_time_zone_so_the_time_stays_local() -> None:
    hand = hand_of()
    assert (hand.played, hand.local) == ("", "2011/07/08 - 00:08:53")
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [(1, "Ann", 105025), (4, "Bob", 5000)]
    assert (hand.table, hand.number, hand.room) == ("Clark Street 20", "77", "everleaf")


def test_tournament_has_chips() -> None:
    lines = [line.replace("$", "").replace(" USD", "") for line in HEAD]
    outcome = read([*lines, "Ann: posts ante [ 25 ]", "Bob: posts ante [25 Chips]"], 1)
    assert isinstance(outcome, Read)
    assert outcome.hand.unit.currency == "chips"
    assert [event.words() for event in outcome.hand.events[:-1]] == ["ante 1 2500", "ante 4 2500"]


def test_new_player_is_not_dealt_in_unless_an_ante_is_posted() -> None:
    outcome = read([*HEAD, "Seat 6: Cyd ( new player )", "Seat 7: Dee ( new player )", "Dee: posts ante [$ 1 USD]"], 1)
    assert isinstance(outcome, Read)
    assert [(seat.number, seat.stack, seat.dealt_in) for seat in outcome.hand.seats[2:]] == [
        (6, None, False),
        (7, None, True),
    ]
    assert [event.words() for event in outcome.hand.events[:-1]] == ["ante 7 100"]


def test_word_behind_the_amount_of_a_seat_is_none_of_the_amount() -> None:
    seats = [
        "Seat 6: Cyd (  $ 5.00 USD new player )",
        "Seat 7: Dee (  $ 0.00 USD All-in )",
        "Seat 8: Eve ( $ 3 new player )",
    ]
    outcome = read([*HEAD, *seats, "Eve: posts ante [$ 1 USD]", "Eve folds"], 1)
    assert isinstance(outcome, Read)
    assert [(seat.number, seat.stack, seat.dealt_in) for seat in outcome.hand.seats[2:]] == [
        (6, 500, False),
        (7, 0, True),
        (8, 300, True),
    ]
    assert [event.words() for event in outcome.hand.events[:-1]] == ["ante 8 100", "fold 8"]


@pytest.mark.parametrize(
    ("lines", "part"), [(HEAD[:2], "in the lines below the hand number"), (HEAD[:5], "The log lists no seats")]
)
def test_what_is_no_hand_is_rejected_with_a_reason(lines: list[str], part: str) -> None:
    outcome = read(lines, 5)
    assert isinstance(outcome, Rejected)
    assert (outcome.line, outcome.hand, part in outcome.reason) == (6, "77", True)


def test_other_games_are_skipped_by_name() -> None:
    outcome = read([*HEAD[:2], "Blinds $0.50/$1 NL Hold'em - 2009/02/21 - 11:21:57"], 1)
    assert isinstance(outcome, Skipped)
    assert (outcome.line, outcome.hand, outcome.game) == (2, "77", "Hold'em")


# --- below ----------------------------------------------------------------------------------------------------------

LINES = {
    "Ann: posts ante [$ 0.50 USD]": ["ante 1 50"],
    "Ann posts bring-in $2.": ["bringin 1 200"],
    "Ann posts bring-in  $ 2.50.": ["bringin 1 250"],
    "Ann completes to $5.": ["completes 1 500"],
    "Ann calls [$ 5 USD]": ["call 1 500"],
    "Ann: calls [$ 5 USD]": ["call 1 500"],
    "Ann: bets [$ 5 USD]": ["bets 1 500"],
    "Ann raises [$ 10 USD]": ["raises 1 1000"],
    "Ann checks": ["check 1"],
    "Ann folds": ["fold 1"],
    "** Dealing down cards **": ["street 3"],
    "** Dealing 4th Street **": ["street 4"],
    "**** dealing 5th street ****": ["street 5"],
    "**** dealing 6th street **** ": ["street 6"],
    "**** dealing river **** ": ["street 7"],
    "** Dealing River ** [ 6c ]": ["street 7", "community 6c"],
    "** Dealing Flop ** [ 2s, 9d, As ]": ["unread ** Dealing Flop ** [ 2s, 9d, As ]"],
    "Dealt to Ann [ qc, 3c, td ]": ["deal 1 Qc3c|Td"],
    "Dealt to Bob [ Qc ]": ["deal 4 xxxx|Qc"],
    "Dealt to Bob [ 1c ]": ["deal 4 xxxx|!! 1c"],
    "Ann shows [ 5d, 8d ] a flush, king high": ["show 1 5d8d 5.11 -"],
    "Ann shows [ 5d, 8d ] something": ["show 1 5d8d - -"],
    "Ann mucks [ 5d, 8d ] a pair of twos": ["muck 1", "reveal 1 5d8d"],
    "Ann does not show cards": ["muck 1"],
    "Ann wins $ 0.98 USD from main pot with a flush, king high [ Kd, 9d, 8d, 7d, 5d ]": [
        "reveal 1 Kd9d8d7d5d",
        "collect 1 98 0 -",
    ],
    "Ann wins $ 0.98 USD from side pot #2 with a pair of twos": ["collect 1 98 2 -"],
    "Ann wins  low ($ 0.98 USD) from main pot with 8,5,4,3,2": ["collect 1 98 0 low"],
    "Ann wins $ 1 USD from the moon": ["unread Ann wins $ 1 USD from the moon"],
    "Ann: Bob folds": ["remark 1 chat"],
    "Cyd has joined the table.": ["remark 15 joins"],
    "Ann has timed out": ["remark 1 timed_out"],
    "Cyd folds": ["fold 15"],
    "Ann dances": ["unread Ann dances"],
    "Ann calls [$ 5.0O USD]": ["illegible Ann calls [$ 5.0O USD]"],
    "Ann: calls [5,00]": ["unread Ann: calls [5,00]"],
}


@pytest.mark.parametrize(("line", "events"), LINES.items(), ids=LINES)
def test_line_tells_its_events(line: str, events: list[str]) -> None:
    assert told(line) == events


def test_chips_put_in_become_totals_of_their_street() -> None:
    third = ["** Dealing down cards **", "Ann posts bring-in $2.", "Bob completes to $5.", "Ann raises [$ 8 USD]"]
    fourth = ["Bob calls [$ 5 USD]", "** Dealing 4th Street **", "Bob: bets [$ 5 USD]", "Ann raises [$ 10 USD]"]
    assert told(*third, *fourth) == [
        "street 3", "bringin 1 200", "completes 4 500", "raises 1 1000", "call 4 1000",
        "street 4", "bets 4 500", "raises 1 1000",
    ]  # fmt: skip


def test_last_seat_left_gives_up_nothing_by_not_showing() -> None:
    antes = ["Ann: posts ante [$ 1 USD]", "Bob: posts ante [$ 1 USD]"]
    assert told(*antes, "Bob folds", "Ann does not show cards")[-1] == "remark 1 other"
    assert told(*antes, "Ann does not show cards")[-1] == "muck 1"


def test_cards_that_play_are_told_only_of_a_hand_that_was_not_shown() -> None:
    wins = "Ann wins $ 1 USD from main pot with a pair of twos [ 2d, 2c ]"
    assert told("Ann shows [ 2d, 2c, 4h ] a pair of twos", wins)[1:] == ["collect 1 100 0 -"]
    assert told("Bob shows [ 2s, 2h, 4h ] a pair of twos", wins)[1:] == ["reveal 1 2d2c", "collect 1 100 0 -"]


def test_names_may_hold_blanks_and_other_names() -> None:
    outcome = read([*HEAD[:5], "Seat 1: Ann (  $ 50 USD )", "Seat 2: Ann folds (  $ 50 USD )", "Ann folds checks"], 1)
    assert isinstance(outcome, Read)
    assert [event.words() for event in outcome.hand.events[:-1]] == ["check 2"]


@pytest.mark.parametrize(("line", "complete"), [("Ann folds", False), ("Ann wins $ 5 USD from main pot", True)])
def test_log_is_whole_once_somebody_was_paid(line: str, complete: bool) -> None:
    end = hand_of(line).events[-1]
    assert isinstance(end, LogEnd)
    assert (end.complete, end.line) == (complete, 8)


def test_stack_that_is_no_amount_is_unknown_and_told() -> None:
    outcome = read([*HEAD[:5], "Seat 1: Ann (  $ 1O USD )"], 1)
    assert isinstance(outcome, Read)
    assert outcome.hand.seats[0].stack is None
    assert [event.line for event in outcome.hand.events if isinstance(event, Unread)] == [6]


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
