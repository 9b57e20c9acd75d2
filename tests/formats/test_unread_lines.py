"""A line that nobody knows accuses nobody: put anywhere between the acts of a real hand, it brings no finding.

The lines are those of `../shared/corpus/noise`, which rooms write, and those of `unknown_lines.txt`, which we made up.
The campaign puts every line before the acts of every text hand: `UNREAD_LINES=every-offset`, as in `7-3`, tries one
place in 7, beginning at the place 3.
"""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from auditor.engine import events as e
from auditor.engine.audit import GAMES, audit
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from tests.engine.corpus import CORPUS, files, there

MADE_UP: Final = Path(__file__).parent / "unknown_lines.txt"
IN_A_TEST: Final = 1009  # one place in so many; a prime, so that all lines and hands have their turn
USUAL: Final = "1-0"
STRANGER: Final = "Nobody Here"
XML: Final = ("ipoker", "merge")
NO_PLAY: Final = (e.Remark, e.LogEnd)


class Logged(NamedTuple):
    """A real hand: its room, the lines of its log, and the hand that they become."""

    room: str
    lines: list[str]
    hand: Hand

    def places(self) -> list[int]:
        """The indices of the lines before which a line is put: all that tell of the play."""
        return sorted({event.line - 1 for event in self.hand.events if not isinstance(event, NO_PLAY)})

    def names(self) -> list[str]:
        """Who a line may speak of: the players, and somebody who is not at the table."""
        return [*[seat.player for seat in self.hand.seats], STRANGER]


@cache
def logged() -> list[Logged]:
    """Every hand of the text rooms that can be audited."""
    return [each for path in files("rooms") if path.suffix == ".txt" for each in of_file(path)]


def of_file(path: Path) -> Iterator[Logged]:
    room = path.relative_to(CORPUS).parts[1]
    if room in XML:
        return
    data = path.read_bytes()
    pieces = list(open_log(data).pieces())
    for piece, outcome in zip(pieces, open_log(data), strict=True):
        if isinstance(outcome, Read) and outcome.hand.game in GAMES:
            [alone] = open_log("\n".join(piece.lines).encode())
            assert isinstance(alone, Read)
            yield Logged(room, piece.lines, alone.hand)


def unknown(room: str) -> list[str]:
    """The lines to put into the hands of a room."""
    real = CORPUS / "noise" / f"{room}.txt"
    lines = real.read_text(encoding="utf-8").splitlines() if real.exists() else []
    return [*lines, *MADE_UP.read_text(encoding="utf-8").splitlines()]


@cache
def codes(hand: Hand) -> Counter[str]:
    return Counter(finding.code for finding in audit(hand, house_for(hand)).findings)


def accused(each: Logged, at: int, line: str) -> str:
    """What the line brings upon the hand, if it stands before the line `at`; empty if it brings nothing."""
    changed = "\n".join([*each.lines[:at], line, *each.lines[at:]])
    outcomes = list(open_log(changed.encode()))
    if [type(outcome) for outcome in outcomes] != [Read]:
        return f"{each.room} {each.hand.number}: {outcomes}: {line}"
    [outcome] = outcomes
    assert isinstance(outcome, Read)
    more = codes.__wrapped__(outcome.hand) - codes(each.hand)
    return f"{each.room} {each.hand.number}: {dict(more)}: line {at + 1}: {line}" if more else ""


def tried(every: int, offset: int) -> Iterator[tuple[str, str]]:
    """The room of each place that is tried, and what the line brings."""
    number = -offset
    for each in logged():
        names = each.names()
        for line in unknown(each.room):
            for at in each.places():
                if number % every == 0:
                    yield each.room, accused(each, at, line.replace("{player}", names[number // every % len(names)]))
                number += 1


@there
def test_a_line_that_nobody_knows_accuses_nobody() -> None:
    found = list(tried(IN_A_TEST, 0))
    assert len(found) > 500
    assert [each for _, each in found if each] == []


@there
@pytest.mark.campaign
def test_every_line_that_nobody_knows_accuses_nobody() -> None:
    every, offset = [int(part) for part in os.environ.get("UNREAD_LINES", USUAL).split("-")]
    count: Counter[str] = Counter()
    wrong = []
    for room, each in tried(every, offset):
        count[room] += 1
        if each:
            wrong.append(each)
    print(f"{count.total():,} hands with a line that nobody knows: {dict(count)}, {len(wrong)} accused", flush=True)
    assert wrong == []
