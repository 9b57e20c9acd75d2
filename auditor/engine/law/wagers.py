"""Wagers in every betting structure: how many were made, and whether a seat may raise. The lawful amounts are in
`limits`. The size in force is the amount that the next full wager adds.

Half-bet rule: an all-in raise of at least half the size in force is a full wager. A smaller raise is not a full wager;
it may only be called or completed (Robert's Rules of Poker 11, section "All-in wagers"; WSOP 2023 live rule 129). Some
houses require the whole size, as in pot limit and no limit. Under these houses, every smaller raise is treated this
way.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import CapHeadsUp, CapScope, ReopenShare
from auditor.engine.law import turn
from auditor.engine.law.limits import Lawful, Limit, limit_of
from auditor.engine.law.limits.limit import small_bet
from auditor.engine.law.opening import is_short_of_unknown, nominal_posted
from auditor.engine.law.seats import chips_of
from auditor.engine.law_cache import Betting
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Raise, Table, seats_in


def betting(table: Table, house: House) -> Betting:
    """Returns the betting of this street as the house counts it. Each wager is counted once."""
    so_far = table.answers.betting
    if so_far is None or so_far.counted < len(table.raises):
        so_far = table.answers.betting = _counted(table, so_far, house)
    return so_far


def _counted(table: Table, so_far: Betting | None, house: House) -> Betting:
    posted = nominal_posted(table, house) if table.street == 3 else 0
    limit = limit_of(house)
    if so_far is None:
        so_far = limit.begins(table, posted, house)
    while so_far.counted < len(table.raises):
        if so_far.counted == table.raises_when_two_left:
            so_far.made_before_heads_up = so_far.made
        _count(so_far, table.raises[so_far.counted], posted, table.street, limit, house)
    return so_far


def _count(so_far: Betting, raised: Raise, posted: int, street: int, limit: Limit, house: House) -> None:
    if raised.to <= posted:
        so_far.count_short()  # matching the full bring-in is a call, even if the log calls it a raise
        return
    added = raised.to - so_far.base
    if raised.all_in and added < so_far.size and added * _share(house) < so_far.size:
        so_far.count_short()
        return
    so_far.count_full(raised.seat)
    so_far.base = raised.to
    limit.grows(so_far, raised, added, street, house)


def _share(house: House) -> int:
    """Returns 2 if an all-in raise of half the size is a full wager, and 1 if only a raise of the whole size is."""
    return 1 if house.reopen_share is ReopenShare.FULL_BET else 2


def may_raise(table: Table, so_far: Betting, seat: int, house: House) -> bool:
    """Whether the seat may raise. A seat that has acted may raise again after a full wager, or after short wagers that
    add up to a full wager. An act out of turn can cost the seat this right.
    """
    bit = SEAT_BIT[seat]
    if turn.is_barred(table, seat, house):
        return False
    if not table.acted & bit:
        return True
    if so_far.another_has_raised_since(table.acted_at[seat], seat):
        return True
    if table.street == 3 and seat == table.bring_in_seat and not table.raises:
        return False
    owed = table.most_in_front - table.front[seat]
    return owed > 0 and owed * _share(house) >= so_far.size


def is_capped(table: Table, so_far: Betting, seat: int, house: House) -> bool:
    """Whether the betting is capped for the seat. Raises `Unseen` if the log cannot show that."""
    if not house.cap_wagers or so_far.made < house.cap_wagers > len(table.raises):
        return False
    made = so_far.made
    if house.cap_scope is CapScope.PER_PLAYER:
        made = _made_by(table, so_far, seat)
    if made < house.cap_wagers:
        return False
    return not _HEADS_UP[house.cap_heads_up](table, so_far, house)


def call_cites(table: Table, due: int, level: int) -> tuple[str, ...]:
    """Returns the keys of the parameters that make `due` the amount to call. Empty if that amount is simply the bet."""
    if due < level:
        return ("table_stakes.rule",)
    return ("bring_in.amount",) if level > table.most_in_front else ()


def cap_cites(table: Table, so_far: Betting, seat: int, house: House) -> tuple[str, ...]:
    """Returns the keys of the parameters that cap the seat. Later keys are included only if another value might let the
    seat raise.
    """
    used = ["cap.wagers"]
    if table.able.bit_count() == 2:
        used.append("cap.heads_up")
    if house.cap_scope is CapScope.PER_PLAYER or _made_by(table, so_far, seat) < house.cap_wagers:
        used.append("cap.scope")
    if house.cap_counts_bring_in and table.street == FIRST_STREET:
        used.append("cap.counts_bring_in")
    return tuple(used)


def _made_by(table: Table, so_far: Betting, seat: int) -> int:
    """Returns the number of wagers that the seat made on this street."""
    for at in range(so_far.counted_by, len(table.raises)):
        raiser = table.raises[at].seat
        so_far.by[raiser] = so_far.by.get(raiser, 0) + 1
    so_far.counted_by = len(table.raises)
    return so_far.by.get(seat, 0)


def _always_capped(table: Table, so_far: Betting, house: House) -> bool:
    return False


def _open_once_two_are_left(table: Table, so_far: Betting, house: House) -> bool:
    """Whether there is no cap because only two seats are left. A cap that was reached earlier stays."""
    made = so_far.made if so_far.made_before_heads_up < 0 else so_far.made_before_heads_up
    return table.raises_when_two_left >= 0 and made < house.cap_wagers


def _open_from_the_start(table: Table, so_far: Betting, house: House) -> bool:
    return table.began_with.bit_count() == 2


def _open_at_the_end_of_an_event(table: Table, so_far: Betting, house: House) -> bool:
    """Raises `Unseen` if only two seats were dealt in. They may be the last two of a tournament, for whom no cap
    exists; the log of one hand cannot show that.
    """
    if table.took_part.bit_count() == 2:
        raise Unseen
    return False


_HEADS_UP: Final[dict[str, Callable[[Table, Betting, House], bool]]] = {
    CapHeadsUp.CAPPED: _always_capped,
    CapHeadsUp.UNCAPPED_WHEN_TWO_LEFT: _open_once_two_are_left,
    CapHeadsUp.UNCAPPED_IF_STREET_STARTS_WITH_TWO: _open_from_the_start,
    CapHeadsUp.CAPPED_UNLESS_TWO_DEALT_IN: _open_at_the_end_of_an_event,
}


def most_to_match(table: Table, seat: int) -> int:
    """Returns the highest total that any other live seat can reach on this street. Chips above this total would only be
    returned uncalled.
    """
    others = seats_in(table.live & ~SEAT_BIT[seat])
    if not table.clocked:
        return max([chips_of(table, other) for other in others], default=0)
    # The chips that a seat has left after the clock made it all-in do not play.
    return max([table.front[o] + (0 if table.clocked & SEAT_BIT[o] else table.behind[o]) for o in others], default=0)


def enters(table: Table, event: Wager, house: House) -> bool:
    """Whether the wager only matches the full bring-in after a short bring-in. That is a call, even if the log calls it
    a raise. Raises `Unseen` if the full bring-in is unknown.
    """
    if table.street != 3 or not table.bring_in_all_in or table.raises:
        return False
    if is_short_of_unknown(table, house) and event.to < small_bet(table):
        raise Unseen
    return event.to == nominal_posted(table, house)


def lawful(table: Table, so_far: Betting, seat: int, house: House) -> Lawful:
    """Returns the amounts to which a seat may wager in the structure of the house, if it has the right to raise. The
    stack of the seat is ignored.
    """
    return limit_of(house).lawful(table, so_far, seat, house)


def is_single(table: Table, event: Wager, house: House) -> bool:
    """Whether a seat that may raise wagers exactly the size in force, or the smallest lawful raise. Raises `Unseen` if
    the log cannot show that.
    """
    if limit_of(house).outside is not None:
        return False  # the size in force may differ from the declared sizes
    so_far = betting(table, house)
    return event.to == so_far.base + so_far.size and could_wager(table, event, so_far, house)


def could_wager(table: Table, event: Wager, so_far: Betting, house: House) -> bool:
    """Whether the seat has the right to wager, so that only the amount is left to check."""
    return (
        not enters(table, event, house)
        and may_raise(table, so_far, event.seat, house)
        and not is_capped(table, so_far, event.seat, house)
    )
