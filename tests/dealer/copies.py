"""Copies of a hand in which something is different."""

from typing import Any

from auditor.engine import events as e
from auditor.engine.hand import Hand

_FIELDS = (
    "game", "seats", "stakes", "events", "records", "structure", "unit", "room", "number", "table", "tournament",
    "house", "played", "local", "button", "first_dealt", "most_seats",
)  # fmt: skip


def replaced(hand: Hand, **changes: Any) -> Hand:
    """The hand with some of its fields replaced."""
    return Hand(**{name: getattr(hand, name) for name in _FIELDS} | changes)


def with_too_large_an_ante(hand: Hand) -> Hand:
    """The same hand, but the first ante of a seat that has more is a chip too large."""
    events = list(hand.events)
    for index, event in enumerate(events):
        if isinstance(event, e.Ante) and not event.all_in:
            events[index] = e.Ante(event.seat, event.amount + 1)
            break
    return replaced(hand, events=tuple(events))
