"""No limit: a wager may have any amount from the minimum wager up. Pot limit has the same minimum wager.

The first wager is at least the small bet, or the bring-in if the stakes name no bet. A raise is at least as large as
the last wager, except for an all-in (Robert's Rules of Poker 11, section "No-limit and pot-limit"). After an all-in
that is too small, houses differ on the minimum raise. The engine takes the lowest of these minimums, so that no lawful
raise becomes a finding.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import BettingLeastRaise
from auditor.engine.law import turn
from auditor.engine.law.limits.limit import Lawful, Limit, begun, completes, is_lawful, over_the_bring_in
from auditor.engine.law.opening import is_short_of_unknown, nominal
from auditor.engine.law_cache import Betting
from auditor.engine.table import ENDLESS, Raise, Table


def _least_bet(table: Table, house: House) -> int:
    small = table.hand.stakes.small_bet
    return nominal(table, house) if small is None else small


def begins(table: Table, posted: int, house: House) -> Betting:
    """Returns the state of the betting on a street (`Betting`) before any raise. `posted` is the bring-in in chips, or
    0. Raises `Unseen` if the bring-in is short and its full amount is unknown.
    """
    if posted and is_short_of_unknown(table, house):
        raise Unseen
    bet = _least_bet(table, house)
    over = over_the_bring_in(bet, posted, house)
    small = bet if completes(house) or not posted else over
    return begun(table, posted, bet, over, small, house)


def grows(so_far: Betting, raised: Raise, added: int, street: int, house: House) -> None:
    """Sets the minimum raise (`so_far.size`) after a full wager. In most houses, the next raise must be at least as
    large as this wager. In some houses, a raise of 1 chip is enough.
    """
    so_far.size = _LEAST_RAISE[house.betting_least_raise](so_far, min(added, raised.to - raised.over))


def _last_wager(so_far: Betting, by: int) -> int:
    """Returns the minimum size of the next raise in chips. `by` is the number of chips that the latest full wager
    added. If `by` is smaller than the present minimum, the present minimum stays.
    """
    return max(so_far.small, so_far.size, by)


def _anything(so_far: Betting, by: int) -> int:
    return 1


_LEAST_RAISE: Final[dict[str, Callable[[Betting, int], int]]] = {
    BettingLeastRaise.LAST_WAGER: _last_wager,
    BettingLeastRaise.ANY: _anything,
}


def least(table: Table, so_far: Betting, house: House) -> int:
    """Returns the lowest total to which a seat may wager without going all-in. This total always exceeds the total of a
    call.
    """
    return max(so_far.base + so_far.size, turn.level(table, house) + 1)


def below_the_least(table: Table, event: Wager, lawful: Lawful) -> Lawful | None:
    """Returns the lawful amounts if the wager is below the minimum and is not an all-in; otherwise `None`."""
    return lawful if event.to < lawful.amounts[0] and not is_lawful(table, event, lawful) else None


def _lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    return Lawful((least(table, so_far, house), ENDLESS), between=True)


def _undersized(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    return below_the_least(table, event, _lawful(table, so_far, event.seat, house))


NO_LIMIT: Final = Limit(
    cites=("betting.least_raise",), begins=begins, grows=grows, lawful=_lawful, undersized=_undersized
)
