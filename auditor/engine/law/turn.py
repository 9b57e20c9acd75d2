"""The seat whose turn it is, on any street."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Check, Event
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import OpenerAllIn, OpenerBoard, OpenerSeventhCommunity, OpenerTie, TurnOutOfTurn
from auditor.engine.law.opening import bring_in_seats, is_short_of_unknown, named_amount, nominal_posted
from auditor.engine.law.seats import first_dealt_of
from auditor.engine.ranks import board_value, low_board_value
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table, next_clockwise, seats_in

# These constants are for speed: in Python 3.11, looking up the member of an enumeration takes longer than a call.
_LOWEST: Final = OpenerBoard.LOWEST
_NEXT_CLOCKWISE: Final = OpenerAllIn.NEXT_CLOCKWISE


def level(table: Table, house: House) -> int:
    """Returns the amount that every live seat must match. On third street it is at least the full bring-in if the
    bring-in was short because its seat was all-in. Raises `Unseen` if the full bring-in is unknown and nobody has made
    a small bet yet.
    """
    if table.street == 3 and table.bring_in_all_in:
        if is_short_of_unknown(table, house) and _may_be_less_than_the_bring_in(table):
            raise Unseen
        return max(table.most_in_front, nominal_posted(table, house))
    return table.most_in_front


def level_before_over_calls(table: Table, house: House) -> int:
    """Returns the highest wager of this street, or its bring-in. A call for too much does not change this level."""
    if table.raises:
        return table.raises[-1].to  # each wager goes to a higher total than the wager before
    return (named_amount(table.hand.stakes, house) or table.bring_in_to) if table.street == FIRST_STREET else 0


def _may_be_less_than_the_bring_in(table: Table) -> bool:
    """Whether the chips in front may be less than an unknown bring-in: nobody has wagered a small bet yet. If the small
    bet is also unknown: no seat with chips left has wagered yet.
    """
    small = table.hand.stakes.small_bet
    if small is not None:
        return table.most_in_front < small
    return not table.raises or table.raises[-1].all_short


def due(table: Table, house: House) -> int:
    """Returns the seats that may be due to act. Empty if the betting is over or has not begun."""
    waiting = table.waiting
    if not waiting or table.street < FIRST_STREET:
        return 0
    if table.last_actor and (table.opened_third or table.street > FIRST_STREET):
        return SEAT_BIT[next_clockwise(waiting, table.last_actor)]
    if table.street == FIRST_STREET and not table.opened_third:
        return bring_in_seats(table, house)
    return _to_open(table, house, waiting)


def _to_open(table: Table, house: House, waiting: int) -> int:
    """Returns the seats that may have to open the street. `waiting` are the seats that have not acted yet."""
    opening = openers(table, house)
    if not opening & ~waiting:
        return opening
    turn = 0
    for seat in seats_in(opening):
        turn |= SEAT_BIT[seat if waiting & SEAT_BIT[seat] else next_clockwise(waiting, seat)]
    return turn


def need_known_level(table: Table, seat: int, house: House) -> None:
    """Raises `Unseen` if the seat faces a wager that was made before its turn, because no house says whether such a
    wager is binding.
    """
    need_known_order(table)
    bit = SEAT_BIT[seat]
    if not table.raises:
        return
    if table.raises[-1].passed & bit & table.skipped or (not table.acted & bit and seat == missed_opener(table, house)):
        raise Unseen


def need_known_order(table: Table) -> None:
    """Raises `Unseen` after a seat acted as if an earlier wager out of turn did not count: the order of acts is then
    unknown.
    """
    if table.contested:
        raise Unseen


def still_to_act(table: Table) -> int:
    """Returns the seats that still have to act. If an earlier street ended before some seat acted, that was reported
    then. Until such a seat acts again, later streets treat it as all-in.
    """
    silent = table.closed_over & ~table.acted
    waiting = table.waiting & ~silent
    able = table.able & ~silent
    if silent and able & (able - 1) == 0 and table.front[able.bit_length() - 1] >= table.most_in_front:
        return 0  # only one seat has chips left, and it owes nothing
    return waiting


def seats_skipped(table: Table, seat: int, house: House) -> int:
    """Returns the seats that may be due while another seat (`seat`) acts. Empty if `seat` is due, or is still due after
    other seats acted too early.
    """
    if table.in_turn == seat:
        return 0
    turn = due(table, house)
    if (turn | table.skipped) & SEAT_BIT[seat] or seat == missed_opener(table, house):
        return 0
    return turn


def is_barred(table: Table, seat: int, house: House) -> bool:
    """Whether the seat has lost its right to raise on this street because of an act out of turn."""
    if _BARRED[house.turn_out_of_turn](table, SEAT_BIT[seat], house):
        return True
    return bool(table.raises) and house.turn_out_of_turn in _NO_RAISE and seats_skipped(table, seat, house) != 0


def repeats_its_check(table: Table, event: Event, house: House) -> bool:
    """Whether a seat that checked out of turn checks again in its turn, before anybody has bet."""
    return isinstance(event, Check) and not table.raises and _checked_out_of_turn(table, SEAT_BIT[event.seat], house)


def _nobody(table: Table, bit: int, house: House) -> bool:
    return False


def _checked_out_of_turn(table: Table, bit: int, house: House) -> bool:
    """Whether the seat checked while other seats were due, or opened the street with a check in place of
    another seat.
    """
    if table.checked_ahead & bit:
        return True
    if table.street <= FIRST_STREET or not table.checked_among or bit != SEAT_BIT[table.first_actor]:
        return False
    due = _to_open(table, house, table.checked_among)
    return not (due & SEAT_BIT[table.called_on] or due) & bit


def _wagered_out_of_turn(table: Table, bit: int, house: House) -> bool:
    return bool(table.wagered_ahead & bit)


_BARRED: Final[dict[str, Callable[[Table, int, House], bool]]] = {
    TurnOutOfTurn.BINDING_UNLESS_WAGER: _nobody,
    TurnOutOfTurn.CHECKER_MAY_NOT_WAGER: _checked_out_of_turn,
    TurnOutOfTurn.NO_RAISE_THIS_STREET: _wagered_out_of_turn,
    TurnOutOfTurn.NO_RAISE_THAT_ACT: _nobody,
}
_NO_RAISE: Final = (TurnOutOfTurn.NO_RAISE_THIS_STREET, TurnOutOfTurn.NO_RAISE_THAT_ACT)


def openers(table: Table, house: House) -> int:
    """Returns the seats that may have to act first, from fourth street on, according to the boards that were seen. A
    seat that folded on this street before anybody else acted still counts.
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
    """Returns the seat that opened sixth street, if a community card was dealt and the house lets that seat open
    seventh street too. Whether the seat opened sixth street rightly is judged there.
    """
    if house.opener_seventh_community is not OpenerSeventhCommunity.AS_SIXTH:
        return 0
    return SEAT_BIT[table.opened_before] & table.began_with if table.street == 7 else 0


def missed_opener(table: Table, house: House) -> int:
    """Returns the one seat that should have opened and has not acted, from fourth street on; 0 if there is none."""
    if table.street < 4:
        return 0
    missed = SEAT_BIT[table.called_on] if table.called_on else openers(table, house)
    if missed & table.acted or missed.bit_count() != 1:
        return 0
    return missed.bit_length() - 1


def openers_cite(table: Table, house: House) -> tuple[str, ...]:
    """Returns the keys of the parameters that decide which seat opens. Those for ties, all-in seats and a community
    card are included only if they matter.
    """
    used = ["opener.board"]
    if _holders(table, house, table.began_with)[0].bit_count() > 1:
        used.append("opener.tie")
    if table.began_live & ~table.began_with:
        used.append("opener.all_in")
    if table.community:
        used.append("opener.seventh_community")
    return tuple(used)


def _best_boards(table: Table, house: House, candidates: int) -> int:
    """Returns the seats that may hold the best board. If the boards were all seen, the house decides between tied
    boards.
    """
    holders, unseen = _holders(table, house, candidates)
    return holders | unseen if unseen else _TIES[house.opener_tie](table, holders)


def _holders(table: Table, house: House, candidates: int) -> tuple[int, int]:
    """Returns two sets of seats: those with the best of the seen boards, and those whose boards were not fully seen."""
    best = holders = unseen = 0
    worths = table.answers.boards
    lowest = house.opener_board is _LOWEST
    community = _community_counts(table, house) if table.community else []
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
    """Returns the community card if the house counts it for the opener, else an empty list."""
    if house.opener_seventh_community is OpenerSeventhCommunity.WITH_COMMUNITY:
        return table.community
    return []


def _highest_suit(table: Table, tied: int) -> int:
    """Returns the seat with the highest single up card, by rank and then by suit."""
    holder = 0
    best = -1
    for seat in seats_in(tied):
        top = max(table.up[seat])
        if top > best:
            best = top
            holder = SEAT_BIT[seat]
    return holder


def _literal_left(table: Table, tied: int) -> int:
    """Returns the first seat left of the dealer that can act, whether it is tied or not."""
    return first_dealt_of(table, table.began_with)


_TIES: Final[dict[str, Callable[[Table, int], int]]] = {
    OpenerTie.FIRST_DEALT: first_dealt_of,
    OpenerTie.LEFT_OF_DEALER: first_dealt_of,
    OpenerTie.SUIT: _highest_suit,
    OpenerTie.SEAT_LEFT_OF_DEALER: _literal_left,
}
