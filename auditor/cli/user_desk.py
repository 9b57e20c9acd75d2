"""What `auditor user` says: accounts and sessions as lines, and the links and tokens that are shown once."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

from auditor.cli.ending import Refused
from auditor.cli.plain import counted, shown
from auditor.cli.readying import ready_workplace
from auditor.settings import load
from auditor.store.database import Connection, Purpose
from auditor.store.passes import PREFIX, labels_of, make_link, make_token, revoke_tokens
from auditor.store.people import Person, everybody, person
from auditor.store.sessions import revoke, sessions_of

LONGEST_LABEL = 64


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
    """A line for every account, with nothing secret in it."""
    return [_line(each, labels_of(connection, each.id)) for each in everybody(connection)]


def link_for(connection: Connection, name: str, at: str) -> str:
    """A link that signs somebody in once, at that address. Raises `NoSuchPerson`, `Refused`."""
    return f"{at.rstrip('/')}/sign-in/link/{make_link(connection, _enabled(connection, name).id)}"


def token_for(connection: Connection, name: str, label: str) -> str:
    """A token for a program. Raises `NoSuchPerson`, `Refused`."""
    who = _enabled(connection, name)
    if not label or not label.isprintable() or len(label) > LONGEST_LABEL:
        raise Refused(f"The label says which program it is for, in at most {LONGEST_LABEL} letters that can be seen.")
    if label in labels_of(connection, who.id):
        raise Refused(f'{who.name} has a token "{label}" already; end that with --revoke, or take another label.')
    return make_token(connection, who.id, label)


def tokens_ended(connection: Connection, name: str, label: str) -> str:
    """Ends tokens. Raises `NoSuchPerson`, `Refused`."""
    who = person(connection, name)
    if not revoke_tokens(connection, who.id, label):
        has = ", ".join(map(shown, labels_of(connection, who.id))) or "none"
        raise Refused(f"{who.name} has no such token; there are: {has}.")
    return f"The token is ended; no program comes in by it any more. Tokens begin with {PREFIX}."


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


def _enabled(connection: Connection, name: str) -> Person:
    who = person(connection, name)
    if who.disabled_at is not None:
        raise Refused(f"The account {who.name} is disabled. Open it first: auditor user enable {who.name}")
    return who


def _line(who: Person, labels: tuple[str, ...]) -> str:
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
