"""A line with one unknown word accuses nobody: an act with an unknown verb, or any line behind an unknown word."""

import re
from collections.abc import Iterator

import pytest

from auditor.engine.audit import audit
from auditor.engine.house.registry import load
from auditor.formats.outcomes import Read
from tests.formats.test_nasty_names import HOUSES, ROOMS, hands_of

BEFORE = ("Zap ", "Zap: ", "~ ", "Zap Zep: ", "Zap: Zep: ")
VERBS = re.compile(
    r"\b(?:antes?|posts|ante|brings?[ -]in|completes|bets|calls|raises|checks|folds|shows|showed|mucks|mucked|wins|won"
    r"|collected|returned|ties|receives|dealt|dealing|taken|total|rake|uncalled bet|pot|net|bet|pocket|board)\b",
    re.IGNORECASE,
)


def changed(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Each line with an unknown word, and its place. The first line, the title, stays."""
    for at, line in enumerate(lines[1:], 1):
        if line.strip():
            for word in BEFORE:
                yield at, word + line
            for found in VERBS.finditer(line):
                yield at, line[: found.start()] + "zaps" + line[found.end() :]


@pytest.mark.parametrize("room", ROOMS)
def test_a_line_with_an_unknown_word_accuses_nobody(room: str) -> None:
    reader, print_hand = ROOMS[room]
    accused = []
    for hand in hands_of(room):
        house = load(HOUSES.get(room, room), hand.game)
        lines = print_hand(hand).splitlines()
        for at, line in changed(lines):
            outcome = reader.read([*lines[:at], line, *lines[at + 1 :]], 1)
            if isinstance(outcome, Read):
                codes = [finding.code for finding in audit(outcome.hand, house).findings]
                kinds = [type(event).__name__ for event in outcome.hand.events if event.line == at + 1]
                if codes:
                    accused.append((lines[at], line, codes, kinds))
    assert accused == []
