"""Pot limit: any amount from the minimum wager up to the pot limit. Under the usual rule, the highest wager is a call
plus the size of the pot after that call.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.house import House
from auditor.engine.house.choices import BettingPotLimit
from auditor.engine.law import turn
from auditor.engine.law.limits import free
from auditor.engine.law.limits.limit import Lawful, Limit
from auditor.engine.law_cache import Betting
from auditor.engine.table import Table


def _lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    """Returns the lawful amounts: from the minimum wager up to the pot limit. If the pot is so small that the pot limit
    is below the minimum wager, the house does not say which of the two applies. Then every amount between them is
    accepted.
    """
    least = free.least(table, so_far, house)
    level = turn.level(table, house)
    most = level + _MOST_RAISE[house.betting_pot_limit](table, level - table.front[seat])
    return Lawful((min(least, most), max(least, most)), between=True)


def _all_chips_in(table: Table) -> int:
    """Returns the sum of all chips in the pots and in front of the seats on this street."""
    return table.in_the_pots() - sum(table.returned)


def _call_then_pot(table: Table, owed: int) -> int:
    return _all_chips_in(table) + owed


def _pot_before_call(table: Table, owed: int) -> int:
    return _all_chips_in(table)


def _collected_pot(table: Table, owed: int) -> int:
    return _all_chips_in(table) - sum(table.front)


_MOST_RAISE: Final[dict[str, Callable[[Table, int], int]]] = {
    BettingPotLimit.CALL_THEN_POT: _call_then_pot,
    BettingPotLimit.POT_BEFORE_CALL: _pot_before_call,
    BettingPotLimit.COLLECTED_POT: _collected_pot,
}


def _undersized(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    return free.below_the_least(table, event, _lawful(table, so_far, event.seat, house))


def _over(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    lawful = _lawful(table, so_far, event.seat, house)
    return lawful if event.to > lawful.amounts[-1] else None


LIMIT: Final = Limit(
    cites=("betting.least_raise",),
    begins=free.begins,
    grows=free.grows,
    lawful=_lawful,
    undersized=_undersized,
    over=_over,
)
