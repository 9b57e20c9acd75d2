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
    """The amounts to which a seat may wager, whatever its stack is. `amounts` lists them in ascending order. If
    `between` is true, every amount from the first to the last is lawful too.
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
        """Returns the lawful amount that is closest to the amount `to`."""
        if self.between:
            return min(max(to, self.amounts[0]), self.amounts[-1])
        return min(self.amounts, key=lambda each: abs(each - to))

    def words(self, table: Table) -> str:
        """Returns the amounts in words: `10 or 20`, `anything from 12 to 36`, `12 or more`."""
        if not self.between or self.amounts[0] == self.amounts[-1]:
            return any_of(table, self.amounts[:1] if self.between else self.amounts)
        if self.amounts[-1] >= ENDLESS:
            return f"{chips(table, self.amounts[0])} or more"
        return f"anything from {chips(table, self.amounts[0])} to {chips(table, self.amounts[-1])}"


# `Broken` returns the amounts that a wager should have had, or `None` if the wager is lawful.
Amounts = Callable[[Table, Betting, int, House], Lawful]
Broken = Callable[[Table, Betting, Wager, House], Lawful | None]


class Limit:
    """The law of one betting structure, as functions. Each function raises `Unseen` if the log lacks a fact that it
    needs.

    `begins` makes the betting of a street before any raise; the amount of a bring-in is known. `grows` sets the size in
    force, which is the amount that the next full wager adds. It is called after a full wager, which added `added` chips
    to the level of the wager before. `lawful` returns the amounts for a seat that may wager.

    Three functions return the amounts that a wrong wager should have had. `undersized` is for a wager of the wrong size
    (B402 and O306). `over` is for a wager above the maximum (B414), and `outside` for a wager of an undeclared size
    (B415). These two are `None` in a structure without such a limit. `cites` is the parameter that decides the size.
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
    """Returns the small bet. Raises `Unseen` if the hand does not name it."""
    amount = table.hand.stakes.small_bet
    if amount is None:
        raise Unseen
    return amount


def begun(table: Table, posted: int, bet: int, over_bring_in: int, small: int, house: House) -> Betting:
    """Returns the betting before any raise. A bet adds `bet` chips. After a bring-in that is not a full opening, the
    first wager adds `over_bring_in` chips instead.
    """
    so_far = Betting(posted, bet, small, 1 if posted and house.cap_counts_bring_in else 0)
    if posted and is_full_opening(table, posted, house):
        so_far.made = 1
        so_far.completed = True
    elif posted:
        so_far.size = over_bring_in
    return so_far


def over_the_bring_in(bet: int, posted: int, house: House) -> int:
    """Returns the amount that the first wager after a bring-in adds to the bring-in."""
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
    """Whether the wager has a lawful amount, or is an all-in raise of a shorter stack."""
    if lawful.has(event.to):
        return True
    takes_all = event.all_in or event.to == chips_of(table, event.seat)
    return takes_all and table.most_in_front < event.to < lawful.amounts[-1]
