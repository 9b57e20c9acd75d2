"""The outcome of each hand of a file: it is read, rejected with a reason, or skipped as another game.

Lines are 1-based lines of the decoded file. A reason is one clear sentence: what is wrong, where, what to do.
"""

from typing import Final

from auditor.engine.hand import Hand


class Read:
    """A hand that was read, from `first_line` to `last_line`, both included. `below` is the line where trailing text
    begins, 0 where there is none.
    """

    __slots__ = ("below", "first_line", "hand", "last_line")

    def __init__(self, hand: Hand, first_line: int, last_line: int, below: int = 0) -> None:
        self.below: Final = below
        self.hand: Final = hand
        self.first_line: Final = first_line
        self.last_line: Final = last_line


class Rejected:
    """A stretch of text that could not be read as a hand; `hand` is its number, if that was legible."""

    __slots__ = ("hand", "line", "reason")

    def __init__(self, line: int, hand: str | None, reason: str) -> None:
        self.line: Final = line
        self.hand: Final = hand
        self.reason: Final = reason


class Skipped:
    """A hand of a game that is not audited; `game` is the game as the log names it."""

    __slots__ = ("game", "hand", "line")

    def __init__(self, line: int, hand: str | None, game: str) -> None:
        self.line: Final = line
        self.hand: Final = hand
        self.game: Final = game


Outcome = Read | Rejected | Skipped


class Unreadable(ValueError):
    """A whole file without any readable hand; its text is one sentence to show to a person."""


class Piece:
    """The lines of one hand without line ends, and their place: `offset` and `length` in bytes of the original file.
    `refused` is the reason not to read the piece (it breaks a limit, or stands before the first hand), else empty;
    `refused_line` is the line at fault. `lead` are the lines of the shared preamble, in formats that have one, and
    `lead_at` its first byte and the byte after it. `format_name` is set if the format differs from that of the file.
    """

    __slots__ = ("first_line", "format_name", "lead", "lead_at", "length", "lines", "offset", "refused", "refused_line")

    def __init__(
        self,
        first_line: int,
        lines: list[str],
        offset: int,
        length: int,
        refused: str = "",
        refused_line: int = 0,
        *,
        lead: tuple[str, ...] = (),
        lead_at: tuple[int, int] = (0, 0),
        format_name: str = "",
    ) -> None:
        self.first_line: Final = first_line
        self.format_name: Final = format_name
        self.lines: Final = lines
        self.offset: Final = offset
        self.length: Final = length
        self.refused: Final = refused
        self.refused_line: Final = refused_line
        self.lead: Final = lead
        self.lead_at: Final = lead_at
