"""The command `auditor db`: schema, roles and state of the database."""

import click

from auditor.cli.exit_codes import UNAVAILABLE, Refused
from auditor.settings import Settings, command_line, load
from auditor.store.postgres import embedded
from auditor.store.postgres.database import address, owner_address, risks_of
from auditor.store.postgres.migration import Upgraded, is_current
from auditor.store.postgres.migration import upgrade as migrate
from auditor.store.postgres.new_role import new_role
from auditor.store.postgres.system_account import folder_of_new_home


@click.group()
def db() -> None:
    """Upgrade, check and stop the database."""


@db.command()
def upgrade() -> None:
    """Upgrade the tables to this version, and grant the application its rights.

    The command works as the role in DATABASE_OWNER_URL, and grants the rights to the role in DATABASE_URL. Without
    these variables, it starts the embedded database and upgrades it.
    """
    settings = load()
    risks_of(address(settings))  # called only to raise `NoDatabase` if the server does not answer
    risks_of(owner_address(settings), "DATABASE_OWNER_URL")
    done = migrate(owner_address(settings), address(settings))
    click.echo("\n".join(upgraded_lines(settings, done)))


@db.command()
def roles() -> None:
    """Print the SQL that creates a database role for the application. The role owns no tables. The command does
    not run the SQL.
    """
    click.echo("\n".join(role_lines(load())))


@db.command()
def status() -> None:
    """Print the address and state of the database. The command does not start the database."""
    settings = load()
    lines = embedded_lines(settings) if settings.database_url is None else external_lines(settings)
    click.echo("\n".join(lines))


@db.command()
def stop() -> None:
    """Stop the embedded database."""
    settings = load()
    if settings.database_url is not None:
        raise Refused("DATABASE_URL names a database that was not started here. Stop it on its own machine.")
    click.echo(
        "The embedded database is stopped." if embedded.stop(settings) else "The embedded database was not running."
    )


def embedded_lines(settings: Settings) -> list[str]:
    """Returns lines of text about the embedded database: its folder, and whether its server is running."""
    status = embedded.status(settings)
    if status.home is None:
        return [
            f"The embedded database does not exist yet. Its folder will be below {folder_of_new_home(settings.data)}."
        ]
    lines = [f"The embedded database is PostgreSQL {status.version} in {status.home}."]
    if status.pid is None:
        return [*lines, "This database is not running. Each command that needs this database starts it."]
    return [*lines, f"This database is running as process {status.pid}.", _schema(settings)]


def external_lines(settings: Settings) -> list[str]:
    """Returns lines of text about the database in DATABASE_URL. They state its address, whether it has the schema of
    this version, and its risks. A risk is a dangerous setting of the server, or a right that the role should not have.
    Raises `NoDatabase` if the database does not answer.
    """
    url = address(settings)
    risks = risks_of(url)
    printable = url.set(drivername="postgresql").render_as_string(hide_password=True)
    states = {True: "accepted", False: "not accepted, so the service does not start"}
    return [
        f"DATABASE_URL names the database {printable}. The database answers.",
        _schema(settings),
        *[f"Risk {risk.name} ({states[risk.name in settings.allowed_risks]}): {risk}" for risk in risks],
    ]


def upgraded_lines(settings: Settings, done: Upgraded) -> list[str]:
    """Returns lines of text about a finished upgrade. The first line says whether the schema changed. If the
    application's role is a superuser or owns tables, the next lines name these risks. Otherwise, the second line says
    that the role has exactly the rights that it needs.

    Raises `Refused` if permissions are missing that only the owner of the database can grant. The message has the SQL
    statements for the owner.
    """
    was = "now has" if done.changed else "already had"
    was = f"The database {was} the schema of this version."
    if done.for_others:
        todo = "\n".join(done.for_others)
        raise Refused(
            f"{was} Only the owner of the database can grant its rights. Ask the owner to run:\n{todo}", UNAVAILABLE
        )
    risks = [risk for risk in risks_of(address(settings)) if risk.name in ("superuser", "owner")]
    if risks:
        return [was, *map(str, risks)]
    return [was, f"The role {address(settings).username} has exactly the rights that the application needs."]


def role_lines(settings: Settings) -> list[str]:
    """Returns lines of SQL that create a database role with few rights for the application. SQL comments list the
    environment variables to change afterwards. If no such role is needed, returns one comment that says so.
    """
    if settings.database_url is None:
        return ["-- The embedded database has its roles already. Nothing to do."]
    url = address(settings)
    if not {"superuser", "owner"} & {risk.name for risk in risks_of(url)}:
        return ["-- Nothing to do: the role in DATABASE_URL is not a superuser and owns none of our tables."]
    made = new_role(owner_address(settings))
    return [
        "-- 1. Run this as a superuser of the server:",
        made.statement,
        "-- 2. Set both addresses below. In the first address, use the password that DATABASE_URL has now.",
        f"--    Then run: {command_line('db upgrade')}",
        f"--    DATABASE_OWNER_URL={made.database_owner_url}",
        f"--    DATABASE_URL={made.database_url}",
        f"-- 3. Start the service with DATABASE_URL alone. Only {command_line('db upgrade')} needs DATABASE_OWNER_URL.",
    ]


def _schema(settings: Settings) -> str:
    if is_current(address(settings)):
        return "The database has the schema of this version."
    return f"The database has the schema of another version. To upgrade the database, run: {command_line('db upgrade')}"
