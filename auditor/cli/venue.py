"""`auditor venue`: the venues, and what each asks of its reviewers."""

import click


@click.group()
def venue() -> None:
    """Add a venue, and say from which amount on it takes two people to dismiss a finding there."""


@venue.command("add")
@click.argument("name")
def added(name: str) -> None:
    """Add a venue NAME, of a-z, 0-9 and the hyphen. Its name stays as it is.

    Programs send files to it and see its findings, each with a token for it. People see every venue; what they upload
    goes to the venue "default".
    """
    from auditor.cli.user_desk import desk
    from auditor.store.triage import venues

    with desk() as connection:
        venues.add(connection, name)
    click.echo(f"Added the venue {name}. A token for it: auditor user token ACCOUNT LABEL --venue {name}")


@venue.command("list")
def listed() -> None:
    """List the venues with the amounts that are set, and since when."""
    from auditor.cli.user_desk import desk
    from auditor.cli.venue_words import every_amount
    from auditor.store.queries.second_reviews import limits
    from auditor.store.triage import venues

    with desk() as connection:
        click.echo(every_amount(limits(connection), venues.names(connection)))


@venue.command()
@click.argument("currency")
@click.argument("amount", required=False)
@click.option("--off", is_flag=True, help="From now on nobody needs a second person in this currency.")
@click.option("--venue", "name", default="default", show_default=True, help="Whose findings these are.")
def second(currency: str, amount: str | None, off: bool, name: str) -> None:
    """Ask for a second person where a finding of at least AMOUNT is dismissed.

    CURRENCY is as findings have it: USD, EUR, or chips where a tournament is played for them; "none" stands for hands
    that name none. AMOUNT has its decimals behind a point, such as 500 or 500.00.
    """
    from auditor.cli.user_desk import desk
    from auditor.cli.venue_words import after_it_was_set, as_findings_have_it, insist_on_currency, read_amount
    from auditor.store.triage import venues

    if off == (amount is not None):
        raise click.UsageError("give an amount, such as 500.00, or --off.")
    unit = as_findings_have_it(currency)
    with desk() as connection:
        if amount is None:
            was = venues.ask_for_one(connection, name, unit)
            said = "one person dismisses a finding" if was else "it took no second person before either"
            click.echo(f"{name}, {currency}: {said}.")
        else:
            number, minor = read_amount(amount)
            insist_on_currency(connection, unit)
            venues.ask_for_two(connection, name, unit, number, minor)
            click.echo(after_it_was_set(connection, name, unit))
