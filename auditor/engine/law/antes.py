"""Antes: whether they are due, and how much."""

from collections import Counter
from typing import Final

from auditor.engine.events import Ante
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.parameter_types import Stake
from auditor.engine.table import Table
from auditor.engine.words import chips

_NOBODY_TELLS: Final[tuple[int, tuple[str, ...]]] = (0, ())


def are_due(table: Table) -> bool:
    """Whether this hand has antes, by its stakes or by its lines."""
    return bool(table.hand.stakes.ante) or bool(table.anted)


def published(table: Table, house: House) -> Stake | None:
    """The house's published stakes that this table plays, if they are in its list. Stakes whose ante cannot be written
    in the hand's unit (0.25 in whole chips) do not match.
    """
    stakes = table.hand.stakes
    for stake in house.stakes_published:
        small, big, ante = [smallest_units(table, amount) for amount in stake]
        if ante >= 0 and (small, big) == (stakes.small_bet, stakes.big_bet):
            return stake
    return None


def smallest_units(table: Table, amount: str) -> int:
    """A published amount in the hand's smallest unit; -1 where the unit has too few decimals for it."""
    whole, _, part = amount.partition(".")
    minor = table.hand.unit.minor
    if part.rstrip("0")[minor:]:
        return -1
    return int(whole + (part + "0" * minor)[:minor])


def due(table: Table, house: House) -> tuple[int, tuple[str, ...]]:
    """The ante, and the parameters behind it: published by the house, named by the hand, or the amount that most seats
    post. Worked out once. Raises `Unseen` where none of them is known.
    """
    known = table.answers.ante
    if known is None:
        known = table.answers.ante = _due(table, house)
    if known == _NOBODY_TELLS:
        raise Unseen
    return known


def _due(table: Table, house: House) -> tuple[int, tuple[str, ...]]:
    stake = published(table, house)
    if stake is not None:
        return smallest_units(table, stake[2]), ("stakes.published",)
    if table.hand.stakes.ante is not None:
        return table.hand.stakes.ante, ("ante.before_cards",)
    posted = _not_cut_short(table)
    [(usual, times)] = Counter(posted).most_common(1) or [(0, 0)]
    if times * 2 <= len(posted) or len(posted) == 1:
        return _NOBODY_TELLS
    return usual, ("ante.before_cards",)


def in_words(table: Table, house: House) -> str:
    """`an ante of 5`, or `an ante` where its amount is unknown."""
    try:
        return f"an ante of {chips(table, due(table, house)[0])}"
    except Unseen:
        return "an ante"


def _not_cut_short(table: Table) -> list[int]:
    """The antes of seats that had chips left after them; the ante of a whole stack may be for less."""
    stacks = {seat.number: seat.stack for seat in table.hand.seats}
    antes = [event for event in table.hand.events if isinstance(event, Ante) and not event.all_in]
    return [ante.amount for ante in antes if stacks.get(ante.seat) != ante.amount]
