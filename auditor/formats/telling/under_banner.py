"""What stands between the banner of a hand and its antes, in rooms that begin with one: table, button, seats."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from auditor.engine.hand import Unit
from auditor.formats.rooms.grammar.players import printed_button
from auditor.formats.telling.header import CHIPS
from auditor.formats.telling.seat_list import says_first


class Row:
    """A seat as listed; its stack stays text until it is known whether it is money."""

    __slots__ = ("line", "name", "number", "stack", "text")

    def __init__(self, number: int, name: str, stack: str, line: int, text: str) -> None:
        self.number: Final = number
        self.name: Final = name
        self.stack: Final = stack
        self.line: Final = line
        self.text: Final = text


class UnderBanner(ABC):
    """Lines that say nothing of table, button and seats are left for `below`, each with its number."""

    __slots__ = ("below", "button", "first_line", "table")

    def __init__(self, first_line: int) -> None:
        self.first_line: Final = first_line
        self.table = ""
        self.button = 0
        self.below: list[tuple[int, str]] = []

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """The seats as listed."""

    def takes(self, text: str, line: int) -> bool:
        """Whether the line says something of what stands above the antes."""
        raise NotImplementedError

    def read(self, lines: Sequence[str], titles: set[int], streets: str) -> None:
        """Reads all lines but `titles`; what stands above ends with the first ante, or line that begins `streets`."""
        above = True
        for at, raw in enumerate(lines):
            text = raw.strip()
            if not text or at in titles:
                continue
            line = self.first_line + at
            if above and self.takes(text, line):
                continue
            above = above and not (text.startswith(streets) or self._posts(text))
            self.below.append((line, text))

    def _posts(self, text: str) -> bool:
        names = (row.name + mark for row in self.rows() for mark in ("", ":"))
        return says_first(text, names, " posts ante ")

    def read_button(self, text: str) -> bool:
        """`Seat 4 is the button`; a stud table says `Seat 0`, which is none."""
        words = text.split()
        if words[2:] != ["is", "the", "button"]:
            return False
        self.button = printed_button(words[1])
        return True

    def unit_of(self, currency: str, stakes: Sequence[str], symbols: Mapping[str, str]) -> Unit:
        """Money of the stakes or, where they do not say whose, of the stacks."""
        stacks = [row.stack for row in self.rows()]
        symbol = next((stack[0] for stack in stacks if stack and stack[0] in symbols), "")
        currency = currency or symbols.get(symbol, CHIPS)
        decimals = "." in "".join(stakes) or any("." in stack for stack in stacks)
        return Unit(currency, 2 if currency != CHIPS or decimals else 0)
