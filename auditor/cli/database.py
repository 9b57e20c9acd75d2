"""`auditor db`: the database itself."""

import click


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
def upgrade() -> None:
    """Bring the schema to this version, and give the application's role its rights; starts the embedded database.

    It works as the role of DATABASE_OWNER_URL; the role of DATABASE_URL is given what the application needs.
    """
    from auditor.cli.database_words import upgraded_lines
    from auditor.settings import load
    from auditor.store.postgres.database import address, owner_address, risks_of
    from auditor.store.postgres.migration import upgrade as migrate

    settings = load()
    risks_of(address(settings))  # says in a sentence why it does not answer
    risks_of(owner_address(settings), "DATABASE_OWNER_URL")
    done = migrate(owner_address(settings), address(settings))
    click.echo("\n".join(upgraded_lines(settings, done)))


@db.command()
def roles() -> None:
    """Print the SQL that gives the application a role of its own, which owns nothing. Nothing is run."""
    from auditor.cli.database_words import role_lines
    from auditor.settings import load

    click.echo("\n".join(role_lines(load())))


@db.command()
def status() -> None:
    """Say which database is used and how it is; starts nothing."""
    from auditor.cli.database_words import embedded_lines, external_lines
    from auditor.settings import load

    settings = load()
    lines = embedded_lines(settings) if settings.database_url is None else external_lines(settings)
    click.echo("\n".join(lines))


@db.command()
def stop() -> None:
    """Stop the embedded database."""
    from auditor.cli.exit_codes import Refused
    from auditor.settings import load
    from auditor.store.postgres import embedded

    settings = load()
    if settings.database_url is not None:
        raise Refused("DATABASE_URL names a database that was not started from here; stop it where it was started.")
    click.echo(
        "The embedded database is stopped." if embedded.stop(settings) else "The embedded database was not running."
    )
