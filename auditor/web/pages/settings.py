"""The page with the settings of a visitor's own account: keyboard shortcuts, password, sessions, and API tokens of
programs.
"""

from itertools import groupby
from typing import Any, Final

from flask import Blueprint, Response, request, session

from auditor.lookalike.words import notes_on_list
from auditor.settings import command_line
from auditor.store.people import accounts
from auditor.store.people.accounts import password_of, set_letter_keys, set_password
from auditor.store.people.api_tokens import TokenRow, revoke_tokens, tokens_of
from auditor.store.people.login_throttle import succeeded
from auditor.store.people.sessions import SessionRow, revoke, sessions_of
from auditor.store.people.setting_acts import record
from auditor.store.queries.second_reviews import limits
from auditor.web.access import passwords
from auditor.web.access.login import start_session
from auditor.web.access.time_zone import UTC, own_zone, zone_names
from auditor.web.access.visitor import THEMES, letter_keys, theme, visitor
from auditor.web.findings.second_review import limit_document
from auditor.web.findings.triage_forms import add_notice
from auditor.web.pages.accounts import ROLES_MEAN
from auditor.web.pages.signing import count_try
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NO_FIELDS, NoParameters, parse_query, refuse_unknown_fields
from auditor.web.resources import resources, transaction

blueprint: Final = Blueprint("settings", __name__)
_COLUMNS: Final = ("session", "signed_in", "last_seen", "expires", "address", "browser", "this")


@page(blueprint, "/settings")
def mine() -> PageContent:
    """Shows the page with the settings of the visitor's own account."""
    parse_query(NoParameters)
    who = visitor()
    sessions: list[dict[str, Any]] = []
    tokens: list[dict[str, Any]] = []
    has_password = False
    with transaction() as connection:
        takes_two = [limit_document(row) for row in limits(connection)]
        if who.account is not None:
            has_password = password_of(connection, who.name) is not None
            sessions = [
                _session_document(row) for row in sessions_of(connection, who.account, resources().settings.idle)
            ]
            tokens = [_token_document(row) for row in tokens_of(connection, who.account)]
    document = {
        "name": who.name,
        "role": who.role.value,
        "letter_keys": letter_keys(),
        "time_zone": own_zone(),
        "theme": theme(),
        "takes_two": takes_two,
        "sessions": sessions,
        "tokens": tokens,
    }
    rows = Rows(_COLUMNS, [[_cell(each[column]) for column in _COLUMNS] for each in sessions])
    return PageContent(
        "settings.html",
        document,
        rows,
        {
            "shortest": passwords.SHORTEST,
            "has_password": has_password,
            "name_notes": notes_on_list([who.name]),
            "zones": zones_by_region(),
            "roles": ROLES_MEAN,
        },
    )


@blueprint.post("/settings/keys")
def set_keys() -> Response:
    """Turns keyboard shortcuts with single letters on or off."""
    refuse_unknown_fields({"letter_keys"})
    choice = request.form.get("letter_keys", "off")
    if choice not in ("on", "off"):
        raise Refusal(422, "The field letter_keys must be on or off.")
    account = visitor().account
    if account is None:
        session["letter_keys"] = choice
        session.permanent = True
    else:
        with transaction() as connection:
            set_letter_keys(connection, account, on=choice == "on")
    return _back()


@blueprint.post("/settings/look")
def set_look() -> Response:
    """Sets the time zone and the theme of the visitor's pages. Without an account, a cookie stores both."""
    refuse_unknown_fields({"time_zone", "theme"})
    zone, chosen = request.form.get("time_zone", UTC), request.form.get("theme", "")
    if zone not in zone_names():
        raise Refusal(422, f"There is no time zone {zone[:64]!a}. Choose a time zone from the list.")
    if chosen not in ("", *THEMES):
        raise Refusal(422, "The field theme must be light, dark or empty.")
    account = visitor().account
    if account is None:
        session["time_zone"], session["theme"] = zone, chosen
        session.permanent = True
    else:
        with transaction() as connection:
            accounts.set_look(connection, account, "" if zone == UTC else zone, chosen)
    add_notice(f"Saved: time zone {zone}, theme {chosen or 'as the system'}", back="/settings")
    return _back()


@blueprint.post("/settings/password")
def change_password() -> Response:
    """Stores a new password for the visitor's account. All sessions of the account end, in all browsers, and this
    browser gets a new session.

    The visitor must also type the current password. Only an account without a password, such as a new account, needs no
    current password: its owner has signed in with a link.
    """
    # The page sends the field `username`, so that password managers know the account.
    refuse_unknown_fields({"username", "current", "password", "again"})
    account, name = _account(), visitor().name
    fresh = request.form.get("password", "")
    if fresh != request.form.get("again", ""):
        raise Refusal(422, "The two new passwords differ. Your password did not change. Type the new password twice.")
    number = count_try(name)
    with transaction() as connection:
        found = password_of(connection, name)
    if found is not None and not passwords.is_right(request.form.get("current", ""), found[1]):
        raise Refusal(403, "The current password is wrong. Your password did not change. Try again.")
    try:
        kept = passwords.hashed(fresh, name)
    except passwords.PasswordRefused as refused:
        raise Refusal(422, str(refused)) from None
    with transaction() as connection:
        succeeded(connection, number)
        if (password_of(connection, name) is None) is not (found is None):
            raise Refusal(409, "The password changed a moment ago, so it was not changed again. Sign in again.")
        set_password(connection, account, kept)
        revoke(connection, account)
        record(connection, "password changed" if found else "password set", name, name)
        return start_session(connection, account, "/settings")


@blueprint.post("/settings/sessions/<int(max=9223372036854775807):session_id>/end")
def end_session(session_id: int) -> Response:
    """Ends one session of the visitor's account, for example that of another browser."""
    refuse_unknown_fields(NO_FIELDS)
    with transaction() as connection:
        ended = revoke(connection, _account(), session_id)
    if not ended:
        raise Refusal(404, "This session is not yours, or has already ended. Load the settings page again.")
    return _back()


@blueprint.post("/settings/sessions/end")
def end_others() -> Response:
    """Ends all sessions of the visitor's account, except the session of this browser."""
    refuse_unknown_fields(NO_FIELDS)
    account, own = _account(), visitor().session
    with transaction() as connection:
        for row in sessions_of(connection, account, resources().settings.idle):
            if row.id != own:
                revoke(connection, account, row.id)
    return _back()


@blueprint.post("/settings/tokens/<int(max=9223372036854775807):token_id>/end")
def end_token(token_id: int) -> Response:
    """Ends one API token of the visitor, so that the program with this token has no access any more."""
    refuse_unknown_fields(NO_FIELDS)
    with transaction() as connection:
        ended = revoke_tokens(connection, _account(), number=token_id)
    if not ended:
        raise Refusal(404, "This token is not yours, or was already revoked. Load the settings page again.")
    return _back()


def zones_by_region() -> list[tuple[str, list[str]]]:
    """Returns all time zones, grouped by region for a list of choices. Each group has the name of the region, such as
    Europe, and the names of its time zones.
    """
    return [(region, list(names)) for region, names in groupby(zone_names(), key=lambda name: name.partition("/")[0])]


def _account() -> int:
    account = visitor().account
    if account is None:
        raise Refusal(
            409,
            "There are no accounts yet, so nothing was changed. To make an account, run"
            f" {command_line('user add NAME')}",
        )
    return account


def _back() -> Response:
    return redirect_to("/settings")


def _session_document(row: SessionRow) -> dict[str, Any]:
    return {
        "session": row.id,
        "signed_in": stamp(row.made_at),
        "last_seen": stamp(row.last_seen_at),
        "expires": stamp(row.expires_at),
        "address": row.address,
        "browser": row.browser,
        "this": row.id == visitor().session,
    }


def _token_document(row: TokenRow) -> dict[str, Any]:
    return {
        "token": row.id,
        "label": row.label,
        "scope": row.scope,
        "venue": row.venue,
        "made": stamp(row.made_at),
        "last_used": stamp(row.used_at),
        "expires": stamp(row.expires_at),
    }


def _cell(value: Any) -> str | int:
    return ("yes" if value else "no") if isinstance(value, bool) else value
