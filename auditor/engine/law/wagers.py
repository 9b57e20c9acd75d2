"""Wagers in every betting structure: how many were made, and whether a seat may raise. The lawful amounts are in
`limits`. The size in force is the number of chips that the next full wager adds.

Half-bet rule: an all-in raise of at least half the size in force is a full wager. A smaller all-in raise is not a full
wager. It may be called, or completed to a full wager, but it gives no seat the right to raise a second time (Robert's
Rules of Poker 11, section "All-in wagers"; WSOP 2023 live rule 129). Some houses require the whole size, as in pot
limit and no limit. In these houses, every all-in raise of less than the whole size is treated like the smaller raise
above.
"""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import CapHeadsUp, CapScope
from auditor.engine.law import turn
from auditor.engine.law.limits import Lawful, Limit, limit_of
from auditor.engine.law.limits.limit import reopening_share, small_bet
from auditor.engine.law.opening import is_short_of_unknown, nominal_posted
from auditor.engine.law_cache import Betting
from auditor.engine.table import SEAT_BIT, Raise, Table


def betting(table: Table, house: House) -> Betting:
    """Returns the betting of this street so far, under the rules of the house. The result is cached: a later call only
    adds the wagers that were made since.
    """
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
        # This raise only matches the full bring-in, so it is a call, even if the log calls it a raise.
        so_far.count_short()
        return
    added = raised.to - so_far.base
    if raised.all_in and added < so_far.size:
        so_far.short = True
        if added * reopening_share(house) < so_far.size:
            so_far.count_short()
            return
    so_far.count_full(raised.seat)
    so_far.base = raised.to
    limit.grows(so_far, raised, added, street, house)


def may_raise(table: Table, so_far: Betting, seat: int, house: House) -> bool:
    """Whether the seat may raise. A seat that has acted may raise again after a full wager of another seat, or after
    short wagers that add up to a full wager. The seat that posted the bring-in may not raise if the others only called.
    An act out of turn can cost a seat the right to raise.
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
    return owed > 0 and owed * reopening_share(house) >= so_far.size


def is_capped(table: Table, so_far: Betting, seat: int, house: House) -> bool:
    """Whether the cap forbids the seat to raise. The cap is the highest allowed number of wagers on one street. In some
    houses, the cap counts the wagers of each player separately. In some houses, there is no cap if only two seats are
    left. Raises `Unseen` if the log does not show whether the cap applies.
    """
    if not house.cap_wagers or so_far.made < house.cap_wagers > len(table.raises):
        return False
    made = so_far.made
    if house.cap_scope is CapScope.PER_PLAYER:
        made = _made_by(table, so_far, seat)
    if made < house.cap_wagers:
        return False
    return not _HEADS_UP[house.cap_heads_up](table, so_far, house)


def call_cites(table: Table, due: int, level: int) -> tuple[str, ...]:
    """Returns the keys of the house parameters that decide the lawful amount of a call, such as `bring_in.amount`.
    `level` is the total that the seat must have in front to call. `due` is the same total, or less if the seat has too
    few chips. The result is empty if the seat just calls the last bet, which needs no parameter.
    """
    if due < level:
        return ("table_stakes.rule",)
    return ("bring_in.amount",) if level > table.most_in_front else ()


def _made_by(table: Table, so_far: Betting, seat: int) -> int:
    """Returns the number of wagers that the seat made on this street. The counts are kept in `so_far`."""
    for at in range(so_far.counted_by, len(table.raises)):
        raiser = table.raises[at].seat
        so_far.by[raiser] = so_far.by.get(raiser, 0) + 1
    so_far.counted_by = len(table.raises)
    return so_far.by.get(seat, 0)


def _always_capped(table: Table, so_far: Betting, house: House) -> bool:
    return False


def _open_once_two_are_left(table: Table, so_far: Betting, house: House) -> bool:
    """Whether the seats may raise without a cap because only two seats are left. If the cap was reached while more than
    two seats were left, the cap stays.
    """
    made = so_far.made if so_far.made_before_heads_up < 0 else so_far.made_before_heads_up
    return table.raises_when_two_left >= 0 and made < house.cap_wagers


def _open_from_the_start(table: Table, so_far: Betting, house: House) -> bool:
    return table.began_with.bit_count() == 2


def _open_at_the_end_of_an_event(table: Table, so_far: Betting, house: House) -> bool:
    """Returns false: the cap applies. Raises `Unseen` if only two seats took part, because these may be the last two
    players of a tournament, who play without a cap. The log of one hand does not show whether they are.
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
    """Returns the amounts to which a seat may wager in the betting structure of the house, if the seat has the right to
    raise. The stack of the seat is ignored.
    """
    return limit_of(house).lawful(table, so_far, seat, house)


def is_single(table: Table, event: Wager, house: House) -> bool:
    """Whether a wager is exactly as large as the smallest full wager (the size in force), and the seat has the right to
    wager now. Always false in spread limit. Raises `Unseen` if the log does not show the size or the right to raise.
    """
    if limit_of(house).outside is not None:
        return False  # spread limit: the size in force need not be a size that the table declared
    so_far = betting(table, house)
    return event.to == so_far.base + so_far.size and could_wager(table, event, so_far, house)


def could_wager(table: Table, event: Wager, so_far: Betting, house: House) -> bool:
    """Whether the seat has the right to wager or raise now. The amount of the wager is not checked."""
    return (
        not enters(table, event, house)
        and may_raise(table, so_far, event.seat, house)
        and not is_capped(table, so_far, event.seat, house)
    )
