"""The definition of a format: the tests for its files and hands, and the function that reads a hand."""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.formats import limits
from auditor.formats.files.sessions import Session
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome

# A test of a line, or of the beginning of a file.
Begins = Callable[[str], bool]
# A reader takes the lines of one hand and the number of the first line, and returns an outcome. No input makes a reader
# raise an error.
Reads = Callable[[Sequence[str], int], Outcome]

_UNTITLED: Final = Titled()


def never(_line: str) -> bool:
    """Returns false: the test of a format that has no such lines."""
    return False


class Format:
    """A format of files with hands.

    - `name` and `title`: the name in code and database, and the title for people.
    - `begins`: tests whether a line begins a hand.
    - `sniff`: tests whether a text, the first 64 KiB of a file, is of this format.
    - `read`: reads the lines of one hand.
    - `cutter`: makes a test like `begins` for one file, from its first 64 KiB. Formats need it if one line alone does
      not decide.
    - `longest_line`: the limit of a line in bytes.
    - `session`: for formats with one preamble that holds for many hands.
    - `titled`: the first words of the lines that begin a hand.
    - `bounded`: true if the reader itself enforces our limits on every value.
    - `announces`: tests whether a line announces the next hand, above the line that begins this hand.
    - `speaks`: tests whether a line looks like this format, even with a mistake. It is for formats that reject a whole
      hand for one mistake.
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
