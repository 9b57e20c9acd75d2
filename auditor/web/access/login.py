"""Sign-in and sign-out. Each session begins with a new token, so nobody can plant one in advance."""

from typing import Final

from flask import Response, request, session

from auditor.store.people.sessions import begin, revoke_token
from auditor.store.postgres.database import Connection
from auditor.web.access.authorization import COOKIE
from auditor.web.rendering.respond import redirect_to
from auditor.web.resources import resources

_DESK: Final = "/"


def start_session(connection: Connection, account_id: int, wanted: str) -> Response:
    """Begins a session of an account in this browser, and leads to the address `wanted`.

    Any earlier session of the browser ends, in case somebody else planted its cookie.
    """
    leave(connection)
    browser = request.headers.get("User-Agent", "")
    token = begin(connection, account_id, resources().settings.session, request.remote_addr or "", browser)
    answer = redirect_to(safe_path(wanted))
    # A session cookie: it ends when the browser closes, or when the session ends here.
    answer.set_cookie(COOKIE, token, secure=True, httponly=True, samesite="Lax", path="/")
    return answer


def leave(connection: Connection) -> None:
    """Ends the session of this browser, and the tokens of its forms."""
    revoke_token(connection, request.cookies.get(COOKIE, ""))
    session.clear()


def safe_path(wanted: str) -> str:
    """`wanted` if it is a path of this site, else the desk: a sign-in link must not lead to another site.

    Browsers read a backslash as a slash, and ignore tabs and line ends.
    """
    own = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if own and wanted.isascii() and wanted.isprintable() else _DESK
