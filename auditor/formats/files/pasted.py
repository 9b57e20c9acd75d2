"""Undoes the changes that mail programs, web pages and word processors make to a hand that was pasted into them. Such
programs break a long line at a space (`... and won ($6.75) with two` / `pair`). They also write HTML entities
(`doesn&#39;t`) and round quotes.

A hand is left as it is if the reader of the format understands all its lines. Otherwise, the module tries to undo each
kind of change, and keeps the new lines only if the reader then understands more lines. There are three exceptions:

- If blanks are written as `&nbsp;`, the HTML entities are replaced even if the reader understands all lines.
- Unusual spaces are replaced, and invisible characters are removed, if fewer events then name a player who has no seat.
  This is done even if the reader understands all lines.
- The same characters are replaced or removed if the reader then sees that the hand is of another game.
"""

import html
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from auditor.engine.events import STRANGER, Illegible, LogEnd, Remark, Unread
from auditor.engine.hand import RECORDS, Hand
from auditor.formats.files.bare import with_blanks
from auditor.formats.files.changes import PASTED
from auditor.formats.files.markup_lines import is_markup
from auditor.formats.outcomes import Outcome, Read, Skipped

Lines = Sequence[str]
Reader = Callable[[Lines], Outcome]

# Programs break a line after a number of characters in this range; 72, 76 and 78 are usual.
_NARROWEST: Final = 55
_WIDEST: Final = 80
_PARTS: Final = (2, 3, 4)  # a broken line has one of these numbers of parts
_UNREAD: Final = frozenset((Unread, Illegible))
# Lines are joined in at most this many rounds. One round is not enough, because a hand with a broken title is rejected.
# Its other broken lines are found only after the title was joined.
_ROUNDS: Final = 6
_OPENING: Final = len("*Player ")  # a line begins with a player's name if at most this many characters precede the name
_STAKES: Final = ("ante", "bring_in", "small_bet", "big_bet")
_NOTHING: Final = "-"  # in the words of an event, this sign stands for a fact that the log does not state
_NO_BREAK: Final = "&nbsp;"
# When lines are joined into the first of them, each later line is replaced by this text. It is not empty, because an
# empty line ends a hand.
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
    """Returns the lines of a hand as the room wrote them, without the changes of a mail or web program, and the outcome
    of reading these lines. `first_line` is the number of the first of the `lines`. Line numbers stay the same: each
    further part of a broken line becomes a line of one blank.
    """
    hand = _Pasted(lines, first_line, read)
    hand.unescape()
    hand.soften()
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
    """The lines of a hand that may be changed, and the outcome of reading them. The place of a line is its index, from
    0.
    """

    def __init__(self, lines: Lines, first_line: int, read: Reader) -> None:
        self.lines = lines
        self._whole = lines  # the lines before any of them were joined
        self.outcome: Outcome = read(lines)
        self._read: Final = read
        self._first_line: Final = first_line
        self._width = 0  # the length of the longest line, at which the program broke lines
        self._tried: Final[set[tuple[int, int]]] = set()
        self._is_broken = False  # true if a program surely broke a line of this hand

    def _is_understood(self) -> bool:
        return isinstance(self.outcome, Read) and _UNREAD.isdisjoint(map(type, self.outcome.hand.events))

    def unescape(self) -> None:
        """Replaces HTML entities by their characters, such as `&#39;` by `'`, in two cases: a blank is written as
        `&nbsp;`, or the reader then understands more lines. Otherwise the text stays, because `&amp;` may be part of a
        name.
        """
        plain = _without_entities(self.lines)
        if plain is self.lines:
            return
        if any(_NO_BREAK in line for line in self.lines):
            self.lines, self.outcome = plain, self._read(plain)
        elif not self._is_understood():
            self._keep_if_better(plain, self._read(plain))
        self._whole = self.lines

    def soften(self) -> None:
        """Puts blanks in place of other spaces, such as the no-break space, and removes invisible characters, in three
        cases: the reader then understands more lines, fewer events then name a player who has no seat, or the reader
        then sees that the hand is of another game. Otherwise these characters stay, because they may be part of a name.
        """
        if all(map(str.isascii, self.lines)):
            return
        if self._is_understood() and not _strangers(self.outcome):
            return
        soft = [with_blanks(line) for line in self.lines]
        if soft == self.lines:
            return
        outcome = self._read(soft)
        is_other_game = isinstance(outcome, Skipped) and not isinstance(self.outcome, Read)
        if is_other_game or self._doubts(outcome) < self._doubts(self.outcome):
            self.lines, self.outcome = soft, outcome
            self._whole = soft

    def _doubts(self, outcome: Outcome) -> float:
        """Returns how many lines of a hand were not understood or are acts of a stranger, who may be a seated player
        with an invisible character in his name. Returns infinity if the hand was not read.
        """
        return len(self._unknown(outcome)) + _strangers(outcome) if isinstance(outcome, Read) else math.inf

    def mend(self) -> None:
        """Replaces round quotes, and joins broken lines, if the reader then understands more lines. Does nothing if the
        reader understands all lines already.
        """
        if self._is_understood():
            return
        if not isinstance(self.outcome, Skipped):
            self._straighten()
        self._width = max(map(len, self.lines), default=0)
        if _NARROWEST <= self._width <= _WIDEST:
            self._join_all()
            if self._is_broken:  # now that one break is certain, lines that are perhaps broken may be joined too
                self._tried.clear()
                self._join_all()

    def _join_all(self) -> None:
        """Joins broken lines, round by round, as long as the reader then understands more lines."""
        for _ in range(_ROUNDS):
            if not any(self._join(parts) for parts in _PARTS):
                break

    def _straighten(self) -> None:
        """Replaces round quotes by straight quotes in the lines that were not understood, if more lines are then
        understood.
        """
        straight = list(self.lines)
        for at in self._unknown(self.outcome):
            straight[at : at + 1] = [line.translate(_PLAIN) for line in straight[at : at + 1]]
        if straight != self.lines:
            self._keep_if_better(straight, self._read(straight))

    def _unknown(self, outcome: Outcome) -> list[int]:
        """Returns the places of the lines that were not understood. If the hand was rejected or skipped, one line is
        the reason. Then the places of this line and of the three lines below it are returned, because these may be
        further parts of that line.
        """
        if isinstance(outcome, Read):
            lines = {each.line for each in outcome.hand.events if isinstance(each, Unread) and each.line}
        else:
            lines = set(range(outcome.line, outcome.line + max(_PARTS)))
        return [line - self._first_line for line in sorted(lines)]

    def _keep_if_better(self, lines: Lines, outcome: Outcome) -> bool:
        """Keeps changed lines and their outcome if the reader understands more lines than before. Returns whether it
        kept them.
        """
        if not isinstance(outcome, Read):
            return False
        if isinstance(self.outcome, Read) and len(self._unknown(outcome)) >= len(self._unknown(self.outcome)):
            return False
        self.lines, self.outcome = lines, outcome
        return True

    def _join(self, parts: int) -> bool:
        """Joins groups of `parts` lines into one line each. Keeps the joined lines that the reader understands and that
        a program broke. Returns whether any joined lines were kept.
        """
        groups = self._groups(parts)
        if not groups:
            return False
        joined = self._joined(groups, parts)
        outcome = self._read(joined)
        kept, is_broken = groups, True
        if isinstance(outcome, Read):
            unknown = self._unknown(outcome)
            proofs = {first: self._proves_a_break(first, outcome) for first in groups if first not in unknown}
            kept = [first for first, proof in proofs.items() if proof or (proof is None and self._is_broken)]
            is_broken = any(proofs[first] for first in kept)
            if kept != groups:
                joined = self._joined(kept, parts)
                outcome = self._read(joined) if kept else self.outcome
        if not self._keep_if_better(joined, outcome):
            return False
        self._is_broken = self._is_broken or is_broken
        return True

    def _proves_a_break(self, first: int, joined: Read) -> bool | None:
        """Whether a program surely broke the line at the place `first`. `joined` is the outcome of reading the line
        joined with its further parts. It proves nothing that the reader understands the joined line: at the end of many
        lines, such as after the name of a hand, the reader accepts any words.

        Returns:
        - true, if the reader does not understand the line alone;
        - true, if the joined line states all facts of the line alone, and further facts;
        - false, if the joined line does not state all facts of the line alone;
        - if both state the same facts: false if the line alone ends with a full stop, otherwise `None`, because the
          line may be whole or broken.
        """
        if not isinstance(self.outcome, Read) or first in self._unknown(self.outcome):
            return True
        line = first + self._first_line
        before, after = _facts(self.outcome.hand, line), _facts(joined.hand, line)
        if before == after:
            return False if self.lines[first].rstrip().endswith(".") else None
        return before < after

    def _groups(self, parts: int) -> list[int]:
        """Returns groups of `parts` lines that may be the parts of one broken line. Each group is returned as the index
        of its first line. The last line of a group is a line that was not understood. Each group is tried only once,
        and no two groups share a line.
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
        """Returns the places of remarks, such as chat. No line is joined to a remark. A remark may have any words, so
        the reader would understand every joined line, even if the two lines do not belong together.
        """
        if not isinstance(self.outcome, Read):
            return set()
        return {each.line - self._first_line for each in self.outcome.hand.events if isinstance(each, Remark)}

    def _may_be_one(self, first: int, last: int, names: set[str]) -> bool:
        """Whether the lines may be the parts of one line. Each line must be so long that the first word of the next
        line did not fit into it. No line after the first may be a line of markup, or begin with one of the `names` of
        the players.
        """
        if first < 0 or last >= len(self._whole):
            return False
        for above, below in pairwise(self._whole[first : last + 1]):
            word = below.strip().partition(" ")[0]
            if not word or not above.strip() or len(above.rstrip()) + 1 + len(word) <= self._width:
                return False
        rest = [line.strip() for line in self._whole[first + 1 : last + 1]]
        if any(map(is_markup, rest)):
            return False
        return not any(0 <= line.find(name) <= _OPENING for line in rest for name in names)

    def _joined(self, groups: Sequence[int], parts: int) -> Lines:
        """Returns the lines, with the lines of each group joined into one line."""
        joined = list(self.lines)
        for first in groups:
            words = [line.strip() for line in self._whole[first : first + parts]]
            joined[first : first + parts] = [" ".join(words).translate(_PLAIN), *[_JOINED] * (parts - 1)]
        return joined


def _facts(hand: Hand, line: int) -> Counter[str]:
    """Returns the facts that the log states in this line, as words. For a line above the first event, these are all
    facts above the events, because the hand does not keep the lines of these facts.
    """
    events = [event for event in hand.events if not isinstance(event, (Unread, LogEnd))]
    if any(event.line <= line for event in events):
        stated = [event.words() for event in events if event.line == line]
    else:
        seats = [f"{seat.number} {seat.player} {seat.stack}" for seat in hand.seats]
        stated = [hand.game, hand.structure, hand.table, hand.tournament, hand.local, hand.played, *seats]
        stated += [str(number) for number in (hand.button, hand.most_seats) if number]
        stated += [name for name, bit in RECORDS.items() if hand.records & bit]
        stated += [f"{name} {getattr(hand.stakes, name)}" for name in _STAKES if getattr(hand.stakes, name) is not None]
    return Counter([word for text in stated for word in text.split() if word != _NOTHING])


def _strangers(outcome: Outcome) -> int:
    """Returns in how many events of a hand somebody acts who has no seat."""
    if not isinstance(outcome, Read):
        return 0
    return sum([event.seat == STRANGER for event in outcome.hand.events])


def _first_change(before: Lines, after: Lines) -> int:
    """Returns the place of the first line that differs, counted from 0."""
    return next(at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)
