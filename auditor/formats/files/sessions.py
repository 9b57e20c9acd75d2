"""Formats that say above many hands what holds for all of them, and whose hands may begin anywhere in a line: each is
a tag `game` with all that is in it.
"""

import codecs
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import BinaryIO, Final

from auditor.formats.files.decoding import CHUNK
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.shared_preamble import BLANK, Leading
from auditor.formats.outcomes import Outcome

_OPENED: Final = re.compile(rf"[{BLANK}]*+<game(?![\w.:-])")
_CLOSED: Final = re.compile(r"</game[ \t]{0,8}>[ \t]*+$")
_ENDING: Final = 100  # characters at the end of a line
# No mark is longer. What stands in a quoted value begins and ends nothing; but where tag follows tag in it a quote is
# missing somewhere, and it is no value.
_LONGEST_MARK: Final = 5000
_VALUE: Final = "|".join([rf"{quote}(?:[^{quote}\r\n>]|>(?![ \t]{{0,8}}<)){{0,4900}}+{quote}" for quote in "\"'"])


class Session:
    """What such a format offers: what its leads hold, and the reader of a hand's lines, the number of the first of
    them, and the lead's lines.
    """

    __slots__ = ("leading", "mark", "read")

    def __init__(self, leading: Leading, read: Callable[[Sequence[str], int, Sequence[str]], Outcome]) -> None:
        self.leading: Final = leading
        self.read: Final = read
        names = "|".join(["game", *map(re.escape, leading.roots)])
        self.mark: Final = re.compile(
            rf"(?P<opening><(?:{names}|\?xml)(?![\w.:-]))"
            r"|(?P<closing></game[ \t]{0,8}>(?:[ \t]{0,8}(?:\r\n?|\n))?)"
            rf"|(?P<value>=[ \t]{{0,8}}(?:{_VALUE}))"
            r"|\r\n?|\n"
        )


def opens_game(line: str) -> bool:
    """Whether a hand begins here, whatever its tag says."""
    return _OPENED.match(line) is not None


def closes_game(line: str) -> bool:
    """Whether a hand ends with the line."""
    return _CLOSED.search(line[-_ENDING:]) is not None


def parts_of(
    stream: BinaryIO, encoding: Encoding, longest: int, session: Session, first_line: int
) -> Iterator[tuple[int, tuple[str, int]]]:
    """As the lines of a file, each with its number, but a line is cut before every hand and every lead that begins in
    it, and behind every hand that ends: the number of the line, the text, its width in bytes. What is wider than
    `longest` is cut short, its width is not.
    """
    decoder = codecs.getincrementaldecoder(encoding.name)(encoding.errors)
    number, text = first_line, ""
    part = _Part(encoding, longest)
    place = encoding.start
    while chunk := _read_at(stream, place):
        place += len(chunk)
        text += decoder.decode(chunk)
        # What begins near the end of a chunk may go on in the next.
        done, number = yield from _cut(text, len(text) - _LONGEST_MARK, session, part, number)
        text = text[done:]
    _, number = yield from _cut(text, len(text), session, part, number)
    if part.width:
        yield number, part.taken()


def _cut(
    text: str, sure: int, session: Session, part: "_Part", number: int
) -> Generator[tuple[int, tuple[str, int]], None, tuple[int, int]]:
    """The parts that end in the text, at marks that begin before `sure`; what follows the last of them begins the next.
    Answers how much of the text is done with, and the number of the line there.
    """
    done = past = 0
    for found in session.mark.finditer(text):
        if found.start() >= sure:
            break
        past = found.end()
        if found["value"] is not None:
            continue
        opens = found["opening"] is not None
        place = found.start() if opens else past
        part.add(text[done:place])
        done = place
        if part.width:
            yield number, part.taken()
        number += not opens and text[place - 1] in "\r\n"
    place = max(past, sure, 0)
    part.add(text[done:place])
    return place, number


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
