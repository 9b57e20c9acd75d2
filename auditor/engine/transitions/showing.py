"""How a show, a muck, a payment or an amount that the log states changes the table."""

from auditor.engine import phases
from auditor.engine.events import Collect, Event, PotTotal, Rake, Remark, Reveal, Show, StackAfter, Won
from auditor.engine.table import NOBODY, SEAT_BIT, Paid, Table
from auditor.engine.transitions.dealing import reshuffle


def _begin_showdown(table: Table, seat: int) -> None:
    if seat not in table.showdown and not table.goes_on():
        table.showdown.append(seat)


def show(table: Table, event: Show) -> None:
    bit = SEAT_BIT[event.seat]
    _begin_showdown(table, event.seat)
    if not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so the cards may belong to any seat
    table.shown |= bit
    if not event.cards:  # a show line without cards: the cards that the seat showed before are kept in `revealed`
        table.revealed[event.seat] = table.revealed[event.seat] or table.showed[event.seat]
    table.showed[event.seat] = event.cards
    table.all_showed[event.seat] |= event.mask
    table.all_turned[event.seat] |= event.mask
    table.show_event[event.seat] = table.event
    if not table.mixed_in & bit:
        table.seen |= event.mask


def muck(table: Table, event: Event) -> None:
    bit = SEAT_BIT[event.seat]
    _begin_showdown(table, event.seat)
    if not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so the cards may belong to any seat
    table.mucked |= bit


def reveal(table: Table, event: Reveal) -> None:
    table.revealed[event.seat] = event.cards
    table.all_turned[event.seat] |= event.mask
    if not table.mixed_in & SEAT_BIT[event.seat]:
        table.seen |= event.mask


def collect(table: Table, event: Collect) -> None:
    bit = SEAT_BIT[event.seat]
    if not table.seats & bit:
        table.lost = True  # this player has no seat in the log, so the chips may belong to any seat
    table.collectors |= bit
    table.paid_to[event.seat] += event.amount
    table.paid_from[event.pot] = table.paid_from.get(event.pot, 0) + event.amount
    table.paid.append(Paid(table.event, event.seat, event.amount, event.pot, event.half))
    table.behind[event.seat] += event.amount
    table.phase = phases.HAND_OVER
    table.in_turn = NOBODY


def rake(table: Table, event: Rake) -> None:
    table.rakes.append((event.pot, event.amount))
    table.raked += event.amount
    table.rake_event = table.event


def pot_total(table: Table, event: PotTotal) -> None:
    table.pot_totals.append((event.pot, event.amount))


def won(table: Table, event: Won) -> None:
    table.won[event.seat] = max(table.won[event.seat], 0) + event.amount


def stack_after(table: Table, event: StackAfter) -> None:
    table.stack_after[event.seat] = event.amount


def void(table: Table, event: Event) -> None:
    table.void = True


def lose(table: Table, event: Event) -> None:
    table.lost = True


def remark(table: Table, event: Remark) -> None:
    """Changes the table after a remark line. A remark can report a reshuffle, a lost connection, or a player who is
    connected again. It can also report that the room adds an unknown number of chips to a pot; from then on, the pots
    are unknown. Other remarks change nothing.
    """
    if event.kind == "added":
        table.lost = True
    elif event.kind == "reshuffled":
        reshuffle(table)
    elif event.kind == "disconnected":
        table.disconnected |= SEAT_BIT[event.seat]
    elif event.kind == "connected":
        table.disconnected &= ~SEAT_BIT[event.seat]
