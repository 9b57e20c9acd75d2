"""The lines of a file, one by one or in runs. A run has only plain lines: lines that surely begin no hand."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from auditor.formats.files.decoding import Block
from auditor.formats.files.stuck import NO_JOINT, Joint


class Lines:
    """The lines of a file, in order. Iteration yields each line as (number, (text, width in bytes)). Between two steps,
    `run` returns the plain lines that come next, and `pass_over` skips them.

    Every line that begins a hand contains at least one of the texts in `signs`, even if the line is damaged. If `signs`
    is empty, there are no runs. `longest` is the limit of a line in bytes. If `joint` finds a hand that begins in the
    middle of a line, iteration yields this line in two parts, both with the number of the line.
    """

    def __init__(
        self,
        blocks: Iterable[Block],
        first_line: int,
        longest: int,
        signs: Sequence[str],
        joint: Joint | None = None,
    ) -> None:
        self._blocks: Final = blocks
        self._longest: Final = longest
        self._signs: Final = signs
        self._joint: Final = joint
        self._before = first_line  # the number of the first line of the block
        self._texts: list[str] = []
        self._widths: list[int] = []
        self._at = 0
        self._unlike: list[int] | None = None  # the places of the lines of the block that are not plain

    def __iter__(self) -> Iterator[tuple[int, tuple[str, int]]]:
        for texts, widths in self._blocks:
            self._texts, self._widths, self._at, self._unlike = texts, widths, 0, None
            while self._at < len(texts):
                at, number = self._at, self._before + self._at
                self._at = at + 1
                if self._joint is not None and (joint := self._joint(texts[at], widths[at])) != NO_JOINT:
                    self._cut(at, *joint)
                yield number, (texts[at], widths[at])
            self._before += len(texts)

    def _cut(self, at: int, place: int, width: int) -> None:
        """Cuts a line of the block in two. The second part begins at this `place` of the text, and `width` is the width
        of the first part.
        """
        text = self._texts[at]
        self._texts[at : at + 1] = [text[:place], text[place:]]
        self._widths[at : at + 1] = [width, self._widths[at] - width]
        self._unlike = None
        self._before -= 1  # the second part has the number of the first

    def run(self) -> tuple[list[str], int]:
        """Returns the plain lines that come next, and their width in bytes. There may be none."""
        if not self._signs:
            return [], 0
        unlike = self._unlike if self._unlike is not None else self._find_unlike()
        place = bisect_left(unlike, self._at)
        stop = unlike[place] if place < len(unlike) else len(self._texts)
        return self._texts[self._at : stop], sum(self._widths[self._at : stop])

    def pass_over(self, count: int) -> None:
        """Skips the next `count` lines. They must be lines of the last run."""
        self._at += count

    def _find_unlike(self) -> list[int]:
        """Finds the lines of this block that are not plain. A plain line has only ASCII, begins with a visible
        character, is not too long, has no NUL, and has none of the signs.
        """
        texts = self._texts
        together = "\n".join(texts)
        # A text between these two bounds begins with a visible character.
        unlike = [at for at, text in enumerate(texts) if not "!" <= text < "\x7f"]
        for sign in self._signs:
            if sign in together:
                unlike += [at for at, text in enumerate(texts) if sign in text]
        if not together.isascii() or "\0" in together:
            unlike += [at for at, text in enumerate(texts) if not text.isascii() or "\0" in text]
        if max(self._widths) > self._longest:
            unlike += [at for at, width in enumerate(self._widths) if width > self._longest]
        self._unlike = sorted(set(unlike))
        return self._unlike


class Parts(Lines):
    """The lines of a file in a format where a hand may begin or end in the middle of a line. Such a line is cut there,
    and iteration yields each part with the number of its line. There are no runs.
    """

    def __init__(self, parts: Iterator[tuple[int, tuple[str, int]]]) -> None:
        super().__init__((), 1, 0, ())
        self._parts: Final = parts

    def __iter__(self) -> Iterator[tuple[int, tuple[str, int]]]:
        return self._parts
