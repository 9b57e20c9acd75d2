"""Sign-in and sign-out.

Each sign-in gets a new session token. This stops session fixation: an attacker puts a token that he knows into the
browser before the sign-in, but this token does not become valid.
"""

from typing import Final

from flask import Response, request, session

from auditor.store.people.sessions import begin, revoke_token
from auditor.store.postgres.database import Connection
from auditor.web.access.authorization import COOKIE
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.kept_forms import Kept, go_on
from auditor.web.resources import resources

_START_PAGE: Final = "/"


def start_session(connection: Connection, account_id: int, wanted: str, form: Kept | None = None) -> Response:
    """Begins a session of an account in this browser, and returns a redirect to the address `wanted`.

    `form` is a form that was sent after an earlier session had ended; `None` if there is no such form. If there is one,
    the answer is a page with this form in place of the redirect. A button on the page sends the form again.

    If the browser already has a session, that session ends, because an attacker may have put its cookie into the
    browser.
    """
    leave(connection)
    browser = request.headers.get("User-Agent", "")
    token = begin(connection, account_id, resources().settings.session, request.remote_addr or "", browser)
    answer = redirect_to(safe_path(wanted)) if form is None else go_on(form, 200)
    return set_session_cookie(answer, token)


def set_session_cookie(answer: Response, token: str) -> Response:
    """Adds the cookie with the token of a session to an answer.

    The cookie has no expiry date, so the browser deletes it when the browser is closed. The session itself expires in
    the database.
    """
    answer.set_cookie(COOKIE, token, secure=True, httponly=True, samesite="Lax", path="/")
    return answer


def leave(connection: Connection) -> None:
    """Ends the session of this browser. Forms that are open in the browser can then not be sent any more."""
    revoke_token(connection, request.cookies.get(COOKIE, ""))
    session.clear()


def safe_path(wanted: str) -> str:
    """Returns `wanted` if it is a path of this site, else the path of the start page. So a sign-in cannot lead to
    another site.

    Backslashes, tabs and line ends are refused too. Browsers read a backslash as a slash, and ignore tabs and line
    ends. So a path with one of these characters could lead to another site.
    """
    own = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if own and wanted.isascii() and wanted.isprintable() else _START_PAGE
