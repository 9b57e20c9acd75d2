"""Checks the permission for each request.

As soon as one account exists, all routes except those in `OPEN` and `ANYBODY` need a sign-in. Most changes also need an
account with the role of a reviewer. A route is the name of a Flask view, such as `uploads.send`. A program signs in
with an API token, and the scope of the token limits its routes.
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
from auditor.web.access.visitor import NOBODY, THIS_MACHINE, Role, Visitor, letter_keys, theme, visitor
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import API, UNSAFE
from auditor.web.requests.kept_forms import kept, sign_in_page
from auditor.web.requests.refusals import Refusal, refused, wants_json
from auditor.web.resources import resources, transaction

COOKIE: Final = "__Host-auditor-session"
# Routes (names of Flask views) that every visitor may open without a sign-in.
OPEN: Final = frozenset(
    {
        *("static", "health.alive", "signing.sign_in_form", "signing.sign_in", "signing.link_form", "signing.use"),
        "explained.by_link",
    }
)
# Routes that need no sign-in, but show more to a visitor with the role of a reviewer.
ANYBODY: Final = frozenset({"health.ready"})
# Changes that viewers may make too: the settings and the saved filters of their own accounts, and the marks in their
# own inbox.
VIEWERS_TOO: Final = frozenset(
    {
        *("signing.sign_out", "settings.set_keys", "settings.change_password"),
        *("settings.end_session", "settings.end_others", "settings.end_token", "triage.save", "triage.drop"),
        *("settings.set_look", "inbox.read", "inbox.unread"),
    }
)
# Pages and changes that only an admin may use: accounts and settings. Each page has two more routes, which send the
# content of the page as JSON and as CSV.
ADMINS_ONLY: Final = frozenset(
    {
        *[
            f"{view}{ending}"
            for view in (
                *("accounts.every", "venues.every", "venues.preview", "house_files.every", "changes.every"),
                "ingest_tokens.every",
            )
            for ending in ("", "_json", "_csv")
        ],
        *[f"accounts.{act}" for act in ("invite", "change_role", "disable", "enable", "reset")],
        *("ingest_tokens.make", "ingest_tokens.end"),
        *[f"venues.{act}" for act in ("set_amount", "end_amount", "set_retention")],
    }
)
# Routes below `/api/` that are pages for people. All other routes below `/api/` are for programs.
_FOR_PEOPLE: Final = frozenset({"docs.described", "docs.tried"})
_ALL: Final = frozenset(Scope)
_LOOKING: Final = _ALL - {Scope.UPLOAD}
_SENDING: Final = _ALL - {Scope.READ}
_DECIDING: Final = frozenset({Scope.DECIDE})
# For each route of the API, the scopes of tokens that may use the route. No other route accepts a token: neither the
# pages, nor their addresses with `.json` or `.csv`.
BY_TOKEN: Final = {
    **dict.fromkeys(("Start.index", "api-docs.openapi_json", "docs.log_schema", "Uploads.every", "Uploads.one"), _ALL),
    **dict.fromkeys(("Uploads.send", "Uploads.read_again", "Uploads.cancel"), _SENDING),
    **dict.fromkeys(("Findings.every_finding", "Hands.every_hand", "Hands.one_hand"), _LOOKING),
    "Decisions.one_finding": _LOOKING,
    **dict.fromkeys(("Decisions.decide", "Comments.write", "Comments.withdraw"), _DECIDING),
    **dict.fromkeys(("Hands.one_hand_under_two_houses", "Rules.every_rule", "Rules.one_rule"), _LOOKING),
    **dict.fromkeys(("Houses.every_house", "Houses.one_house", "Runs.every_run", "Runs.one_run"), _LOOKING),
}
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
    if request.endpoint in OPEN:
        return None
    # If the endpoint is `None`, no route has this address. The answer 404 shows no data, so it needs no sign-in.
    if request.endpoint is None or request.endpoint in ANYBODY:
        g.visitor = _find_visitor_or_nobody()
        return None
    g.visitor = _find_visitor()
    if visitor() is NOBODY:
        return _demand_sign_in()
    _insist_on_scope()
    if request.method in UNSAFE:
        _insist_on_own_token()
    _insist_on_role()
    return None


def _insist_on_role() -> None:
    """Raises `Refusal` if the role of the visitor does not allow the route."""
    who = visitor()
    if request.endpoint in ADMINS_ONLY:
        if not who.may_administer:
            raise Refusal(
                403, f"{who.name} is a {who.role}. Only an admin manages accounts and settings. Ask an admin."
            )
    elif request.method in UNSAFE and not who.may_review and request.endpoint not in VIEWERS_TOO:
        if who.role is Role.ADMIN:
            raise Refusal(
                403,
                f"{who.name} is an admin. Admins manage accounts and settings, but cannot upload files or decide about"
                " findings. Ask a reviewer.",
            )
        raise Refusal(403, f"{who.name} is a viewer, and viewers cannot change anything. Ask a reviewer.")


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
            )
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
        # The scope of an ingest token of a venue is its only limit, because the token has no account with a role.
        Role(program.role) if program.account_id is not None else Role.REVIEWER,
        program.account_id,
        token=program.token_id,
        scope=program.scope,
        reach=sees,
    )


def _insist_on_scope() -> None:
    """Raises `Refusal` if the visitor is a program and the scope of its token does not allow the route."""
    scope = visitor().scope
    if scope is None or scope in BY_TOKEN.get(request.endpoint or "", ()):
        return
    if request.endpoint in BY_TOKEN:
        scopes = " or ".join([each for each in Scope if each in BY_TOKEN[request.endpoint]])
        words = (
            f"This token has the scope {scope}, which does not allow this request. Use a token with the scope {scopes}."
        )
        raise Refusal(403, words)
    raise Refusal(403, "A token works only at addresses that begin with /api/v1. To see pages, sign in with a browser.")


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
