"""Reads amounts and whole numbers that people typed, and writes amounts with their currency."""

import re
from typing import Final

from auditor.web.rendering.template_filters import MINUS, chips, of_amount

_LONGEST: Final = 40
_AMOUNT: Final = re.compile(r"([+-]?)([0-9]{1,15})(?:[.]([0-9]+))?")


class BadAmount(ValueError):
    """Raised for a text that is not an amount. The message is one sentence that says what to write."""


def amount_in(text: str, minor: int, of: str) -> int | None:
    """Returns the amount in the smallest unit (10 ** -`minor` of the currency) that a person typed, such as `1,800` or
    `-0.25`. Returns `None` for an empty text. `of` names the field in the sentence of `BadAmount`.
    """
    plain = text.strip().replace(",", "").replace(MINUS, "-")
    if not plain:
        return None
    found = _AMOUNT.fullmatch(plain) if len(plain) <= _LONGEST else None
    if found is None or len(found[3] or "") > minor:
        example = f"12.{'5'.ljust(minor, '0')}" if minor else "12"
        raise BadAmount(f"{of}: “{text[:_LONGEST]}” is not an amount. Write a number such as {example}.")
    sign, whole, part = found[1], found[2], (found[3] or "").ljust(minor, "0")
    amount = int(f"{whole}{part}")
    return -amount if sign == "-" else amount


def number_in(text: str, digits: int = 9) -> int | None:
    """Returns the whole number that a person typed, with at most so many of the digits 0-9; `None` for other texts."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def amount_words(amount: int, currency: str, minor: int, *, signed: bool = False) -> str:
    """Writes an amount with its currency, such as `2.50 USD`."""
    return f"{chips(amount, minor, signed=signed)} {of_amount(currency or 'chips', amount, minor)}"


def typed(amount: int | None, minor: int) -> str:
    """Writes an amount as a person types it into a field: without commas, with a plain minus; empty for `None`."""
    return "" if amount is None else chips(amount, minor).replace(",", "").replace(MINUS, "-")
