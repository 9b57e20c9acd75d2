"""The command `auditor db`: schema, roles and state of the database."""

import click

from auditor.cli.exit_codes import UNAVAILABLE, Refused
from auditor.settings import Settings, load
from auditor.store.postgres import embedded
from auditor.store.postgres.database import address, owner_address, risks_of
from auditor.store.postgres.migration import Upgraded, is_current
from auditor.store.postgres.migration import upgrade as migrate
from auditor.store.postgres.new_role import new_role
from auditor.store.postgres.system_account import folder_of_new_home


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
def upgrade() -> None:
    """Upgrade the schema to this version and grant the application's rights.

    The command works as the role of DATABASE_OWNER_URL, and grants the rights to the role of DATABASE_URL. It starts
    the embedded database.
    """
    settings = load()
    risks_of(address(settings))  # raises `NoDatabase` if the server does not answer
    risks_of(owner_address(settings), "DATABASE_OWNER_URL")
    done = migrate(owner_address(settings), address(settings))
    click.echo("\n".join(upgraded_lines(settings, done)))


@db.command()
def roles() -> None:
    """Print the SQL that creates a role for the application, which owns nothing. The SQL is not run."""
    click.echo("\n".join(role_lines(load())))


@db.command()
def status() -> None:
    """Print the address and state of the database. Starts nothing."""
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
    """Returns lines about the embedded database: its place, and whether it is running."""
    status = embedded.status(settings)
    if status.home is None:
        return [
            f"The embedded database does not exist yet. Its place will be below {folder_of_new_home(settings.data)}."
        ]
    lines = [f"The embedded database is PostgreSQL {status.version} in {status.home}."]
    if status.pid is None:
        return [*lines, "It is not running. Commands that need it start it."]
    return [*lines, f"It is running as process {status.pid}.", _schema(settings)]


def external_lines(settings: Settings) -> list[str]:
    """Returns lines about the database that the environment names. Raises `NoDatabase` if it does not answer."""
    url = address(settings)
    risks = risks_of(url)
    printable = url.set(drivername="postgresql").render_as_string(hide_password=True)
    states = {True: "accepted", False: "not accepted: the service does not start"}
    return [
        f"The database is {printable}, from DATABASE_URL. It answers.",
        _schema(settings),
        *[f"Risk {risk.name} ({states[risk.name in settings.allowed_risks]}): {risk}" for risk in risks],
    ]


def upgraded_lines(settings: Settings, done: Upgraded) -> list[str]:
    """Returns lines about the changes of an upgrade. Raises `Refused` if the owner of the database must grant rights
    first.
    """
    was = "The schema is now that of this version." if done.changed else "The schema was that of this version already."
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
    """Returns the SQL that creates a role for the application. Its comments list the settings to change."""
    if settings.database_url is None:
        return ["-- The embedded database has its roles already. Nothing to do."]
    url = address(settings)
    if not {"superuser", "owner"} & {risk.name for risk in risks_of(url)}:
        return ["-- The role in DATABASE_URL owns no table of ours and is no superuser. Nothing to do."]
    made = new_role(owner_address(settings))
    return [
        "-- 1. Run this as a superuser of the server:",
        made.statement,
        "-- 2. Set both addresses, the first with the present password of DATABASE_URL, and run: auditor db upgrade",
        f"--    DATABASE_OWNER_URL={made.database_owner_url}",
        f"--    DATABASE_URL={made.database_url}",
        "-- 3. Start the service with DATABASE_URL alone. Only auditor db upgrade needs the other.",
    ]


def _schema(settings: Settings) -> str:
    if is_current(address(settings)):
        return "Its schema is that of this version."
    return "Its schema is of another version. Upgrade it: auditor db upgrade"
