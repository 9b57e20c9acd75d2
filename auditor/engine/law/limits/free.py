"""No limit, and the part of pot limit that is the same: any amount from the least wager up.

The first wager is at least the small bet, or the bring-in where the stakes name no bet. A raise is at least the last
wager, all-ins excepted (Robert's Rules of Poker 11, section "No-limit and pot-limit"). Over an all-in for less, houses
differ on the least raise. The engine takes the lower amount, which accuses nobody.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import BettingLeastRaise, BringInNextWager
from auditor.engine.law import turn
from auditor.engine.law.limits.limit import Lawful, Limit, begun, is_lawful, over_the_bring_in
from auditor.engine.law.opening import is_short_of_what, nominal
from auditor.engine.law_cache import Betting
from auditor.engine.table import ENDLESS, Raise, Table


def _least_bet(table: Table, house: House) -> int:
    small = table.hand.stakes.small_bet
    return nominal(table, house) if small is None else small


def begins(table: Table, posted: int, house: House) -> Betting:
    """The betting of a street before any raise."""
    if posted and is_short_of_what(table, house):
        raise Unseen
    bet = _least_bet(table, house)
    over = over_the_bring_in(bet, posted, house)
    small = bet if house.bring_in_next_wager is BringInNextWager.COMPLETES or not posted else over
    return begun(table, posted, bet, over, small, house)


def grows(so_far: Betting, raised: Raise, added: int, street: int, house: House) -> None:
    """After a full wager the next raise is at least as much, or anything where the house allows it."""
    so_far.size = _LEAST_RAISE[house.betting_least_raise](so_far, min(added, raised.to - raised.over))


def _last_wager(so_far: Betting, by: int) -> int:
    """The amount that the last full wager added; a wager that was too small does not lower it."""
    return max(so_far.small, so_far.size, by)


def _anything(so_far: Betting, by: int) -> int:
    return 1


_LEAST_RAISE: Final[dict[str, Callable[[Betting, int], int]]] = {
    BettingLeastRaise.LAST_WAGER: _last_wager,
    BettingLeastRaise.ANY: _anything,
}


def least(table: Table, so_far: Betting, house: House) -> int:
    """The least full wager; in any case more than the highest amount in front."""
    return max(so_far.base + so_far.size, turn.level(table, house) + 1)


def below_the_least(table: Table, event: Wager, lawful: Lawful) -> Lawful | None:
    """The amounts that a wager below the least should have had, unless it is all of a short stack."""
    return lawful if event.to < lawful.amounts[0] and not is_lawful(table, event, lawful) else None


def _lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    return Lawful((least(table, so_far, house), ENDLESS), between=True)


def _undersized(table: Table, so_far: Betting, event: Wager, house: House) -> Lawful | None:
    return below_the_least(table, event, _lawful(table, so_far, event.seat, house))


NO_LIMIT: Final = Limit(cites="betting.least_raise", begins=begins, grows=grows, lawful=_lawful, undersized=_undersized)
