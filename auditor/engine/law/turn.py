"""The seat whose turn it is, on any street."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Check, Event, Wager
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import OpenerAllIn, OpenerBoard, OpenerSeventhCommunity, OpenerTie, TurnOutOfTurn
from auditor.engine.law.opening import bring_in_seats, is_short_of_unknown, named_amount, nominal_posted, opening_seats
from auditor.engine.law.seats import first_dealt_of
from auditor.engine.ranks import board_value, low_board_value
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table, next_clockwise, seats_in

# The constants save time: in Python 3.11, looking up a member of an enumeration takes longer than calling a function.
_LOWEST: Final = OpenerBoard.LOWEST
_NEXT_CLOCKWISE: Final = OpenerAllIn.NEXT_CLOCKWISE


def level(table: Table, house: House) -> int:
    """Returns the total in chips that every live seat must match on this street. If an all-in seat posted a short
    bring-in, the total on third street is at least the full bring-in. Raises `Unseen` if the full bring-in is unknown
    and nobody has made a small bet yet.
    """
    if table.street == 3 and table.bring_in_all_in:
        if is_short_of_unknown(table, house) and _may_be_less_than_the_bring_in(table):
            raise Unseen
        return max(table.most_in_front, nominal_posted(table, house))
    return table.most_in_front


def level_before_over_calls(table: Table, house: House) -> int:
    """Returns the total of the highest wager of this street. A seat that calls with too many chips does not raise this
    total. If nobody has wagered, returns the bring-in on third street and 0 on later streets.
    """
    if table.raises:
        return table.raises[-1].to  # each wager goes to a higher total than the wager before
    return (named_amount(table.hand.stakes, house) or table.bring_in_to) if table.street == FIRST_STREET else 0


def _may_be_less_than_the_bring_in(table: Table) -> bool:
    """Whether the highest total in front of a seat may be less than the bring-in, when the bring-in is unknown. A wager
    of at least the small bet makes the answer false. If the small bet is unknown too, any wager that is not all-in
    makes the answer false.
    """
    small = table.hand.stakes.small_bet
    if small is not None:
        return table.most_in_front < small
    return not table.raises or table.raises[-1].all_short


def due(table: Table, house: House) -> int:
    """Returns the seats that may be next to act, as a bit mask. Several seats are possible if a card was not seen.
    Returns 0 if the betting is over or has not begun.
    """
    waiting = table.waiting
    if not waiting or table.street < FIRST_STREET:
        return 0
    if table.last_actor and (table.opened_third or table.street > FIRST_STREET):
        return SEAT_BIT[next_clockwise(waiting, table.last_actor)]
    if table.street == FIRST_STREET and not table.opened_third:
        return bring_in_seats(table, house)
    return _to_open(table, house, waiting)


def _to_open(table: Table, house: House, waiting: int) -> int:
    """Returns the seats that may have to open the street, as a bit mask. `waiting` are the seats that have not acted
    yet. If the seat that should open is not in `waiting`, the next waiting seat clockwise must open. If its player left
    before the street was opened, the next best board may open instead, because rooms differ.
    """
    opening = openers(table, house)
    if opening & table.left_before_opening:
        opening |= _best_boards(table, house, table.began_with & ~table.left_before_opening)
    if not opening & ~waiting:
        return opening
    turn = 0
    for seat in seats_in(opening):
        turn |= SEAT_BIT[seat if waiting & SEAT_BIT[seat] else next_clockwise(waiting, seat)]
    return turn


def need_known_level(table: Table, seat: int, house: House) -> None:
    """Raises `Unseen` if another seat wagered out of turn before this seat acted. No house says whether such a wager is
    binding, so the amount to call is unknown.
    """
    need_known_order(table)
    bit = SEAT_BIT[seat]
    if not table.raises:
        return
    if table.raises[-1].passed & bit & table.skipped or (not table.acted & bit and seat == missed_opener(table, house)):
        raise Unseen


def need_known_order(table: Table) -> None:
    """Raises `Unseen` if the log is contradictory after a wager out of turn: one seat wagered before its turn, and a
    seat that was skipped then acted as if there were no wager. From then on, nobody knows whose turn it is.
    """
    if table.contested:
        raise Unseen


def still_to_act(table: Table) -> int:
    """Returns the seats that still have to act on this street, as a bit mask. A seat that was skipped on an earlier
    street is left out until it acts again. A finding on that street already reported this seat, and the later streets
    must not report it again.
    """
    silent = table.closed_over & ~table.acted
    waiting = table.waiting & ~silent
    able = table.able & ~silent
    if silent and able & (able - 1) == 0 and table.front[able.bit_length() - 1] >= table.most_in_front:
        return 0  # only one seat has chips left, and it has nothing to call
    return waiting


def seats_skipped(table: Table, seat: int, house: House) -> int:
    """Tests whether `seat` acts out of turn. If so, returns the seat that should act now, as a bit mask. The mask has
    several seats if the log does not show which of them should act. Returns 0 if it is the turn of `seat`, or if `seat`
    acts late because other seats acted before their turn.
    """
    if table.in_turn == seat:
        return 0
    turn = due(table, house)
    if (turn | table.skipped) & SEAT_BIT[seat] or seat == missed_opener(table, house):
        return 0
    return turn


def is_barred(table: Table, seat: int, house: House) -> bool:
    """Whether the seat may not raise, as a penalty for an act out of turn: an earlier act of this street, or in some
    houses the present act.
    """
    if _BARRED[house.turn_out_of_turn](table, SEAT_BIT[seat], house):
        return True
    return bool(table.raises) and house.turn_out_of_turn in _NO_RAISE and seats_skipped(table, seat, house) != 0


def repeats_its_check(table: Table, event: Event, house: House) -> bool:
    """Whether a seat that checked out of turn now checks a second time, in its turn, while nobody has bet yet."""
    return isinstance(event, Check) and not table.raises and _checked_out_of_turn(table, SEAT_BIT[event.seat], house)


def _nobody(table: Table, bit: int, house: House) -> bool:
    return False


def _checked_out_of_turn(table: Table, bit: int, house: House) -> bool:
    """Whether the seat (`bit`, a bit mask) checked before its turn, or opened the street with a check in place of
    another seat.
    """
    if table.checked_ahead & bit:
        return True
    return (
        bit == SEAT_BIT[table.first_actor] and table.street > FIRST_STREET and _opened_for_another(table, Check, house)
    )


def _wagered_out_of_turn(table: Table, bit: int, house: House) -> bool:
    """Whether the seat (`bit`, a bit mask) wagered before its turn, or opened the street with a wager in place of
    another seat.
    """
    if table.wagered_ahead & bit:
        return True
    return bit == SEAT_BIT[table.first_actor] and _opened_for_another(table, Wager, house)


def _opened_for_another(table: Table, kind: type[Event], house: House) -> bool:
    """Whether the street was opened with an act of the type `kind`, by a seat that should not have opened it."""
    among = table.opened_among
    if not among or not isinstance(table.opened_with, kind):
        return False
    due = opening_seats(table, among, house) if table.street == FIRST_STREET else _to_open(table, house, among)
    return bool(due) and not (due & SEAT_BIT[table.called_on] or due) & SEAT_BIT[table.first_actor]


_BARRED: Final[dict[str, Callable[[Table, int, House], bool]]] = {
    TurnOutOfTurn.BINDING_UNLESS_WAGER: _nobody,
    TurnOutOfTurn.CHECKER_MAY_NOT_WAGER: _checked_out_of_turn,
    TurnOutOfTurn.NO_RAISE_THIS_STREET: _wagered_out_of_turn,
    TurnOutOfTurn.NO_RAISE_THAT_ACT: _nobody,
}
_NO_RAISE: Final = (TurnOutOfTurn.NO_RAISE_THIS_STREET, TurnOutOfTurn.NO_RAISE_THAT_ACT)


def openers(table: Table, house: House) -> int:
    """Returns the seats that may have to act first, from fourth street on, as a bit mask. The up cards that were seen
    decide. A seat that folded on this street before anybody else acted is included.
    """
    best = _by_the_boards(table, house)
    return best | _as_on_sixth(table, house) if table.community else best


def _by_the_boards(table: Table, house: House) -> int:
    able = table.began_with
    if table.began_live & ~able and house.opener_all_in is _NEXT_CLOCKWISE:
        chosen = 0
        for seat in seats_in(_best_boards(table, house, table.began_live)):
            chosen |= SEAT_BIT[seat if able & SEAT_BIT[seat] else next_clockwise(able, seat)]
        return chosen
    return _best_boards(table, house, able)


def _as_on_sixth(table: Table, house: House) -> int:
    """Returns the seat that opened sixth street, as a bit mask, if the same seat must open seventh street. Some houses
    require this if seventh street has a community card. Returns 0 in other houses. If the wrong seat opened sixth
    street, the rules reported that on sixth street, so seventh street does not report it again.
    """
    if house.opener_seventh_community is not OpenerSeventhCommunity.AS_SIXTH:
        return 0
    return SEAT_BIT[table.opened_before] & table.began_with if table.street == 7 else 0


def missed_opener(table: Table, house: House) -> int:
    """Returns the seat that should have opened this street but has not acted. Returns 0 if there is no such seat, if
    several seats may be that seat, or before fourth street.
    """
    if table.street < 4:
        return 0
    missed = SEAT_BIT[table.called_on] if table.called_on else openers(table, house)
    if missed & table.acted or missed.bit_count() != 1:
        return 0
    return missed.bit_length() - 1


def _best_boards(table: Table, house: House, candidates: int) -> int:
    """Returns the seats that may hold the best board (up cards), as a bit mask. If all boards were seen and several are
    equally good, the house decides between these boards.
    """
    holders, unseen = _holders(table, house, candidates)
    return holders | unseen if unseen else _TIES[house.opener_tie](table, holders)


def _holders(table: Table, house: House, candidates: int) -> tuple[int, int]:
    """Returns two bit masks of seats: those with the best board among the boards that were seen, and those with a board
    that was not fully seen.
    """
    best = holders = unseen = 0
    lowest = house.opener_board is _LOWEST
    worths = table.answers.low_boards if lowest else table.answers.boards
    community = _community_counts(table, house) if table.community else []
    if community and min(community) < 0:
        return 0, candidates
    due = min(table.street - 2, 4)
    for seat in seats_in(candidates):
        ups = table.up[seat]
        if len(ups) < due or min(ups) < 0:
            unseen |= SEAT_BIT[seat]
            continue
        board = (*ups, *community) if community else ups
        worth = worths.get(board)
        if worth is None:
            worth = worths[board] = -low_board_value(board) if lowest else board_value(board)
        if not holders or worth > best:
            best = worth
            holders = SEAT_BIT[seat]
        elif worth == best:
            holders |= SEAT_BIT[seat]
    return holders, unseen


def _community_counts(table: Table, house: House) -> list[int]:
    """Returns the community card (as a list) if the house counts it as an up card of each seat when the boards are
    compared; else an empty list.
    """
    if house.opener_seventh_community is OpenerSeventhCommunity.WITH_COMMUNITY:
        return table.community
    return []


def _highest_suit(table: Table, tied: int) -> int:
    """Returns the seat of `tied` that has the highest single up card, by rank and then by suit, as a bit mask."""
    holder = 0
    best = -1
    for seat in seats_in(tied):
        top = max(table.up[seat])
        if top > best:
            best = top
            holder = SEAT_BIT[seat]
    return holder


def _literal_left(table: Table, tied: int) -> int:
    """Returns the seat that opens, as a bit mask. If several boards are tied, this is the first seat left of the dealer
    that can act, even if its own board is lower. If only one seat is in `tied`, that seat opens.
    """
    return first_dealt_of(table, table.began_with if tied & (tied - 1) else tied)


_TIES: Final[dict[str, Callable[[Table, int], int]]] = {
    OpenerTie.FIRST_DEALT: first_dealt_of,
    OpenerTie.LEFT_OF_DEALER: first_dealt_of,
    OpenerTie.SUIT: _highest_suit,
    OpenerTie.SEAT_LEFT_OF_DEALER: _literal_left,
}
