"""Open Hand History: JSON objects `{"ohh": {...}}` with a blank line between them, one a hand (`.ohh`).

The standard knows stud by name only: it has no streets, bring-in, completion or cards face up. In the strict form the
ids of rounds are the streets, third street has two cards down and one up, and seventh one down. All other facts of a
room's log are *not verifiable*. Our documented extension (`stud-extension.md`) adds them, and `printing` writes it.
Source of the standard: hh-specs.handhistory.org.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from auditor.formats import limits
from auditor.formats.files.format import Format
from auditor.formats.markup.json_text import Malformed, Object, parsed
from auditor.formats.ohh.hands import GAMES, hand_of
from auditor.formats.outcomes import Outcome, Read, Rejected, Skipped

NAME: Final = "ohh"

_OPENING: Final = re.compile(r'\ufeff?\s*\{\s*"ohh"\s*:')
_KEY: Final = re.compile(r'\s*+\{?\s*+"ohh"\s*+:')
# A text, closed or not, or a bracket: only these change the depth of brackets after a line.
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|[][{}]')
_BRACKET: Final = re.compile("[][{}]")
_SPOKEN: Final = re.compile(r'[][{}]|"[^"]*"\s*:')


def begins(line: str) -> bool:
    """The line with the key that every hand has. Only the test of `cutter` finds the start of a hand."""
    return _KEY.match(line) is not None


def sniff(head: str) -> bool:
    return _OPENING.match(head) is not None


def speaks(line: str) -> bool:
    """Whether a key or a bracket stands in the line."""
    return _SPOKEN.search(line) is not None


def cutter(_head: str) -> Callable[[str], bool]:
    """An object outside any other starts a hand. So does an object without indent after a blank line, because the hand
    before it may not be closed.
    """
    depth = 0
    after_blank = True

    def starts(line: str) -> bool:
        nonlocal depth, after_blank
        if not line or line.isspace():
            after_blank = True
            return False
        opens = line.lstrip("\ufeff \t").startswith("{")
        afresh = opens and (depth == 0 or (after_blank and line.startswith("{")))
        depth = _depth(line, 0 if afresh else depth)
        after_blank = False
        return afresh

    return starts


def _depth(line: str, depth: int) -> int:
    if _BRACKET.search(line) is None:
        return depth
    for match in _BRACKETS.finditer(line):
        if match[0] in "{[":
            depth += 1
        elif match[0] in "}]":
            depth = max(depth - 1, 0)
    return depth


def read(lines: Sequence[str], first_line: int) -> Outcome:
    """The hand of an object; rejected if it is no JSON or has no players."""
    try:
        document = parsed("\n".join(lines).removeprefix("\ufeff"), first_line)
        record = document.get("ohh") if isinstance(document, Object) else None
        if not isinstance(record, Object):
            return Rejected(first_line, None, 'The key "ohh" with the hand is missing; it should stand at the top.')
        number = record.get("game_number")
        named = str(number) if isinstance(number, str) and number else None
        game = record.get("game_type")
        if not isinstance(game, str):
            return Rejected(record.line, named, 'The key "game_type" is missing; every hand needs it.')
        if game not in GAMES:
            return Skipped(first_line, named, game)
        return Read(hand_of(record, named), first_line, first_line + len(lines) - 1)
    except Malformed as blame:
        return Rejected(blame.line, None, blame.reason)


FORMAT: Final = Format(
    NAME, "Open Hand History (.ohh)", begins, sniff, read, cutter, longest_line=limits.HAND_BYTES, speaks=speaks
)
