"""The changes: each takes a hand and gives every hand that has this one thing changed somewhere."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import DECK
from auditor.engine.hand import Hand

# A changed hand, and the index of the event that was changed.
Changed = tuple[int, Hand]
Change = Callable[[Hand], Iterator[Changed]]

_BETS: Final = (e.Wager, e.Call)


def _with_events(hand: Hand, events: list[e.Event]) -> Hand:
    """The same hand with other events."""
    told = copy(hand)
    named = frozenset([event.seat for event in events])
    for name, value in (("events", tuple(events)), ("named", named), ("_digest", "")):
        setattr(told, name, value)
    return told


def _with(event: e.Event, **changed: Any) -> e.Event:
    """The same event with other values."""
    twin = copy(event)
    for name, value in changed.items():
        setattr(twin, name, value)
    return twin


def _each(hand: Hand, kinds: Any, changed: Callable[[Any], e.Event | None]) -> Iterator[Changed]:
    """A hand for each event of these kinds that can be changed."""
    for at, event in enumerate(hand.events):
        if isinstance(event, kinds):
            other = changed(event)
            if other is not None:
                yield at, _with_events(hand, [*hand.events[:at], other, *hand.events[at + 1 :]])


def amount_up(hand: Hand) -> Iterator[Changed]:
    """A call or a wager of one unit more."""
    yield from _each(hand, _BETS, lambda event: _with(event, to=event.to + 1))


def amount_doubled(hand: Hand) -> Iterator[Changed]:
    """A call or a wager to twice as much."""
    yield from _each(hand, _BETS, lambda event: _with(event, to=event.to * 2) if event.to else None)


def action_dropped(hand: Hand) -> Iterator[Changed]:
    """A line of the betting left out."""
    for at, event in enumerate(hand.events):
        if isinstance(event, e.ACTS):
            yield at, _with_events(hand, [*hand.events[:at], *hand.events[at + 1 :]])


def actions_swapped(hand: Hand) -> Iterator[Changed]:
    """Two acts of different seats, one after the other, in the other order."""
    for at, (one, other) in enumerate(zip(hand.events, hand.events[1:], strict=False)):
        if isinstance(one, e.ACTS) and isinstance(other, e.ACTS) and one.seat != other.seat:
            yield at, _with_events(hand, [*hand.events[:at], other, one, *hand.events[at + 2 :]])


def winner_swapped(hand: Hand) -> Iterator[Changed]:
    """A payment to another seat, the next one that was paid nothing."""
    paid = {event.seat for event in hand.events if isinstance(event, e.Collect)}
    others = [seat.number for seat in hand.seats if seat.number not in paid and seat.dealt_in]
    if others:
        yield from _each(hand, e.Collect, lambda event: _with(event, seat=others[0]))


def award_changed(hand: Hand) -> Iterator[Changed]:
    """A payment of one unit more."""
    yield from _each(hand, e.Collect, lambda event: _with(event, amount=event.amount + 1))


def odd_chip_moved(hand: Hand) -> Iterator[Changed]:
    """One unit of a payment paid to another seat that was paid."""
    paid = [at for at, event in enumerate(hand.events) if isinstance(event, e.Collect)]
    for one in paid:
        for other in paid:
            giver, taker = hand.events[one], hand.events[other]
            assert isinstance(giver, e.Collect)
            assert isinstance(taker, e.Collect)
            if giver.seat != taker.seat and giver.amount:
                events = list(hand.events)
                events[one] = _with(giver, amount=giver.amount - 1)
                events[other] = _with(taker, amount=taker.amount + 1)
                yield other, _with_events(hand, events)


def card_of_a_show_changed(hand: Hand) -> Iterator[Changed]:
    """The first card of a shown hand is another one, which nobody has seen."""
    fresh = _fresh(hand)
    yield from _each(hand, e.Show, lambda event: _recarded(event, 0, fresh) if event.cards else None)


def dealt_card_doubled(hand: Hand) -> Iterator[Changed]:
    """The last card of a deal is one that was dealt before."""
    for at, event in enumerate(hand.events):
        seen = [card for other in hand.events[:at] if isinstance(other, e.Deal) for card in other.cards if card >= 0]
        if isinstance(event, e.Deal) and event.cards and event.cards[-1] >= 0 and seen:
            events = [*hand.events[:at], _recarded(event, -1, seen[0]), *hand.events[at + 1 :]]
            yield at, _with_events(hand, events)


def bring_in_moved(hand: Hand) -> Iterator[Changed]:
    """The bring-in by the next seat that is dealt in."""
    seats = [seat.number for seat in hand.seats if seat.dealt_in]

    def moved(event: e.BringIn) -> e.Event | None:
        after = [seat for seat in seats if seat > event.seat] or seats
        return _with(event, seat=after[0]) if after[0] != event.seat else None

    yield from _each(hand, e.BringIn, moved)


def ante_changed(hand: Hand) -> Iterator[Changed]:
    """An ante of one unit more."""
    yield from _each(hand, e.Ante, lambda event: _with(event, amount=event.amount + 1))


def rake_changed(hand: Hand) -> Iterator[Changed]:
    """A rake of one unit more."""
    yield from _each(hand, e.Rake, lambda event: _with(event, amount=event.amount + 1))


def _fresh(hand: Hand) -> int:
    """A card that the log nowhere names."""
    seen = 0
    for event in hand.events:
        seen |= getattr(event, "mask", 0)
    return next(card for card in range(DECK) if not seen >> card & 1)


def _recarded(event: Any, at: int, card: int) -> e.Event:
    """A show or a deal with another card at a place."""
    cards = list(event.cards)
    cards[at] = card
    if isinstance(event, e.Show):
        return e.Show(event.seat, tuple(cards), event.high, event.low, event.line)
    down = len(event.down)
    return e.Deal(event.seat, tuple(cards[:down]), tuple(cards[down:]), event.spelled, event.line)


CHANGES: Final[dict[str, Change]] = {
    "amount +1": amount_up,
    "amount doubled": amount_doubled,
    "action dropped": action_dropped,
    "actions swapped": actions_swapped,
    "winner swapped": winner_swapped,
    "award changed": award_changed,
    "odd chip moved": odd_chip_moved,
    "shown card changed": card_of_a_show_changed,
    "dealt card doubled": dealt_card_doubled,
    "bring-in moved": bring_in_moved,
    "ante changed": ante_changed,
    "rake changed": rake_changed,
}
