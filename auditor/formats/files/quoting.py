"""Removes the marks that a mail program or a forum adds to the lines of a log: `> ` before each line, or tags such as
`[b]`.

The auditor searches a file from its first line for the beginning of a hand. Marks are removed only if three things are
certain:

- No line that was searched begins a hand as it stands, with its marks.
- A line that was searched begins a hand after its marks are removed. If the marks are `>`, the search ends there.
- The marks can be removed from all later lines. Marks `>` must be on every line down to the last quoted line; text
  below that line, such as a signature, needs no marks. Tags must all be closed.

The stored bytes stay as they are.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

# A line with more marks `>` than this is not read as quoted. A mail that was quoted several times has several marks.
_DEEPEST: Final = 5
_MARK: Final = re.compile("> ?")
_MARKS: Final = re.compile("(?:> ?)++")
_SIGNATURE: Final = "--"  # mail programs write this line above a signature
_TAG: Final = re.compile(
    r"\[(?P<closing>/?)(?P<name>b|i|u|s|color|colour|size|font|quote|code|hand|spoiler)(?:=[^\[\]]{1,60})?\]",
    re.IGNORECASE,
)


class Marks:
    """The marks `>` of a quoted mail. Each quoted line begins with `depth` marks, as in `> > text`."""

    __slots__ = ("_depth",)

    on_every_line: Final = True
    note: Final = 'The lines of the file begin with ">", as in a quoted mail. The auditor ignored these marks.'

    def __init__(self, depth: int) -> None:
        self._depth: Final = depth

    def bare(self, line: str) -> str:
        """Returns the line without its first `depth` marks. A line with fewer marks is returned unchanged."""
        at = 0
        for _ in range(self._depth):
            mark = _MARK.match(line, at)
            if mark is None:
                return line
            at = mark.end()
        return line[at:]

    def doubt(self, lines: Iterable[str], starts: Callable[[str], bool]) -> int | None:
        """Checks whether the marks can safely be removed from `lines`, the lines of the file from the first line of the
        first hand on. Returns `None` if they can. Otherwise returns the index in `lines` of the first line that should
        have marks but has none.

        Blank lines need no marks. Text below the last quoted line, such as an answer, needs no marks either. A blank
        line or the line `--` must be above such text, because a line right below a quoted line may be its broken-off
        end. No hand may begin in such text: `starts` tests whether a line begins a hand.
        """
        below: int | None = None  # the place of the first line of the text below the quoted lines
        is_apart = False
        for place, line in enumerate(lines):
            if not line.strip():
                is_apart = True
                continue
            bare = self.bare(line)
            if bare is not line:
                if below is not None:
                    return below
                is_apart = not bare.strip()
                continue
            if below is None and not (is_apart or line.startswith(_SIGNATURE)):
                return place
            below = place if below is None else below
            if starts(line):
                return below
        return None

    def reason(self, first: int, doubtful: int) -> str:
        """Returns why the marks were not removed. `first` is the number of the line that begins the first hand, and
        `doubtful` the number of the line that makes the removal uncertain.
        """
        return (
            f'A hand begins in line {first:,} with the mark ">" of a quoted mail, but line {doubtful:,} has no such'
            ' mark. Write ">" before that line, or delete the line, and send the file again.'
        )


class Tags:
    """Tags of a forum, such as `[b]` and `[/quote]`, anywhere in a line."""

    __slots__ = ()

    on_every_line: Final = False
    note: Final = "The file has tags of a forum, such as [b]. The auditor ignored these tags."

    def bare(self, line: str) -> str:
        """Returns the line without its tags."""
        return _TAG.sub("", line) if "[" in line else line

    def doubt(self, lines: Iterable[str], _starts: Callable[[str], bool]) -> int | None:
        """Returns `None` if the tags come in pairs: each opening tag such as `[b]` has a later closing tag `[/b]`.
        Otherwise returns the place of a line, counted from 0. This is the line of a closing tag that was never opened
        or, if some tag is never closed, the last line.
        """
        still_open: Counter[str] = Counter()
        place = 0
        for place, line in enumerate(lines):
            for tag in _TAG.finditer(line):
                name = tag["name"].lower()
                still_open[name] += -1 if tag["closing"] else 1
                if still_open[name] < 0:
                    return place
        return place if any(still_open.values()) else None

    def reason(self, _first: int, doubtful: int) -> str:
        """Returns why the tags were not removed. `doubtful` is the number of the line where a tag has no partner."""
        return (
            f"The file has tags of a forum, such as [b] and [/b]. In lines 1 to {doubtful:,}, a tag has no partner."
            " Remove the tags, and send the file again."
        )


Quoting = Marks | Tags


def quoting_of(line: str, starts: Callable[[str], bool]) -> Quoting | None:
    """Returns the marks of a line (`Marks` or `Tags`), if the line begins a hand after its marks are removed. Returns
    `None` for other lines.
    """
    quoting = _marks_of(line)
    return quoting if quoting is not None and starts(quoting.bare(line)) else None


def _marks_of(line: str) -> Quoting | None:
    """Returns `Marks` if the line begins with marks `>`, and `Tags` if it has tags of a forum. Returns `None` if the
    line has neither, or more than `_DEEPEST` marks `>`. All marks `>` at the start of the line are counted, because no
    hand begins with such a mark.
    """
    marks = _MARKS.match(line)
    if marks is not None:
        depth = marks[0].count(">")
        return Marks(depth) if depth <= _DEEPEST else None
    return Tags() if "[" in line and _TAG.search(line) else None


def first_quoting(lines: Iterable[str], starts: Callable[[str], bool]) -> Quoting | None:
    """Searches for the first line that begins a hand, with or without marks, and returns the marks of this line
    (`Marks` or `Tags`). Returns `None` if the line has no marks, or if no line begins a hand.
    """
    for line in lines:
        if starts(line):
            return None
        quoting = quoting_of(line, starts)
        if quoting is not None:
            return quoting
    return None
