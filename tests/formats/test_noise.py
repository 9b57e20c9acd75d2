"""Talk and traffic around the table are remarks in every room, and a lawful hand stays lawful with them."""

import re

import pytest

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from auditor.formats.rooms import kingsclub
from auditor.formats.rooms.grammar.noise import could_be_play
from tests.formats.test_nasty_names import HOUSES, ROOMS, hands_of, told

EVERYWHERE = {
    "Zed has joined the table": "joins",
    "Zed joins the table at seat #8": "joins",
    "Zed has left the table": "leaves",
    "Zed leaves the table": "leaves",
    "{} is disconnected": "disconnected",
    "{} has been disconnected": "disconnected",
    "{} is connected": "connected",
    "{} has reconnected": "connected",
    "{} has returned": "returns",
    "{} has timed out": "timed_out",
    '{} said, "I fold: nice hand"': "chat",
    "You have 15 seconds left to act": "warned",
    "{} has 15 seconds left to act": "warned",
}
OF_A_ROOM = {
    "fulltilt": {
        "15 seconds left to act": "warned",
        "an onlooker of a very long name: hello": "chat",
        "{} stands up": "leaves",
    },
    "everleaf": {
        "Zed: hello there": "chat",
        "{}: nice hand": "chat",
        "{}: gg": "chat",
        "{}: gg 2nd time m8": "chat",
    },
    "ongame": {"Zed: hello: there": "chat", "{} joins the table": "joins"},
    "acr": {"Zed: hi": "chat", "{} is feeling happy": "other"},
    "absolute": {
        "Zed - Sitting out": "sits_out",
        "{} - Timeout": "timed_out",
        "Zed leaves table": "leaves",
        "Zed: hi": "chat",
    },
    "partypoker": {"Zed of Ohio: hi": "chat"},
    "pokerstars": {"{} adds $5 chips": "other"},
}
CASES = [
    (room, line, kind)
    for room in ROOMS
    for line, kind in (EVERYWHERE | OF_A_ROOM.get(room, {})).items()
    if room != "acr_2016"
]


@pytest.mark.parametrize(("room", "line", "kind"), CASES, ids=[f"{room}-{line}" for room, line, _ in CASES])
def test_noise_within_a_hand_is_a_remark(room: str, line: str, kind: str) -> None:
    reader, print_hand = ROOMS[room]
    hand = hands_of(room)[0]
    lines = print_hand(hand).splitlines()
    line = line.format(hand.seats[0].player)
    last_ante = max(at for at, text in enumerate(lines) if re.search(" antes? ", text, re.IGNORECASE))
    lines.insert(last_ante + 1, line)
    outcome = reader.read(lines, 1)
    assert isinstance(outcome, Read)
    at_it = [event for event in outcome.hand.events if event.line == last_ante + 2]
    assert [type(event) for event in at_it] == [e.Remark]
    assert [event.kind for event in at_it if isinstance(event, e.Remark)] == [kind]
    assert told(outcome.hand) == told(hand)
    house = load(HOUSES.get(room, room), hand.game)
    assert [finding.words() for finding in audit(outcome.hand, house).findings] == []


@pytest.mark.parametrize("line", ["{} is connected", "{} has returned", "Zed joins the table", "Zed: gg: wp"])
def test_noise_stands_below_the_summary_of_ongame_too(line: str) -> None:
    reader, print_hand = ROOMS["ongame"]
    hand = hands_of("ongame")[0]
    lines = print_hand(hand).splitlines()
    lines.insert(lines.index("Summary:") + 1, line.format(hand.seats[0].player))
    outcome = reader.read(lines, 1)
    assert isinstance(outcome, Read)
    assert not [event for event in outcome.hand.events if isinstance(event, e.Unread)]


def test_chips_that_the_room_adds_are_no_fault_of_the_pots() -> None:
    hand = hands_of("kingsclub")[0]
    lines = ROOMS["kingsclub"][1](hand).splitlines()
    assert splashed(lines, "STP added: $1.00") == []
    assert {"L106"} & set(splashed(lines, "")) == {"L106"}


def splashed(lines: list[str], told_by: str) -> list[str]:
    """The codes found in the hand of KingsClub with a dollar more in its last payment and its stack."""
    wins = max(at for at, text in enumerate(lines) if " wins " in text)
    name = lines[wins].partition(" wins ")[0]
    changed = [*lines]
    paid = changed[wins].rpartition("(")[2].rstrip(")")
    changed[wins] = changed[wins].replace(f"({paid})", f"({one_more(paid)})")
    summary = lines.index("*** SUMMARY ***")
    row = next(at for at in range(summary, len(lines)) if lines[at].startswith("Seat ") and f": {name} (" in lines[at])
    stack = changed[row].rpartition("(")[2].partition(")")[0]
    changed[row] = changed[row].replace(f"({stack})", f"({one_more(stack)})")
    first_ante = next(at for at, text in enumerate(lines) if ": posts ante" in text)
    if told_by:
        changed.insert(first_ante, told_by)
    outcome = kingsclub.read(changed, 1)
    assert isinstance(outcome, Read)
    return [finding.code for finding in audit(outcome.hand, load("kingsclub", outcome.hand.game)).findings]


def one_more(amount: str) -> str:
    whole, point, rest = amount.replace(",", "").partition(".")
    return f"{int(whole) + 1}{point}{rest}"


@pytest.mark.parametrize(
    "line",
    [
        "Zed: calls $5",
        "Zed: folds",
        "Zed: likes {}",
        "Fee taken: $0.50",
        "Fee taken: 50",
        "Refund of $4: {}",
        "Look: Dealing river",
        "Look: Seat 3",
        "Zed: posts ante ten",
        "Seat 5: hello",
        "Dealt to Zed: [As]",
        "Total pot: 5",
        ": hi",
        "Zed calls $5Bob is disconnected",
        "Zed wins $5 Bob has returned",
        "is connected",
    ],
)
@pytest.mark.parametrize("room", ["acr", "ongame"])
def test_a_line_that_may_be_play_or_two_lines_in_one_is_no_noise(room: str, line: str) -> None:
    reader, print_hand = ROOMS[room]
    hand = hands_of(room)[0]
    lines = print_hand(hand).splitlines()
    last_ante = max(at for at, text in enumerate(lines) if re.search(" antes? ", text, re.IGNORECASE))
    lines.insert(last_ante + 1, line.format(hand.seats[0].player))
    outcome = reader.read(lines, 1)
    assert isinstance(outcome, Read)
    assert [type(event) for event in outcome.hand.events if event.line == last_ante + 2] == [e.Unread]


@pytest.mark.parametrize("words", ["mise [$ 0.10 USD]", "zaps 10", "zaps €1", "[As Kd]", "passe", "Passt!"])
@pytest.mark.parametrize("room", ["everleaf", "kingsclub"])
def test_a_seat_that_may_act_in_unknown_words_is_not_chatting(room: str, words: str) -> None:
    reader, print_hand = ROOMS[room]
    hand = hands_of(room)[0]
    lines = print_hand(hand).splitlines()
    last_ante = max(at for at, text in enumerate(lines) if re.search(" antes? ", text, re.IGNORECASE))
    lines.insert(last_ante + 1, f"{hand.seats[0].player}: {words}")
    outcome = reader.read(lines, 1)
    assert isinstance(outcome, Read)
    assert [type(event) for event in outcome.hand.events if event.line == last_ante + 2] == [e.Unread]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("{0} folds{1} is disconnected", e.Illegible),
        ("Dealt to {0} [2c]{1} is disconnected", e.Unread),
        ("{0} checksZed has left the table", e.Unread),
    ],
)
@pytest.mark.parametrize("room", ["ongame", "fulltilt"])
def test_an_act_that_ran_into_noise_is_no_noise(room: str, line: str, kind: type[e.Unread]) -> None:
    reader, print_hand = ROOMS[room]
    hand = hands_of(room)[0]
    lines = print_hand(hand).splitlines()
    last_ante = max(at for at, text in enumerate(lines) if re.search(" antes? ", text, re.IGNORECASE))
    lines.insert(last_ante + 1, line.format(hand.seats[0].player, hand.seats[1].player))
    outcome = reader.read(lines, 1)
    assert isinstance(outcome, Read)
    assert [type(event) for event in outcome.hand.events if event.line == last_ante + 2] == [kind]


@pytest.mark.parametrize(("said", "may_be"), [("bets [$ 0,10 USD]", True), ("folds", True), ("folds too much", False)])
def test_words_that_may_be_an_act(said: str, may_be: bool) -> None:
    assert could_be_play(said) == may_be
