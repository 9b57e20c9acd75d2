"""What `auditor user` says of accounts and sessions, and the links that are printed once."""

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from auditor.cli.exit_codes import Refused
from auditor.cli.open_database import ready_workplace
from auditor.cli.terminal_text import counted, shown
from auditor.lookalike.words import notes_on_list
from auditor.settings import load
from auditor.store.people.accounts import Person, everybody, person
from auditor.store.people.api_tokens import tokens_of
from auditor.store.people.sessions import revoke, sessions_of
from auditor.store.people.sign_in_links import make_link
from auditor.store.postgres.database import Connection, Purpose


@contextmanager
def desk() -> Iterator[Connection]:
    """A transaction in the database of this environment. Raises `NoDatabase`, `Refused`."""
    place = ready_workplace(load(), Purpose.WEB)
    try:
        with place.database.begin() as connection:
            yield connection
    finally:
        place.close()


def lines_of(connection: Connection) -> list[str]:
    """A line for every account, with nothing secret in it, and below what is worth a note about their names."""
    people = everybody(connection)
    lines = [_line(each, [row.label for row in tokens_of(connection, each.id)]) for each in people]
    return lines + [f"note: {note}" for note in notes_on_list([each.name for each in people], shown)]


def link_for(connection: Connection, name: str, at: str) -> str:
    """A link that signs somebody in once, at that address. Raises `NoSuchPerson`, `Refused`."""
    return f"{at.rstrip('/')}/sign-in/link/{make_link(connection, enabled(connection, name).id)}"


def session_lines(connection: Connection, name: str) -> list[str]:
    """A line for every session that goes on. Raises `NoSuchPerson`."""
    rows = sessions_of(connection, person(connection, name).id, load().idle)
    if not rows:
        return ["No browser is signed in."]
    return [
        f"since {minute(row.made_at)}, seen {minute(row.last_seen_at)}, from {row.address}: {shown(row.browser)}"
        for row in rows
    ]


def sessions_ended(connection: Connection, name: str) -> str:
    """Ends all sessions. Raises `NoSuchPerson`."""
    return f"{counted(revoke(connection, person(connection, name).id), 'session')} ended."


def enabled(connection: Connection, name: str) -> Person:
    """The account of that name. Raises `NoSuchPerson`, and `Refused` where it is disabled."""
    who = person(connection, name)
    if who.disabled_at is not None:
        raise Refused(f"The account {who.name} is disabled. Open it first: auditor user enable {who.name}")
    return who


def _line(who: Person, labels: Sequence[str]) -> str:
    notes = [who.role]
    if who.disabled_at is not None:
        notes.append(f"disabled since {minute(who.disabled_at)}")
    if not who.has_password:
        notes.append("no password, only links")
    if labels:
        notes.append(f"tokens: {', '.join(map(shown, labels))}")
    return f"{who.name}: {', '.join(notes)}"


def minute(when: dt.datetime) -> str:
    """A time in UTC, to the minute."""
    return f"{when.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"
