"""Collects the lines of one piece of a file. A piece is one hand, or text outside every hand."""

from collections.abc import Callable
from typing import Final

from auditor.formats import limits
from auditor.formats.files.leading_text import LeadingText
from auditor.formats.files.lines import Lines
from auditor.formats.files.shared_preamble import Shared
from auditor.formats.outcomes import Piece

# A line outside every hand with only these characters is decoration and is ignored: `******** # 1 ********`. In
# other languages, the number is `№1` or `n. 1`.
RULED: Final = "*#№n-=_. 0123456789\t\r\ufeff\0"


def is_blank(line: str) -> bool:
    """Whether a line has nothing but blanks and NULs. A full disk or a crashed client leaves NULs between hands."""
    return not line or line.isspace() or not line.strip("\0 \t\r")


class Gathering:
    """Collects the lines of one piece of a file, one by one. A piece is one hand, or text outside every hand. Lines
    beyond our limits and blank lines at the end are not kept.

    `first_line` is the number of the first line, and `offset` is the position of its first byte in the file. `in_hand`
    is true if the piece is a hand, and false if it is text outside every hand. Text outside every hand is rejected for
    the reason `outside`, with three exceptions: blank lines, decoration, and the text that `leading` leaves out above
    the first hand of the file.
    """

    def __init__(
        self,
        first_line: int,
        offset: int,
        longest_line: int,
        outside: str,
        *,
        in_hand: bool,
        format_name: str = "",
        leading: LeadingText | None = None,
    ) -> None:
        self._outside: Final = outside
        self._leading: Final = leading
        self.format_name: Final = format_name
        self._first_line: Final = first_line
        self._beyond: Final = first_line + limits.HAND_LINES
        self._offset: Final = offset
        self._longest_line: Final = longest_line
        self.in_hand: Final = in_hand
        self._lines: list[str] = []
        self._blank = 0
        self._room = limits.HAND_BYTES  # how many more bytes this hand may have
        self._length = 0
        self._refused = ""
        self._refused_line = 0
        self._lead: tuple[str, ...] = ()
        self._lead_at = (0, 0)
        self._is_too_long = False
        self.over = False  # true after the end of the hand: later lines do not belong to the hand

    def led_by(self, lead: Shared | None) -> None:
        """Ends the shared preamble `lead`, because this hand begins. Keeps the lines of the preamble with the hand.
        `lead` is `None` for formats without such a preamble.
        """
        if lead is not None:
            lead.close()
            self._lead = lead.lines
            self._lead_at = (lead.start, lead.stop)

    def pass_over(self, width: int) -> None:
        """Adds a line outside every hand, such as a line of a preamble: only its `width` in bytes is counted. The hand
        above, if there is one, ends there.
        """
        self.over = True
        self._length += width
        self._blank += 1

    @property
    def end(self) -> int:
        """The position in the file of the first byte after this piece."""
        return self._offset + self._length

    @property
    def empty(self) -> bool:
        """Whether this piece is not a hand and has no text that must be reported as rejected."""
        return not self.in_hand and not self._refused

    def has_only(self, kind: Callable[[str], bool]) -> bool:
        """Whether all lines of this piece are blank or of one kind. `kind` tests a line."""
        return all(not line or kind(line) for line in self._lines)

    def refuse(self, reason: str, line: int) -> None:
        """Marks the piece as rejected, with the reason and the line number. If the piece is already rejected, the first
        reason stays.
        """
        if not self._refused:
            self._refused = reason
            self._refused_line = line

    def add(self, line: str, width: int, number: int) -> None:
        """Adds a line. `width` is in bytes, and `number` is the number of the line in the file."""
        self._length += width
        if self._refused:
            return
        if (
            self.in_hand  # The fast path for nearly all lines: plain ASCII text in a hand, within all limits.
            and not self.over
            and line.isascii()
            and width <= self._longest_line
            and width <= self._room
            and number < self._beyond
            and "\0" not in line
            and line
            and not line.isspace()
        ):
            self._room -= width
            if self._blank:
                self._lines.extend([""] * self._blank)
                self._blank = 0
            self._lines.append(line)
        elif is_blank(line) or ((self.over or not self.in_hand) and not line.strip(RULED)):
            self._blank += 1
        elif self.in_hand:
            self._keep(line, width, number)
        elif self._leading is None or self.over or not self._leading.takes(line, number):
            self.refuse(self._outside, number)

    def take_run(self, lines: Lines, number: int) -> None:
        """Takes the plain lines that come next in a file, all at once, because this is faster. A plain line surely
        begins no hand. `number` is the number of the first of these lines.

        Takes no line in these cases:

        - The piece is text outside every hand, the hand has ended, or the piece is already rejected.
        - The hand has another format than the file.
        - The last line was blank.
        - The lines would exceed a limit.
        """
        if not self.in_hand or self.over or self._refused or self.format_name or self._blank or self._is_too_long:
            return  # a line below a blank line may be a damaged title
        run, width = lines.run()
        if width > self._room or number + len(run) > self._beyond:
            self._is_too_long = True  # one of these lines breaks the limit, so no later run fits either
            return
        lines.pass_over(len(run))
        self._length += width
        self._room -= width
        self._lines.extend(run)

    def _keep(self, line: str, width: int, number: int) -> None:
        """Adds a line to the hand. If the line breaks a limit, or is not text, marks the piece as rejected instead."""
        self._room -= width
        line = line.rstrip("\0")  # some rooms write NUL bytes after the text of a hand
        blame = limits.not_text(line)
        if blame:
            self.refuse(blame, number)
        elif width > self._longest_line:
            self.refuse(f"The line is {width:,} bytes long; the limit is {self._longest_line:,} bytes.", number)
        elif self._room < 0:
            self.refuse(f"The hand is longer than {limits.HAND_BYTES:,} bytes. No stud hand is so long.", number)
        elif number >= self._beyond:
            self.refuse(f"The hand has more than {limits.HAND_LINES:,} lines. No stud hand has so many.", number)
        else:
            self._lines.extend([""] * self._blank)
            self._lines.append(line)
            self._blank = 0

    def piece(self, *, is_open: bool = False) -> Piece:
        return Piece(
            self._first_line,
            self._lines,
            self._offset,
            self._length,
            self._refused,
            self._refused_line,
            lead=self._lead,
            lead_at=self._lead_at,
            format_name=self.format_name,
            is_open=is_open,
        )
