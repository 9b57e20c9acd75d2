"""The command `auditor user`: accounts, sessions, sign-in links and tokens. A new database has no account."""

import click

from auditor.cli.exit_codes import Refused
from auditor.cli.options import password_option
from auditor.cli.user_desk import (
    desk,
    factor_line,
    factor_removed,
    lines_of,
    link_for,
    session_lines,
    sessions_ended,
    token_for,
    token_lines,
    tokens_ended,
)
from auditor.settings import command_line
from auditor.store.people import accounts, administration, sessions
from auditor.store.people.administration import Actor, venue_words
from auditor.store.people.roles import ROLES
from auditor.store.people.setting_acts import COMMAND_LINE, record
from auditor.web.access.passwords import hashed

SCOPES = ("upload", "read", "decide")
SCOPES_MEAN = (
    "upload: send files and see their results; read: see all data of the venue; decide: all this, and decide about"
    " findings."
)
AT = "http://127.0.0.1:8000/"


@click.group()
def user() -> None:
    """Manage accounts, sessions, sign-in links and tokens.

    While there is no account, everybody who uses this machine may decide about findings. When there is an account,
    everybody must sign in.
    """


@user.command()
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice(ROLES),
    default=ROLES[0],
    show_default=True,
    help="A viewer can only look. A reviewer can also upload files and decide about findings. An adjudicator can do"
    " the same. An admin can look, and manages accounts and settings.",
)
@click.option("--venue", help="The only venue whose data the person sees. Default: all venues.")
@password_option()
def add(name: str, role: str, venue: str | None, password: str) -> None:
    """Create an account. The command asks for its password."""
    kept = hashed(password, name)
    with desk() as connection:
        administration.add(connection, name, role, Actor(), kept, venue)
    click.echo(f"{name} may sign in as {role}.")


@user.command("first-admin")
@click.argument("name")
@click.option("--at", default=AT, show_default=True, help="The address of the pages.")
def first_admin(name: str, at: str) -> None:
    """Make the first admin, and print a link that signs in once, within one hour.

    The link leads to the form for the password. The command refuses if there is an admin already.
    """
    with desk() as connection:
        token = administration.invite_first_admin(connection, name)
    click.echo(f"{at.rstrip('/')}/sign-in/link/{token}")


@user.command("list")
def listed() -> None:
    """List the accounts."""
    with desk() as connection:
        lines = lines_of(connection)
    nobody = f"There is no account, so nobody has to sign in. Create one: {command_line('user add NAME')}"
    click.echo("\n".join(lines or [nobody]))


@user.command()
@click.argument("name")
@click.option(
    "--last", is_flag=True, help="Disable NAME even if it is the last account. Then nobody has to sign in any more."
)
def disable(name: str, last: bool) -> None:
    """Disable an account. Its sessions, tokens and links end."""
    with desk() as connection:
        who = accounts.person(connection, name)
        administration.disable(connection, who.id, Actor())
        if not last and not accounts.sign_in_is_set_up(connection):
            raise Refused(
                f"{who.name} is the last account. Without an account, nobody has to sign in, and everybody at this"
                f" machine may decide about findings. To disable this account anyway, add --last."
            )
    click.echo(f"{who.name} can no longer sign in.")


@user.command()
@click.argument("name")
def enable(name: str) -> None:
    """Enable a disabled account."""
    with desk() as connection:
        who = accounts.person(connection, name)
        administration.enable(connection, who.id, Actor())
    click.echo(f"{who.name} may sign in again.")


@user.command()
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
def role(name: str, role: str) -> None:
    """Give an account another role. All sessions of the account end."""
    with desk() as connection:
        who = administration.change_role(connection, accounts.person(connection, name).id, role, Actor())
    click.echo(f"{who.name} was {who.role} and is now {role}.")


@user.command()
@click.argument("name")
@click.argument("venue", required=False)
@click.option("--all", "every", is_flag=True, help="Let the account see the data of all venues.")
def venue(name: str, venue: str | None, every: bool) -> None:
    """Let an account see only the data of VENUE. All sessions of the account end."""
    if every == (venue is not None):
        raise click.UsageError("Give the name of a venue, or --all.")
    with desk() as connection:
        who = administration.change_venue(connection, accounts.person(connection, name).id, venue, Actor())
    click.echo(f"{who.name} now sees {venue_words(venue)}.")


@user.command()
@click.argument("name")
@password_option()
def password(name: str, password: str) -> None:
    """Change a password. All sessions of the account end."""
    kept = hashed(password, name)
    with desk() as connection:
        who = accounts.person(connection, name)
        accounts.set_password(connection, who.id, kept)
        ended = sessions.revoke(connection, who.id)
        record(connection, "password set", who.name, COMMAND_LINE)
    click.echo(f"{who.name} has a new password. {ended} of the account's sessions ended.")


@user.command()
@click.argument("name")
@click.option("--at", default=AT, show_default=True, help="The address of the pages.")
def link(name: str, at: str) -> None:
    """Print a link that signs in one browser. The link works only once, within one hour."""
    with desk() as connection:
        click.echo(link_for(connection, name, at))


@user.command("second-factor")
@click.argument("name")
@click.option(
    "--remove", is_flag=True, help="Remove the second factor, for a person who lost phone and recovery codes."
)
def factor(name: str, remove: bool) -> None:
    """Print whether an account has a second factor, or remove it. Removing ends all sessions of the account."""
    with desk() as connection:
        click.echo(factor_removed(connection, name) if remove else factor_line(connection, name))


@user.command()
@click.argument("name")
@click.argument("label")
@click.option("--scope", type=click.Choice(SCOPES), default=SCOPES[0], show_default=True, help=SCOPES_MEAN)
@click.option(
    "--venue",
    default="default",
    show_default=True,
    help="The venue to which the program sends files, and whose data it sees.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 365),
    default=365,
    show_default=True,
    help="The number of days after which the token ends.",
)
@click.option("--revoke", is_flag=True, help="Make no token, but end the tokens that have this label.")
def token(name: str, label: str, scope: str, venue: str, days: int, revoke: bool) -> None:
    """Make a token for a program, and print it. The token is printed only once.

    The program sends it in the header Authorization: Bearer. A token works for the API only, and allows no more than
    its account.
    """
    with desk() as connection:
        if revoke:
            click.echo(tokens_ended(connection, name, label))
        else:
            click.echo(token_for(connection, name, label, scope=scope, venue=venue, days=days))


@user.command()
@click.argument("name")
def tokens(name: str) -> None:
    """List the tokens of an account: scope, last use and expiry."""
    with desk() as connection:
        lines = token_lines(connection, name)
    click.echo("\n".join(lines))


@user.command("sessions")
@click.argument("name")
@click.option("--revoke", is_flag=True, help="End all sessions of the account.")
def list_sessions(name: str, revoke: bool) -> None:
    """List the sessions of an account: browser, address and times."""
    with desk() as connection:
        lines = [sessions_ended(connection, name)] if revoke else session_lines(connection, name)
    click.echo("\n".join(lines))
