"""Two lines of a log that were joined by mistake are an unread line, and nobody is accused."""

from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.events import Illegible, Unread
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from tests.formats.test_pokerstars_lines import hand_of, told

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
ROOMS = sorted({sample.parent.name for sample in SAMPLES.glob("*/*.txt")} - {"transcript", "log"})
HONEST = {"L101", "L105"}  # a line is illegible; the log ends early


def first_hand(text: str) -> Hand | None:
    return next((each.hand for each in open_log(text.encode()) if isinstance(each, Read)), None)


def codes(hand: Hand) -> set[str]:
    return {finding.code for finding in audit(hand, house_for(hand)).findings}


def clean_hands(room: str) -> list[list[str]]:
    """The lines of each hand of the samples of a room without a finding and without unread lines."""
    found = []
    for sample in sorted((SAMPLES / room).glob("*.txt")):
        data = sample.read_bytes()
        if data.startswith(b"\xff\xfe"):
            continue
        lines = data.decode("utf-8-sig").splitlines()
        for each in open_log(data):
            if isinstance(each, Read) and not codes(each.hand) and not unread(each.hand):
                found.append([line for line in lines[each.first_line - 1 : each.last_line] if line.strip()])
    return found


def unread(hand: Hand) -> list[str]:
    return [event.text for event in hand.events if isinstance(event, (Unread, Illegible))]


@pytest.mark.parametrize("between", ["", " "])
@pytest.mark.parametrize("room", ROOMS)
def test_nobody_is_accused_when_two_lines_are_one(room: str, between: str) -> None:
    accused = []
    for lines in clean_hands(room)[:3]:
        for at in range(1, len(lines) - 1):
            joined = lines[at].rstrip() + between + lines[at + 1].lstrip()
            hand = first_hand("\n".join([*lines[:at], joined, *lines[at + 2 :]]) + "\n")
            if hand is not None and not codes(hand) <= HONEST:
                accused.append((joined, codes(hand)))
    assert not accused


SWALLOWED = [
    "Betting is capped Ann: calls $0.08",
    "Betting is cappedAnn: calls $0.08",
    "Zed leaves the table Ann: folds",
    "Bob Lee joins the table at seat #1 Ann: folds",
    "Ann: shows [7h 2h] (a pair of Tens)Bob Lee: shows [5d 4c] (high card Ace)",
    "Ann: shows [7h 2h] (a pair of Tens) Ann collected $0.77 from pot",
    "Uncalled bet ($0.08) returned to AnnAnn: doesn't show hand",
    'Ann said, "hi" *** 4th STREET ***',
    "Zed: bets $5Ann: folds",
]


@pytest.mark.parametrize("line", SWALLOWED)
def test_a_line_with_an_act_behind_its_own_words_is_not_understood(line: str) -> None:
    hand = hand_of("Ann: posts the ante $0.01", line)
    assert unread(hand) == [line]


@pytest.mark.parametrize(
    "line",
    [
        'Ann said, "Bob Lee: folds"',
        'Ann said, "I think Bob Lee: folds"',
        'Zed said, "Bob Lee: bets $5 too often"',
        "Ann leaves the table",
        "Betting is cappedZed: folds",
    ],
)
def test_talk_about_a_player_is_one_line(line: str) -> None:
    assert not unread(hand_of("Ann: posts the ante $0.01", line))


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        ("Ada: Bea folds", True),
        ("Ada: Bea bets $5 too often", True),
        ("Ada: hello Zed folds", True),
        ("Ada: helloBea folds", False),
        ("Ada: hello *** SHOW DOWN ***", False),
    ],
)
def test_chat_with_a_colon_is_read_unless_an_act_stands_behind_it(line: str, is_read: bool) -> None:
    top = "Full Tilt Poker Game #7: Table Vega - $0.10/$0.20 - Limit Stud Hi - 20:00:00 ET - 2012/01/05\n"
    hand = first_hand(
        f"{top}Seat 1: Ada ($5)\nSeat 2: Bea ($6)\nAda antes $0.02\nBea antes $0.02\n*** 3RD STREET ***\n{line}\n"
    )
    assert hand is not None
    assert unread(hand) == ([] if is_read else [line])


def test_the_players_of_the_hand_decide_and_not_those_of_an_earlier_hand() -> None:
    line = "Betting is capped Cid: calls $0.08"
    assert told("Ann: posts the ante $0.01", line)[-1] == "remark 0 capped"
    assert unread(hand_of("Ann: posts the ante $0.01", line.replace("Cid", "Ann"))) == [line.replace("Cid", "Ann")]


@pytest.mark.parametrize(
    "line",
    [
        "Seat 1: Ann ($5 in chips)Seat 2: Bob Lee ($6 in chips)",
        "Seat 1: Ann ($5 in chips) Seat 2: Bob Lee ($6 in chips) is sitting out",
        "Table 'Vega' 8-max Seat 1: Ann ($5 in chips)",
    ],
)
def test_a_seat_behind_another_line_is_not_understood(line: str) -> None:
    top = "PokerStars Hand #7:  7 Card Stud Limit ($0.04/$0.08 USD) - 2012/01/05 20:00:00 ET\n"
    hand = first_hand(f"{top}{line}\nSeat 4: Cid ($7 in chips)\nSeat 5: Dee ($8 in chips)\nCid: posts the ante $0.01\n")
    assert hand is not None
    assert unread(hand) == [line]
    assert [(seat.number, seat.player, seat.stack) for seat in hand.seats] == [(4, "Cid", 700), (5, "Dee", 800)]


def test_an_ante_behind_a_seat_is_not_understood() -> None:
    line = "Seat 5: Dee ($8)Cid antes $0.02"
    hand = first_hand(
        "Full Tilt Poker Game #7: Table Vega - $0.10/$0.20 - Limit Stud Hi - 20:00:00 ET - 2012/01/05\n"
        f"Seat 3: Bea ($6)\nSeat 4: Cid ($7)\n{line}\nBea antes $0.02\n*** 3RD STREET ***\n"
    )
    assert hand is not None
    assert unread(hand) == [line]
    assert [seat.player for seat in hand.seats] == ["Bea", "Cid"]
