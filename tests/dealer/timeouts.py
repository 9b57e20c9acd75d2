"""Whose time runs out, and who loses his connection and comes back.

What is lawful then is worked out here by the rulebook's own words and not by the engine's law.
"""

from auditor.engine import events as e
from auditor.engine.house.choices import ClockOutOfTime, ClockReconnection, ClockReconnections
from auditor.engine.table import SEAT_BIT
from tests.dealer.clocks import SECOND, TableClock
from tests.dealer.dealing import Dealing


def runs_out(dealing: Dealing, seat: int) -> bool:
    """Now and then time runs out for the seat that is due, or the seat is disconnected and comes back."""
    clock, house = dealing.clock, dealing.house
    if clock is None or not clock.rng.random() < 0.12:
        return False
    unopened = dealing.table.street == 3 and not dealing.table.opened_third
    if unopened and house.clock_out_of_time is not ClockOutOfTime.CLOCKED:
        return False
    lasts = clock.whole or 60 * SECOND
    limit = lasts
    if clock.rng.random() < 0.5 and not clock.is_called:
        limit = _loses_connection(dealing, clock, seat, limit)
    if limit > lasts and clock.rng.random() < 0.5:
        clock.late = clock.rng.randint(lasts, limit)
        dealing.traits["acts in the time given for coming back"] += 1
        return False
    _out_of_time(dealing, clock, seat, limit)
    return True


def _loses_connection(dealing: Dealing, clock: TableClock, seat: int, limit: int) -> int:
    """The seat is disconnected, perhaps back, perhaps more than once: how long it then has."""
    house, rng = dealing.house, clock.rng
    more = house.clock_countdown * SECOND
    passed = times = 0
    while rng.random() < (0.9 if not times else 0.3):
        passed = rng.randint(passed, passed + (limit - passed) // 2)
        _remark(dealing, clock, seat, "disconnected", passed)
        if rng.random() < 0.4:
            dealing.traits["never back"] += 1
            return limit
        passed = rng.randint(passed, passed + (limit - passed) // 2)
        _remark(dealing, clock, seat, "connected", passed)
        if times == 0 or house.clock_reconnections is ClockReconnections.EACH_TIME:
            if house.clock_reconnection is ClockReconnection.ADDS_COUNTDOWN:
                limit += more
            elif house.clock_reconnection is ClockReconnection.COUNTDOWN_ANEW:
                limit = max(limit, passed + more)
        times += 1
    dealing.traits["back more than once"] += times > 1
    return limit


def _remark(dealing: Dealing, clock: TableClock, seat: int, kind: str, passed: int) -> None:
    remark = e.Remark(seat, kind)
    remark.clock = e.Clock(clock.now + passed)
    dealing.say(remark)


def _out_of_time(dealing: Dealing, clock: TableClock, seat: int, used: int) -> None:
    """What the house does with the seat."""
    table, house = dealing.table, dealing.house
    gone = bool(table.disconnected & SEAT_BIT[seat])
    event: e.Event = e.Fold(seat)
    if house.clock_out_of_time is ClockOutOfTime.CLOCKED:
        antes = sum([each.amount for each in dealing.events if isinstance(each, e.Ante) and each.seat == seat])
        money = table.put_in[seat] - (0 if house.clock_ante_counts else antes)
        if money or (gone and not house.clock_disconnect_needs_money):
            event = e.Clocked(seat)
            dealing.traits["clocked with chips behind"] += table.behind[seat] > 0
            dealing.traits["clocked with nothing in"] += not money
            dealing.traits["low card out of time"] += table.street == 3 and not table.opened_third
    elif house.clock_out_of_time is ClockOutOfTime.CHECKED_OR_FOLDED and table.front[seat] >= _level(dealing):
        event = e.Check(seat)
        dealing.traits["checked by the clock"] += 1
    event.clock = clock.spent(used, "disconnect" if gone else "time_out", used if clock.is_called else None)
    dealing.traits["folded by the clock"] += isinstance(event, e.Fold)
    dealing.say(event)
    if isinstance(event, e.Fold):
        dealing.stock.release(seat)


def _level(dealing: Dealing) -> int:
    """What stands in front of who bet most. Over a bring-in that was all-in for less everybody owes something."""
    table = dealing.table
    short = table.bring_in_all_in and table.street == 3
    return max(table.most_in_front, (table.hand.stakes.small_bet or 0) if short else 0)
