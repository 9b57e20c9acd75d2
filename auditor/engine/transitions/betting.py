"""How the events of the betting change the table: chips, turns, wagers, returned chips, and a wrong opening that the
log takes back.
"""

from auditor.engine import phases
from auditor.engine.events import BringIn, Call, Event, Return, Wager
from auditor.engine.phases import IN_TURN
from auditor.engine.table import FIRST_STREET, SEAT_BIT, Clocking, Raise, Table, next_clockwise
from auditor.engine.transitions.place import move_on, move_turn


def _put_to(table: Table, seat: int, to: int, all_in: bool) -> None:
    put(table, seat, to - table.front[seat], all_in)
    table.front[seat] = to
    if to > table.most_in_front:  # noqa: PLR1730 - max() takes twice as long
        table.most_in_front = to


def put(table: Table, seat: int, chips: int, all_in: bool) -> None:
    table.put_in[seat] += chips
    left = table.behind[seat] = table.behind[seat] - chips
    if all_in or (left <= 0 and left + table.announced[seat] + table.announced_late[seat] <= 0):
        table.all_in |= SEAT_BIT[seat]


def opens(table: Table, event: Event) -> None:
    table.called_on = event.seat


def _act(table: Table, seat: int, event: Event) -> int:
    """Records that a seat acted, and moves the turn on. `event` is the act. Returns the seats that were skipped, as a
    bit mask. These seats sit between the last seat that acted and this seat, and still have to act. They are added to
    `table.skipped`. If there are such seats, this seat acted before its turn.
    """
    bit = SEAT_BIT[seat]
    seats_skipped = 0
    if table.in_turn != seat:
        if table.phase == phases.HAND_OVER:
            table.went_on = True
        if not table.seats & bit:
            table.lost = True  # this player has no seat in the log, so any seat may have acted
            return 0
        if not table.able & bit and (table.last_actor or table.street != FIRST_STREET):
            # An all-in or folded seat does not move the turn, unless its act is the first act of third street.
            return 0
        if not table.last_actor:
            if not table.first_actor:
                table.first_actor = seat
                table.opened_with = event
                table.opened_among = table.waiting
        elif not table.skipped & bit:
            seats_skipped = _between(table, seat)
            table.skipped |= seats_skipped
    table.last_actor = seat
    table.acted |= bit  # this line and the next ones repeat `_settle`, because calling a function takes longer
    table.settled |= bit
    if table.skipped:
        table.skipped &= ~bit
    table.acted_at[seat] = len(table.raises)
    return seats_skipped


def _between(table: Table, seat: int) -> int:
    """Returns the seats between the last seat that acted and this seat, as a bit mask. Seats that need not act are left
    out.
    """
    due = (table.live & ~table.all_in & ~table.settled) | SEAT_BIT[seat]
    between = 0
    passed = next_clockwise(due, table.last_actor)
    while passed != seat:
        between |= SEAT_BIT[passed]
        passed = next_clockwise(due, passed)
    return between


def _note_contest(table: Table, seat: int) -> None:
    """Sets `table.contested` if players disagree about a wager: a wager out of turn skipped this seat, and the seat now
    acts as if there were no wager. From then on, it is unknown whether that wager is valid.
    """
    if table.raises and table.raises[-1].passed & SEAT_BIT[seat] & table.skipped:
        table.contested = True


def _settle(table: Table, seat: int) -> None:
    bit = SEAT_BIT[seat]
    table.acted |= bit
    table.settled |= bit
    table.skipped &= ~bit
    table.acted_at[seat] = len(table.raises)


def bring_in(table: Table, event: BringIn) -> None:
    _put_to(table, event.seat, event.to, event.all_in)
    if not table.bring_in_seat:
        table.bring_in_seat = event.seat
        table.bring_in_to = event.to
        table.bring_in_all_in = bool(table.all_in & SEAT_BIT[event.seat])
        table.answers.betting = None
    table.opened_third = True
    _act(table, event.seat, event)
    table.settled = SEAT_BIT[event.seat]
    move_turn(table)


def fold(table: Table, event: Event) -> None:
    seat = event.seat
    bit = SEAT_BIT[seat]
    if table.phase == phases.HAND_OVER:
        table.went_on = True
    if table.folded & bit:
        return
    last = table.last_actor
    if table.in_turn == seat or (last and next_clockwise(table.live & ~table.all_in & ~table.settled, last) == seat):
        table.last_actor = seat  # a fold moves the turn on only if the seat was next
    elif not last and event.is_away:
        table.left_before_opening |= bit
    if not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so any seat may have acted
    table.live &= ~bit
    table.folded |= bit
    if table.front[seat] >= table.most_in_front:
        table.folded_free |= bit
    _settle(table, seat)
    move_turn(table)


def clocked(table: Table, event: Event) -> None:
    """Makes a seat all-in because its time ran out. The seat keeps the chips that it has left but cannot bet them. The
    turn moves on as after a fold.
    """
    seat = event.seat
    bit = SEAT_BIT[seat]
    if table.phase == phases.HAND_OVER:
        table.went_on = True
    if not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so any seat may have acted
    if not table.able & bit:
        return
    if table.last_actor and next_clockwise(table.able & ~table.settled, table.last_actor) == seat:
        table.last_actor = seat
    table.all_in |= bit
    table.clocked |= bit
    table.clockings.append(Clocking(seat, tuple(table.put_in)))
    _settle(table, seat)
    move_turn(table)


def check(table: Table, event: Event) -> None:
    if table.raises:
        _note_contest(table, event.seat)
    if _act(table, event.seat, event):
        table.checked_ahead |= SEAT_BIT[event.seat]
    move_turn(table)


def call(table: Table, event: Call) -> None:
    if event.to < table.most_in_front and not event.all_in:
        _note_contest(table, event.seat)
    _put_to(table, event.seat, event.to, event.all_in)
    table.opened_third = True
    _act(table, event.seat, event)
    move_turn(table)


def wager(table: Table, event: Wager) -> None:
    over = table.most_in_front
    seat = event.seat
    bit = SEAT_BIT[seat]
    if event.to <= over:
        _note_contest(table, seat)
        # This wager is not higher than an earlier bet. If the seat had not acted before, perhaps it ignores that bet
        # because the wrong seat made the bet. Then it is unknown whether that bet is valid.
        table.contested |= not table.acted & bit
    _put_to(table, seat, event.to, event.all_in)
    passed = _act(table, seat, event)
    if passed:
        table.wagered_ahead |= bit
    table.opened_third = True
    if event.to > over:
        before = table.raises[-1] if table.raises else None
        if before is None and (table.bring_in_all_in or not table.bring_in_seat or table.hand.stakes.small_bet is None):
            # The first wager can decide the size of a bet, so the cached betting is computed again.
            table.answers.betting = None
        table.raises.append(Raise(seat, event.to, over, bool(table.all_in & bit), passed, before))
        table.acted_at[seat] = len(table.raises)
        table.settled = bit
        table.wagerers.append(seat)
        table.folded_free = 0
        if table.first_wager is None and len(table.raises) == 1 and not table.all_in & bit:
            table.first_wager = (table.street, event.to, over)
    move_turn(table)


def returned(table: Table, event: Return) -> None:
    if is_corrected(table, event):
        take_back(table, event.seat)
        return
    if not table.seats & SEAT_BIT[event.seat]:
        table.lost = True  # this player has no seat in the log, so these chips may belong to any seat
    table.returned[event.seat] += event.amount
    table.returns.append((table.event, event.seat, event.amount))
    table.behind[event.seat] += event.amount


def is_corrected(table: Table, event: Return) -> bool:
    """Whether this line takes a wrong opening back. That is so if a seat gets back its whole bring-in or opening bet
    before the next seat acts, and play then goes on.
    """
    seat = event.seat
    if table.settled != SEAT_BIT[seat] or table.phase not in IN_TURN or table.void:
        return False
    opened = seat == table.bring_in_seat and not table.raises
    bet = len(table.raises) == 1 and table.raises[0].seat == seat and not table.raises[0].over
    return (opened or bet) and event.amount == table.front[seat] and table.goes_on()


def take_back(table: Table, seat: int) -> None:
    """Takes the bring-in or opening bet of this seat back. Afterwards the table is as if the seat had not acted on this
    street.
    """
    bit = SEAT_BIT[seat]
    table.put_in[seat] -= table.front[seat]
    table.behind[seat] += table.front[seat]
    table.all_in &= ~bit
    table.front[seat] = 0
    table.most_in_front = 0
    _forget_the_wager(table, bit)
    table.bring_in_seat = 0
    table.bring_in_to = 0
    table.bring_in_all_in = False
    table.opened_third = False
    table.acted &= ~bit
    table.settled = 0
    table.skipped = 0
    table.last_actor = 0
    table.first_actor = 0
    table.answers.betting = None
    move_on(table)
    # The next act does not count as the first act of the street, because the rules about a first act already judged the
    # wrong opening.
    table.phase = phases.UNOPENED if table.street == FIRST_STREET else phases.BEFORE_OPENER


def _forget_the_wager(table: Table, bit: int) -> None:
    if not table.raises:
        return
    table.raises.clear()
    table.wagerers.pop()
    table.wagered_ahead &= ~bit
    table.raises_when_two_left = 0 if table.began_with.bit_count() == 2 else -1
    if table.first_wager is not None and table.first_wager[0] == table.street:
        table.first_wager = None
