"""Pots where a seat that the clock made all-in may win whatever lay in the pot at that moment, and no later chip.

Other seats without more chips are layered as ever: such a seat wins, of each other, the chips up to as many as it put
in itself, whenever they came.
"""

from auditor.engine.law_cache import Pot
from auditor.engine.table import ENDLESS, SEAT_BIT, Table, seats_in


def as_they_lay(table: Table, chips: list[int], free: int) -> tuple[Pot, ...]:
    """The pots, the main pot first: `chips` are what each seat put in, uncalled chips left out, and to the seats of
    `free` no pot is closed. Chips that the same seats may win lie in one pot.
    """
    layered = table.live & ~free & ~table.clocked
    levels = [*sorted({chips[seat] for seat in seats_in(layered)}), ENDLESS]
    made: dict[int, int] = {}
    out = 0
    before = [0] * len(chips)
    for lying, clocked in _moments(table, chips):
        below = 0
        for level in levels:
            amount = sum([_between(there, below, level) for there in lying])
            amount -= sum([_between(there, below, level) for there in before])
            short = sum([SEAT_BIT[seat] for seat in seats_in(layered) if chips[seat] < level])
            eligible = table.live & ~out & ~short
            if amount:
                made[eligible] = made.get(eligible, 0) + amount
            below = level
        before = lying
        out |= clocked
    return _of_somebody(made)


def _moments(table: Table, chips: list[int]) -> list[tuple[list[int], int]]:
    """What of each seat lay in the pot each time that the clock made a seat all-in, with that seat; then all of it."""
    moments = [
        ([min(there, kept) for there, kept in zip(each.put_in, chips, strict=True)], SEAT_BIT[each.seat])
        for each in table.clockings
    ]
    return [*moments, (chips, 0)]


def _between(chips: int, below: int, level: int) -> int:
    return max(min(chips, level) - below, 0)


def _of_somebody(made: dict[int, int]) -> tuple[Pot, ...]:
    """Chips that no live seat may win, which folded seats put in over every one of them, lie in the last pot."""
    over = made.pop(0, 0)
    pots = [Pot(amount, eligible) for eligible, amount in made.items()]
    if over and pots:
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].eligible)
    return tuple(pots)
