"""A format as the list names it: how its hands begin, and how they are read."""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.formats import limits
from auditor.formats.files.sessions import Session
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome

# A test of a line, or of a text.
Begins = Callable[[str], bool]
# The lines of one hand, and the number of the first of them, to an outcome; never raises on input.
Reads = Callable[[Sequence[str], int], Outcome]

_UNTITLED: Final = Titled()


def never(_line: str) -> bool:
    return False


class Format:
    """`begins` says whether a line starts a new hand, `sniff` whether the first 64 KiB of a text are of this format.

    `cutter` makes, from the head of a file, the test for the lines that start a hand: for formats where one line alone
    cannot tell. `longest_line` in bytes. `session` is for formats that say above many hands what holds for all of them.
    `titled` is what the lines look like that start a hand. `bounded` where the reader itself lets no value through that
    is beyond our limits. `announces` is for formats that have a line above the one that begins a hand. `speaks` is for
    those that are read as a whole or not at all: whether a line is in the language of the format, be there a slip in it
    or not.
    """

    __slots__ = (
        "announces",
        "begins",
        "bounded",
        "cutter",
        "longest_line",
        "name",
        "read",
        "session",
        "sniff",
        "speaks",
        "title",
        "titled",
    )

    def __init__(
        self,
        name: str,
        title: str,
        begins: Begins,
        sniff: Begins,
        read: Reads,
        cutter: Callable[[str], Begins] | None = None,
        *,
        longest_line: int = limits.LINE_BYTES,
        session: Session | None = None,
        titled: Titled = _UNTITLED,
        bounded: bool = False,
        announces: Begins = never,
        speaks: Begins | None = None,
    ) -> None:
        self.name: Final = name
        self.title: Final = title
        self.begins: Final = begins
        self.sniff: Final = sniff
        self.read: Final = read
        self.cutter: Final = cutter if cutter is not None else lambda _: begins
        self.longest_line: Final = longest_line
        self.session: Final = session
        self.titled: Final = titled
        self.bounded: Final = bounded
        self.announces: Final = announces
        self.speaks: Final = speaks
