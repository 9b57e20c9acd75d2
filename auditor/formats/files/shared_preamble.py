"""The lead: a preamble above many hands of a file that holds for each of them. It is outside the piece of every hand,
so the reader of a single piece needs the lead too.
"""

import re
from collections.abc import Sequence
from typing import Final

from auditor.formats.files.encodings import Encoding
from auditor.formats.limits import not_text

LEAD_LINES: Final = 200
LEAD_BYTES: Final = 16 * 1024
BLANK: Final = " \t\ufeff"

# A tag, or a damaged one, and the text after it.
_MARKUP: Final = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][\w.:-]*+)?(?P<rest>[^<>]*+)>?(?P<text>[^<]*+)")


class Leading:
    """The tags of the leads of a format. `roots` are the tags that begin a lead; `inside` is the root, if any, that
    holds other tags, none of which has attributes; `word` marks a damaged lead.
    """

    __slots__ = ("inside", "roots", "word")

    def __init__(self, roots: tuple[str, ...], inside: str, word: str) -> None:
        self.roots: Final = roots
        self.inside: Final = inside
        self.word: Final = word

    def begins(self, line: str) -> bool:
        """Whether a lead begins with the line."""
        found = _MARKUP.match(line.lstrip(BLANK))
        if found is None or found["slash"]:
            return False
        return found["name"] in self.roots or (found["name"] is None and found["rest"].startswith("?xml"))


class Lead:
    """The lead in force at some line of a file: its lines, up to a limit, and its bytes from `start` up to `stop`.
    A run that starts in the middle of a file passes the `lines` and the `place` of the lead above.
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
        """Whether a lead begins with the line."""
        return self._leading.begins(line)

    def takes(self, line: str, start: int, width: int) -> tuple[str, int]:
        """Takes a line outside every hand. Returns the text of it that is no part of a lead, and how many bytes are."""
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
        # After a line that is not kept none is kept: the kept lines must be exactly the bytes from `start` to `stop`.
        fits = len(self.lines) < LEAD_LINES and start + bytes_kept - self.start <= LEAD_BYTES
        if opened and bytes_kept and fits and start == self.stop and not not_text(kept):
            self.lines = (*self.lines, kept)
            self.stop = start + bytes_kept
        return rest.strip(BLANK), bytes_kept

    def close(self) -> None:
        """Ends the lead, because a hand begins, or a damaged one."""
        self._open = self._inside = False

    def doubt(self, line: str) -> None:
        """Forgets the lead if this line, which is in no hand and no lead, may be a damaged lead."""
        if self._leading.word in line:
            self.forget()

    def forget(self) -> None:
        """Drops the lead in force: a new one follows, or it cannot be read."""
        self._inside = False
        self.lines = ()
        self.start = self.stop = 0

    def _length(self, line: str) -> int:
        """How many characters of the line belong to a lead; if no lead is open, only an end tag belongs to one."""
        first = line.find("<")
        if not self._inside and line[: first if first >= 0 else len(line)].strip(BLANK):
            return 0
        return next((found.start() for found in _MARKUP.finditer(line) if not self._holds(found)), len(line))

    def _holds(self, found: re.Match[str]) -> bool:
        name, rest = found["name"], found["rest"]
        if not self._open:
            return bool(found["slash"]) and name in self._leading.roots and not found["text"].strip()
        if name is None:  # an instruction, a comment, a document type
            return (self._inside and "=" not in rest) or (rest.startswith(("?", "!")) and not found["text"].strip())
        if name == self._leading.inside:
            self._inside = not found["slash"]
        elif name not in self._leading.roots:
            return self._inside and "=" not in rest
        return self._inside or not found["text"].strip()
