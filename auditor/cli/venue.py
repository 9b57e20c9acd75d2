"""The command `auditor venue`: the venues, and from which amount two reviewers must dismiss or accept a finding."""

import re
from collections.abc import Sequence
from typing import Final

import click

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import escaped, money
from auditor.cli.user_desk import desk, minute
from auditor.settings import command_line
from auditor.store.people.accounts import everybody
from auditor.store.postgres.database import Connection
from auditor.store.postgres.pg_values import MOST
from auditor.store.queries.second_reviews import LimitRow, limits
from auditor.store.triage import venues


@click.group()
def venue() -> None:
    """Add venues, and set which findings two reviewers must decide.

    A venue is an owner of hands, such as a card room. The hands of two venues are never mixed.
    """


@venue.command("add")
@click.argument("name")
def added(name: str) -> None:
    """Add the venue NAME. The name may have a-z, 0-9 and hyphens, and cannot be changed later.

    With a token for a venue, a program sends files to the venue and sees its findings. People see every venue; their
    uploads go to the venue "default".
    """
    with desk() as connection:
        venues.add(connection, name)
    click.echo(f"Added the venue {name}. A token for it: {command_line(f'user token ACCOUNT LABEL --venue {name}')}")


@venue.command("list")
def listed() -> None:
    """List the venues, and which findings two reviewers must dismiss or accept."""
    with desk() as connection:
        click.echo(every_amount(limits(connection), venues.names(connection)))


@venue.command()
@click.argument("currency")
@click.argument("amount", required=False)
@click.option("--off", is_flag=True, help="From now on, one person can dismiss or accept any finding in this currency.")
@click.option("--venue", "name", default="default", show_default=True, help="The venue.")
def second(currency: str, amount: str | None, off: bool, name: str) -> None:
    """Require a second reviewer to dismiss or accept findings of at least AMOUNT.

    CURRENCY is the currency of the findings: USD, EUR, or chips for tournaments; "none" is for hands without a
    currency. AMOUNT is a number such as 500 or 500.00.
    """
    if off == (amount is not None):
        raise click.UsageError("Give an amount, such as 500.00, or --off.")
    unit = as_findings_have_it(currency)
    with desk() as connection:
        if amount is None:
            was = venues.ask_for_one(connection, name, unit)
            result = "can now" if was else "could already"
            click.echo(f"{name}, {currency}: one person {result} dismiss or accept a finding.")
        else:
            number, minor = read_amount(amount)
            insist_on_currency(connection, unit)
            venues.ask_for_two(connection, name, unit, number, minor)
            click.echo(after_it_was_set(connection, name, unit))


_AMOUNT: Final = re.compile(r"([0-9]{1,15})(?:[.]([0-9]{1,4}))?")
_LONGEST: Final = 64


def read_amount(typed: str) -> tuple[int, int]:
    """Converts a typed amount to an integer in the smallest unit and its number of decimals: `500.00` gives 50000 and
    2. Raises `Refused` if the text is not an amount.
    """
    found = _AMOUNT.fullmatch(typed)
    if found is None:
        raise Refused(f'"{escaped(typed[:_LONGEST])}" is no amount. Write digits, such as 500 or 500.00.')
    whole, part = found.groups(default="")
    number = int(whole + part)
    if number > MOST:
        raise Refused(f'"{typed}" is too large. The largest amount is {money(MOST, len(part))}.')
    return number, len(part)


def as_findings_have_it(currency: str) -> str:
    """Converts a typed currency to the form that findings use: `usd` becomes `USD`, and `none` becomes an empty text.
    Raises `Refused` if the text cannot be a currency.
    """
    if not currency.isprintable() or not 0 < len(currency) <= _LONGEST:
        raise Refused(f'"{escaped(currency[:_LONGEST])}" is no currency. Examples: USD, EUR, chips, none.')
    if currency.lower() in ("none", "chips"):
        return currency.lower().replace("none", "")
    return currency.upper() if len(currency) == 3 else currency


def insist_on_currency(connection: Connection, currency: str) -> None:
    """Raises `Refused` if the currency is probably a typing error: it is not `chips`, not empty and not three letters,
    and no stored finding has it.
    """
    is_usual = currency in ("", "chips") or (len(currency) == 3 and currency.isascii() and currency.isalpha())
    if not is_usual and not venues.is_found(connection, currency):
        raise Refused(
            f'No finding has the currency "{escaped(currency)}". Write three letters such as USD, or chips, or none.'
        )


def every_amount(rows: Sequence[LimitRow], names: Sequence[str]) -> str:
    """Returns a line for each amount from which a dismissal or an acceptance needs a second reviewer. If there are
    several venues, a venue without such an amount gets a line too.
    """
    lines = [
        f"{row.venue}: since {minute(row.since)}, a dismissal or acceptance of {_amount(row)} or more needs two people"
        for row in rows
    ]
    if len(names) > 1:
        with_amount = {row.venue for row in rows}
        lines += [f"{name}: one person dismisses or accepts any finding" for name in names if name not in with_amount]
    none = (
        "No amount is set: one person dismisses or accepts any finding. Set one: "
        f"{command_line('venue second USD 500')}"
    )
    return "\n".join(lines) or none


def after_it_was_set(connection: Connection, venue: str, currency: str) -> str:
    """Returns a sentence for the user: the amount from which two reviewers must now agree at this venue. If there are
    fewer than two reviewers, a second sentence explains how to add an account.
    """
    row = next(row for row in limits(connection) if (row.venue, row.currency) == (venue, currency))
    rule = f"{venue}: to dismiss or accept a finding of {_amount(row)} or more, two reviewers must now agree."
    reviewers = [who for who in everybody(connection) if who.role == "reviewer" and who.disabled_at is None]
    if len(reviewers) > 1:
        return rule
    have = "there is no reviewer" if not reviewers else f"{reviewers[0].name} is the only reviewer"
    return f"{rule}\nThis needs two reviewers who sign in, and {have}: {command_line('user add NAME --role reviewer')}"


def _amount(row: LimitRow) -> str:
    return f"{money(row.amount, row.minor)} {row.currency or 'without a currency'}"
