"""The outcomes of the hands of a file: a hand is read, rejected with a reason, or skipped because it is another game.

Line numbers count the lines of the decoded file from 1. A reason is one clear sentence: the fault, its place, and the
thing to do.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from auditor.engine.hand import Hand

_NO_CHANGES: Final[Mapping[str, int]] = MappingProxyType({})


class Read:
    """A hand that was read from the lines `first_line` to `last_line`, both included. `changes` lists the kinds of
    changes that were made to its text before it was read (see `auditor.formats.files.changes`). Each kind comes with
    the line of the first change of this kind.
    """

    __slots__ = ("changes", "first_line", "hand", "last_line")

    def __init__(self, hand: Hand, first_line: int, last_line: int, changes: Mapping[str, int] = _NO_CHANGES) -> None:
        self.changes: Final = changes
        self.hand: Final = hand
        self.first_line: Final = first_line
        self.last_line: Final = last_line

    def changed(self, kind: str, line: int) -> "Read":
        """Returns the same hand with one more change to its text, at this line."""
        return Read(self.hand, self.first_line, self.last_line, {**self.changes, kind: line})


class Rejected:
    """Text that could not be read as a hand, with the reason. `line` is the number of the line with the fault. `hand`
    is the room's number of the hand; `None` if that number could not be read.
    """

    __slots__ = ("hand", "line", "reason")

    def __init__(self, line: int, hand: str | None, reason: str) -> None:
        self.line: Final = line
        self.hand: Final = hand
        self.reason: Final = reason


class Skipped:
    """A hand of a game that is not audited, such as hold'em. `game` is the name of the game as the log writes it.
    `line` is the first line of the hand. `hand` is the room's number of the hand, or `None` if the number is unknown.
    """

    __slots__ = ("game", "hand", "line")

    def __init__(self, line: int, hand: str | None, game: str) -> None:
        self.line: Final = line
        self.hand: Final = hand
        self.game: Final = game


Outcome = Read | Rejected | Skipped


class Unreadable(ValueError):
    """The error for a whole file without any readable hand. Its text is one sentence to show to a person."""


class Piece:
    """The lines of one hand as cut out of a file, without line ends, or lines that belong to no hand. `offset` and
    `length` are the place of the lines in the original file, in bytes.

    - `refused`: the reason not to read these lines. They break a limit, or belong to no hand. Empty if the lines may be
      read as a hand.
    - `refused_line`: the number of the line that causes `refused`.
    - `lead`: in some formats, the lines at the top of a session that describe all its hands; otherwise empty.
    - `lead_at`: the byte offsets in the file where `lead` begins and where it ends.
    - `format_name`: the format of this hand, if it differs from the format of the file.
    - `is_open`: true if the last of these lines has no line end, because the file stops there. The line may be cut off.
    """

    __slots__ = (
        "first_line",
        "format_name",
        "is_open",
        "lead",
        "lead_at",
        "length",
        "lines",
        "offset",
        "refused",
        "refused_line",
    )

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
        is_open: bool = False,
    ) -> None:
        self.is_open: Final = is_open
        self.first_line: Final = first_line
        self.format_name: Final = format_name
        self.lines: Final = lines
        self.offset: Final = offset
        self.length: Final = length
        self.refused: Final = refused
        self.refused_line: Final = refused_line
        self.lead: Final = lead
        self.lead_at: Final = lead_at
