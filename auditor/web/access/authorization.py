"""Permissions: almost every route needs a sign-in once there are accounts, and every change needs a reviewer.

The default is to deny: a route that this module does not name needs a sign-in.
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
# Routes that answer everybody; reviewers get more.
ANYBODY: Final = frozenset({"health.ready"})
# Changes that every account may make: its own settings and filters.
VIEWERS_TOO: Final = frozenset(
    {
        *("signing.sign_out", "settings.set_keys", "settings.change_password"),
        *("settings.end_session", "settings.end_others", "settings.end_token", "triage.save", "triage.drop"),
    }
)
# Pages for people, although their addresses begin with `/api/`.
_FOR_PEOPLE: Final = frozenset({"docs.described", "docs.tried"})
_ALL: Final = frozenset(Scope)
_LOOKING: Final = _ALL - {Scope.UPLOAD}
_SENDING: Final = _ALL - {Scope.READ}
_DECIDING: Final = frozenset({Scope.DECIDE})
# The scopes that each route accepts. A route without an entry accepts no token: no page does, nor its .json or .csv.
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
    """Finds the visitor before every request, and gives the visitor to every template."""
    app.before_request(refuse_strangers)
    app.before_request(refuse_unknown)
    app.context_processor(lambda: {"visitor": visitor(), "letter_keys": letter_keys()})


def refuse_strangers() -> None:
    """Without accounts, refuses other machines, and every request through a proxy: anybody could come through it.

    The server also listens on loopback only. This second check protects a server that was started another way.
    """
    forwarded = FORWARDED in request.environ
    is_here = not request.remote_addr or is_loopback(request.remote_addr)
    if (is_here and not forwarded) or request.endpoint == "health.alive":
        return
    try:
        with transaction() as connection:
            has_accounts = sign_in_is_set_up(connection)
    except NoDatabase as error:  # other machines must not learn where the database is or why it fails
        raise NoDatabase("The database does not answer. Try again in a moment.") from error
    if not has_accounts:
        whom = (
            "Only this machine has access, and nobody through a proxy" if forwarded else "Only this machine has access"
        )
        raise Refusal(403, f"{whom}: {WHY}.")


def refuse_unknown() -> Response | None:
    """Finds the visitor and checks the permission for the route."""
    if request.endpoint in OPEN:
        return None
    if request.endpoint is None or request.endpoint in ANYBODY:  # anybody may learn that an address does not exist
        g.visitor = _known_or_nobody()
        return None
    g.visitor = _known()
    if visitor() is NOBODY:
        return _sent_away()
    _insist_on_scope()
    if request.method in UNSAFE:
        _insist_on_own_token()
        if not visitor().may_review and request.endpoint not in VIEWERS_TOO:
            raise Refusal(403, f"Viewers cannot change anything, and {visitor().name} is a viewer. Ask a reviewer.")
    return None


def bearer_token() -> str:
    """The token in the `Authorization` header, or an empty string."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _known() -> Visitor:
    """Raises `NoDatabase`."""
    cookie, token = request.cookies.get(COOKIE, ""), bearer_token()
    with transaction() as connection:
        found = signed_in(connection, cookie, resources().settings.idle) if cookie else None
        if found is not None:
            return Visitor(found.name, Role(found.role), found.account_id, found.session_id, found.letter_keys)
        program = bearer(connection, token) if token else None
        if program is not None:
            return _as_visitor(program)
        return NOBODY if sign_in_is_set_up(connection) else THIS_MACHINE


def _known_or_nobody() -> Visitor:
    try:
        return _known()
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
    """Raises `Refusal` for a change through the API with a browser's session: the API has no form tokens."""
    signed = visitor().session is not None
    if signed and request.path.startswith(API):
        raise Refusal(
            403, "A browser's session cannot change anything through the API. Send Authorization: Bearer with a token."
        )


def _sent_away() -> Response:
    """Leads people to the sign-in form and then back; programs get a refusal."""
    for_people = request.endpoint in _FOR_PEOPLE or not request.path.startswith(API)
    if for_people and not request.path.endswith((".json", ".csv")) and not wants_json():
        return redirect_to(f"/sign-in?next={quote(_return_address(), safe='/')}")
    answer = refused(Refusal(401, _ASK))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _return_address() -> str:
    """The address after the sign-in. After a form it is the desk, because the content of the form is lost."""
    if request.method not in ("GET", "HEAD"):
        return "/"
    question = request.query_string.decode("ascii", "replace")
    return f"{quote(request.path)}?{question}" if question else quote(request.path)
