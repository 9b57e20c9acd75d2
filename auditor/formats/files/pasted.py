"""Reads a hand that was pasted into a mail, a web page or a word processor, as the room wrote it. Such programs break
long lines at a space (`... and won ($6.75) with two` / `pair`), write HTML entities (`doesn&#39;t`) and use
round quotes.

A hand is changed only if it was not understood as it is, and only as far as the change makes lines understood. A line
that stays unknown is kept as it was written.
"""

import html
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from auditor.engine.events import Illegible, Remark, Unread
from auditor.formats.files.changes import PASTED
from auditor.formats.outcomes import Outcome, Read, Skipped

Lines = Sequence[str]
Reader = Callable[[Lines], Outcome]

# Programs break lines at some width in this range; 72, 76 and 78 characters are usual.
_NARROWEST: Final = 55
_WIDEST: Final = 80
_PARTS: Final = (2, 3, 4)  # a line was broken into so many parts
_UNREAD: Final = frozenset((Unread, Illegible))
_ROUNDS: Final = 6  # once a broken title is whole, the other broken lines of its hand are found
_OPENING: Final = len("*Player ")  # the most that stands before a name that begins a line
_NO_BREAK: Final = "&nbsp;"
# Stands for the rest of a line that was joined. It is not empty, because an empty line ends a hand.
_JOINED: Final = " "
_ENTITY: Final = re.compile("&(?:#[0-9]{1,5}|#[xX][0-9A-Fa-f]{1,4}|[A-Za-z][A-Za-z0-9]{1,9});")
_PLAIN: Final = str.maketrans(
    {
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{EN DASH}": "-",
        "\N{NO-BREAK SPACE}": " ",
    }
)


def as_the_room_wrote(lines: Lines, first_line: int, read: Reader) -> tuple[Lines, Outcome]:
    """Returns the lines of a hand without the changes of a mail or web program, and the outcome of these lines.
    `first_line` is the number of the first of the `lines`. Line numbers stay the same: the second half of a broken line
    becomes a line of one blank.
    """
    hand = _Pasted(lines, first_line, read)
    hand.unescape()
    hand.mend()
    if hand.lines is lines or not isinstance(hand.outcome, Read):
        return lines, hand.outcome
    return hand.lines, hand.outcome.changed(PASTED, _first_change(lines, hand.lines) + first_line)


def _without_entities(lines: Lines) -> Lines:
    """Returns the lines with characters in place of their HTML entities. Returns the same lines if they have none, or
    if some `&` begins no entity: then the text is no HTML.
    """
    if "&" not in "".join(lines):
        return lines
    if any(line.count("&") != len(_ENTITY.findall(line)) for line in lines):
        return lines
    return [html.unescape(line).translate(_PLAIN) if "&" in line else line for line in lines]


class _Pasted:
    """A hand whose lines may be changed, and its outcome. Places of lines count from 0."""

    def __init__(self, lines: Lines, first_line: int, read: Reader) -> None:
        self.lines = lines
        self._whole = lines  # before lines were joined
        self.outcome: Outcome = read(lines)
        self._read: Final = read
        self._first_line: Final = first_line
        self._width = 0  # this many characters fitted into a line
        self._tried: Final[set[tuple[int, int]]] = set()

    def _is_understood(self) -> bool:
        return isinstance(self.outcome, Read) and _UNREAD.isdisjoint(map(type, self.outcome.hand.events))

    def unescape(self) -> None:
        """Writes characters in place of HTML entities, if more lines are understood then, or if some blank is written
        as an entity. Otherwise the text is kept, because `&amp;` may be a part of a name.
        """
        plain = _without_entities(self.lines)
        if plain is self.lines:
            return
        if any(_NO_BREAK in line for line in self.lines):
            self.lines, self.outcome = plain, self._read(plain)
        elif not self._is_understood():
            self._keep_if_better(plain, self._read(plain))
        self._whole = self.lines

    def mend(self) -> None:
        """Changes the lines that were not understood, as far as they are understood then."""
        if self._is_understood():
            return
        if not isinstance(self.outcome, Skipped):
            self._straighten()
        self._width = max(map(len, self.lines), default=0)
        if _NARROWEST <= self._width <= _WIDEST:
            for _ in range(_ROUNDS):
                if not any(self._join(parts) for parts in _PARTS):
                    break

    def _straighten(self) -> None:
        """Writes round quotes as straight ones in the lines that were not understood."""
        straight = list(self.lines)
        for at in self._unknown(self.outcome):
            straight[at : at + 1] = [line.translate(_PLAIN) for line in straight[at : at + 1]]
        if straight != self.lines:
            self._keep_if_better(straight, self._read(straight))

    def _unknown(self, outcome: Outcome) -> list[int]:
        """Returns the places of the lines that were not understood. For a hand that was rejected or skipped, these are
        the line that is named as the reason, and the lines below it that may be the rest of that line.
        """
        if isinstance(outcome, Read):
            lines = {each.line for each in outcome.hand.events if isinstance(each, Unread) and each.line}
        else:
            lines = set(range(outcome.line, outcome.line + max(_PARTS)))
        return [line - self._first_line for line in sorted(lines)]

    def _keep_if_better(self, lines: Lines, outcome: Outcome) -> bool:
        """Keeps changed lines if fewer of them are not understood than before."""
        if not isinstance(outcome, Read):
            return False
        if isinstance(self.outcome, Read) and len(self._unknown(outcome)) >= len(self._unknown(self.outcome)):
            return False
        self.lines, self.outcome = lines, outcome
        return True

    def _join(self, parts: int) -> bool:
        """Joins each group of `parts` lines into one line, where the reader understands the joined line. Returns
        whether it joined any lines.
        """
        groups = self._groups(parts)
        if not groups:
            return False
        joined = self._joined(groups, parts)
        outcome = self._read(joined)
        unknown = self._unknown(outcome)
        whole = [first for first in groups if first not in unknown]
        if isinstance(outcome, Read) and whole != groups:
            joined = self._joined(whole, parts)
            outcome = self._read(joined) if whole else self.outcome
        return self._keep_if_better(joined, outcome)

    def _groups(self, parts: int) -> list[int]:
        """Returns the first lines of groups that may be the parts of a line. Each group is returned only once, and none
        has a line of another.
        """
        groups: list[int] = []
        end = -1
        remarks = self._remarks()
        names = {seat.player for seat in self.outcome.hand.seats} if isinstance(self.outcome, Read) else set()
        for last in self._unknown(self.outcome):
            first = last - parts + 1
            if first <= end or first in remarks or (first, parts) in self._tried:
                continue
            if self._may_be_one(first, last, names):
                self._tried.add((first, parts))
                groups.append(first)
                end = last
        return groups

    def _remarks(self) -> set[int]:
        """Returns the places of remarks, such as chat. Any words may follow a remark, so nothing is joined to one."""
        if not isinstance(self.outcome, Read):
            return set()
        return {each.line - self._first_line for each in self.outcome.hand.events if isinstance(each, Remark)}

    def _may_be_one(self, first: int, last: int, names: set[str]) -> bool:
        """Whether the lines may be the parts of one line: each is so long that the first word of the next did not fit
        in, and none goes on with one of the `names` of the players.
        """
        if first < 0 or last >= len(self._whole):
            return False
        for above, below in pairwise(self._whole[first : last + 1]):
            word = below.strip().partition(" ")[0]
            if not word or not above.strip() or len(above.rstrip()) + 1 + len(word) <= self._width:
                return False
        rest = [line.strip() for line in self._whole[first + 1 : last + 1]]
        return not any(0 <= line.find(name) <= _OPENING for line in rest for name in names)

    def _joined(self, groups: Sequence[int], parts: int) -> Lines:
        """Returns the lines with each group as one line."""
        joined = list(self.lines)
        for first in groups:
            words = [line.strip() for line in self._whole[first : first + parts]]
            joined[first : first + parts] = [" ".join(words).translate(_PLAIN), *[_JOINED] * (parts - 1)]
        return joined


def _first_change(before: Lines, after: Lines) -> int:
    """Returns the place of the first line that differs, counted from 0."""
    return next(at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
