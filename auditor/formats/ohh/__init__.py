"""Open Hand History (`.ohh`): JSON objects `{"ohh": {...}}`, one for each hand, with a blank line between them.

The standard names the game stud, but it has no fields for streets, bring-in, completion or cards face up. We defined
additional fields for these facts, whose names begin with an underscore (`stud-extension.md`); `printing` writes them.
In a file without these fields, the id of a round (0, 1, 2, ...) is taken as its street (third, fourth, fifth, ...). We
then assume that third street deals two cards down and one up, and seventh street one down. Rules that need other facts
of stud are reported as *not verifiable* for such a file. Source of the standard: hh-specs.handhistory.org.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from auditor.formats import limits
from auditor.formats.files.format import Format
from auditor.formats.markup.json_text import Malformed, Object, parsed
from auditor.formats.ohh.hands import GAMES, hand_of
from auditor.formats.outcomes import Outcome, Read, Rejected
from auditor.formats.rooms.grammar.stud_games import other_game

NAME: Final = "ohh"

_OPENING: Final = re.compile(r'\ufeff?\s*\{\s*"ohh"\s*:')
_KEY: Final = re.compile(r'\s*+\{?\s*+"ohh"\s*+:')
# Matches a bracket or a whole quoted text, also one whose closing quote is missing. So brackets inside a quoted text
# are not matched alone.
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)|[][{}]')
_BRACKET: Final = re.compile("[][{}]")
_SPOKEN: Final = re.compile(r'[][{}]|"[^"]*"\s*:')


def begins(line: str) -> bool:
    """Whether the line has the key `"ohh"`, which every hand has. The hand may begin some lines earlier, with its
    bracket; `cutter` finds that line.
    """
    return _KEY.match(line) is not None


def sniff(head: str) -> bool:
    return _OPENING.match(head) is not None


def speaks(line: str) -> bool:
    """Whether the line looks like JSON, even with a mistake: it has a key (`"game_number":`) or a bracket."""
    return _SPOKEN.search(line) is not None


def cutter(_head: str) -> Callable[[str], bool]:
    """Returns a function that takes the lines of a file in order and tests whether a line begins a hand. Such a line
    opens an object that is inside no other object. A `{` at the very start of a line after a blank line also begins a
    hand, even if the hand above lacks its closing bracket.
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
    """Reads the lines of one hand, a JSON object. Returns the hand, or a rejection if the lines are not JSON, or lack
    the game or the players. A hand of another game is skipped.
    """
    try:
        document = parsed("\n".join(lines).removeprefix("\ufeff"), first_line)
        record = document.get("ohh") if isinstance(document, Object) else None
        if not isinstance(record, Object):
            missing = 'The key "ohh" is missing. This key must come first and contain the hand. Export the hand again.'
            return Rejected(first_line, None, missing)
        number = record.get("game_number")
        named = str(number) if isinstance(number, str) and number else None
        game = record.get("game_type")
        if not isinstance(game, str):
            return Rejected(
                record.line, named, 'The hand has no key "game_type", which names the game. Export it again.'
            )
        if game not in GAMES:
            return other_game(game, named, first_line)
        return Read(hand_of(record, named), first_line, first_line + len(lines) - 1)
    except Malformed as blame:
        return Rejected(blame.line, None, blame.reason)


FORMAT: Final = Format(
    NAME, "Open Hand History (.ohh)", begins, sniff, read, cutter, longest_line=limits.HAND_BYTES, speaks=speaks
)
