"""The changes that the auditor makes to the text of hands before it reads them, and the notes that report these changes
to the person who sent the file.

The stored bytes stay as they are. A file has one note for each kind of change, no matter how many hands were changed.
"""

from collections.abc import Callable, Mapping
from typing import Final

from auditor.formats.outcomes import Outcome, Read

LEFT_OUT: Final = "left_out"  # text below a hand that has ended
PASTED: Final = "pasted"  # lines that a mail program or a web page changed


def _left_out(line: int, hands: int) -> str:
    more = "and the text below 1 more hand" if hands == 2 else f"and the text below {hands - 1:,} more hands"
    below = "comes after the end of a hand and does not belong to that hand"
    return f"The text from line {line:,} on {below}. The auditor ignored this text{f' {more}' if hands > 1 else ''}."


def _pasted(line: int, hands: int) -> str:
    more = ", also in 1 more hand" if hands == 2 else f", also in {hands - 1:,} more hands"
    changed = "A mail program or a web page changed the room's text from line"
    return f"{changed} {line:,} on. The auditor undid this change{more if hands > 1 else ''}."


# For each kind of change, the function that writes the note. The function takes the line of the first change and the
# number of changed hands.
_NOTES: Final[Mapping[str, Callable[[int, int], str]]] = {LEFT_OUT: _left_out, PASTED: _pasted}


def note_of(kind: str, line: int, hands: int) -> str:
    """Returns the note about all changes of one kind in a file. `line` is the line of the first of these changes.
    `hands` is the number of changed hands, at least one.
    """
    return _NOTES[kind](line, hands)


class Changes:
    """Counts the changes to the hands of a file, or of a part of a file. `by_kind` has, for each kind of change, the
    line of the first change of this kind and the number of changed hands.
    """

    __slots__ = ("by_kind",)

    def __init__(self) -> None:
        self.by_kind: Final[dict[str, tuple[int, int]]] = {}

    def add(self, outcome: Outcome | None) -> None:
        """Counts the changes to one hand."""
        if isinstance(outcome, Read):
            for kind, line in outcome.changes.items():
                self._count(kind, line, 1)

    def merge(self, other: "Changes") -> None:
        """Counts the changes that another part of the file counted."""
        for kind, (line, hands) in other.by_kind.items():
            self._count(kind, line, hands)

    def _count(self, kind: str, line: int, hands: int) -> None:
        first, before = self.by_kind.get(kind, (line, 0))
        self.by_kind[kind] = min(first, line), before + hands

    def notes(self) -> list[str]:
        """Returns one sentence for each kind of change."""
        return [note_of(kind, line, hands) for kind, (line, hands) in sorted(self.by_kind.items())]
