"""Spread limit: the stakes of the table declare two sizes (as small bet and big bet), for example 2 and 10. On any
street, a wager has one of the two sizes. In some houses, a wager may also have any size between the two.

The first wager after the bring-in has one of the two sizes as its total. In some houses, a raise must not be smaller
than the last wager. After an all-in that is too small, a raise may be counted from that all-in, or from the last full
wager.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import BettingLeastRaise, BettingSpread
from auditor.engine.law import turn
from auditor.engine.law.limits.limit import Lawful, Limit, begun, is_lawful, small_bet
from auditor.engine.law.opening import is_short_of_unknown
from auditor.engine.law_cache import Betting
from auditor.engine.table import Raise, Table


def _sizes(table: Table) -> tuple[int, int]:
    """Returns the two declared sizes, the lower first. Raises `Unseen` if the hand does not name both sizes, or if
    neither is above 0.
    """
    one, other = small_bet(table), table.hand.stakes.big_bet
    if other is None or max(one, other) <= 0:
        raise Unseen
    return (one, other) if one <= other else (other, one)


def _begins(table: Table, posted: int, house: House) -> Betting:
    low, high = _sizes(table)
    if posted and is_short_of_unknown(table, house):
        raise Unseen
    # The higher size (`high`) becomes `Betting.small`. `_grows` uses it as a limit: a minimum raise is never larger.
    return begun(table, posted, low, low - posted if posted < low else low, high, house)


def _grows(so_far: Betting, raised: Raise, added: int, street: int, house: House) -> None:
    by = min(added, raised.to - raised.over)
    so_far.size = min(max(so_far.size, by), so_far.small)


def _lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    follows = so_far.made and house.betting_least_raise is BettingLeastRaise.LAST_WAGER
    return _counted(table, so_far, house, so_far.size if follows else 0)


def _counted(table: Table, so_far: Betting, house: House, least: int) -> Lawful:
    """Returns the totals to which a seat may wager. A wager adds one of the two declared sizes, either to the present
    amount to match, or to the amount to match after the last full wager. Sizes below `least` chips are left out. In
    some houses, the amounts between these totals are lawful too.
    """
    low, high = _sizes(table)
    level = turn.level(table, house)
    starts = (so_far.base, level)
    if table.street == 3 and so_far.base and not so_far.completed:
        # The first wager after the bring-in raises the total to one of the two sizes, if that is more than the amount
        # to match. Otherwise it adds one of the sizes to the amount to match.
        starts = (0, 0) if high > level else (level, level)
    return _BETWEEN[house.betting_spread](starts, level, max(low, least), (low, high))


def _either_size(starts: tuple[int, int], level: int, least: int, sizes: tuple[int, int]) -> Lawful:
    amounts = {start + size for start in starts for size in sizes if size >= least and start + size > level}
    return Lawful(tuple(sorted(amounts)))


def _anything_between(starts: tuple[int, int], level: int, least: int, sizes: tuple[int, int]) -> Lawful:
    return Lawful((max(starts[0] + least, level + 1), starts[1] + sizes[1]), between=True)


_BETWEEN: Final[dict[str, Callable[[tuple[int, int], int, int, tuple[int, int]], Lawful]]] = {
    BettingSpread.EITHER_SIZE: _either_size,
    BettingSpread.ANYTHING_BETWEEN: _anything_between,
}


def _undersized(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    """Checks a wager that has a declared size. If this size is smaller than that of the last wager, returns the lawful
    amounts; otherwise returns `None`.
    """
    lawful = _lawful(table, so_far, event.seat, house)
    if is_lawful(table, event, lawful) or not _counted(table, so_far, house, 0).has(event.to):
        return None
    return lawful


def _outside(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    lawful = _lawful(table, so_far, event.seat, house)
    if is_lawful(table, event, lawful) or _counted(table, so_far, house, 0).has(event.to):
        return None
    return lawful


LIMIT: Final = Limit(
    cites=("betting.least_raise",),
    begins=_begins,
    grows=_grows,
    lawful=_lawful,
    undersized=_undersized,
    outside=_outside,
)
