"""Whose turn it is, on any street."""

from collections.abc import Callable
from typing import Final

from auditor.engine.events import Check, Event
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import OpenerAllIn, OpenerBoard, OpenerSeventhCommunity, OpenerTie, TurnOutOfTurn
from auditor.engine.law.opening import bring_in_seats, is_short_of_what, named_amount, nominal_posted
from auditor.engine.law.seats import first_dealt_of
from auditor.engine.ranks import board_value, low_board_value
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Table, next_clockwise, seats_in

# By themselves: to look one up in its enumeration takes Python 3.11 longer than a call.
_LOWEST: Final = OpenerBoard.LOWEST
_NEXT_CLOCKWISE: Final = OpenerAllIn.NEXT_CLOCKWISE


def level(table: Table, house: House) -> int:
    """What every live seat must match: on third street never below the nominal bring-in once one was posted. Raises
    `Unseen` where that is not known and nobody has made a small bet yet.
    """
    if table.street == 3 and table.bring_in_all_in:
        if is_short_of_what(table, house) and _may_be_less_than_the_bring_in(table):
            raise Unseen
        return max(table.most_in_front, nominal_posted(table, house))
    return table.most_in_front


def level_before_over_calls(table: Table, house: House) -> int:
    """What was wagered on this street, or is due as its bring-in: who called more than that has not raised it."""
    if table.raises:
        return table.raises[-1].to  # each is to more than the one before
    return (named_amount(table.hand.stakes, house) or table.bring_in_to) if table.street == FIRST_STREET else 0


def _may_be_less_than_the_bring_in(table: Table) -> bool:
    """Whether what is in front may be less than a bring-in that nobody names: no small bet was made yet or, where
    nobody names that either, no wager by a seat with chips left.
    """
    small = table.hand.stakes.small_bet
    if small is not None:
        return table.most_in_front < small
    return not table.raises or table.raises[-1].all_short


def due(table: Table, house: House) -> int:
    """The seats that may be the one whose turn it is. Empty where the betting is over, or has yet to begin."""
    waiting = table.waiting
    if not waiting or table.street < FIRST_STREET:
        return 0
    if table.last_actor and (table.opened_third or table.street > FIRST_STREET):
        return SEAT_BIT[next_clockwise(waiting, table.last_actor)]
    if table.street == FIRST_STREET and not table.opened_third:
        return bring_in_seats(table, house)
    return _to_open(table, house, waiting)


def _to_open(table: Table, house: House, waiting: int) -> int:
    """Which of the seats that have yet to act may be the one to open the street."""
    opening = openers(table, house)
    if not opening & ~waiting:
        return opening
    turn = 0
    for seat in seats_in(opening):
        turn |= SEAT_BIT[seat if waiting & SEAT_BIT[seat] else next_clockwise(waiting, seat)]
    return turn


def need_known_level(table: Table, seat: int, house: House) -> None:
    """Raises `Unseen` where a seat faces a wager that was made ahead of it: whether that binds nobody wrote down."""
    need_known_order(table)
    bit = SEAT_BIT[seat]
    if not table.raises:
        return
    if table.raises[-1].passed & bit & table.skipped or (not table.acted & bit and seat == missed_opener(table, house)):
        raise Unseen


def need_known_order(table: Table) -> None:
    """Raises `Unseen` once a seat acted as though a wager ahead of it had not been made: who is due hangs on that."""
    if table.contested:
        raise Unseen


def still_to_act(table: Table) -> int:
    """The seats that have yet to act. A street that was closed over some was closed wrongly then: as long as they stay
    silent, later streets are played as though they were all-in.
    """
    silent = table.closed_over & ~table.acted
    waiting = table.waiting & ~silent
    able = table.able & ~silent
    if silent and able & (able - 1) == 0 and table.front[able.bit_length() - 1] >= table.most_in_front:
        return 0  # one seat alone has chips, and owes nothing
    return waiting


def passed_over(table: Table, seat: int, house: House) -> int:
    """The seats that may be due when another acts; empty where that one is, or still is as others acted before it."""
    if table.in_turn == seat:
        return 0
    turn = due(table, house)
    if (turn | table.skipped) & SEAT_BIT[seat] or seat == missed_opener(table, house):
        return 0
    return turn


def is_barred(table: Table, seat: int, house: House) -> bool:
    """Whether an act out of turn has cost a seat its raises on this street, or a raise now would be one that the house
    does not let stand.
    """
    if _BARRED[house.turn_out_of_turn](table, SEAT_BIT[seat], house):
        return True
    return bool(table.raises) and house.turn_out_of_turn in _NO_RAISE and passed_over(table, seat, house) != 0


def repeats_its_check(table: Table, event: Event, house: House) -> bool:
    """Whether a seat that checked out of turn says so again, as it may when its turn comes, where nobody has bet."""
    return isinstance(event, Check) and not table.raises and _checked_out_of_turn(table, SEAT_BIT[event.seat], house)


def _nobody(table: Table, bit: int, house: House) -> bool:
    return False


def _checked_out_of_turn(table: Table, bit: int, house: House) -> bool:
    """Whether the seat checked while others were due, or opened with a check in place of another."""
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
    """From fourth street on: the seats that may have to act first, as far as the boards were seen.

    Seats that folded on this street before anybody else acted still count: their board was the best or it was not.
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
    """Under a community card: the seat that opened sixth street, where it opens seventh again; whether rightly was for
    sixth to say.
    """
    if house.opener_seventh_community is not OpenerSeventhCommunity.AS_SIXTH:
        return 0
    return SEAT_BIT[table.opened_before] & table.began_with if table.street == 7 else 0


def missed_opener(table: Table, house: House) -> int:
    """From fourth street on: the one seat that should have opened, while it has not acted although others have."""
    if table.street < 4:
        return 0
    missed = SEAT_BIT[table.called_on] if table.called_on else openers(table, house)
    if missed & table.acted or missed.bit_count() != 1:
        return 0
    return missed.bit_length() - 1


def openers_cite(table: Table, house: House) -> tuple[str, ...]:
    """The parameters that decide who opens here: the tie and the all-in clause only where there is such a one."""
    used = ["opener.board"]
    if _holders(table, house, table.began_with)[0].bit_count() > 1:
        used.append("opener.tie")
    if table.began_live & ~table.began_with:
        used.append("opener.all_in")
    if table.community:
        used.append("opener.seventh_community")
    return tuple(used)


def _best_boards(table: Table, house: House, candidates: int) -> int:
    """The seats that may hold the best board; ties between seen boards are split as the house says."""
    holders, unseen = _holders(table, house, candidates)
    return holders | unseen if unseen else _TIES[house.opener_tie](table, holders)


def _holders(table: Table, house: House, candidates: int) -> tuple[int, int]:
    """Of seats whose boards were seen, those with the best; and the seats whose boards were not."""
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
    """The community card where the house counts it for who opens."""
    if house.opener_seventh_community is OpenerSeventhCommunity.WITH_COMMUNITY:
        return table.community
    return []


def _highest_suit(table: Table, tied: int) -> int:
    """The seat with the highest single up card, by rank and then by suit."""
    holder = 0
    best = -1
    for seat in seats_in(tied):
        top = max(table.up[seat])
        if top > best:
            best = top
            holder = SEAT_BIT[seat]
    return holder


def _literal_left(table: Table, tied: int) -> int:
    """The very next live seat left of the dealer, tied or not."""
    return first_dealt_of(table, table.began_with)


_TIES: Final[dict[str, Callable[[Table, int], int]]] = {
    OpenerTie.FIRST_DEALT: first_dealt_of,
    OpenerTie.LEFT_OF_DEALER: first_dealt_of,
    OpenerTie.SUIT: _highest_suit,
    OpenerTie.SEAT_LEFT_OF_DEALER: _literal_left,
}
