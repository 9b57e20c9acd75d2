"""Permissions: after the first account exists, almost every route needs a sign-in. Changes need a reviewer.

A route is one kind of address of the site, by its name in Flask. A route that this module does not list needs a
sign-in. A program signs in with an API token, and the scope of the token limits its routes.
"""

from typing import Final
from urllib.parse import quote

from flask import Flask, Response, g, request

from auditor.store.people.accounts import sign_in_is_set_up
from auditor.store.people.api_tokens import Bearer, Reach, Scope, bearer
from auditor.store.people.sessions import signed_in
from auditor.store.postgres.database import NoDatabase
from auditor.web.access.forwarding import FORWARDED
from auditor.web.access.loopback import WHY, is_loopback
from auditor.web.access.visitor import NOBODY, THIS_MACHINE, Role, Visitor, letter_keys, visitor
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import API, UNSAFE
from auditor.web.requests.refusals import Refusal, refused, wants_json
from auditor.web.resources import resources, transaction

COOKIE: Final = "__Host-auditor-session"
# Routes that need no sign-in.
OPEN: Final = frozenset(
    {"static", "health.alive", "signing.sign_in_form", "signing.sign_in", "signing.link_form", "signing.use"}
)
# Routes that need no sign-in but show more to a reviewer.
ANYBODY: Final = frozenset({"health.ready"})
# Changes that viewers may make too: the settings and the saved filters of their own accounts.
VIEWERS_TOO: Final = frozenset(
    {
        *("signing.sign_out", "settings.set_keys", "settings.change_password"),
        *("settings.end_session", "settings.end_others", "settings.end_token", "triage.save", "triage.drop"),
    }
)
# Pages for people whose addresses begin with `/api/`. All other such addresses are for programs.
_FOR_PEOPLE: Final = frozenset({"docs.described", "docs.tried"})
_ALL: Final = frozenset(Scope)
_LOOKING: Final = _ALL - {Scope.UPLOAD}
_SENDING: Final = _ALL - {Scope.READ}
_DECIDING: Final = frozenset({Scope.DECIDE})
# The scopes of tokens that each route accepts. Routes that are not listed accept no token: all pages, and their .json
# and .csv addresses.
BY_TOKEN: Final = {
    **dict.fromkeys(("api-docs.openapi_json", "docs.log_schema", "Uploads.every", "Uploads.one"), _ALL),
    **dict.fromkeys(("Uploads.send", "Uploads.read_again", "Uploads.cancel"), _SENDING),
    **dict.fromkeys(("Findings.every_finding", "Hands.every_hand", "Hands.one_hand"), _LOOKING),
    "Decisions.one_finding": _LOOKING,
    "Decisions.decide": _DECIDING,
    **dict.fromkeys(("Hands.one_hand_under_two_houses", "Rules.every_rule", "Rules.one_rule"), _LOOKING),
    **dict.fromkeys(("Houses.every_house", "Houses.one_house", "Runs.every_run", "Runs.one_run"), _LOOKING),
}
_ASK: Final = "Sign in first. Programs send a token in the header Authorization: Bearer."


def admit(app: Flask) -> None:
    """Makes `app` find the visitor and check the permissions before every request. Every template gets the visitor."""
    app.before_request(refuse_strangers)
    app.before_request(refuse_unknown)
    app.context_processor(lambda: {"visitor": visitor(), "letter_keys": letter_keys()})


def refuse_strangers() -> None:
    """Refuses requests from other machines and through a proxy as long as there are no accounts.

    Without accounts, our own command also makes the server listen on loopback only. This second check protects the
    data if another program started the server.
    """
    forwarded = FORWARDED in request.environ
    is_here = not request.remote_addr or is_loopback(request.remote_addr)
    if (is_here and not forwarded) or request.endpoint == "health.alive":
        return
    try:
        with transaction() as connection:
            has_accounts = sign_in_is_set_up(connection)
    except NoDatabase as error:  # the text of `error` has the address of the database, which others must not learn
        raise NoDatabase("The database does not answer. Try again in a moment.") from error
    if not has_accounts:
        allowed = (
            "Only this machine has access, and nobody through a proxy" if forwarded else "Only this machine has access"
        )
        raise Refusal(403, f"{allowed}: {WHY}.")


def refuse_unknown() -> Response | None:
    """Finds the visitor and checks the permission for the route. Leads a visitor without a sign-in to the sign-in."""
    if request.endpoint in OPEN:
        return None
    if request.endpoint is None or request.endpoint in ANYBODY:  # `None`: no such address, which anybody may learn
        g.visitor = _find_visitor_or_nobody()
        return None
    g.visitor = _find_visitor()
    if visitor() is NOBODY:
        return _demand_sign_in()
    _insist_on_scope()
    if request.method in UNSAFE:
        _insist_on_own_token()
        if not visitor().may_review and request.endpoint not in VIEWERS_TOO:
            raise Refusal(403, f"Viewers cannot change anything, and {visitor().name} is a viewer. Ask a reviewer.")
    return None


def bearer_token() -> str:
    """Returns the token in the `Authorization` header, or an empty string."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _find_visitor() -> Visitor:
    """Returns the visitor by cookie or token, or `NOBODY`. Raises `NoDatabase` if the database does not answer."""
    cookie, token = request.cookies.get(COOKIE, ""), bearer_token()
    with transaction() as connection:
        found = signed_in(connection, cookie, resources().settings.idle) if cookie else None
        if found is not None:
            return Visitor(found.name, Role(found.role), found.account_id, found.session_id, found.letter_keys)
        program = bearer(connection, token) if token else None
        if program is not None:
            return _as_visitor(program)
        return NOBODY if sign_in_is_set_up(connection) else THIS_MACHINE


def _find_visitor_or_nobody() -> Visitor:
    try:
        return _find_visitor()
    except NoDatabase:
        return NOBODY


def _as_visitor(program: Bearer) -> Visitor:
    sees = Reach(program.venue_id, program.venue, program.token_id if program.scope is Scope.UPLOAD else None)
    return Visitor(
        program.name,
        Role(program.role),
        program.account_id,
        token=program.token_id,
        scope=program.scope,
        reach=sees,
    )


def _insist_on_scope() -> None:
    """Raises `Refusal` if the scope of the token does not cover the route."""
    scope = visitor().scope
    if scope is None or scope in BY_TOKEN.get(request.endpoint or "", ()):
        return
    if request.endpoint in BY_TOKEN:
        scopes = " or ".join([each for each in Scope if each in BY_TOKEN[request.endpoint]])
        raise Refusal(403, f"The scope of this token is {scope}, which does not allow this. Use one of scope {scopes}.")
    raise Refusal(403, "A token opens only addresses below /api/v1, and no pages. Sign in with a browser instead.")


def _insist_on_own_token() -> None:
    """Raises `Refusal` if a browser's session would make a change through the API. Only tokens may do so.

    The forms of the pages have a secret against forged requests. The API has no such protection.
    """
    signed = visitor().session is not None
    if signed and request.path.startswith(API):
        raise Refusal(
            403, "A browser's session cannot change anything through the API. Send Authorization: Bearer with a token."
        )


def _demand_sign_in() -> Response:
    """Returns the answer to a visitor without a sign-in: a redirect to the sign-in form, or for programs a refusal."""
    for_people = request.endpoint in _FOR_PEOPLE or not request.path.startswith(API)
    if for_people and not request.path.endswith((".json", ".csv")) and not wants_json():
        return redirect_to(f"/sign-in?next={quote(_return_address(), safe='/')}")
    answer = refused(Refusal(401, _ASK))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _return_address() -> str:
    """Returns the address to open after the sign-in: this page, or the start page if the request sent a form.

    The content of such a form is lost.
    """
    if request.method not in ("GET", "HEAD"):
        return "/"
    question = request.query_string.decode("ascii", "replace")
    return f"{quote(request.path)}?{question}" if question else quote(request.path)
