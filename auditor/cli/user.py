"""`auditor user`: who may sign in. There is no account until somebody makes one here."""

import click

from auditor.cli.options import password_option

ROLES = ("viewer", "reviewer")
SCOPES = ("upload", "read", "decide")
SCOPES_MEAN = "upload: send files and see these; read: see all of the venue; decide: both, and decide on findings."
AT = "http://127.0.0.1:8000/"


@click.group()
def user() -> None:
    """Make accounts, and see who is signed in. With the first one everybody has to sign in."""


@user.command()
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), default=ROLES[0], show_default=True, help="A reviewer may decide.")
@password_option()
def add(name: str, role: str, password: str) -> None:
    """Make an account; asks for its password."""
    from auditor.cli.user_desk import desk
    from auditor.store.people import accounts
    from auditor.web.access.passwords import hashed

    kept = hashed(password, name)
    with desk() as connection:
        accounts.add(connection, name, role, kept)
    click.echo(f"{name} may sign in as {role}.")


@user.command("list")
def listed() -> None:
    """List the accounts."""
    from auditor.cli.user_desk import desk, lines_of

    with desk() as connection:
        lines = lines_of(connection)
    click.echo("\n".join(lines or ["There is no account, so nobody has to sign in. Make one: auditor user add NAME"]))


@user.command()
@click.argument("name")
@click.option("--last", is_flag=True, help="Also where nobody else could sign in, which ends that anybody has to.")
def disable(name: str, last: bool) -> None:
    """Shut an account, and end its sessions, its tokens and the links made for it."""
    from auditor.cli.exit_codes import Refused
    from auditor.cli.user_desk import desk
    from auditor.store.people import accounts

    with desk() as connection:
        who = accounts.person(connection, name)
        accounts.disable(connection, who.id)
        if not last and not accounts.sign_in_is_set_up(connection):
            raise Refused(
                f"{who.name} is the last account: without it nobody has to sign in, and whoever sits at this machine"
                " may decide. If that is meant, add --last."
            )
    click.echo(f"{who.name} may not sign in any more.")


@user.command()
@click.argument("name")
def enable(name: str) -> None:
    """Open an account again that was disabled."""
    from auditor.cli.user_desk import desk
    from auditor.store.people import accounts

    with desk() as connection:
        who = accounts.person(connection, name)
        accounts.enable(connection, who.id)
    click.echo(f"{who.name} may sign in again.")


@user.command()
@click.argument("name")
@password_option()
def password(name: str, password: str) -> None:
    """Set another password, and end all sessions of the account."""
    from auditor.cli.user_desk import desk
    from auditor.store.people import accounts, sessions
    from auditor.web.access.passwords import hashed

    kept = hashed(password, name)
    with desk() as connection:
        who = accounts.person(connection, name)
        accounts.set_password(connection, who.id, kept)
        ended = sessions.revoke(connection, who.id)
    click.echo(f"{who.name} has another password; {ended} of the account's sessions ended with that.")


@user.command()
@click.argument("name")
@click.option("--at", default=AT, show_default=True, help="Where the pages are served.")
def link(name: str, at: str) -> None:
    """Print a link that signs a browser in, once and within the hour."""
    from auditor.cli.user_desk import desk, link_for

    with desk() as connection:
        click.echo(link_for(connection, name, at))


@user.command()
@click.argument("name")
@click.argument("label")
@click.option("--scope", type=click.Choice(SCOPES), default=SCOPES[0], show_default=True, help=SCOPES_MEAN)
@click.option("--venue", default="default", show_default=True, help="The venue that it sends to and sees.")
@click.option("--days", type=click.IntRange(1, 365), default=365, show_default=True, help="For how long it is good.")
@click.option("--revoke", is_flag=True, help="End the tokens of this label instead.")
def token(name: str, label: str, scope: str, venue: str, days: int, revoke: bool) -> None:
    """Print a token for a program, which shows it in the header Authorization: Bearer. It is not shown again.

    A token opens the API alone, and never allows more than its account may.
    """
    from auditor.cli.user_desk import desk
    from auditor.cli.user_tokens import token_for, tokens_ended

    with desk() as connection:
        if revoke:
            click.echo(tokens_ended(connection, name, label))
        else:
            click.echo(token_for(connection, name, label, scope=scope, venue=venue, days=days))


@user.command()
@click.argument("name")
def tokens(name: str) -> None:
    """List the tokens of an account: what each is for, when it was used last and when it ends."""
    from auditor.cli.user_desk import desk
    from auditor.cli.user_tokens import token_lines

    with desk() as connection:
        lines = token_lines(connection, name)
    click.echo("\n".join(lines))


@user.command()
@click.argument("name")
@click.option("--revoke", is_flag=True, help="End them all.")
def sessions(name: str, revoke: bool) -> None:
    """List where somebody is signed in."""
    from auditor.cli.user_desk import desk, session_lines, sessions_ended

    with desk() as connection:
        lines = [sessions_ended(connection, name)] if revoke else session_lines(connection, name)
    click.echo("\n".join(lines))
