"""`auditor db`: the database itself."""

import click


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
def upgrade() -> None:
    """Bring the schema to this version; starts the embedded database."""
    from auditor.settings import load
    from auditor.store.database import Purpose, address, open_database
    from auditor.store.migrating import upgrade as migrate

    settings = load()
    open_database(settings, Purpose.WORKER).close()  # says in a sentence why it does not answer
    changed = migrate(address(settings))
    click.echo("The schema is now that of this version." if changed else "The schema was that of this version already.")


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
    from auditor.cli.ending import Refused
    from auditor.settings import load
    from auditor.store import embedded

    settings = load()
    if settings.database_url is not None:
        raise Refused("DATABASE_URL names a database that was not started from here; stop it where it was started.")
    click.echo(
        "The embedded database is stopped." if embedded.stop(settings) else "The embedded database was not running."
    )
