"""Acting in turn: a lawful act for the seat that is due, whichever it is."""

from auditor.engine import events as e
from auditor.engine.findings import Unseen
from auditor.engine.house import House
from auditor.engine.house.choices import BringInDoor, OpenerBoard, ReopenShare, TurnFold
from auditor.engine.law import opening, turn, wagers
from auditor.engine.law.limits import Lawful
from auditor.engine.law.seats import chips_of, most_to_match
from auditor.engine.law_cache import Betting
from auditor.engine.ranks import board_value, low_board_value
from auditor.engine.table import SEAT_BIT, Table, seats_in
from tests.dealer.dealing import Dealing
from tests.dealer.timeouts import runs_out


def bet_street(dealing: Dealing) -> None:
    """The betting of a street, until it is over or one seat is left."""
    table, house = dealing.table, dealing.house
    if dealing.chance(0.03) and (opener := turn.due(table, house)):
        dealing.say(e.Opens(opener.bit_length() - 1))
    _note_opening(dealing)
    while due := turn.due(table, house):
        seat = due.bit_length() - 1
        dealing.distract()
        if house.turn_fold is TurnFold.ANY_TIME and dealing.chance(0.02) and _folds_out_of_turn(dealing, seat):
            continue
        if runs_out(dealing, seat):
            continue
        for doing in dealing.manners.before_a_turn(table, seat) if dealing.manners is not None else ():
            dealing.say(doing)
        if table.street == 3 and not table.opened_third:
            _open_third(dealing, seat)
        else:
            _act(dealing, seat)
    counted = wagers.betting(table, house).made if house.cap_wagers else -1
    dealing.traits["heads-up past the cap"] += counted > house.cap_wagers
    dealing.traits["cap reached"] += counted == house.cap_wagers


def _note_opening(dealing: Dealing) -> None:
    """What is rare about who opens this street."""
    table = dealing.table
    if not table.waiting:
        return
    if table.street == 3:
        doors = sorted([table.up[seat][0] // 4 for seat in seats_in(table.live)], reverse=_opens_high(dealing.house))
        dealing.traits["tied door cards"] += doors[0] == doors[1]
        return
    dealing.traits["tied boards"] += _have_tied_boards(table, dealing.house)
    dealing.traits["opener among all-in seats"] += bool(table.began_live & ~table.began_with)


def _have_tied_boards(table: Table, house: House) -> bool:
    """Whether two seats that can act show the best up cards, or the lowest where those open."""
    lowest = house.opener_board is OpenerBoard.LOWEST
    boards = [table.up[seat] for seat in seats_in(table.began_with)]
    worths = [-low_board_value(board) if lowest else board_value(board) for board in boards]
    return worths.count(max(worths)) > 1


def _opens_high(house: House) -> bool:
    return house.bring_in_door is BringInDoor.HIGHEST


def _folds_out_of_turn(dealing: Dealing, due: int) -> bool:
    """Where a hand may be given up at any time: a seat that owes chips does so before its turn."""
    table = dealing.table
    level = turn.level(table, dealing.house)
    waiting = [seat for seat in seats_in(dealing.able & ~SEAT_BIT[due]) if table.front[seat] < level]
    if not waiting or table.live.bit_count() < 3:
        return False
    _fold(dealing, dealing.rng.choice(waiting))
    dealing.traits["fold out of turn"] += 1
    return True


def _fold(dealing: Dealing, seat: int) -> None:
    dealing.say(e.Fold(seat))
    dealing.stock.release(seat)


def _open_third(dealing: Dealing, seat: int) -> None:
    """The bring-in, or what a house lets the low card do instead."""
    table, house = dealing.table, dealing.house
    if opening.has_moved_left(table, house):
        dealing.traits["low card all-in for the ante"] += 1
    if opening.may_decline(table, house) and dealing.chance(0.3):
        dealing.traits["duty passed on"] += 1
        _fold(dealing, seat)
        return
    due, chips, small = opening.nominal(table, house), table.behind[seat], table.hand.stakes.small_bet or 0
    if house.bring_in_full_opening and due < small and chips > due and dealing.chance(0.25):
        to = min(small, chips)
        dealing.traits["full opening" if to == small else "opening short all-in"] += 1
        dealing.say(e.Wager(seat, to, "bets", all_in=to == chips))
        return
    to = min(due, chips)
    dealing.traits["bring-in short all-in"] += to < due
    dealing.say(e.BringIn(seat, to, all_in=to == chips))


def _act(dealing: Dealing, seat: int) -> None:
    table = dealing.table
    owed = turn.level(table, dealing.house) - table.front[seat]
    if dealing.chance(dealing.folds if owed > 0 else 0.004):
        dealing.traits["fold with nothing to call"] += owed <= 0
        _fold(dealing, seat)
    elif not (dealing.chance(dealing.wagers) and _wagers(dealing, seat)):
        if owed > 0:
            _call(dealing, seat)
        else:
            dealing.say(e.Check(seat))


def _call(dealing: Dealing, seat: int) -> None:
    """A call of the level, or of all a seat has; over a short bring-in of what others can match, if that is less."""
    table, rng = dealing.table, dealing.rng
    level, chips = turn.level(table, dealing.house), chips_of(table, seat)
    to = min(level, chips)
    if table.most_in_front < level:
        match = most_to_match(table, seat)
        if match < to and rng.random() < 0.5:
            to = max(match, table.most_in_front)
            dealing.traits["enters for what others can match"] += 1
        elif to == level and rng.random() < 0.3:
            dealing.traits["enters for the bring-in by a wager line"] += 1
            dealing.say(e.Wager(seat, to, "raises", all_in=to == chips))
            return
    dealing.traits["call all-in for less"] += to == chips < level
    dealing.say(e.Call(seat, to, all_in=to == chips))


def _wagers(dealing: Dealing, seat: int) -> bool:
    """A wager to one of the lawful amounts, or all-in for less, if the seat may make one and somebody could call it."""
    table, house = dealing.table, dealing.house
    if not dealing.able & ~SEAT_BIT[seat]:
        return False
    so_far = wagers.betting(table, house)
    if not wagers.may_raise(table, so_far, seat, house) or _is_capped(dealing, so_far, seat):
        return False
    try:
        lawful = wagers.lawful(table, so_far, seat, house)
    except Unseen:
        return False
    chips = chips_of(table, seat)
    to = min(_one_of(dealing, lawful, chips), chips)
    if to <= turn.level(table, house):
        return False
    _note(dealing, so_far, to, lawful)
    first_over = table.street == 3 and table.bring_in_seat and so_far.full < 0
    verb = "completes" if first_over else "raises" if table.most_in_front else "bets"
    dealing.say(e.Wager(seat, to, verb, all_in=to == chips))
    return True


def _one_of(dealing: Dealing, lawful: Lawful, chips: int) -> int:
    """One of the lawful amounts: where there are many, often the least or the most, and seldom much of a stack."""
    if not lawful.between:
        return dealing.rng.choice(lawful.amounts)
    least, most = lawful.amounts[0], min(lawful.amounts[-1], chips)
    if most <= least or dealing.chance(0.4):
        return least
    if dealing.chance(0.3):
        dealing.traits["as much as is allowed"] += 1
        return most
    return min(most, dealing.rng.randint(least, 3 * least))


def _is_capped(dealing: Dealing, so_far: Betting, seat: int) -> bool:
    try:
        return wagers.is_capped(dealing.table, so_far, seat, dealing.house)
    except Unseen:
        return not dealing.last_two


def _note(dealing: Dealing, so_far: Betting, to: int, lawful: Lawful) -> None:
    if not lawful.has(to):
        share = 1 if dealing.house.reopen_share is ReopenShare.FULL_BET else 2
        full = share * (to - so_far.base) >= so_far.size
        dealing.traits["short all-in, reopens" if full else "short all-in, under half"] += 1
    elif dealing.house.betting_fixed and to in lawful.amounts[1:]:
        dealing.traits["double wager"] += 1
    elif so_far.base < dealing.table.most_in_front:
        dealing.traits["completed a short all-in"] += 1
