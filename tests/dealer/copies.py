"""Copies of a hand in which something is different."""

from typing import Any

from auditor.engine.hand import Hand

_FIELDS = (
    "game", "seats", "stakes", "events", "records", "structure", "unit", "room", "number", "table", "tournament",
    "house", "played", "local", "button", "first_dealt", "most_seats",
)  # fmt: skip


def replaced(hand: Hand, **changes: Any) -> Hand:
    """The hand with some of its fields replaced."""
    return Hand(**{name: getattr(hand, name) for name in _FIELDS} | changes)
