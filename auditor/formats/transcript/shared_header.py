"""The shared header of a file of transcripts: header lines above a `hand` line that hold for all hands below.

A shared header stands above the first hand, or below the `end` of a hand. A later shared header replaces the earlier
one. A file whose first hand has no `hand` line has no shared header: its first header lines belong to that hand.

If header lines are followed by a line that is no `hand` line, the `hand` line is missing or damaged. These header lines
then belong to that damaged hand, and are not used for any other hand.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final

from auditor.formats.files.decoding import lines_of
from auditor.formats.files.encodings import Encoding
from auditor.formats.files.shared_preamble import LEAD_BYTES, LEAD_LINES
from auditor.formats.limits import not_text
from auditor.formats.outcomes import Outcome
from auditor.formats.transcript.header import HEADER_WORDS, Header
from auditor.formats.transcript.words import tokens

# A header line that begins with one of these words belongs to one hand. It is never part of a shared header.
_OF_ONE_HAND: Final = frozenset({"hand", "stacks", "seat"})
_SHARED_WORDS: Final = HEADER_WORDS - _OF_ONE_HAND


def has_shared_header(head: str) -> bool:
    """Whether a file that begins with the text `head` has a shared header. Such a file has header lines above its first
    `hand` line, and no line above that line seats a player.
    """
    found = False
    for line in head.splitlines():
        word = _first_word(line)
        if word in _SHARED_WORDS:
            found = True
        elif word and (found or word in _OF_ONE_HAND):
            return found and word == "hand"
    return False


class SharedHeader:
    """The shared header that holds at the current line of a file. `lines` are its lines. `start` and `stop` are the
    place of these lines in the file, in bytes.
    """

    def __init__(self, lines: Sequence[str] = (), place: tuple[int, int] = (0, 0)) -> None:
        self.lines: tuple[str, ...] = tuple(lines)
        self.start, self.stop = place
        self._outside = True
        self._open = False
        # The shared header before the one that is being read. It is used again if the new lines turn out to be no
        # shared header.
        self._before = (self.lines, self.start, self.stop)

    def begins(self, line: str) -> bool:
        """Whether the line begins a shared header: a header line that makes sense, below the end of a hand or above all
        hands. The caller must test the lines in order.
        """
        word = _first_word(line)
        if word == "end":
            self._outside = True
        return self._outside and word in _SHARED_WORDS and Header().take(tokens(line))

    def takes(self, line: str, start: int, width: int) -> tuple[str, int]:
        """Reads a line outside every hand. `start` is the place of the line in the file and `width` its length, both in
        bytes.

        Returns the text of the line that remains, and how many bytes of the line were taken:

        - an empty text and `width`, if the line belongs to the shared header, is blank or is a comment;
        - the whole line and 0, if it is any other line, or if the shared header is too long.
        """
        word = _first_word(line)
        if (word and word not in _SHARED_WORDS) or not_text(line):
            self._give_up()
            return line, 0
        if word and not self._open:
            self._open = True
            self._before = (self.lines, self.start, self.stop)
            self.lines = ()
            self.start = self.stop = start
        if self._open:
            if len(self.lines) >= LEAD_LINES or start + width - self.start > LEAD_BYTES:
                return line, 0
            self.lines = (*self.lines, line)
            self.stop = start + width
        return "", width

    def close(self) -> None:
        """Ends the shared header, because a hand begins."""
        self._open = self._outside = False

    def doubt(self, line: str) -> None:
        """Notes that this line stands outside every hand, so the header lines below may hold for several hands. If the
        line is not blank, the header lines right above it belong to a damaged hand and are dropped.
        """
        self._outside = True
        if _first_word(line):
            self._give_up()

    def _give_up(self) -> None:
        """Drops the shared header that is being read, because its lines belong to a damaged hand. The shared header
        before it is used again.
        """
        if self._open:
            self._open = False
            self.lines, self.start, self.stop = self._before


class SharingHeader:
    """The functions that read a file of transcripts in which header lines at the top hold for all hands. The protocol
    `Sharing` in `auditor.formats.files.shared_preamble` describes each function.
    """

    def __init__(self, read: Callable[[Sequence[str], int, Sequence[str]], Outcome]) -> None:
        self.read: Final = read

    def lead(self, _encoding: Encoding, lines: Sequence[str], place: tuple[int, int]) -> SharedHeader:
        return SharedHeader(lines, place)

    def parts(
        self, stream: BinaryIO, encoding: Encoding, longest: int, first_line: int
    ) -> Iterator[tuple[int, tuple[str, int]]]:
        return enumerate(lines_of(stream, encoding, longest), first_line)

    def closes(self, _line: str) -> bool:
        """Whether a line ends a hand, so that the lines below are outside it. Always false: lines below the `end` line
        of a transcript still belong to the same hand.
        """
        return False


def _first_word(line: str) -> str:
    """Returns the first word of a line in small letters; empty for a blank line and for a comment."""
    words = line.split(None, 1)
    word = words[0].strip(":\ufeff").lower() if words else ""
    return "" if word.startswith("#") else word
