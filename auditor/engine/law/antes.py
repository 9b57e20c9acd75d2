"""Antes: whether the hand has antes, and how much an ante is."""

from collections import Counter
from typing import Final

from auditor.engine.events import Ante
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.parameter_types import Stake
from auditor.engine.table import Table
from auditor.engine.words import chips

_UNKNOWN_ANTE: Final[tuple[int, tuple[str, ...]]] = (0, ())


def are_due(table: Table) -> bool:
    """Whether this hand has antes, according to its stakes or to its ante lines."""
    return bool(table.hand.stakes.ante) or bool(table.anted)


def published(table: Table, house: House) -> Stake | None:
    """Returns the published stakes of the house that this table plays; `None` if the list of the house does not have
    them. Stakes do not match if the unit of the hand cannot express the ante (0.25 in whole chips).
    """
    stakes = table.hand.stakes
    for stake in house.stakes_published:
        small, big, ante = [smallest_units(table, amount) for amount in stake]
        if ante >= 0 and (small, big) == (stakes.small_bet, stakes.big_bet):
            return stake
    return None


def smallest_units(table: Table, amount: str) -> int:
    """Converts a published amount to the hand's smallest unit; -1 if the unit has too few decimals for the amount."""
    whole, _, part = amount.partition(".")
    minor = table.hand.unit.minor
    if part.rstrip("0")[minor:]:
        return -1
    return int(whole + (part + "0" * minor)[:minor])


def due(table: Table, house: House) -> tuple[int, tuple[str, ...]]:
    """Returns the amount of the ante, and the keys of the parameters that decide it. The amount is published by the
    house, or named by the hand, or posted by most seats. It is computed once for a table. Raises `Unseen` if none of
    these is known.
    """
    known = table.answers.ante
    if known is None:
        known = table.answers.ante = _due(table, house)
    if known == _UNKNOWN_ANTE:
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
        return _UNKNOWN_ANTE
    return usual, ("ante.before_cards",)


def in_words(table: Table, house: House) -> str:
    """Returns `an ante of 5`, or `an ante` if the amount is unknown."""
    try:
        return f"an ante of {chips(table, due(table, house)[0])}"
    except Unseen:
        return "an ante"


def _not_cut_short(table: Table) -> list[int]:
    """Returns the antes of all seats that had chips left after the ante. Any other ante may be less than due."""
    stacks = {seat.number: seat.stack for seat in table.hand.seats}
    antes = [event for event in table.hand.events if isinstance(event, Ante) and not event.all_in]
    return [ante.amount for ante in antes if stacks.get(ante.seat) != ante.amount]
