"""What a summary tells once more, in the form that two rooms share: the pots and the rake, and a line a seat."""

from collections.abc import Callable
from typing import Final, Protocol

from auditor.engine.events import ANY_POT, Event, PotTotal, Rake, Reveal, Won
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS, Players
from auditor.formats.rooms.grammar.pots_by_name import pot_named

_PLACES: Final = (" (button)", " (small blind)", " (big blind)")

# An amount as the room writes it, in the smallest unit; `None` for what is none.
Chips = Callable[[str, int], int | None]


class Read(Protocol):
    """What has been read of the hand above the summary."""

    @property
    def players(self) -> Players: ...

    @property
    def minor(self) -> int: ...

    @property
    def events(self) -> list[Event]: ...

    @property
    def shown(self) -> dict[int, str]:
        """The cards that a seat showed, as text."""


def read_total(reading: Read, text: str, chips: Chips, line: int) -> bool:
    """`$1.94 Main pot $1.66. Side pot $0.24. | Rake $0.04`: appends pots and rake; answers whether it is that."""
    pots, bar, rake = text.partition("| Rake ")
    taken = chips(rake.strip(), reading.minor)
    total, _, parts = pots.strip().partition(" ")
    amount = chips(total, reading.minor)
    if not bar or amount is None or taken is None:
        return False
    found = [(ANY_POT, amount)]
    for part in parts.split(". "):
        name, _, stated = part.strip().rpartition(" ")
        if not name:
            continue
        pot = pot_named(name.lower())
        single = chips(stated.removesuffix("."), reading.minor)
        if pot is None or single is None:
            return False
        found.append((pot, single))
    reading.events.extend([PotTotal(chips_in_it, pot, line) for pot, chips_in_it in found])
    reading.events.append(Rake(taken, ANY_POT, line))
    return True


def told_to_the_end(told: set[int], played: set[int]) -> bool:
    """Whether a summary that has a line for each seat in order goes as far as the last of those that played."""
    return not played or max(played) in told


def told_of(players: Players, text: str) -> tuple[int, str] | None:
    """The seat of `5: NAME (button) showed ...`, and what stands behind its name and place; `None` where nobody sits
    there by that name.
    """
    number, _, rest = text.partition(": ")
    seat = SEAT_NUMBERS.get(number, 0)
    name = players.by_seat.get(seat)
    if name is None or not rest.startswith(name):
        return None
    tail = rest[len(name) :]
    for place in _PLACES:
        tail = tail.removeprefix(place)
    return seat, tail


def read_outcome(reading: Read, seat: int, told: str, chips: Chips, line: int) -> bool | None:
    """`collected ($0.40)`, `showed [7 cards] and won ($0.40) with ...`, `mucked [7 cards]`: appends what is new in it.
    `False` where that cannot be read, `None` for anything else.
    """
    if told.startswith("collected ("):
        return _won(reading, seat, told[10:], chips, line)
    if not told.startswith(("showed [", "mucked [")):
        return None
    shown, bracket, rest = told[8:].partition("]")
    cards = cards_in(shown)
    if not bracket or not cards:
        return False
    if shown != reading.shown.get(seat):
        reading.events.append(Reveal(seat, cards, line))
    return " won (" not in rest or _won(reading, seat, rest, chips, line)


def _won(reading: Read, seat: int, text: str, chips: Chips, line: int) -> bool:
    """Sums the amounts in brackets: a hand may win several pots in one line."""
    won = 0
    for part in text.split("(")[1:]:
        amount = chips(part.partition(")")[0], reading.minor)
        if amount is None:
            return False
        won += amount
    reading.events.append(Won(seat, won, line))
    return True
