"""The questions that every betting structure answers, and the type for lawful amounts."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import BringInNextWager
from auditor.engine.law.opening import is_full_opening
from auditor.engine.law.seats import chips_of
from auditor.engine.law_cache import Betting
from auditor.engine.table import ENDLESS, Raise, Table
from auditor.engine.words import any_of, chips


class Lawful:
    """The amounts to which a seat may wager, whatever its stack: each of `amounts`, ascending, or with `between` all
    from the first to the last.
    """

    __slots__ = ("amounts", "between")

    def __init__(self, amounts: tuple[int, ...], between: bool = False) -> None:
        self.amounts: Final = amounts
        self.between: Final = between

    def has(self, to: int) -> bool:
        """Whether a wager to this amount is lawful."""
        if self.between:
            return self.amounts[0] <= to <= self.amounts[-1]
        return to in self.amounts

    def nearest(self, to: int) -> int:
        """The lawful amount that is closest to a logged one."""
        if self.between:
            return min(max(to, self.amounts[0]), self.amounts[-1])
        return min(self.amounts, key=lambda each: abs(each - to))

    def words(self, table: Table) -> str:
        """`10 or 20`, `anything from 12 to 36`, `12 or more`."""
        if not self.between or self.amounts[0] == self.amounts[-1]:
            return any_of(table, self.amounts[:1] if self.between else self.amounts)
        if self.amounts[-1] >= ENDLESS:
            return f"{chips(table, self.amounts[0])} or more"
        return f"anything from {chips(table, self.amounts[0])} to {chips(table, self.amounts[-1])}"


# The amounts that a wager should have had, or nothing where it is lawful.
Amounts = Callable[[Table, Betting, int, House], Lawful]
Broken = Callable[[Table, Betting, Wager, House], Lawful | None]


class Limit:
    """A structure. Each function raises `Unseen` where the log lacks something that it needs.

    `begins` makes the betting of a street before any raise, over a bring-in of a known amount. `grows` updates the size
    in force after a full wager that `added` chips to the level of the last one. `lawful` has the amounts for a seat
    that may wager. `undersized` (B402 and O306) has the amounts that a wager of the wrong size should have had. `over`
    (B414) and `outside` (B415) do the same where the structure has such a limit. `cites` is the parameter behind a
    wrong size.
    """

    __slots__ = ("begins", "cites", "grows", "lawful", "outside", "over", "undersized")

    def __init__(
        self,
        *,
        cites: str,
        begins: Callable[[Table, int, House], Betting],
        grows: Callable[[Betting, Raise, int, int, House], None],
        lawful: Amounts,
        undersized: Broken,
        over: Broken | None = None,
        outside: Broken | None = None,
    ) -> None:
        self.cites: Final = cites
        self.begins: Final = begins
        self.grows: Final = grows
        self.lawful: Final = lawful
        self.undersized: Final = undersized
        self.over: Final = over
        self.outside: Final = outside


def small_bet(table: Table) -> int:
    """The small bet. Raises `Unseen` where the hand does not name it."""
    amount = table.hand.stakes.small_bet
    if amount is None:
        raise Unseen
    return amount


def begun(table: Table, posted: int, bet: int, over_bring_in: int, small: int, house: House) -> Betting:
    """The betting before any raise: a bet is `bet`; over a bring-in that is no full opening a wager adds
    `over_bring_in`.
    """
    so_far = Betting(posted, bet, small, 1 if posted and house.cap_counts_bring_in else 0)
    if posted and is_full_opening(table, posted, house):
        so_far.made = 1
        so_far.completed = True
    elif posted:
        so_far.size = over_bring_in
    return so_far


def over_the_bring_in(bet: int, posted: int, house: House) -> int:
    """The amount that the first wager over a bring-in adds to it."""
    return _OVER_BRING_IN[house.bring_in_next_wager](bet, posted)


def _completes(bet: int, posted: int) -> int:
    return max(bet - posted, 0) or bet


def _raises_by_small_bet(bet: int, posted: int) -> int:
    return bet


def _raises_by_previous(bet: int, posted: int) -> int:
    return posted


_OVER_BRING_IN: Final[dict[str, Callable[[int, int], int]]] = {
    BringInNextWager.COMPLETES: _completes,
    BringInNextWager.RAISES_BY_SMALL_BET: _raises_by_small_bet,
    BringInNextWager.RAISES_BY_PREVIOUS: _raises_by_previous,
}


def is_lawful(table: Table, event: Wager, lawful: Lawful) -> bool:
    """Whether a wager has a lawful amount, or is all of a short stack and still a raise."""
    if lawful.has(event.to):
        return True
    takes_all = event.all_in or event.to == chips_of(table, event.seat)
    return takes_all and table.most_in_front < event.to < lawful.amounts[-1]
