"""What `auditor venue` reads and says: amounts and currencies as a person types them."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import money, shown
from auditor.cli.user_desk import minute
from auditor.store.people.accounts import everybody
from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.queries.second_reviews import LimitRow, limits
from auditor.store.triage import venues

_AMOUNT: Final = re.compile(r"([0-9]{1,15})(?:[.]([0-9]{1,4}))?")
_LONGEST: Final = 64


def read_amount(typed: str) -> tuple[int, int]:
    """An amount in the smallest unit, and how many decimals that is: `500.00` is 50000 with 2. Raises `Refused`."""
    found = _AMOUNT.fullmatch(typed)
    if found is None:
        raise Refused(f'"{shown(typed[:_LONGEST])}" is no amount; write plain digits, such as 500 or 500.00.')
    whole, part = found.groups(default="")
    number = int(whole + part)
    if number > MOST:
        raise Refused(f'"{typed}" is more than is kept; the most is {money(MOST, len(part))}.')
    return number, len(part)


def as_findings_have_it(currency: str) -> str:
    """`USD` however it is typed; empty for `none`. Raises `Refused`."""
    if not currency.isprintable() or not 0 < len(currency) <= _LONGEST:
        raise Refused(f'"{shown(currency[:_LONGEST])}" is no currency; findings have such as USD, EUR, chips or none.')
    if currency.lower() in ("none", "chips"):
        return currency.lower().replace("none", "")
    return currency.upper() if len(currency) == 3 else currency


def insist_on_currency(connection: Connection, currency: str) -> None:
    """Raises `Refused` where this is no usual name of a currency, and no finding has it either."""
    is_usual = currency in ("", "chips") or (len(currency) == 3 and currency.isascii() and currency.isalpha())
    if not is_usual and not venues.is_found(connection, currency):
        raise Refused(
            f'No finding has the currency "{shown(currency)}". Write three letters such as USD, or chips, or none.'
        )


def every_amount(rows: Sequence[LimitRow], names: Sequence[str]) -> str:
    """A line for every amount, and where there are several venues one for each without."""
    lines = [
        f"{row.venue}: from {_amount(row)} on it takes two people to dismiss a finding, since {minute(row.since)}"
        for row in rows
    ]
    if len(names) > 1:
        set_by = {row.venue for row in rows}
        lines += [f"{name}: one person dismisses any finding" for name in names if name not in set_by]
    return (
        "\n".join(lines) or "No amount is set: one person dismisses any finding. Set one: auditor venue second USD 500"
    )


def after_it_was_set(connection: Connection, venue: str, currency: str) -> str:
    """What holds from now on, and what is missing for it."""
    row = next(row for row in limits(connection) if (row.venue, row.currency) == (venue, currency))
    said = (
        f"{venue}: whoever dismisses a finding of {_amount(row)} or more puts that forward, and another agrees or not."
    )
    reviewers = [who for who in everybody(connection) if who.role == "reviewer" and who.disabled_at is None]
    if len(reviewers) > 1:
        return said
    have = "there is no reviewer" if not reviewers else f"{reviewers[0].name} is the only reviewer"
    return f"{said}\nThat takes two people who sign in, and {have}: auditor user add NAME --role reviewer"


def _amount(row: LimitRow) -> str:
    return f"{money(row.amount, row.minor)} {row.currency or 'of no currency'}"
