"""Fixed-limit betting: how many wagers were made, whether a seat may raise, and to which amounts.

Half-bet rule: an all-in raise of half the size in force or more is a wager of its own; less is not, and may only be
called or completed (Robert's Rules of Poker 11, section "All-in wagers"; WSOP 2023 live rule 129).
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.answers import Betting
from auditor.engine.choices import (
    BringInNextWager,
    CapHeadsUp,
    CapScope,
    DoubleRaises,
    DoubleRight,
    ReopenShare,
)
from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.law import turn
from auditor.engine.law.opening import is_full_opening, is_short_of_what, nominal_posted
from auditor.engine.table import SEAT_BIT, Raise, Table, seats_in


def small_bet(table: Table) -> int:
    """The lower limit. Raises `Unseen` where the hand does not name it."""
    amount = table.hand.stakes.small_bet
    if amount is None:
        raise Unseen
    return amount


def street_bet(table: Table, house: House) -> int:
    """The size of a bet on this street: small on third and fourth, big from fifth on."""
    if table.street <= 4:
        return small_bet(table)
    amount = table.hand.stakes.big_bet
    return small_bet(table) * house.betting_big_bet_factor if amount is None else amount


def betting(table: Table, house: House) -> Betting:
    """The wagers of this street counted under the house; worked out once for each wager."""
    if table.answers.betting is None:
        table.answers.betting = _counted(table, house)
    return table.answers.betting


def _counted(table: Table, house: House) -> Betting:
    bet = street_bet(table, house)
    posted = nominal_posted(table, house) if table.street == 3 else 0
    if posted and is_short_of_what(table, house):
        completes = house.bring_in_next_wager is BringInNextWager.COMPLETES
        if not completes or posted * 2 >= bet or (table.raises and table.raises[0].to < bet):
            raise Unseen  # so high a bring-in may be an opening for all of a short stack
    so_far = Betting(posted, bet, bet, 1 if posted and house.cap_counts_bring_in else 0)
    if posted and is_full_opening(table, posted, house):
        so_far.made = 1
        so_far.completed = True
    elif posted:
        so_far.size = _OVER_BRING_IN[house.bring_in_next_wager](bet, posted)
    for raised in table.raises:
        _count(so_far, raised, posted, table.street, house)
    return so_far


def _count(so_far: Betting, raised: Raise, posted: int, street: int, house: House) -> None:
    if raised.to <= posted:
        so_far.full.append(False)  # entering for the nominal bring-in is a call whatever the log calls it
        return
    added = raised.to - so_far.base
    if raised.all_in and added < so_far.size and added * _share(house) < so_far.size:
        so_far.full.append(False)
        return
    so_far.full.append(True)
    so_far.made += 1
    so_far.completed = True
    so_far.base = raised.to
    if street == 4 and added >= 2 * so_far.small:
        either = house.double_raises is DoubleRaises.EITHER_UNTIL_DOUBLE
        so_far.doubled = so_far.doubled or either or so_far.made == 1
    so_far.size = 2 * so_far.small if so_far.doubled else so_far.small


def _share(house: House) -> int:
    """How often a short raise goes into the size in force, at most, to be a wager of its own."""
    return 1 if house.reopen_share is ReopenShare.FULL_BET else 2


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


def may_raise(table: Table, so_far: Betting, seat: int, house: House) -> bool:
    """Whether a seat that has acted is open again: a full wager came since, or short ones that add up to one."""
    bit = SEAT_BIT[seat]
    if not table.acted & bit:
        return True
    if turn.is_barred(table, seat, house):
        return False
    for index in range(table.acted_at[seat], len(so_far.full)):
        if so_far.full[index] and table.raises[index].seat != seat:
            return True
    if table.street == 3 and seat == table.bring_in_seat and not table.raises:
        return False
    owed = table.most_in_front - table.front[seat]
    return owed > 0 and owed * _share(house) >= so_far.size


def is_capped(table: Table, so_far: Betting, seat: int, house: House) -> bool:
    """Whether no more wagers may be made. Raises `Unseen` where that hangs on what the log cannot show."""
    if not house.cap_wagers or so_far.made < house.cap_wagers > len(table.raises):
        return False
    made = so_far.made
    if house.cap_scope is CapScope.PER_PLAYER:
        made = len([raised for raised in table.raises if raised.seat == seat])
    if made < house.cap_wagers:
        return False
    return not _HEADS_UP[house.cap_heads_up](table, so_far, house)


def _always_capped(table: Table, so_far: Betting, house: House) -> bool:
    return False


def _open_once_two_are_left(table: Table, so_far: Betting, house: House) -> bool:
    """Uncapped from the moment two are left, unless the betting was capped by then."""
    before = table.raises_when_two_left
    return before >= 0 and so_far.made - so_far.full[before:].count(True) < house.cap_wagers


def _open_from_the_start(table: Table, so_far: Betting, house: House) -> bool:
    return table.began_with.bit_count() == 2


def _open_at_the_end_of_an_event(table: Table, so_far: Betting, house: House) -> bool:
    """Two seats dealt in may be the last two of a tournament, who are not capped: the log of one hand cannot tell."""
    if table.took_part.bit_count() == 2:
        raise Unseen
    return False


_HEADS_UP: Final[dict[str, Callable[[Table, Betting, House], bool]]] = {
    CapHeadsUp.CAPPED: _always_capped,
    CapHeadsUp.UNCAPPED_WHEN_TWO_LEFT: _open_once_two_are_left,
    CapHeadsUp.UNCAPPED_IF_STREET_STARTS_WITH_TWO: _open_from_the_start,
    CapHeadsUp.CAPPED_UNLESS_TWO_DEALT_IN: _open_at_the_end_of_an_event,
}


def lawful_amounts(table: Table, so_far: Betting, seat: int, house: House) -> tuple[int, ...]:
    """The amounts to which a seat that may raise can wager, double wagers included, its stack not considered."""
    single = so_far.base + so_far.size
    if not so_far.made and table.street == 4 and double_allowed(table, seat, house):
        return (single, so_far.base + 2 * so_far.small)
    if so_far.made and table.street == 4 and not so_far.doubled and either_size(table, seat, house):
        return (single, so_far.base + 2 * so_far.small)
    return (single,)


def either_size(table: Table, seat: int, house: House) -> bool:
    """Whether a single wager on fourth street may be raised by a double one."""
    return house.double_raises is DoubleRaises.EITHER_UNTIL_DOUBLE and double_allowed(table, seat, house)


def double_allowed(table: Table, seat: int, house: House) -> bool:
    """Whether a seat may bet double on fourth street. Raises `Unseen` where it hangs on unseen up cards."""
    return _DOUBLE[house.double_right](table, seat, house)


def pair_open(table: Table, seat: int) -> bool:
    """Whether a seat was dealt an open pair in its first two up cards."""
    ups = table.up[seat]
    if len(ups) < 2 or ups[0] < 0 or ups[1] < 0:
        raise Unseen
    return ups[0] >> 2 == ups[1] >> 2


def _nobody(table: Table, seat: int, house: House) -> bool:
    return False


def _holder_of_the_pair(table: Table, seat: int, house: House) -> bool:
    return pair_open(table, table.raises[0].seat if table.raises else seat)


def _opener_with_a_pair(table: Table, seat: int, house: House) -> bool:
    if pair_open(table, table.first_actor or seat):
        return True
    gone = turn.openers(table, house) & table.folded  # a right that was there is not lost by a fold
    return gone.bit_count() == 1 and pair_open(table, seats_in(gone)[0])


def _holder_who_opens(table: Table, seat: int, house: House) -> bool:
    first = table.raises[0].seat if table.raises else seat
    return first == (table.first_actor or seat) and pair_open(table, first)


def _anyone_once_a_pair_shows(table: Table, seat: int, house: House) -> bool:
    unseen = False
    for other in seats_in(table.began_live):
        try:
            if pair_open(table, other):
                return True
        except Unseen:
            unseen = True
    if unseen:
        raise Unseen
    return False


_DOUBLE: Final[dict[str, Callable[[Table, int, House], bool]]] = {
    DoubleRight.NONE: _nobody,
    DoubleRight.PAIR_HOLDER: _holder_of_the_pair,
    DoubleRight.OPENER_PAIR: _opener_with_a_pair,
    DoubleRight.PAIR_OPENER: _holder_who_opens,
    DoubleRight.ANYONE: _anyone_once_a_pair_shows,
}


def chips_of(table: Table, seat: int) -> int:
    """All that a seat can have in front of it on this street."""
    return table.front[seat] + table.behind[seat]


def most_to_match(table: Table, seat: int) -> int:
    """The most that any other live seat can have in front: more would only come back uncalled."""
    return max([chips_of(table, other) for other in seats_in(table.live) if other != seat], default=0)


def enters(table: Table, event: Wager, house: House) -> bool:
    """Whether a wager only enters for the nominal bring-in over a short one: a call, whatever the log calls it."""
    if table.street != 3 or not table.bring_in_all_in or table.raises:
        return False
    if is_short_of_what(table, house) and event.to < small_bet(table):
        raise Unseen
    return event.to == nominal_posted(table, house)


def is_lawful_amount(table: Table, event: Wager, lawful: tuple[int, ...]) -> bool:
    """Whether a wager is to one of the lawful amounts, or is all of a short stack and still a raise."""
    if event.to in lawful:
        return True
    takes_all = event.all_in or event.to == chips_of(table, event.seat)
    return takes_all and table.most_in_front < event.to < max(lawful)


def nearest(amount: int, lawful: tuple[int, ...]) -> int:
    """The lawful amount that is closest to a logged one."""
    return min(lawful, key=lambda each: abs(each - amount))


def is_single(table: Table, event: Wager, house: House) -> bool:
    """Whether a seat that may raise wagers the single size that is in force. Raises `Unseen` where the log cannot
    tell.
    """
    so_far = betting(table, house)
    return event.to == so_far.base + so_far.size and could_wager(table, event, so_far, house)


def could_wager(table: Table, event: Wager, so_far: Betting, house: House) -> bool:
    """Whether a seat is free to wager, so that only the amount is left to judge."""
    return (
        not enters(table, event, house)
        and may_raise(table, so_far, event.seat, house)
        and not is_capped(table, so_far, event.seat, house)
    )


def is_double_wager(table: Table, so_far: Betting, event: Wager) -> bool:
    """Whether a wager on fourth street has the size of a double one while single ones are in force."""
    return table.street == 4 and not so_far.doubled and event.to == so_far.base + 2 * so_far.small


def is_single_after_double(table: Table, so_far: Betting, event: Wager) -> bool:
    """Whether a wager raises a double wager of fourth street by a single one."""
    takes_all = event.all_in or event.to == chips_of(table, event.seat)
    return table.street == 4 and so_far.doubled and event.to == so_far.base + so_far.small and not takes_all
