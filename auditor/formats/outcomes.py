"""The outcomes of the hands of a file: a hand is read, rejected with a reason, or skipped because it is another game.

Line numbers count the lines of the decoded file from 1. A reason is one clear sentence: the fault, its place, and the
thing to do.
"""

from typing import Final

from auditor.engine.hand import Hand


class Read:
    """A hand that was read from the lines `first_line` to `last_line`, both included. `below` is the line where
    trailing text begins, or 0 if no text follows the hand.
    """

    __slots__ = ("below", "first_line", "hand", "last_line")

    def __init__(self, hand: Hand, first_line: int, last_line: int, below: int = 0) -> None:
        self.below: Final = below
        self.hand: Final = hand
        self.first_line: Final = first_line
        self.last_line: Final = last_line


class Rejected:
    """Text that could not be read as a hand. `hand` is the hand number, if that number could be read."""

    __slots__ = ("hand", "line", "reason")

    def __init__(self, line: int, hand: str | None, reason: str) -> None:
        self.line: Final = line
        self.hand: Final = hand
        self.reason: Final = reason


class Skipped:
    """A hand of a game that is not audited. `game` is the game as the log names it."""

    __slots__ = ("game", "hand", "line")

    def __init__(self, line: int, hand: str | None, game: str) -> None:
        self.line: Final = line
        self.hand: Final = hand
        self.game: Final = game


Outcome = Read | Rejected | Skipped


class Unreadable(ValueError):
    """The error for a whole file without any readable hand. Its text is one sentence to show to a person."""


class Piece:
    """The lines of one hand, without line ends. `offset` and `length` are its place in the original file, in bytes.

    - `refused`: the reason not to read these lines, or empty. The lines break a limit, or come before the first hand.
    - `refused_line`: the line that is the cause of `refused`.
    - `lead`: the lines of the shared preamble, in formats that have one.
    - `lead_at`: the first byte of the preamble, and the byte after its end.
    - `format_name`: the format of this hand, if it differs from the format of the file.
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
