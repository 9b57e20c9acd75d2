"""Changes of accounts by an admin or by a command: invite, change the role or venue, disable, enable, and give a link.

All changes are recorded. An admin cannot change his own role, disable his own account or remove the last admin.
`Actor.number` is `None` for a command on the server and while there are no accounts; these limits do not apply then,
because the person already controls the server.
"""

from dataclasses import dataclass

from sqlalchemy import select, text, update

from auditor.store.people import accounts
from auditor.store.people.accounts import Person
from auditor.store.people.roles import ADMIN, ROLES
from auditor.store.people.sessions import revoke
from auditor.store.people.setting_acts import COMMAND_LINE, record
from auditor.store.people.sign_in_links import drop_links, make_link
from auditor.store.postgres.database import Connection
from auditor.store.tables import account
from auditor.store.triage import inbox
from auditor.store.triage.venues import number_of


class NotAllowed(Exception):
    """Raised if a change of an account is not allowed. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who makes a change: the name, and the number of the account. `number` is `None` for a command on the
    server, and while there are no accounts.
    """

    name: str = COMMAND_LINE
    number: int | None = None


def invite(connection: Connection, name: str, role: str, by: Actor, venue: str | None = None) -> str:
    """Makes an account without a password, and returns the token of a link that signs in once. With `venue`, the person
    sees only this venue. Raises `NoSuchPerson` if the name cannot be used, and `VenueRefused` if there is no venue.
    Raises `NotAllowed` if `by` is no longer an admin, or if the first account is no admin.
    """
    admins = _locked_admins(connection, by)
    if by.number is None and role != ADMIN and not accounts.sign_in_is_set_up(connection) and not admins:
        raise NotAllowed(
            "The first account must be an admin. Otherwise nobody could invite other people on these pages. Choose the"
            " role admin."
        )
    number = add(connection, name, role, by, venue=venue)
    return make_link(connection, number)


def invite_first_admin(connection: Connection, name: str) -> str:
    """Makes the first admin by a command on the server, and returns the token of a link that signs in once. Raises
    `NoSuchPerson` if the name cannot be used, and `NotAllowed` if there is an admin already.
    """
    # Only one transaction at a time makes the first admin.
    connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('first admin'))"))
    by = Actor()
    if _locked_admins(connection, by):
        raise NotAllowed("There is an admin already. An admin invites other people on the page /settings/accounts.")
    return invite(connection, name, ADMIN, by)


def add(connection: Connection, name: str, role: str, by: Actor, password: str = "", venue: str | None = None) -> int:
    """Makes an account, and returns its number. `password` is a hash; if it is empty, the account can sign in only with
    a link. With `venue`, the person sees only the data of this venue.

    Raises:
        NoSuchPerson: the name cannot be used.
        NotAllowed: an admin cannot be limited to one venue.
        VenueRefused: there is no such venue.
    """
    _insist_on_all_venues(role, venue)
    venue_id = number_of(connection, venue) if venue is not None else None
    number = accounts.add(connection, name, role, password, venue_id)
    record(connection, "account made", name, by.name, after=f"{role} of {venue}" if venue is not None else role)
    return number


def change_venue(connection: Connection, number: int, venue: str | None, by: Actor) -> Person:
    """Limits an account to one venue, or with `None` lets it see all venues, and ends its sessions. Returns the account
    as it was before the change.

    Raises:
        NoSuchPerson: there is no such account.
        NotAllowed: `by` is no longer an admin; or the account is an admin, or sees exactly this venue already.
        VenueRefused: there is no such venue.
    """
    _locked_admins(connection, by)
    who = _person(connection, number)
    _insist_on_all_venues(who.role, venue)
    if who.venue == venue:
        raise NotAllowed(f"{who.name} already sees {venue_words(venue)}.")
    venue_id = number_of(connection, venue) if venue is not None else None
    connection.execute(update(account).where(account.c.id == number).values(venue_id=venue_id))
    revoke(connection, number)
    record(connection, "venue of account", who.name, by.name, venue_words(who.venue), venue_words(venue))
    return who


def venue_words(venue: str | None) -> str:
    """Returns the venues that an account sees, in words."""
    return "all venues" if venue is None else f"only the venue {venue}"


def _insist_on_all_venues(role: str, venue: str | None) -> None:
    if role == ADMIN and venue is not None:
        raise NotAllowed("An admin manages the whole service, so an admin sees all venues. Choose all venues.")


def change_role(connection: Connection, number: int, role: str, by: Actor) -> Person:
    """Gives an account another role, and ends its sessions. If the account may now decide about findings,
    its inbox gets the proposals that wait for a second review. Returns the account as it was before the change.

    Raises:
        NoSuchPerson: there is no such account.
        NotAllowed: `by` is no longer an admin; or the account belongs to `by`, already has this role, or is the last
            admin.
    """
    assert role in ROLES
    admins = _locked_admins(connection, by)
    who = _person(connection, number)
    _insist_on_all_venues(role, who.venue)
    if number == by.number:
        raise NotAllowed("You cannot change your own role. Ask another admin.")
    if who.role == role:
        raise NotAllowed(f"{who.name} already has the role {role}.")
    if by.number is not None:
        _keep_an_admin(who, admins)
    connection.execute(update(account).where(account.c.id == number).values(role=role))
    inbox.begin(connection, number)
    revoke(connection, number)
    record(connection, "role", who.name, by.name, who.role, role)
    return who


def disable(connection: Connection, number: int, by: Actor) -> Person:
    """Disables an account: its sessions, tokens and links end. Returns the account as it was before the change.

    Raises:
        NoSuchPerson: there is no such account.
        NotAllowed: `by` is no longer an admin; or the account belongs to `by`, is already disabled, or is the last
            admin. Never raised if `by.number` is `None`.
    """
    admins = _locked_admins(connection, by)
    who = _person(connection, number)
    if number == by.number:
        raise NotAllowed("You cannot disable your own account. Ask another admin.")
    if who.disabled_at is not None and by.number is not None:
        raise NotAllowed(f"The account {who.name} is already disabled. Load the page again.")
    if by.number is not None:
        _keep_an_admin(who, admins)
    accounts.disable(connection, number)
    if who.disabled_at is None:
        record(connection, "account disabled", who.name, by.name)
    return who


def enable(connection: Connection, number: int, by: Actor) -> Person:
    """Enables a disabled account. Returns the account as it was before the change.

    Raises:
        NoSuchPerson: there is no such account.
        NotAllowed: `by` is no longer an admin, or the account is not disabled. Never raised if `by.number` is `None`.
    """
    _locked_admins(connection, by)
    who = _person(connection, number)
    if who.disabled_at is None and by.number is not None:
        raise NotAllowed(f"The account {who.name} is not disabled. Load the page again.")
    accounts.enable(connection, number)
    if who.disabled_at is not None:
        record(connection, "account enabled", who.name, by.name)
    return who


def reset_password(connection: Connection, number: int, by: Actor) -> tuple[Person, str]:
    """Removes the password of an account and ends its sessions and links. Returns two things: the account as it was
    before the change, and the token of a new link that signs in once.

    Raises:
        NoSuchPerson: there is no such account.
        NotAllowed: `by` is no longer an admin; or the account belongs to `by`, or is disabled.
    """
    _locked_admins(connection, by)
    who = _person(connection, number)
    if number == by.number:
        raise NotAllowed("You cannot reset your own password here. Change your password on the settings page.")
    if who.disabled_at is not None:
        raise NotAllowed(f"The account {who.name} is disabled. Enable the account first.")
    connection.execute(update(account).where(account.c.id == number).values(password=""))
    revoke(connection, number)
    drop_links(connection, number)
    record(connection, "password reset" if who.has_password else "new link", who.name, by.name)
    return who, make_link(connection, number)


def _locked_admins(connection: Connection, by: Actor) -> frozenset[int]:
    """Returns the numbers of the enabled admins, and locks their accounts, so that two admins cannot take away each
    other's role at the same moment. Raises `NotAllowed` if `by` is an account that is no admin any more.
    """
    query = select(account.c.id).where(account.c.role == ADMIN, account.c.disabled_at.is_(None)).order_by(account.c.id)
    admins = frozenset(connection.execute(query.with_for_update()).scalars())
    if by.number is not None and by.number not in admins:
        raise NotAllowed("You are no longer an admin, so nothing was changed. Ask an admin.")
    return admins


def _keep_an_admin(who: Person, admins: frozenset[int]) -> None:
    if admins == {who.id}:
        raise NotAllowed(f"{who.name} is the last admin. Make another account an admin first.")


def _person(connection: Connection, number: int) -> Person:
    who = accounts.person_by_number(connection, number)
    if who is None:
        raise accounts.NoSuchPerson("There is no such account. The list of accounts shows all accounts.")
    return who
