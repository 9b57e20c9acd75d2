"""The command `auditor case ledger`: shows the owed chips of a case, and records payments, waivers and reversals."""

import json

import click

from auditor.cli.case_acting import (
    Acting,
    acting,
    acting_options,
    case_argument,
    case_to_read,
    changes_named,
    in_words,
    print_case,
    typed_amount,
)
from auditor.cli.case_text import case_document, ledger_lines
from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import escaped
from auditor.cli.user_desk import desk
from auditor.disputes.acts import Act
from auditor.disputes.ledger import Movement
from auditor.store.disputes import remedies

_FROM = click.option("--from", "giver", metavar="PARTY", required=True, help="The party who owes: house, seat 3.")
_TO = click.option("--to", "taker", metavar="PARTY", required=True, help="The party who is owed: house, seat 3.")
_AMOUNT = click.option("--amount", "typed", required=True, help="The amount, such as 5 or 5.00.")


@click.group()
def ledger() -> None:
    """Show the owed chips of a case, and record payments. The auditor never makes a payment."""


@ledger.command("show")
@case_argument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each ruling.")
def displayed(number: int, *, as_json: bool) -> None:
    """Show the ledgers of the case NUMBER: each posting, and the amounts that are still open."""
    with desk() as connection:
        found = case_to_read(connection, number)
    for row, ruling in zip(found.ledgers, found.rulings, strict=True):
        if as_json:
            click.echo(json.dumps(case_document(row), ensure_ascii=True))
        else:
            click.echo("\n".join(ledger_lines(row, ruling.ruling)))
    if not found.ledgers and not as_json:
        click.echo(f"Case {number} has no ruling yet, so it has no ledger.")


@ledger.command()
@acting_options
@_FROM
@_TO
@_AMOUNT
@click.option("--reference", required=True, help="The reference of the payment, such as the number of a receipt.")
def pay(
    number: int, name: str, last_act: int | None, giver: str, taker: str, typed: str, reference: str, *, as_json: bool
) -> None:
    """Record a payment between two parties of the case NUMBER. The payment itself was made elsewhere."""
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        with changes_named(connection, who):
            movement = _movement(who, giver, taker, typed)
            after = remedies.pay(connection, who.wish(Act.PAY), movement, reference)
    print_case(who, after, f"Recorded the payment of {_words(who, movement)}.", as_json=as_json)


@ledger.command()
@acting_options
@_FROM
@_TO
@_AMOUNT
@click.option("--reason", required=True, help="Who waives the amount, and why.")
def waive(
    number: int, name: str, last_act: int | None, giver: str, taker: str, typed: str, reason: str, *, as_json: bool
) -> None:
    """Record that a party of the case NUMBER does not want an amount that another party owes."""
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        with changes_named(connection, who):
            movement = _movement(who, giver, taker, typed)
            after = remedies.waive(connection, who.wish(Act.WAIVE, comment=reason), movement)
    print_case(who, after, f"Recorded the waiver of {_words(who, movement)}.", as_json=as_json)


@ledger.command()
@acting_options
@click.argument("posting", type=click.IntRange(1, 2**31 - 1))
@click.option("--reason", required=True, help="Why the posting was wrong.")
def reverse(number: int, name: str, last_act: int | None, posting: int, reason: str, *, as_json: bool) -> None:
    """Take the payment or waiver POSTING of the case NUMBER back. "case ledger show" prints the numbers."""
    with desk() as connection:
        who = acting(connection, number, name, last_act)
        with changes_named(connection, who):
            after = remedies.reverse(connection, who.wish(Act.REVERSE, comment=reason), posting)
    print_case(who, after, f"Reversed posting {posting}.", as_json=as_json)


def _movement(who: Acting, giver: str, taker: str, typed: str) -> Movement:
    """Returns the payment or waiver that was typed. Raises `Refused` if the amount is more than the open amount."""
    unit = who.unit
    amount = typed_amount(typed, unit[1])
    open_amounts = who.found.ledgers[-1].open_amounts if who.found.ledgers else {}
    owes, is_owed = max(-open_amounts.get(giver, 0), 0), max(open_amounts.get(taker, 0), 0)
    if who.found.ledgers and amount > owes:
        raise Refused(f"{escaped(giver)} owes {in_words(owes, unit)}, so {in_words(amount, unit)} is too much.")
    if who.found.ledgers and amount > is_owed:
        raise Refused(f"{escaped(taker)} is owed {in_words(is_owed, unit)}, so {in_words(amount, unit)} is too much.")
    return Movement(giver, taker, amount)


def _words(who: Acting, movement: Movement) -> str:
    return f"{in_words(movement.amount, who.unit)} from {escaped(movement.giver)} to {escaped(movement.taker)}"
