"""The class `Limit`, which every betting structure fills with its own functions, and the class `Lawful` for lawful
amounts.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.hand import Records
from auditor.engine.house import House
from auditor.engine.house.choices import BringInNextWager, ReopenShare
from auditor.engine.law.opening import is_full_opening, is_short_opening
from auditor.engine.law.seats import chips_of, may_be_all_in, may_be_most_to_match
from auditor.engine.law_cache import Betting
from auditor.engine.table import ENDLESS, SEAT_BIT, Raise, Table
from auditor.engine.words import any_of, chips


class Lawful:
    """The amounts to which a seat may wager. The stack of the seat is ignored. `amounts` lists the totals in ascending
    order. If `between` is true, every amount from the first to the last is lawful too.
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


# The type `Amounts`: a function that returns the amounts to which a seat may wager. The type `Broken`: a function that
# returns the same amounts if a wager breaks the limit, or `None` if the wager is lawful.
Amounts = Callable[[Table, Betting, int, House], Lawful]
Broken = Callable[[Table, Betting, Wager, House], Lawful | None]


class Limit:
    """The limits of one betting structure, as functions. Each function raises `Unseen` if the log lacks a fact that it
    needs.

    - `begins` makes the `Betting` of a street, before any raise. Its parameter `posted` is the bring-in in chips, or 0.
    - `grows` is called after each full wager. It sets the size in force: the chips that the next full wager must add.
      Its parameter `added` is the number of chips that the last wager added.
    - `lawful` returns the amounts to which a seat may wager.
    - `undersized` checks whether a wager has the wrong size (rules B402 and O306).
    - `over` checks whether a wager is above the maximum (rule B414). It is `None` in a structure without a maximum.
    - `outside` checks whether a wager has none of the sizes that the stakes declare (rule B415). It is `None` in a
      structure without declared sizes.

    Each of the last three functions returns the lawful amounts if the wager is wrong, else `None`.

    `cites` are the keys of the house parameters that decide the size, such as `betting.least_raise`.
    """

    __slots__ = ("begins", "cites", "grows", "lawful", "outside", "over", "undersized")

    def __init__(
        self,
        *,
        cites: tuple[str, ...],
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
    """Returns the state of the betting on a street (`Betting`) before any raise. All amounts are in chips. `posted` is
    the bring-in that a seat posted, or 0. `bet` is the size of a wager on this street. After a bring-in of less than a
    small bet, the first wager adds `over_bring_in` instead. `small` is the single bet of the street; at spread limit,
    it is the higher declared size.

    The seat may have posted more than the full bring-in. Then there are two special cases:

    - `posted` is at least a small bet: it counts as the first wager of the street.
    - `posted` is an all-in for less than a small bet: it counts as the first wager if it is at least half of `bet`; in
      some houses, it must be at least `bet`. If `posted` does not count, the next wager completes it to a full bet.
    """
    so_far = Betting(posted, bet, small, 1 if posted and house.cap_counts_bring_in else 0)
    short = table.bring_in_all_in and is_short_opening(table, posted, house)
    if short and posted * reopening_share(house) < bet:
        so_far.base = 0
        so_far.short = True
    elif posted and (short or is_full_opening(table, posted, house)):
        so_far.made = 1
        so_far.completed = True
        so_far.short = short
    elif posted:
        so_far.size = over_bring_in
    return so_far


def reopening_share(house: House) -> int:
    """Returns 2 if an all-in counts as a full wager when it adds half the normal size of a wager. Returns 1 if it must
    add the whole size.
    """
    return 1 if house.reopen_share is ReopenShare.FULL_BET else 2


def over_the_bring_in(bet: int, posted: int, house: House) -> int:
    """Returns how many chips the first wager after a bring-in adds to the bring-in. Example for bring-in 3 and bet 10:
    7, 10 or 3, depending on the house.
    """
    return _OVER_BRING_IN[house.bring_in_next_wager](bet, posted)


def completes(house: House) -> bool:
    """Whether, in this house, the first wager after the bring-in raises the bet to the small bet (completes it)."""
    return _OVER_BRING_IN[house.bring_in_next_wager] is _completes


def _completes(bet: int, posted: int) -> int:
    return max(bet - posted, 0) or bet


def _raises_by_small_bet(bet: int, posted: int) -> int:
    return bet


def _raises_by_previous(bet: int, posted: int) -> int:
    return posted


_OVER_BRING_IN: Final[dict[str, Callable[[int, int], int]]] = {
    BringInNextWager.COMPLETES: _completes,
    BringInNextWager.COMPLETES_OR_ON_TOP: _completes,
    BringInNextWager.RAISES_BY_SMALL_BET: _raises_by_small_bet,
    BringInNextWager.RAISES_BY_PREVIOUS: _raises_by_previous,
}


def is_lawful(table: Table, event: Wager, lawful: Lawful) -> bool:
    """Whether the wager has a lawful amount. An all-in raise to any amount below the highest lawful amount is lawful
    too.
    """
    if lawful.has(event.to):
        return True
    return table.most_in_front < event.to < lawful.amounts[-1] and takes_all(table, event)


def takes_all(table: Table, event: Wager) -> bool:
    """Whether the wager puts in all chips of its seat. Some logs record only that part of a wager which an opponent has
    enough chips to call. In such a log, a wager of exactly that part also returns true. Raises `Unseen` if the answer
    depends on a stack that the log does not state.
    """
    if event.all_in or event.to == chips_of(table, event.seat):
        return True
    if may_be_all_in(table) & SEAT_BIT[event.seat]:
        raise Unseen
    return bool(table.hand.records & Records.MAY_TRIM_WAGERS) and may_be_most_to_match(table, event.seat, event.to)
