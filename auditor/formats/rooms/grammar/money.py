"""Turns amounts of a log, which may have the sign of a currency, into integers in the smallest unit."""

import re
from collections.abc import Iterable
from typing import Final

from auditor.formats.amounts import amount, grouped_amount
from auditor.formats.memo import remembered

CHIPS: Final = "chips"
_CURRENCIES: Final[dict[str, str]] = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "¥": "CNY",
    "US$": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "R$": "BRL",
}
SIGNS: Final = tuple("$€£₹¥")
_SIGN: Final = re.compile("[A-Z]{0,2}[$€£₹¥]")
# Letters by which rooms shorten large amounts of play chips, `2.5K`, and the number of zeros that each letter replaces.
_THOUSANDS: Final[dict[str, int]] = {"K": 3, "M": 6}
_DIGITS: Final = tuple("0123456789")


def unsigned(text: str) -> str:
    """Returns an amount without the sign of its currency: `1.50` for `$1.50`, `C$1.50` or `1.50€`."""
    sign = _SIGN.match(text)
    return text[sign.end() :] if sign else text.removesuffix("€")


@remembered
def chips(text: str, minor: int) -> int | None:
    """Returns an amount such as `$1.50`, `C$1.50`, `1.50€`, `1,300` or `2.5K` in the smallest unit. `None` for any
    other text. `minor` is the number of decimals in this hand. If `minor` is 0, the amount may end with `.00`. A
    number with a leading zero, `$020`, is no amount: it is probably `$0.20` without its decimal point.
    """
    bare = unsigned(text)
    if bare[:1] == "0" and bare[1:2] in _DIGITS:
        return None
    zeros = _THOUSANDS.get(bare[-1:])
    if zeros is not None:
        whole = amount(bare[:-1], zeros)
        return None if whole is None else amount(str(whole), minor)
    return grouped_amount(bare if minor else bare.removesuffix(".00"), minor)


def currency_of(text: str) -> str:
    """Returns the currency of an amount by its sign: `USD` for `$5`. An amount without a sign is `chips`, and an
    unknown sign gives an empty text.
    """
    sign = None if text[:1] in _DIGITS else _SIGN.match(text)
    if sign:
        return _CURRENCIES.get(sign[0], "")
    return "EUR" if text.endswith("€") else CHIPS


def decimals_in(texts: Iterable[str]) -> int:
    """Returns the number of decimals that chips have in a hand: 2 if a decimal point in the texts is followed by a
    digit and not by `00`, else 0.
    """
    for text in texts:
        for part in text.split(".")[1:]:
            if part[:1] in _DIGITS and part[:2] != "00":
                return 2
    return 0
