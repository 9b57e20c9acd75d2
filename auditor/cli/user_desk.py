"""The functions behind `auditor user`. They return lines of text about accounts, sessions and tokens, and make sign-in
links and tokens. A link or token is printed only once.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from auditor.cli.exit_codes import Refused
from auditor.cli.open_database import ready_workplace
from auditor.cli.terminal_text import counted, escaped
from auditor.lookalike.words import notes_on_list
from auditor.settings import command_line, load
from auditor.store.people import second_factor
from auditor.store.people.accounts import Person, everybody, person
from auditor.store.people.api_tokens import Scope, TokenRow, Wanted, make_token, revoke_tokens, tokens_of
from auditor.store.people.roles import DECIDING
from auditor.store.people.sessions import revoke, sessions_of
from auditor.store.people.setting_acts import COMMAND_LINE, record
from auditor.store.people.sign_in_links import make_link
from auditor.store.postgres.database import Connection, Purpose
from auditor.store.triage.venues import number_of


@contextmanager
def desk() -> Iterator[Connection]:
    """Opens the database that the settings name, and yields a connection in a transaction. Raises `NoDatabase` or
    `Refused` if the database cannot be used, as `ready_workplace` explains.
    """
    place = ready_workplace(load(), Purpose.WEB)
    try:
        with place.database.begin() as connection:
            yield connection
    finally:
        place.close()


def lines_of(connection: Connection) -> list[str]:
    """Returns a line for every account: its name, role and tokens' labels, but no secrets. The last lines are notes
    about account names that look alike.
    """
    people = everybody(connection)
    lines = [_line(each, [row.label for row in tokens_of(connection, each.id)]) for each in people]
    return lines + [f"note: {note}" for note in notes_on_list([each.name for each in people], escaped)]


def link_for(connection: Connection, name: str, at: str) -> str:
    """Returns a link that signs in the person with this account name. The link works once. The history of accounts
    records that a link was made. `at` is the address of the server. Raises `NoSuchPerson` if there is no such account,
    and `Refused` if the account is disabled.
    """
    who = enabled(connection, name)
    record(connection, "new link", who.name, COMMAND_LINE)
    return f"{at.rstrip('/')}/sign-in/link/{make_link(connection, who.id)}"


def session_lines(connection: Connection, name: str) -> list[str]:
    """Returns a line for every browser that is signed in to the account. If there is no such browser, returns one line
    that says so. Raises `NoSuchPerson` if there is no account of this name.
    """
    rows = sessions_of(connection, person(connection, name).id, load().idle)
    if not rows:
        return ["No browser is signed in."]
    return [
        f"since {minute(row.made_at)}, seen {minute(row.last_seen_at)}, from {row.address}: {escaped(row.browser)}"
        for row in rows
    ]


def sessions_ended(connection: Connection, name: str) -> str:
    """Ends all sessions of an account. Returns a sentence with the number of these sessions. Raises `NoSuchPerson` if
    there is no account of this name.
    """
    return f"{counted(revoke(connection, person(connection, name).id), 'session')} ended."


def factor_line(connection: Connection, name: str) -> str:
    """Returns a sentence that says whether an account has a second factor. Raises `NoSuchPerson` if there is no account
    of this name.
    """
    who = person(connection, name)
    found = second_factor.factor_of(connection, who.id)
    if found is None or found.confirmed_at is None:
        return f"{who.name} has no second factor."
    return f"{who.name} has a second factor since {minute(found.confirmed_at)}, and {found.codes_left} recovery codes."


def factor_removed(connection: Connection, name: str) -> str:
    """Removes the second factor of an account, and ends its sessions. Returns a sentence for the user. Raises
    `NoSuchPerson` if there is no account of this name, and `Refused` if it has no second factor.
    """
    who = person(connection, name)
    if not second_factor.remove(connection, who.id):
        raise Refused(f"{who.name} has no second factor.")
    revoke(connection, who.id)
    record(connection, "second factor removed", who.name, COMMAND_LINE)
    return f"The second factor of {who.name} is removed. The next sign-in needs only the password or a link."


def enabled(connection: Connection, name: str) -> Person:
    """Returns the account of this name if it is enabled. Raises `Refused` if the account is disabled, and
    `NoSuchPerson` if there is no account of this name.
    """
    who = person(connection, name)
    if who.disabled_at is not None:
        raise Refused(f"The account {who.name} is disabled. Enable it first: auditor user enable {who.name}")
    return who


def _line(who: Person, labels: Sequence[str]) -> str:
    notes = [who.role if who.venue is None else f"{who.role} of {who.venue}"]
    if who.disabled_at is not None:
        notes.append(f"disabled since {minute(who.disabled_at)}")
    if not who.has_password:
        notes.append("no password, only links")
    if labels:
        notes.append(f"tokens: {', '.join(map(escaped, labels))}")
    return f"{who.name}: {', '.join(notes)}"


def minute(when: dt.datetime) -> str:
    """Returns a time as text in UTC, without seconds: `2026-11-21 18:05 UTC`."""
    return f"{when.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"


LONGEST_LABEL = 64


def token_for(connection: Connection, name: str, label: str, *, scope: str, venue: str, days: int) -> str:
    """Makes an API token for a program and returns it. `label` names the program, and `days` is how long the token is
    valid. Raises `NoSuchPerson` if there is no such account, and `VenueRefused` if there is no such venue. Raises
    `Refused` if the account may not have this token, or if the label is wrong or already used.
    """
    who = enabled(connection, name)
    if not label or not label.isprintable() or len(label) > LONGEST_LABEL:
        raise Refused(
            f"Write a label that names the program that will use the token: 1 to {LONGEST_LABEL} visible letters."
        )
    if any(each.label == label for each in tokens_of(connection, who.id)):
        raise Refused(f'{who.name} already has a token "{label}". End it with --revoke, or choose another label.')
    if who.role not in DECIDING and scope != Scope.READ:
        raise Refused(f"{who.name} has the role {who.role}, so its tokens can only read. Add --scope read")
    if who.venue not in (None, venue):
        raise Refused(f"{who.name} sees only the venue {who.venue}. Add --venue {who.venue}")
    return make_token(connection, who.id, Wanted(label, Scope(scope), number_of(connection, venue), days))


def tokens_ended(connection: Connection, name: str, label: str) -> str:
    """Ends the token with this label, so that no program can use it. Returns a sentence for the user. Raises
    `NoSuchPerson` if there is no account of this name, and `Refused` if the account has no such token.
    """
    who = person(connection, name)
    if not revoke_tokens(connection, who.id, label=label):
        has = ", ".join([escaped(each.label) for each in tokens_of(connection, who.id)]) or "none"
        raise Refused(f"{who.name} has no token with this label. The labels of the account's tokens: {has}.")
    return "The token is ended. No program can use it any more."


def token_lines(connection: Connection, name: str) -> list[str]:
    """Returns a line for every valid API token of an account: its label, last use and expiry. If the account has no
    token, returns one line that says how to make a token. Raises `NoSuchPerson` if there is no account of this name.
    """
    lines = [_token_line(row) for row in tokens_of(connection, person(connection, name).id)]
    return lines or [f"{name} has no token. Make one: {command_line(f'user token {name} LABEL')}"]


def _token_line(row: TokenRow) -> str:
    used = f"used last {minute(row.used_at)}" if row.used_at else "never used"
    return f"{escaped(row.label)}: {row.scope} at {row.venue}, {used}, ends {minute(row.expires_at)}"
