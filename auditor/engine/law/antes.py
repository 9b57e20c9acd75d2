"""Antes: whether antes are posted in a hand, and the lawful amount of an ante."""

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
    """Whether antes are posted in this hand: its stakes name an ante, or a seat has posted an ante."""
    return bool(table.hand.stakes.ante) or bool(table.anted)


def published(table: Table, house: House) -> Stake | None:
    """Looks for the small bet and big bet of this hand in the list of stakes that the house publishes. Returns the
    entry of the list, or `None` if no entry has these bets. An entry whose ante does not fit the money unit of the hand
    is ignored: an ante of 0.25 does not fit a hand in whole chips.
    """
    stakes = table.hand.stakes
    for stake in house.stakes_published:
        small, big, ante = [smallest_units(table, amount) for amount in stake]
        if ante >= 0 and (small, big) == (stakes.small_bet, stakes.big_bet):
            return stake
    return None


def smallest_units(table: Table, amount: str) -> int:
    """Converts a published amount to an integer in the hand's smallest unit: `0.25` is 25 if the amounts of the hand
    have 2 decimals. Returns -1 if they have too few decimals for the published amount.
    """
    whole, _, part = amount.partition(".")
    minor = table.hand.unit.minor
    if part.rstrip("0")[minor:]:
        return -1
    return int(whole + (part + "0" * minor)[:minor])


def due(table: Table, house: House) -> tuple[int, tuple[str, ...]]:
    """Returns the lawful amount of the ante, and the keys of the house's parameters that decide it.

    Three sources are tried in this order:

    - the list of stakes that the house publishes
    - the stakes of the hand
    - the posted antes, if there are at least two and more than half of them have the same amount. An ante that took the
      whole stack of its seat is not counted.

    Raises `Unseen` if no source shows the ante. The result is cached for the table.
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
    """Returns the lawful ante in words: `an ante of 5`, or `an ante` if the amount is unknown."""
    try:
        return f"an ante of {chips(table, due(table, house)[0])}"
    except Unseen:
        return "an ante"


def _not_cut_short(table: Table) -> list[int]:
    """Returns the amounts of the antes that did not take the whole stack. A seat that is all-in for its ante may have
    posted less than the full ante.
    """
    stacks = {seat.number: seat.stack for seat in table.hand.seats}
    antes = [event for event in table.hand.events if isinstance(event, Ante) and not event.all_in]
    return [ante.amount for ante in antes if stacks.get(ante.seat) != ante.amount]
