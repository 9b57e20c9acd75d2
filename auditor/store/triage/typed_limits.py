"""Reads the amount and the currency that a person typed for the limit of a venue. The command and the page use these
functions, so both accept the same texts.
"""

import re
from typing import Final

from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.triage.venues import VenueRefused, amount_words, is_found

_AMOUNT: Final = re.compile(r"([0-9]{1,15})(?:[.]([0-9]{1,4}))?")
LONGEST: Final = 64


def read_amount(typed: str) -> tuple[int, int]:
    """Converts a typed amount to an integer in the smallest unit, and its number of decimals. For example, `500.00`
    becomes 50000, with two decimals. Raises `VenueRefused` if the text is not an amount.
    """
    found = _AMOUNT.fullmatch(typed)
    if found is None:
        raise VenueRefused(f'"{_readable(typed)}" is no amount. Write digits, such as 500 or 500.00.')
    whole, part = found.groups(default="")
    number = int(whole + part)
    if number > MOST:
        raise VenueRefused(f'"{typed}" is too large. The largest amount is {_most(len(part))}.')
    return number, len(part)


def as_findings_have_it(currency: str) -> str:
    """Converts a typed currency to the form that findings use: `usd` becomes `USD`, and `none` becomes an empty text.
    Raises `VenueRefused` if the text cannot be a currency.
    """
    if not currency.isprintable() or not 0 < len(currency) <= LONGEST:
        raise VenueRefused(f'"{_readable(currency)}" is no currency. Examples: USD, EUR, chips, none.')
    if currency.lower() in ("none", "chips"):
        return currency.lower().replace("none", "")
    return currency.upper() if len(currency) == 3 else currency


def insist_on_currency(connection: Connection, currency: str) -> None:
    """Raises `VenueRefused` if the currency is probably a typing error: it is not `chips`, not empty and not three
    letters, and no stored finding has it.
    """
    is_usual = currency in ("", "chips") or (len(currency) == 3 and currency.isascii() and currency.isalpha())
    if not is_usual and not is_found(connection, currency):
        raise VenueRefused(
            f'No finding has the currency "{_readable(currency)}". Write three letters such as USD, the word chips, or'
            " the word none (for hands without a currency)."
        )


def _most(minor: int) -> str:
    return amount_words(MOST, minor, " ").rstrip()


def _readable(typed: str) -> str:
    return "".join([letter if letter.isprintable() else "?" for letter in typed[:LONGEST]])
