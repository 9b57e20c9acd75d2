"""The definition of a format: the tests for its files and hands, and the function that reads a hand."""

from collections.abc import Callable, Sequence
from typing import Final

from auditor.formats import limits
from auditor.formats.files.other_languages import NONE, OtherLanguages
from auditor.formats.files.shared_preamble import Sharing
from auditor.formats.files.titles import Titled
from auditor.formats.outcomes import Outcome

# A test of one line, or of the first part of a file. The test returns true or false.
Begins = Callable[[str], bool]
# A reader takes the lines of one hand and the number of the first line, and returns an outcome. No input makes a reader
# raise an error.
Reads = Callable[[Sequence[str], int], Outcome]

_UNTITLED: Final = Titled()


OUTSIDE: Final = "This text belongs to no hand that we can read. Delete the text, or export the file again."


def never(_line: str) -> bool:
    """Returns false. A format uses this test for a kind of line that the format does not have."""
    return False


class Format:
    """A format of files with hands.

    - `name` and `title`: the name in code and database, and the title for people.
    - `begins`: tests whether a line begins a hand.
    - `sniff`: tests whether a text, the first 64 KiB of a file, is of this format.
    - `read`: reads the lines of one hand.
    - `cutter`: makes a test like `begins` for one file, from its first 64 KiB. A format needs a cutter if a single line
      does not show whether a hand begins.
    - `longest_line`: the limit of a line in bytes.
    - `session`: how to read lines that apply to many hands, such as a preamble; `None` if the format has no such lines.
    - `titled`: the first words of the lines that begin a hand.
    - `sign`: a text that is in every line that begins a hand, and in few other lines. With a sign, the lines of a hand
      are found faster.
    - `bounded`: true if the reader itself enforces our limits on every value.
    - `announces`: tests whether a line announces a hand. The line that begins this hand comes later.
    - `speaks`: tests whether a line looks like this format, even with a mistake. It is for formats that reject a whole
      hand for one mistake.
    - `outside`: the reason for text that belongs to no hand: what is wrong, and what to do.
    - `missing`: returns why a text that looks like this format has no hand, and what to do. Empty for all other texts.
    - `unproven`: why the reader may be wrong, if we have seen no real hand of this format. The text ends a sentence
      for the people who send such a file. Empty for a format that was tried on real hands.
    - `other_languages`: the titles of hands that the room writes in languages that we do not read.
    """

    __slots__ = (
        "announces",
        "begins",
        "bounded",
        "cutter",
        "longest_line",
        "missing",
        "name",
        "other_languages",
        "outside",
        "read",
        "session",
        "sign",
        "sniff",
        "speaks",
        "title",
        "titled",
        "unproven",
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
        session: Sharing | None = None,
        titled: Titled = _UNTITLED,
        sign: str = "",
        bounded: bool = False,
        announces: Begins = never,
        speaks: Begins | None = None,
        outside: str = OUTSIDE,
        missing: Callable[[str], str] = lambda _: "",
        unproven: str = "",
        other_languages: OtherLanguages = NONE,
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
        self.sign: Final = sign
        self.bounded: Final = bounded
        self.announces: Final = announces
        self.speaks: Final = speaks
        self.outside: Final = outside
        self.missing: Final = missing
        self.other_languages: Final = other_languages
        self.unproven: Final = unproven

    @property
    def cautions(self) -> tuple[str, ...]:
        """The notes for everybody who sends a file of this format: one if the format is unproven, else none."""
        if not self.unproven:
            return ()
        doubt = f"The auditor may misread {self.title}: {self.unproven}"
        return (f"{doubt}. Compare each finding with the log before you act on it.",)

    def starts(self, line: str) -> bool:
        """Whether the line begins a hand, even in a language that we do not read."""
        return self.begins(line) or self.other_languages.has(line)
