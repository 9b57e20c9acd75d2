"""Sessions: files in XML with a preamble that holds for many hands. Each hand is a tag `game` with its content, and may
begin anywhere in a line.
"""

import codecs
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import BinaryIO, Final

from auditor.formats.files.decoding import CHUNK
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.shared_preamble import BLANK, Lead, Leading
from auditor.formats.outcomes import Outcome

_OPENED: Final = re.compile(rf"[{BLANK}]*+<game(?![\w.:-])")
_CLOSED: Final = re.compile(r"</game[ \t]{0,8}>[ \t]*+$")
_ENDING: Final = 100  # only this many characters at the end of a line are searched for the closing tag of a hand
# The longest mark, in characters. There are two kinds of marks:
# - a tag or a line end: the text may be cut there;
# - a quoted value of an attribute: the text is not cut inside this value.
# If one tag ends and another tag begins inside a quoted value, the closing quote is missing. Such a value is no mark.
_LONGEST_MARK: Final = 5000
_VALUE: Final = "|".join([rf"{quote}(?:[^{quote}\r\n>]|>(?![ \t]{{0,8}}<)){{0,4900}}+{quote}" for quote in "\"'"])


class Session:
    """The properties of a format with sessions: `leading` describes the tags of the preamble, and `read` is the reader.

    The reader takes the lines of a hand, the number of the first line, and the lines of the preamble.
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

    def lead(self, encoding: Encoding, lines: Sequence[str], place: tuple[int, int]) -> Lead:
        """Returns the shared preamble (the lead) that applies to the first line to be read. `lines` are the lines of
        this preamble. `place` is a pair of byte positions in the file: where these lines begin, and where they end.
        """
        return Lead(self.leading, encoding, lines, place)

    def parts(
        self, stream: BinaryIO, encoding: Encoding, longest: int, first_line: int
    ) -> Iterator[tuple[int, tuple[str, int]]]:
        """Yields the lines of a file, each with its number, text and width in bytes. A line is cut where a hand begins
        or ends in it, as `parts_of` explains.
        """
        return parts_of(stream, encoding, longest, self, first_line)

    def closes(self, line: str) -> bool:
        """Whether the line ends with the closing tag of a hand, `</game>`."""
        return closes_game(line)


def opens_game(line: str) -> bool:
    """Whether the line begins a hand: its first text is a tag `<game`, with or without attributes."""
    return _OPENED.match(line) is not None


def closes_game(line: str) -> bool:
    """Whether the line ends with the closing tag of a hand, `</game>`."""
    return _CLOSED.search(line[-_ENDING:]) is not None


def parts_of(
    stream: BinaryIO, encoding: Encoding, longest: int, session: Session, first_line: int
) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yields the parts of a file, each with the number of its line, its text, and its width in bytes.

    A part is a line or a piece of a line. A line is cut before each hand and each preamble that begins in the line. It
    is also cut after each hand that ends in the line. The text of a part has at most `longest` characters; further
    characters are left out. The width of the part counts all its bytes.
    """
    decoder = codecs.getincrementaldecoder(encoding.name)(encoding.errors)
    number, text = first_line, ""
    part = _Part(encoding, longest)
    place = encoding.start
    while chunk := _read_at(stream, place):
        place += len(chunk)
        text += decoder.decode(chunk)
        # The last characters of a chunk are kept for the next turn of the loop, because a mark may continue in the next
        # chunk.
        done, number = yield from _cut(text, len(text) - _LONGEST_MARK, session, part, number)
        text = text[done:]
    _, number = yield from _cut(text, len(text), session, part, number)
    if part.width:
        yield number, part.taken()


def _cut(
    text: str, sure: int, session: Session, part: "_Part", number: int
) -> Generator[tuple[int, tuple[str, int]], None, tuple[int, int]]:
    """Cuts the text at its marks (tags of hands and line ends), and yields the parts that end there. Marks at or after
    position `sure` are left for the next call, because more text may follow. Text after the last cut is added to
    `part`, the next part.

    Returns how many characters of the text were used, and the line number at that place.
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
    """Collects the text of one part (a line or a piece of a line). At most `longest` characters are kept, but all bytes
    are counted.
    """

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
        """Returns the collected text without its line end, and its width in bytes with the line end. Afterwards this
        object is empty, for the next part.
        """
        text = self._encoding.legible(self._text).removesuffix("\n").removesuffix("\r")
        width = self.width
        self._text = ""
        self.width = 0
        return text, width


def _read_at(stream: BinaryIO, place: int) -> bytes:
    stream.seek(place)
    return stream.read(CHUNK)
