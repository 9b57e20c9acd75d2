"""Words: how rules say amounts, seats and cards, so that a finding reads the same everywhere."""

from auditor.engine.cards import name_of
from auditor.engine.events import STRANGER
from auditor.engine.table import Table, seats_in

NOBODY = "nobody"


def chips(table: Table, amount: int) -> str:
    """An amount as the log writes it: `1.50` where it has decimals, else `1500`."""
    minor = table.hand.unit.minor
    if not minor:
        return str(amount)
    whole, part = divmod(abs(amount), 10**minor)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{minor}d}"


def any_of(table: Table, amounts: tuple[int, ...]) -> str:
    """`10 or 20`."""
    return " or ".join([chips(table, amount) for amount in amounts])


def seat(number: int) -> str:
    """`seat 3`."""
    if number == STRANGER:
        return "somebody who is not seated"
    return f"seat {number}" if number else NOBODY


def seats(mask: int) -> str:
    """`seat 3`, or `seat 3 or seat 5` where the log leaves it open."""
    return " or ".join([seat(number) for number in seats_in(mask)]) or NOBODY


def door(table: Table, number: int) -> str:
    """A seat with its door card: `seat 3 (2c)`."""
    ups = table.up[number] if 0 < number < len(table.up) else []
    return f"{seat(number)} ({name_of(ups[0])})" if ups and ups[0] >= 0 else seat(number)


def board(table: Table, number: int) -> str:
    """A seat with its up cards: `seat 3 (2c Kd)`."""
    ups = table.up[number] if 0 < number < len(table.up) else []
    return f"{seat(number)} ({' '.join([name_of(card) for card in ups])})" if ups else seat(number)


def street(number: int) -> str:
    """`fourth street`."""
    return {3: "third street", 4: "fourth street", 5: "fifth street", 6: "sixth street", 7: "seventh street"}.get(
        number, "the antes"
    )
