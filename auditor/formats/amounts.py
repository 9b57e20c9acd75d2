"""Reads amounts: converts text of plain ASCII digits to integers in the smallest unit of the money, such as cents.
Other text is never read as a number.
"""

import re
from functools import cache
from typing import Final

MOST_MINOR: Final = 8  # the highest number of decimals that a unit of money may have
_TENS: Final = tuple(int("1" + "0" * zeros) for zeros in range(MOST_MINOR + 1))


@cache
def _pattern(minor: int) -> re.Pattern[str]:
    decimals = rf"(?:\.([0-9]{{1,{minor}}}))?" if minor else "()"
    return re.compile("([0-9]{1,15})" + decimals)


_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]+)?")


def amount(text: str, minor: int) -> int | None:
    """Returns the amount in `text` in units of 10 ** -minor: `amount("0.5", 2)` is 50. Returns `None` if `text` is not
    a plain amount.

    A plain amount has none of these:

    - a sign, an exponent, a blank or a digit of another script;
    - more than 15 digits before the point;
    - more than `minor` digits after the point.
    """
    match = _pattern(minor).fullmatch(text)
    if match is None:
        return None
    whole, decimals = match.groups()
    if not decimals:
        return int(whole) * _TENS[minor]
    return int(whole) * _TENS[minor] + int(decimals) * _TENS[minor - len(decimals)]


def grouped_amount(text: str, minor: int) -> int | None:
    """Reads an amount as `amount` does, for rooms that write a comma after every three digits, as in `1,234.50`.
    Returns `None` if a comma is at another place.
    """
    if "," not in text:
        return amount(text, minor)
    if _GROUPED.fullmatch(text) is None:
        return None
    return amount(text.replace(",", ""), minor)


def spell(chips: int, minor: int) -> str:
    """Writes an amount as text. Decimals are written only if one of them is not zero: with `minor` 2, 25 is `0.25` and
    200 is `2`.
    """
    if minor == 0:
        return str(chips)
    sign = "-" if chips < 0 else ""
    whole, rest = divmod(abs(chips), _TENS[minor])
    return f"{sign}{whole}.{rest:0{minor}d}" if rest else f"{sign}{whole}"


def signed_amount(text: str, minor: int) -> int | None:
    """Reads an amount as `amount` does, and accepts a minus sign before the amount."""
    if not text.startswith("-"):
        return amount(text, minor)
    chips = amount(text[1:], minor)
    return None if chips is None else -chips
