"""The definition of a format: how its hands begin, and the function that reads them."""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.formats import limits
from auditor.formats.files.sessions import Session
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome

# A test of a line, or of a text.
Begins = Callable[[str], bool]
# A reader: from the lines of one hand and the number of the first line to an outcome. It never raises on input.
Reads = Callable[[Sequence[str], int], Outcome]

_UNTITLED: Final = Titled()


def never(_line: str) -> bool:
    return False


class Format:
    """`begins` tests whether a line starts a new hand, `sniff` whether the first 64 KiB of a text are of this format.

    `cutter` makes that test of lines from the head of a file: for formats where one line alone does not decide.
    `longest_line` is in bytes. `session` is for formats with a shared preamble above many hands. `titled` describes the
    lines that start a hand. `bounded` is true if the reader itself enforces our limits on every value. `announces` is
    for formats that have a line above the one that begins a hand. `speaks` is for formats whose hands are read as a
    whole or rejected: it tests whether a line looks like the format, even with a mistake in it.
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
