"""Declarations (a seat announces its act in words) and motions (a seat pushes chips forward) before an act, and whether
the act agrees with them.
"""

from collections.abc import Callable, Iterator
from typing import Final

from auditor.engine.events import ACTS, BringIn, Call, Check, Deal, Declared, Event, Fold, LogEnd, Motion, Street, Wager
from auditor.engine.house import House
from auditor.engine.house.choices import TurnFold
from auditor.engine.law import turn, wagers
from auditor.engine.law.clock import is_own_act
from auditor.engine.law.seats import chips_of
from auditor.engine.phases import BEFORE_THE_BRING_IN
from auditor.engine.table import SEAT_BIT, Table

_TURN_ENDS: Final = (*ACTS, Deal, Street, LogEnd)
WAGERS: Final = ("completes", "bets", "raises")


def is_first(table: Table, event: Event) -> bool:
    """Whether this declaration or motion is the first of its kind by the seat in this turn."""
    # The search goes backwards from the current event. An earlier declaration by the same seat is usually close, so the
    # search is fast even if the turn has very many declarations.
    return not any(type(each) is type(event) and each.seat == event.seat for each in _before_the_act(table))


def has_declared_a_wager(table: Table, seat: int) -> bool:
    """Whether the seat declared a wager in this turn. If so, it may put in the chips by several motions."""
    return any(
        isinstance(each, Declared) and each.seat == seat and each.verb in WAGERS for each in _before_the_act(table)
    )


def _before_the_act(table: Table) -> Iterator[Event]:
    """Yields the lines of this turn before the current event, the latest first. A turn begins after the last act, deal
    or street line.
    """
    events = table.hand.events
    at = table.event - 1
    while at >= 0 and not isinstance(events[at], _TURN_ENDS):
        yield events[at]
        at -= 1


def rest_of_turn(table: Table, seat: int) -> list[tuple[int, Event]]:
    """Returns the later events of the seat in this turn, up to its act, each with its index. Returns an empty list if
    another seat acts first.
    """
    found: list[tuple[int, Event]] = []
    for at in range(table.event + 1, len(table.hand.events)):
        event = table.hand.events[at]
        if event.seat == seat:
            found.append((at, event))
        if isinstance(event, _TURN_ENDS):
            return found if isinstance(event, ACTS) and event.seat == seat else []
    return []


def second_motion(table: Table, event: Motion, house: House) -> tuple[int, int] | None:
    """Finds a later motion or act of the same turn that makes the motion `event` a string bet. The later event raises
    the total in front of the seat above the total after `event`, and above the total of a call.

    Returns the index of the later event and its total. Returns `None` if there is no such event, or if the turn ends
    with the bring-in. Raises `Unseen` if the amount to call is unknown.
    """
    rest = rest_of_turn(table, event.seat)
    if not rest or isinstance(rest[-1][1], BringIn):
        return None
    most = max(event.to, turn.level(table, house))
    for at, each in rest:
        if isinstance(each, Motion | Call | Wager) and each.to > most:
            return at, each.to
    return None


def binds(table: Table, event: Declared, house: House) -> bool:
    """Whether the seat must do what it declared. It must do so if it is the seat's turn and the declared act is lawful.
    Before the bring-in, only a declared opening for the full bet binds, and only if the house allows such an opening.
    Raises `Unseen` if the log does not show whose turn it is or whether the act is lawful.
    """
    if not turn.due(table, house) & SEAT_BIT[event.seat]:
        return False
    if table.phase in BEFORE_THE_BRING_IN:
        small = table.hand.stakes.small_bet
        return event.verb in WAGERS and house.bring_in_full_opening and event.to in (None, small)
    if event.verb == "checks":
        return turn.level(table, house) <= table.front[event.seat]
    return event.verb not in WAGERS or _may_wager(table, event, house)


def _may_wager(table: Table, event: Declared, house: House) -> bool:
    so_far = wagers.betting(table, house)
    if not wagers.may_raise(table, so_far, event.seat, house) or wagers.is_capped(table, so_far, event.seat, house):
        return False
    if event.to is None:
        return True
    lawful = wagers.lawful(table, so_far, event.seat, house)
    return lawful.has(event.to) or chips_of(table, event.seat) <= event.to <= lawful.amounts[-1]


def is_kept(table: Table, event: Declared, act: Event, house: House) -> bool:
    """Whether the act does what the seat declared. A seat that declared a wager also keeps its word if it puts in all
    its chips for less. An act that the clock or the house made for the seat breaks no declaration. A fold does not
    break a declared check if the house lets a seat fold at any time.
    """
    if not is_own_act(act):
        return True
    if event.verb == "checks" and isinstance(act, Fold) and house.turn_fold is TurnFold.ANY_TIME:
        return True
    if event.verb not in WAGERS:
        return _IS[event.verb](table, act)
    if not isinstance(act, Call | Wager):
        return False
    takes_all = act.all_in or act.to == chips_of(table, act.seat)
    if isinstance(act, Wager):
        return event.to in (None, act.to) or (takes_all and act.to < (event.to or 0))
    return takes_all


def _is_a_call(table: Table, act: Event) -> bool:
    """Whether the act is a call. A check is treated as a call if the seat has nothing to call."""
    return isinstance(act, Call) or (isinstance(act, Check) and table.most_in_front <= table.front[act.seat])


_IS: Final[dict[str, Callable[[Table, Event], bool]]] = {
    "folds": lambda _, act: isinstance(act, Fold),
    "checks": lambda _, act: isinstance(act, Check),
    "calls": _is_a_call,
}
