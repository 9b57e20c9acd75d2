"""Recognizes two lines that were joined by mistake, where a row of the grammar has room for any text: `Betting is
capped Ann: calls $2`. Such a line is not read. If the reader used only its first part, the act in its second part would
be lost, and the audit would accuse players of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from auditor.formats.rooms.grammar.parts import Compiled

if TYPE_CHECKING:
    from auditor.formats.rooms.grammar.lines import Row


class JoinedLines:
    """Finds a second line at the end of a text. Remarks do not count as second lines, but titles such as `*** SHOW DOWN
    ***` do.

    - `_acts`: the rows with a NAME, each with the text before the name, such as `Dealt to `.
    - `_numbered`: the texts before a NAME that have a seat number: `Seat SEAT: `.
    - `_whole`: the rows without a NAME, such as `*** STREET ***`.
    - `_signs`: words in lower case. Each second line has at least one of them, and nearly no other text has.
    """

    __slots__ = ("_acts", "_numbered", "_signs", "_whole")

    def __init__(self, rows: Iterable["Row"], openings: Mapping[str, Compiled]) -> None:
        named = [(row.opening, row) for row in rows if row.opening is not None]
        self._numbered: Final = tuple({openings[opening] for opening, _ in named if openings[opening].parts})
        self._acts: Final = tuple(
            [
                (opening, row)
                for opening, row in named
                if not row.is_noise and not openings[opening].parts and (opening or row.literal.strip())
            ]
        )
        self._whole: Final = tuple(
            [row for row in rows if row.opening is None and row.literal and (not row.is_noise or "*" in row.literal)]
        )
        signs = {opening.lower() or row.literal for opening, row in self._acts}
        signs.update([start.literal for start in self._numbered], [row.literal for row in self._whole])
        self._signs: Final = tuple([sign for sign in signs if not any(sign != each and each in sign for each in signs)])

    def may_hold(self, text: str, first: "Row") -> bool:
        """Whether the text, which fits the row `first`, may have a second line, whoever the players are."""
        if first.lists_seat and text[-1] == ")" and text.count("(") == 1:
            return False  # the line ends with the stack: this test is fast, and true for nearly all lists of seats
        lower = text[first.free_from :].lower()
        for sign in self._signs:  # noqa: SIM110 - `any` takes twice the time, and this runs for ten lines of a hand
            if sign in lower:
                return True
        return False

    def holds(self, names: Iterable[str], minor: int, text: str, first: "Row | None" = None) -> bool:
        """Whether the text has a second line. The text in front of it must fit the row `first`, if there is one. A line
        about a player counts only if the player is seated at the table. `names` are the seated players; `minor` is the
        number of decimals.
        """
        start = first.free_from if first else 0
        return any(
            first is None or first.fits(text[:at].rstrip(), minor) for at in self._starts(names, minor, text, start)
        )

    def _starts(self, names: Iterable[str], minor: int, text: str, start: int) -> Iterator[int]:
        """Yields the positions, from `start` on, at which a line begins that ends with the text."""
        for name in names:
            for at in _places(text, name, start):
                before, after = text[:at], text[at + len(name) :]
                for opening, row in self._acts:
                    if before.endswith(opening) and row.fits(after, minor):
                        yield at - len(opening)
                for each in self._numbered:
                    places = _places(before.lower(), each.literal, start)
                    yield from [place for place in places if each.pattern.fullmatch(before[place:])]
        lower = text.lower()
        if len(lower) == len(text):  # a few capital letters become two characters, which would shift all positions
            for row in self._whole:
                yield from [at for at in _places(lower, row.literal, start) if row.fits(text[at:], minor)]


def _places(text: str, part: str, start: int) -> Iterator[int]:
    """Yields the positions of `part` in a text, from `start` on."""
    at = text.find(part, start)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
