"""Makes, lists, disables and enables accounts. Only the hash of a password is stored."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from sqlalchemy import exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from auditor.lookalike.names import taken
from auditor.settings import command_line
from auditor.store.people.api_tokens import revoke_tokens
from auditor.store.people.sessions import revoke
from auditor.store.people.setting_acts import COMMAND_LINE, THIS_MACHINE
from auditor.store.people.sign_in_links import drop_links
from auditor.store.postgres.database import Connection
from auditor.store.tables import account, venue
from auditor.store.triage import inbox

LONGEST_NAME: Final = 64
# The names that stand for the author of a change if the change was made without an account.
_AUTHORS: Final = frozenset({THIS_MACHINE, COMMAND_LINE})


class NoSuchPerson(Exception):
    """Raised if there is no such account, or if an account cannot be made. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Person:
    """An account without its password. `letter_keys`: whether single letters are keyboard shortcuts. An empty
    `time_zone` means UTC. An empty `theme` means the colours of the visitor's system. `venue`: the name of the only
    venue that the person sees; `None` for all venues.
    """

    id: int
    name: str
    role: str
    letter_keys: bool
    time_zone: str
    theme: str
    made_at: dt.datetime
    disabled_at: dt.datetime | None
    has_password: bool
    venue: str | None


def sign_in_is_set_up(connection: Connection) -> bool:
    """Whether any account is enabled. As long as no account is enabled, nobody has to sign in."""
    found: bool = connection.execute(select(exists().where(account.c.disabled_at.is_(None)))).scalar_one()
    return found


def everybody(connection: Connection) -> tuple[Person, ...]:
    """Returns all accounts, sorted by name. Disabled accounts are included."""
    rows = connection.execute(select(*_PERSON).order_by(func.lower(account.c.name)))
    return tuple(Person(**row) for row in rows.mappings())


def person(connection: Connection, name: str) -> Person:
    """Returns the account with this name. Upper and lower case make no difference.

    Raises:
        NoSuchPerson: there is no such account.
    """
    query = select(*_PERSON).where(func.lower(account.c.name) == func.lower(name))
    row = connection.execute(query).mappings().first() if name.isprintable() else None
    if row is None:
        raise NoSuchPerson(
            f"There is no account {name[:LONGEST_NAME]!a}. To list all accounts: {command_line('user list')}"
        )
    return Person(**row)


def person_by_number(connection: Connection, number: int) -> Person | None:
    """Returns the account with this number; `None` if there is none."""
    row = connection.execute(select(*_PERSON).where(account.c.id == number)).mappings().first()
    return None if row is None else Person(**row)


def password_of(connection: Connection, name: str) -> tuple[int, str] | None:
    """Returns the number and the password hash of an account; `None` if there is no such account, or if it is disabled
    or has no password.
    """
    query = select(account.c.id, account.c.password).where(
        func.lower(account.c.name) == func.lower(name), account.c.disabled_at.is_(None), account.c.password != ""
    )
    row = connection.execute(query).first() if name.isprintable() else None
    return None if row is None else (row.id, row.password)


def has_password(connection: Connection, account_id: int) -> bool:
    """Whether the account with this number has a password."""
    return connection.execute(select(account.c.password).where(account.c.id == account_id)).scalar() != ""


def add(connection: Connection, name: str, role: str, password: str = "", venue_id: int | None = None) -> int:
    """Makes an account and returns its number. `password` is a hash; if it is empty, the account can sign in only with
    a link. With `venue_id`, the person sees only the data of this venue.

    Raises:
        NoSuchPerson: the name is not allowed, is taken, or looks like the name of another account.
    """
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise NoSuchPerson(f"{name[:LONGEST_NAME]!a} cannot be a name. A name has 1 to {LONGEST_NAME} visible letters.")
    if name.casefold() in _AUTHORS:
        raise NoSuchPerson(f'"{name}" cannot be the name of an account. Changes without an account have this name.')
    like = taken(name, connection.execute(select(account.c.name)).scalars())
    if like is not None:
        raise NoSuchPerson(
            f"The name {name!a} looks like that of the account {like!a}. Choose a name that looks different."
        )
    try:
        with connection.begin_nested():
            made: int = connection.execute(
                insert(account)
                .values(name=name, role=role, password=password, venue_id=venue_id)
                .returning(account.c.id)
            ).scalar_one()
    except IntegrityError as error:
        raise NoSuchPerson(
            f"There is an account {name!a} already. To set its password: {command_line('user password')}"
        ) from error
    inbox.begin(connection, made)
    return made


def set_password(connection: Connection, account_id: int, password: str) -> None:
    """Stores a new password hash, and ends all sign-in links that were made until now."""
    connection.execute(update(account).where(account.c.id == account_id).values(password=password))
    drop_links(connection, account_id)


def set_letter_keys(connection: Connection, account_id: int, *, on: bool) -> None:
    """Sets whether single letters are keyboard shortcuts."""
    connection.execute(update(account).where(account.c.id == account_id).values(letter_keys=on))


def set_look(connection: Connection, account_id: int, time_zone: str, theme: str) -> None:
    """Sets the time zone and the theme of the pages for this account. Both may be empty."""
    connection.execute(update(account).where(account.c.id == account_id).values(time_zone=time_zone, theme=theme))


def disable(connection: Connection, account_id: int) -> None:
    """Disables the account, so that nobody can sign in with it, and ends its sessions, tokens and links.

    The ended sessions, tokens and links stay ended if the account is enabled later.
    """
    conditions = (account.c.id == account_id, account.c.disabled_at.is_(None))
    connection.execute(update(account).where(*conditions).values(disabled_at=func.now()))
    revoke(connection, account_id)
    revoke_tokens(connection, account_id)
    drop_links(connection, account_id)


def enable(connection: Connection, account_id: int) -> None:
    """Enables the account with its earlier password. Sessions, tokens and links have to be made again."""
    connection.execute(update(account).where(account.c.id == account_id).values(disabled_at=None))
    inbox.begin(connection, account_id)


_PERSON: Final = (
    account.c.id,
    account.c.name,
    account.c.role,
    account.c.letter_keys,
    account.c.time_zone,
    account.c.theme,
    account.c.made_at,
    account.c.disabled_at,
    (account.c.password != "").label("has_password"),
    select(venue.c.name).where(venue.c.id == account.c.venue_id).scalar_subquery().label("venue"),
)
