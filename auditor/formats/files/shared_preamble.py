"""The shared preamble, called the lead: lines of a file that hold for all hands after them, such as the game and
stakes.

The lead is outside the piece of every hand, so a reader of a single piece needs the lead too.
"""

import re
from collections.abc import Sequence
from typing import Final

from auditor.formats.files.encodings import Encoding
from auditor.formats.limits import not_text

LEAD_LINES: Final = 200
LEAD_BYTES: Final = 16 * 1024
BLANK: Final = " \t\ufeff"

# A tag, which may be damaged, and the text after the tag.
_MARKUP: Final = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][\w.:-]*+)?(?P<rest>[^<>]*+)>?(?P<text>[^<]*+)")


class Leading:
    """The tags by which a format writes its leads, that is, its shared preambles. `roots` are the tags that begin a
    lead. `inside` is the root that contains other tags, or empty; those tags have no attributes. A line with the text
    `word` may be a damaged lead.
    """

    __slots__ = ("inside", "roots", "word")

    def __init__(self, roots: tuple[str, ...], inside: str, word: str) -> None:
        self.roots: Final = roots
        self.inside: Final = inside
        self.word: Final = word

    def begins(self, line: str) -> bool:
        """Whether the line begins a lead."""
        found = _MARKUP.match(line.lstrip(BLANK))
        if found is None or found["slash"]:
            return False
        return found["name"] in self.roots or (found["name"] is None and found["rest"].startswith("?xml"))


class Lead:
    """The lead, that is, the shared preamble, that holds at some line of a file. `lines` are its lines, up to a limit.
    `start` and `stop` are the positions of these lines in the file, in bytes.

    A run that starts in the middle of a file needs the `lines` and the `place` of the lead before that point.
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
        """Whether the line begins a lead."""
        return self._leading.begins(line)

    def takes(self, line: str, start: int, width: int) -> tuple[str, int]:
        """Reads a line outside every hand. Returns the text that is no part of a lead, and the number of bytes of the
        line that are part of a lead.
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
        # After the first line that is not kept, no line is kept, so that the kept lines are exactly the bytes from
        # `start` to `stop`.
        fits = len(self.lines) < LEAD_LINES and start + bytes_kept - self.start <= LEAD_BYTES
        if opened and bytes_kept and fits and start == self.stop and not not_text(kept):
            self.lines = (*self.lines, kept)
            self.stop = start + bytes_kept
        return rest.strip(BLANK), bytes_kept

    def close(self) -> None:
        """Ends the lead, because a hand begins, which may be damaged."""
        self._open = self._inside = False

    def doubt(self, line: str) -> None:
        """Forgets the lead if this line, which belongs to no hand and no lead, may be a damaged lead."""
        if self._leading.word in line:
            self.forget()

    def forget(self) -> None:
        """Forgets the lead, because a new lead follows, or because the new lead cannot be read."""
        self._inside = False
        self.lines = ()
        self.start = self.stop = 0

    def _length(self, line: str) -> int:
        """Returns how many characters of the line belong to a lead. If no lead is open, only a closing tag of a lead
        belongs to it.
        """
        first = line.find("<")
        if not self._inside and line[: first if first >= 0 else len(line)].strip(BLANK):
            return 0
        return next((found.start() for found in _MARKUP.finditer(line) if not self._holds(found)), len(line))

    def _holds(self, found: re.Match[str]) -> bool:
        """Whether this tag belongs to the lead."""
        name, rest = found["name"], found["rest"]
        if not self._open:
            return bool(found["slash"]) and name in self._leading.roots and not found["text"].strip()
        if name is None:  # an XML declaration, a comment or a document type
            return (self._inside and "=" not in rest) or (rest.startswith(("?", "!")) and not found["text"].strip())
        if name == self._leading.inside:
            self._inside = not found["slash"]
        elif name not in self._leading.roots:
            return self._inside and "=" not in rest
        return self._inside or not found["text"].strip()
