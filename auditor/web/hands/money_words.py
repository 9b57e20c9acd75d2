"""Writes amounts of a hand with their unit, for the page of a player."""

from auditor.engine.hand import Hand
from auditor.web.rendering.template_filters import chips, of_amount


def money(hand: Hand, amount: int) -> str:
    """Writes an amount with its unit, such as `3.34 chips` or `1 chip`."""
    minor = hand.unit.minor
    return f"{chips(amount, minor)} {of_amount(hand.unit.currency or 'chips', amount, minor)}"
