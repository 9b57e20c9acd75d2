"""The shared preamble, called the lead: lines at the top of a file or of a part of it. They state, for example, the
game and the stakes of all hands below them.

The preamble is no part of any hand, so the reader of a single hand gets the preamble as well as the lines of the hand.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final, Protocol

from auditor.formats.files.encodings import Encoding
from auditor.formats.limits import not_text
from auditor.formats.outcomes import Outcome

LEAD_LINES: Final = 200
LEAD_BYTES: Final = 16 * 1024
BLANK: Final = " \t\ufeff"

# Matches one XML tag, even a damaged one, and the text that follows the tag.
_MARKUP: Final = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][\w.:-]*+)?(?P<rest>[^<>]*+)>?(?P<text>[^<]*+)")


class Shared(Protocol):
    """The shared lines that apply to the current line of a file, such as a preamble for all hands below. The class
    `Lead` implements this protocol and explains its members.
    """

    lines: tuple[str, ...]
    start: int
    stop: int

    def begins(self, line: str, /) -> bool: ...

    def takes(self, line: str, start: int, width: int, /) -> tuple[str, int]: ...

    def close(self) -> None: ...

    def doubt(self, line: str, /) -> None: ...


class Sharing(Protocol):
    """A format in which several hands share the lines of a preamble.

    `lead` makes the object for the current preamble. `parts` yields each line of a file, or each part of a line, as
    (number, (text, width in bytes)). `closes` tests whether a line ends a hand. `read` takes the lines of a hand, the
    number of its first line, and the lines of the preamble.
    """

    @property
    def read(self) -> Callable[[Sequence[str], int, Sequence[str]], Outcome]: ...

    def lead(self, encoding: Encoding, lines: Sequence[str], place: tuple[int, int], /) -> Shared: ...

    def parts(
        self, stream: BinaryIO, encoding: Encoding, longest: int, first_line: int, /
    ) -> Iterator[tuple[int, tuple[str, int]]]: ...

    def closes(self, line: str, /) -> bool: ...


class Leading:
    """The tags by which a format writes its shared preambles. `roots` are the names of the tags that begin a preamble.
    `inside` is the name of one of these roots, or empty. Inside this root, other tags without attributes belong to the
    preamble too. A line that contains the text `word` but cannot be read as a preamble may be a damaged preamble.
    """

    __slots__ = ("inside", "roots", "word")

    def __init__(self, roots: tuple[str, ...], inside: str, word: str) -> None:
        self.roots: Final = roots
        self.inside: Final = inside
        self.word: Final = word

    def begins(self, line: str) -> bool:
        """Whether the line begins a shared preamble."""
        found = _MARKUP.match(line.lstrip(BLANK))
        if found is None or found["slash"]:
            return False
        return found["name"] in self.roots or (found["name"] is None and found["rest"].startswith("?xml"))


class Lead:
    """The shared preamble that applies to the current line of a file. `lines` are the lines of the preamble, up to a
    limit. `start` and `stop` are the byte positions in the file where these lines begin and end.

    A run that starts in the middle of a file needs the `lines` and the `place` (start and stop) of the preamble above
    that point.
    """

    def __init__(
        self, leading: Leading, encoding: Encoding, lines: Sequence[str] = (), place: tuple[int, int] = (0, 0)
    ) -> None:
        self._leading: Final = leading
        self._encoding: Final = encoding
        self._open = False
        self._inside = False
        self.lines: tuple[str, ...] = tuple(lines)
        self.start, self.stop = place

    def begins(self, line: str) -> bool:
        """Whether the line begins a shared preamble."""
        return self._leading.begins(line)

    def takes(self, line: str, start: int, width: int) -> tuple[str, int]:
        """Reads a line that is outside every hand. Returns the text of the line that is not part of the preamble, and
        the number of bytes that are part of the preamble. `start` is the position of the line in the file, and `width`
        is its length, both in bytes.
        """
        if self.begins(line):
            above = [kept for kept in self.lines if not kept.lstrip(BLANK).startswith("<?")]
            if not self._open or "".join(above).strip():
                self.forget()
                self.start = self.stop = start
            self._open = True
        opened = self._open
        taken = self._length(line)
        kept, rest = line[:taken], line[taken:]
        bytes_kept = self._encoding.width(kept) if rest.strip(BLANK) else width
        if rest.strip(BLANK):
            self.close()
        # If a line is not kept, no later line is kept either. So the kept lines have no gap: they are exactly the bytes
        # of the file from `start` to `stop`.
        fits = len(self.lines) < LEAD_LINES and start + bytes_kept - self.start <= LEAD_BYTES
        if opened and bytes_kept and fits and start == self.stop and not not_text(kept):
            self.lines = (*self.lines, kept)
            self.stop = start + bytes_kept
        return rest.strip(BLANK), bytes_kept

    def close(self) -> None:
        """Marks the preamble as complete, because a hand begins, even if the first line of this hand is damaged. The
        lines of the preamble are kept.
        """
        self._open = self._inside = False

    def doubt(self, line: str) -> None:
        """Checks a line that is outside every hand. If the line may be the damaged beginning of another preamble,
        forgets the current preamble, because it may not apply to the hands below.
        """
        if self._leading.word in line:
            self.forget()

    def forget(self) -> None:
        """Removes the stored preamble lines. They no longer apply if another preamble begins, even if that preamble is
        damaged and cannot be read.
        """
        self._inside = False
        self.lines = ()
        self.start = self.stop = 0

    def _length(self, line: str) -> int:
        """Returns how many characters at the start of the line belong to the preamble. If no preamble has begun, only
        the closing tag of a preamble is counted.
        """
        first = line.find("<")
        if not self._inside and line[: first if first >= 0 else len(line)].strip(BLANK):
            return 0
        return next((found.start() for found in _MARKUP.finditer(line) if not self._holds(found)), len(line))

    def _holds(self, found: re.Match[str]) -> bool:
        """Whether a tag belongs to the preamble. `found` is a match of `_MARKUP`: the tag and the text after it."""
        name, rest = found["name"], found["rest"]
        if not self._open:
            return bool(found["slash"]) and name in self._leading.roots and not found["text"].strip()
        if name is None:  # the tag has no name: it is an XML declaration, a comment or a document type
            return (self._inside and "=" not in rest) or (rest.startswith(("?", "!")) and not found["text"].strip())
        if name == self._leading.inside:
            self._inside = not found["slash"]
        elif name not in self._leading.roots:
            return self._inside and "=" not in rest
        return self._inside or not found["text"].strip()
