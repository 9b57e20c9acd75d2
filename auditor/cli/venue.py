"""The command `auditor venue`: the venues, the amounts from which a finding needs two reviewers, the number of days
that a venue keeps its files, and the ingest tokens of venues.
"""

from collections.abc import Sequence

import click

from auditor.cli.exit_codes import Refused
from auditor.cli.terminal_text import counted, escaped, money
from auditor.cli.user_desk import desk, minute
from auditor.settings import command_line
from auditor.store.people import ingest_tokens
from auditor.store.people.accounts import everybody
from auditor.store.people.api_tokens import LONGEST_DAYS
from auditor.store.people.ingest_tokens import IngestToken
from auditor.store.people.roles import DECIDING
from auditor.store.people.setting_acts import COMMAND_LINE
from auditor.store.postgres.database import Connection
from auditor.store.queries.second_reviews import LimitRow, limits
from auditor.store.triage import venues
from auditor.store.triage.typed_limits import as_findings_have_it, insist_on_currency, read_amount
from auditor.store.uploads import retention
from auditor.store.uploads.retention import Removal


@click.group()
def venue() -> None:
    """Add venues, and set which findings need two reviewers.

    A venue is an owner of hands, such as a card room. The hands of two venues are never mixed.
    """


@venue.command("add")
@click.argument("name")
def added(name: str) -> None:
    """Add the venue NAME. The name may have a-z, 0-9 and hyphens, and cannot be changed later.

    With a token for a venue, a program sends files to the venue and sees its findings. People see every
    venue, unless their accounts are limited to one venue. The uploads of a person go to this venue, else to "default".
    """
    with desk() as connection:
        venues.add(connection, name, COMMAND_LINE)
    click.echo(f"Added the venue {name}. A token for it: {command_line(f'venue token {name} LABEL')}")


@venue.command("list")
def listed() -> None:
    """List the venues, and the amounts from which two reviewers must agree to dismiss or accept."""
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
    currency. AMOUNT is a number such as 500 or 500.00. A finding about money or integrity that has no amount needs a
    second reviewer as well.
    """
    if off == (amount is not None):
        raise click.UsageError("Give an amount, such as 500.00, or --off.")
    unit = as_findings_have_it(currency)
    with desk() as connection:
        if amount is None:
            was = venues.ask_for_one(connection, name, unit, COMMAND_LINE)
            result = "can now" if was else "could already"
            click.echo(f"{name}, {currency}: one person {result} dismiss or accept a finding.")
        else:
            number, minor = read_amount(amount)
            insist_on_currency(connection, unit)
            venues.ask_for_two(connection, name, unit, number, minor, COMMAND_LINE)
            click.echo(after_it_was_set(connection, name, unit))


@venue.command()
@click.argument("days", type=click.IntRange(retention.SHORTEST, retention.LONGEST), required=False)
@click.option("--forever", is_flag=True, help="Keep the files of the venue for ever.")
@click.option("--venue", "name", default="default", show_default=True, help="The venue.")
@click.option("--yes", is_flag=True, help="Save at once, without asking for confirmation.")
def keep(days: int | None, forever: bool, name: str, yes: bool) -> None:
    """Set how many DAYS a venue keeps its files and their hands.

    The command first prints exactly what is older. A worker removes it after you agree. Nobody can restore it.
    """
    if forever == (days is not None):
        raise click.UsageError("Give a number of days, such as 400, or --forever.")
    with desk() as connection:
        removal = retention.would_remove(connection, name, days)
        click.echo(removal_words(removal))
        if not yes:
            click.confirm("Save this?", abort=True)
        retention.set_days(connection, name, days, COMMAND_LINE)
    click.echo(f"{name} keeps its files {retention.days_words(days)}.")


@venue.command()
@click.argument("name")
@click.argument("label")
@click.option(
    "--days",
    type=click.IntRange(1, LONGEST_DAYS),
    default=LONGEST_DAYS,
    show_default=True,
    help="The number of days after which the token ends.",
)
@click.option("--revoke", is_flag=True, help="Make no token, but end the token that has this label.")
def token(name: str, label: str, days: int, revoke: bool) -> None:
    """Make an ingest token for the venue NAME, and print it. The token is printed only once.

    LABEL names the program that will use the token. The program sends files to the venue, and sees only the results of
    these files. The token belongs to the venue, not to an account.
    """
    with desk() as connection:
        if not revoke:
            click.echo(ingest_tokens.make(connection, name, label, days, COMMAND_LINE))
            return
        of_venue = [row for row in ingest_tokens.every(connection, name) if not row.account]
        found = next((row for row in of_venue if row.label == label), None)
        if found is None:
            has = ", ".join([escaped(row.label) for row in of_venue]) or "none"
            raise Refused(f"{name} has no token with this label. The labels of its tokens: {has}.")
        ingest_tokens.end(connection, found.id, COMMAND_LINE)
    click.echo("The token is ended. No program can use it any more.")


@venue.command()
@click.argument("name", required=False)
def tokens(name: str | None) -> None:
    """List the ingest tokens of all venues, or of the venue NAME: last use and expiry."""
    with desk() as connection:
        if name is not None:
            venues.number_of(connection, name)  # refuses a name that is no venue
        rows = ingest_tokens.every(connection, name)
    click.echo("\n".join([_token_line(row) for row in rows] or ["There is no valid ingest token."]))


def _token_line(row: IngestToken) -> str:
    used = f"used last {minute(row.used_at)}" if row.used_at else "never used"
    owner = f"of the account {row.account}" if row.account else f"made by {row.made_by}"
    return f"{row.venue}: {escaped(row.label)}, {owner}, {used}, ends {minute(row.expires_at)}"


def removal_words(removal: Removal) -> str:
    """Returns a sentence with the exact numbers of uploads, hands and findings that are older than a new retention
    period (the time for which a venue keeps its files). A worker will remove them.
    """
    counts = [counted(removal.uploads, "upload"), counted(removal.hands, "hand"), counted(removal.findings, "finding")]
    return f"A worker will remove {counts[0]}, {counts[1]} and {counts[2]}, because they are older than this period."


def every_amount(rows: Sequence[LimitRow], names: Sequence[str]) -> str:
    """Returns a line for each amount from which a dismissal or an acceptance needs a second reviewer. If there are
    several venues, a venue without such an amount gets a line too. If there is only one venue and it has no such
    amount, the result is a sentence that says how to set an amount.
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
    reviewers = [who for who in everybody(connection) if who.role in DECIDING and who.disabled_at is None]
    if len(reviewers) > 1:
        return rule
    have = "there is no reviewer" if not reviewers else f"{reviewers[0].name} is the only reviewer"
    add = command_line("user add NAME --role reviewer")
    return f"{rule}\nSo you need two reviewers with accounts, but {have}. Add one: {add}"


def _amount(row: LimitRow) -> str:
    return f"{money(row.amount, row.minor)} {row.currency or 'without a currency'}"
