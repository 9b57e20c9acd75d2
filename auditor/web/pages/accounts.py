"""The page of all accounts, on which an admin invites people, changes roles and venues, disables accounts and resets
passwords.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from auditor.lookalike.words import notes_on_list
from auditor.store.people import administration
from auditor.store.people.accounts import LONGEST_NAME, NoSuchPerson, Person, everybody, sign_in_is_set_up
from auditor.store.people.administration import Actor, NotAllowed
from auditor.store.people.roles import ADMIN, ROLES
from auditor.store.people.sign_in_links import LINK_LASTS
from auditor.store.postgres.database import Connection
from auditor.store.triage import venues
from auditor.store.triage.venues import VenueRefused
from auditor.web.access.confirmation import insist_on_password
from auditor.web.access.visitor import visitor
from auditor.web.findings.triage_forms import add_notice
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp, visible
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NO_FIELDS, NoParameters, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("accounts", __name__)
ADDRESS: Final = "/settings/accounts"
COLUMNS: Final = ("id", "name", "role", "venue", "made", "disabled", "password")
ROLES_MEAN: Final = {
    "viewer": "can see everything, and cannot change anything",
    "reviewer": "can see everything, upload files and decide about findings",
    "adjudicator": "can do all that a reviewer can, and can rule on cases",
    "admin": "can see everything, and manage accounts and settings",
}


@page(blueprint, ADDRESS)
def every() -> PageContent:
    """Lists all accounts, with the forms that change an account, and the form to invite a person."""
    parse_query(NoParameters)
    with transaction() as connection:
        people = everybody(connection)
        set_up = sign_in_is_set_up(connection)
        names = venues.names(connection)
    documents = [_document(who) for who in people]
    rows = Rows(COLUMNS, [[_cell(each[column]) for column in COLUMNS] for each in documents])
    admins = [who.id for who in people if who.role == ADMIN and who.disabled_at is None]
    values = {
        "roles": {name: ROLES_MEAN[name] for name in (ROLES if set_up else (ADMIN,))},
        "all_roles": ROLES,
        "venues": names if len(names) > 1 else [],
        "own": visitor().account,
        "last_admin": admins[0] if len(admins) == 1 else None,
        "longest": LONGEST_NAME,
        "name_notes": notes_on_list([who.name for who in people], visible),
    }
    return PageContent("accounts.html", {"accounts": documents}, rows, values)


@blueprint.post(ADDRESS)
def invite() -> Response:
    """Makes an account, and shows a link with which its owner signs in once."""
    insist_on_password({"name", "role", "venue"})
    name, role, venue = request.form.get("name", "").strip(), _role(), _venue()
    insist_on_text("name", name)
    with _changing() as connection:
        token = administration.invite(connection, name, role, actor(), venue)
    return _link_page(name, token, f"{visible(name)} is invited as {role}.")


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):account_id>/role")
def change_role(account_id: int) -> Response:
    """Gives an account another role."""
    insist_on_password({"role"})
    role = _role()
    with _changing() as connection:
        who = administration.change_role(connection, account_id, role, actor())
    return _done(f"{visible(who.name)} was {who.role} and is now {role}")


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):account_id>/venue")
def change_venue(account_id: int) -> Response:
    """Limits an account to one venue, or lets it see all venues."""
    insist_on_password({"venue"})
    venue = _venue()
    with _changing() as connection:
        who = administration.change_venue(connection, account_id, venue, actor())
    return _done(f"{visible(who.name)} now sees {administration.venue_words(venue)}")


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):account_id>/disable")
def disable(account_id: int) -> Response:
    """Disables an account, so that nobody can sign in with it."""
    insist_on_password(NO_FIELDS)
    with _changing() as connection:
        who = administration.disable(connection, account_id, actor())
    return _done(f"{visible(who.name)} can no longer sign in")


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):account_id>/enable")
def enable(account_id: int) -> Response:
    """Enables a disabled account."""
    insist_on_password(NO_FIELDS)
    with _changing() as connection:
        who = administration.enable(connection, account_id, actor())
    return _done(f"{visible(who.name)} may sign in again")


@blueprint.post(f"{ADDRESS}/<int(max=9223372036854775807):account_id>/link")
def reset(account_id: int) -> Response:
    """Removes the password of an account, and shows a link with which its owner signs in once and sets a password."""
    insist_on_password(NO_FIELDS)
    with _changing() as connection:
        who, token = administration.reset_password(connection, account_id, actor())
    ended = "The old password no longer works, and all sessions of the account ended. " if who.has_password else ""
    return _link_page(who.name, token, f"{ended}{visible(who.name)} can sign in with a new link.")


def actor() -> Actor:
    """Returns the visitor as the person who makes a change of settings."""
    return Actor(visitor().name, visitor().account)


@contextmanager
def _changing() -> Iterator[Connection]:
    """Opens a transaction for a change of accounts. Raises `Refusal` if the change is not allowed, or if there is no
    such account.
    """
    try:
        with transaction() as connection:
            yield connection
    except NotAllowed as refused:
        raise Refusal(409, str(refused)) from refused
    except VenueRefused as refused:
        raise Refusal(422, str(refused)) from refused
    except NoSuchPerson as refused:
        raise Refusal(404 if request.view_args else 422, str(refused)) from refused


def _role() -> str:
    role = request.form.get("role", "")
    if role not in ROLES:
        raise Refusal(422, f"The field role must be one of: {', '.join(ROLES)}.")
    return role


def _venue() -> str | None:
    """Returns the venue that the form names; `None` for all venues."""
    venue = request.form.get("venue", "")
    insist_on_text("field venue", venue)
    return venue or None


def _done(words: str) -> Response:
    add_notice(words, back=ADDRESS)
    return redirect_to(ADDRESS)


def _link_page(name: str, token: str, words: str) -> Response:
    """Returns the page with a sign-in link. The link is only on this page: it is stored nowhere."""
    link = f"{request.host_url}sign-in/link/{token}"
    minutes = int(LINK_LASTS.total_seconds()) // 60
    page_text = render_template("account_link.html", name=name, link=link, words=words, minutes=minutes)
    return Response(page_text, content_type="text/html; charset=utf-8")


def _document(who: Person) -> dict[str, Any]:
    return {
        "id": who.id,
        "name": who.name,
        "role": who.role,
        "venue": who.venue,
        "made": stamp(who.made_at),
        "disabled": stamp(who.disabled_at),
        "password": who.has_password,
    }


def _cell(value: Any) -> str | int | None:
    return ("yes" if value else "no") if isinstance(value, bool) else value
