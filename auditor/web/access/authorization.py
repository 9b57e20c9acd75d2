"""Checks the permission for each request.

The table in `auditor.web.access.permissions` says who may use which route. This module is the only place that reads the
table for a request. As soon as one account exists, most routes need a sign-in. A program signs in with an API token.
"""

from typing import Final
from urllib.parse import quote

from flask import Flask, Response, g, request

from auditor.store.people.accounts import sign_in_is_set_up
from auditor.store.people.api_tokens import Bearer, Reach, Scope, bearer
from auditor.store.people.sessions import SignedIn, signed_in
from auditor.store.postgres.database import NoDatabase
from auditor.web.access.forwarding import FORWARDED
from auditor.web.access.loopback import WHY, is_loopback
from auditor.web.access.permissions import Entry, Permission, permission_for
from auditor.web.access.visitor import (
    NEED_FACTOR,
    NOBODY,
    THIS_MACHINE,
    Lack,
    Role,
    Visitor,
    letter_keys,
    theme,
    visitor,
)
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import API, UNSAFE
from auditor.web.requests.kept_forms import code_page, kept, sign_in_page
from auditor.web.requests.refusals import Refusal, refused, wants_json
from auditor.web.resources import resources, transaction

COOKIE: Final = "__Host-auditor-session"
# Routes below `/api/` that are pages for people. All other routes below `/api/` are for programs.
_FOR_PEOPLE: Final = frozenset({"docs.described", "docs.tried"})
_ASK: Final = "Sign in first. A program must send a token in the header Authorization: Bearer."


def admit(app: Flask) -> None:
    """Makes `app` do two things before every request: find out who sent the request (the visitor), and check the
    permissions of this visitor. Every template gets the visitor.
    """
    app.before_request(refuse_strangers)
    app.before_request(refuse_unknown)
    app.context_processor(lambda: {"visitor": visitor(), "letter_keys": letter_keys(), "theme": theme()})


def refuse_strangers() -> None:
    """While there are no accounts, refuses requests from other machines, and requests through a proxy.

    Our own server then listens on loopback only, so such requests cannot arrive. This second check protects the data if
    somebody runs the application with another WSGI server.
    """
    forwarded = FORWARDED in request.environ
    is_here = not request.remote_addr or is_loopback(request.remote_addr)
    if (is_here and not forwarded) or request.endpoint == "health.alive":
        return
    try:
        with transaction() as connection:
            has_accounts = sign_in_is_set_up(connection)
    except NoDatabase as error:
        # The text of `error` contains the address of the database, so it is replaced by another text.
        raise NoDatabase("The database does not answer. Try again in a moment.") from error
    if not has_accounts:
        allowed = (
            "Only this machine has access, and only without a proxy" if forwarded else "Only this machine has access"
        )
        raise Refusal(403, f"{allowed}, because {WHY}.")


def refuse_unknown() -> Response | None:
    """Finds out who sent the request (the visitor), and checks whether the visitor may use the route. Returns `None` if
    the request may continue.

    If the visitor must sign in first, returns a redirect to the sign-in form, or a refusal for a program. Raises
    `Refusal` if the visitor is signed in but has no permission.
    """
    # If the endpoint is `None`, no route has this address. The answer 404 shows no data, so it needs no sign-in.
    permission = permission_for(request.endpoint) if request.endpoint is not None else None
    if permission is not None and permission.entry is Entry.UNKNOWN:
        return None
    if permission is None or permission.entry is Entry.ANYBODY:
        g.visitor = _find_visitor_or_nobody()
        return None
    g.visitor = _find_visitor()
    if visitor() is NOBODY:
        return _demand_sign_in()
    lack = visitor().lacks
    if lack is not None and lack not in permission.lacking:
        return _demand(lack)
    if not permission.allows(visitor()):
        raise Refusal(403, _why_not(permission, visitor()))
    if request.method in UNSAFE:
        _insist_on_own_token()
    return None


def _why_not(permission: Permission, who: Visitor) -> str:
    """Returns the sentence for a visitor who may not use a route."""
    if who.scope is not None and not permission.tokens:
        return "A token works only at addresses that begin with /api/v1. To see pages, sign in with a browser."
    if who.scope is not None and who.scope not in permission.tokens:
        scopes = " or ".join([scope for scope in Scope if scope in permission.tokens])
        has = f"This token has the scope {who.scope}, which does not allow this request."
        return f"{has} Use a token with the scope {scopes}."
    if permission.people == {Role.ADMIN}:
        return f"{who.name} is {_with_article(who.role)}. Only an admin manages accounts and settings. Ask an admin."
    if who.role is Role.ADMIN:
        return (
            f"{who.name} is an admin. Admins manage accounts and settings, but cannot upload files or decide about"
            " findings and cases. Ask a reviewer."
        )
    if who.role is Role.VIEWER and Role.REVIEWER in permission.people:
        return f"{who.name} is a viewer, and viewers cannot change anything. Ask a reviewer."
    return f"{who.name} is {_with_article(who.role)}, and this role does not allow this request. Ask an admin."


def _with_article(role: Role) -> str:
    return f"{'an' if role[0] == 'a' else 'a'} {role}"


def bearer_token() -> str:
    """Returns the token in the `Authorization` header, or an empty string."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _find_visitor() -> Visitor:
    """Returns the visitor of the request.

    The visitor is the first of these that exists:

    - the person whose session is in the cookie
    - the program whose token is in the request
    - `THIS_MACHINE`, if there are no accounts yet
    - `NOBODY`

    Raises `NoDatabase` if the database does not answer.
    """
    cookie, token = request.cookies.get(COOKIE, ""), bearer_token()
    with transaction() as connection:
        found = signed_in(connection, cookie, resources().settings.idle) if cookie else None
        if found is not None:
            return Visitor(
                found.name,
                Role(found.role),
                found.account_id,
                found.session_id,
                found.letter_keys,
                found.time_zone,
                found.theme,
                found.confirmed,
                has_factor=found.has_factor,
                lacks=_lack_of(found),
                reach=Reach(found.venue_id, found.venue) if found.venue_id is not None and found.venue else None,
            )
        program = bearer(connection, token) if token else None
        if program is not None:
            return _as_visitor(program)
        return NOBODY if sign_in_is_set_up(connection) else THIS_MACHINE


def _find_visitor_or_nobody() -> Visitor:
    try:
        found = _find_visitor()
        return found if found.lacks is None else NOBODY
    except NoDatabase:
        return NOBODY


def _as_visitor(program: Bearer) -> Visitor:
    sees = Reach(program.venue_id, program.venue, program.token_id if program.scope is Scope.UPLOAD else None)
    return Visitor(
        program.name,
        # The scope of an ingest token of a venue is its only limit, because the token has no account with a role.
        Role(program.role) if program.account_id is not None else Role.REVIEWER,
        program.account_id,
        token=program.token_id,
        scope=program.scope,
        reach=sees,
    )


def _insist_on_own_token() -> None:
    """Raises `Refusal` if the request would change something through the API and the visitor signed in with a browser.
    Such a change needs an API token.

    Our forms contain a secret (the form token), so a page of another site cannot forge these forms. A request to the
    API contains no form token.
    """
    signed = visitor().session is not None
    if signed and request.path.startswith(API):
        raise Refusal(
            403,
            "A browser that is signed in cannot change data through the API. Send a token in the header Authorization:"
            " Bearer.",
        )


def _lack_of(found: SignedIn) -> Lack | None:
    """Returns the part of the sign-in that a person has not done yet."""
    if found.has_factor:
        return None if found.gave_factor else Lack.CODE
    is_required = resources().settings.factor_required and found.role in NEED_FACTOR
    return Lack.FACTOR if is_required else None


def _demand(lack: Lack) -> Response:
    """Returns the answer to a person whose sign-in lacks a part: a redirect to the page where the person can do it, or
    a refusal for JSON and CSV. If the request sent the form of an act on findings, the page for the code keeps it.
    """
    form = kept()
    if form is not None and lack is Lack.CODE:
        return code_page(form, "/", status=401)
    to_type = f"/sign-in/code?next={quote(_return_address(), safe='/')}"
    page = to_type if lack is Lack.CODE else "/settings/second-factor"
    if request.path.startswith(API) or request.path.endswith((".json", ".csv")) or wants_json():
        return refused(Refusal(401, f"Your sign-in still needs {lack}. Open the page {page} in the browser."))
    return redirect_to(page)


def _demand_sign_in() -> Response:
    """Returns the answer to a visitor without a sign-in.

    - If the request sent the form of an act on findings, such as a dismissal, the answer is the sign-in page. This page
      keeps the fields of the form, so that nothing that was typed is lost.
    - If the request is for JSON or CSV, or for the API, the answer is a refusal.
    - Otherwise, the answer is a redirect to the sign-in page.
    """
    form = kept()
    if form is not None:
        answer = sign_in_page(form, 401)
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer
    for_people = request.endpoint in _FOR_PEOPLE or not request.path.startswith(API)
    if for_people and not request.path.endswith((".json", ".csv")) and not wants_json():
        return redirect_to(f"/sign-in?next={quote(_return_address(), safe='/')}")
    answer = refused(Refusal(401, _ASK))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _return_address() -> str:
    """Returns the address to open after the sign-in: the address of this request. If the request sent a form, returns
    the address of the start page, because the fields of this form are lost.
    """
    if request.method not in ("GET", "HEAD"):
        return "/"
    question = request.query_string.decode("ascii", "replace")
    return f"{quote(request.path)}?{question}" if question else quote(request.path)
