"""Open Hand History (`.ohh`): JSON objects `{"ohh": {...}}`, one for each hand, with a blank line between them.

The standard knows stud only by name: it has no streets, bring-in, completion or cards face up. In a file without our
extension, the ids of rounds are the streets. Third street then has two cards down and one up, and seventh street has
one down. All other facts of stud are *not verifiable* there. Our documented extension (`stud-extension.md`) adds these
facts, and `printing` writes the extension. Source of the standard: hh-specs.handhistory.org.
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
# A complete text, an unclosed text, or a bracket. Only brackets outside texts change the depth after a line.
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|[][{}]')
_BRACKET: Final = re.compile("[][{}]")
_SPOKEN: Final = re.compile(r'[][{}]|"[^"]*"\s*:')


def begins(line: str) -> bool:
    """Whether the line has the key that every hand has. The start of a hand is found by the test of `cutter` only."""
    return _KEY.match(line) is not None


def sniff(head: str) -> bool:
    return _OPENING.match(head) is not None


def speaks(line: str) -> bool:
    """Whether the line has a key or a bracket."""
    return _SPOKEN.search(line) is not None


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns the test for the lines that start a hand: an object that is in no other object. An object without indent
    after a blank line also starts a hand, because the hand before it may not be closed.
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
    """Reads the hand of an object. The hand is rejected if the object is not JSON or has no players."""
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
