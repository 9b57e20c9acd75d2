"""Formats that say above many hands what holds for all of them, and whose hands may begin anywhere in a line.

The lines above are the *lead*. It belongs to no hand's piece, and to each: a piece that is read alone needs it too.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final

from auditor.formats.files.decoding import CHUNK
from auditor.formats.files.encodings import Encoding
from auditor.formats.limits import not_text
from auditor.formats.outcomes import Outcome

LEAD_LINES: Final = 200
LEAD_BYTES: Final = 16 * 1024


class Session:
    """What such a format offers: the text a hand begins with wherever it stands in a line, whether a line begins a
    lead, and the reader of a hand's lines, the number of the first of them, and the lead's lines.
    """

    __slots__ = ("leads", "opening", "read")

    def __init__(
        self,
        opening: str,
        leads: Callable[[str], bool],
        read: Callable[[Sequence[str], int, Sequence[str]], Outcome],
    ) -> None:
        self.opening: Final = opening
        self.leads: Final = leads
        self.read: Final = read


class Lead:
    """The lead in force while a file is gone through: its lines, at most as many as are kept, and the bytes they stand
    in, from `start` up to `stop`.
    """

    def __init__(self, session: Session, lines: Sequence[str] = ()) -> None:
        self._session: Final = session
        self._open = False
        self.lines: tuple[str, ...] = tuple(lines)
        self.start = 0
        self.stop = 0

    def takes(self, line: str, start: int, width: int) -> bool:
        """Whether the line, which begins no hand, is of a lead; it is one from where it begins to the next hand."""
        if not self._open:
            if not self._session.leads(line):
                return False
            self._open = True
            self.lines = ()
            self.start = self.stop = start
        # Behind a line that is not kept none is: what is kept must be what stands in its bytes.
        fits = len(self.lines) < LEAD_LINES and start + width - self.start <= LEAD_BYTES
        if fits and start == self.stop and not not_text(line):
            self.lines = (*self.lines, line)
            self.stop = start + width
        return True

    def close(self) -> None:
        """A hand begins."""
        self._open = False


def parts_of(
    stream: BinaryIO, encoding: Encoding, longest: int, opening: str, first_line: int
) -> Iterator[tuple[int, tuple[str, int]]]:
    """As the lines of a file, each with its number, but a line is cut before every `opening` in it: the number of the
    line, the text, its width in bytes. What is wider than `longest` is cut short, its width is not.
    """
    mark = re.compile(f"{re.escape(opening)}|\r\n?|\n")
    decoder = codecs.getincrementaldecoder(encoding.name)(encoding.errors)
    number, pending = first_line, ""
    part = _Part(encoding, longest)
    place = encoding.start
    while chunk := _read_at(stream, place):
        place += len(chunk)
        text = pending + decoder.decode(chunk)
        done = 0
        # A CR at the very end may have its LF still to come.
        for found in mark.finditer(text, 0, len(text) - text.endswith("\r")):
            ends = found.group() != opening
            part.add(text[done : found.end() if ends else found.start()])
            done = found.end() if ends else found.start()
            if ends or part.width:
                yield number, part.taken()
            number += ends
        # The end of a chunk may be the beginning of an opening.
        done_with = max(done, len(text) - len(opening) + 1)
        part.add(text[done:done_with])
        pending = text[done_with:]
    part.add(pending)
    if part.width:
        yield number, part.taken()


class _Part:
    """The text of a part as it comes in."""

    def __init__(self, encoding: Encoding, longest: int) -> None:
        self._encoding: Final = encoding
        self._longest: Final = longest
        self._text = ""
        self.width = 0

    def add(self, text: str) -> None:
        self.width += self._encoding.width(text)
        room = self._longest - len(self._text)
        if room > 0:
            self._text += text[:room]

    def taken(self) -> tuple[str, int]:
        """The text without its end, and the width with it; the next part begins."""
        text = self._encoding.legible(self._text).removesuffix("\n").removesuffix("\r")
        width = self.width
        self._text = ""
        self.width = 0
        return text, width


def _read_at(stream: BinaryIO, place: int) -> bytes:
    stream.seek(place)
    return stream.read(CHUNK)
