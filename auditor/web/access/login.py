"""Sign-in and sign-out. Each session gets a new token, so nobody can put a known token into a browser in advance."""

from typing import Final

from flask import Response, request, session

from auditor.store.people.sessions import begin, revoke_token
from auditor.store.postgres.database import Connection
from auditor.web.access.authorization import COOKIE
from auditor.web.rendering.respond import redirect_to
from auditor.web.resources import resources

_START_PAGE: Final = "/"


def start_session(connection: Connection, account_id: int, wanted: str) -> Response:
    """Begins a session of an account in this browser. The answer leads to the address `wanted`.

    An earlier session of the browser ends, because somebody else may have put its cookie there.
    """
    leave(connection)
    browser = request.headers.get("User-Agent", "")
    token = begin(connection, account_id, resources().settings.session, request.remote_addr or "", browser)
    answer = redirect_to(safe_path(wanted))
    # The cookie has no expiry: the browser deletes it when the browser closes. The database also limits the session.
    answer.set_cookie(COOKIE, token, secure=True, httponly=True, samesite="Lax", path="/")
    return answer


def leave(connection: Connection) -> None:
    """Ends the session of this browser. The forms that are open in the browser become invalid."""
    revoke_token(connection, request.cookies.get(COOKIE, ""))
    session.clear()


def safe_path(wanted: str) -> str:
    """Returns `wanted` if it is a path of this site, else the start page. A sign-in must not lead to another site.

    Backslashes, tabs and line ends are refused too: browsers read a backslash as a slash and ignore the others.
    """
    own = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if own and wanted.isascii() and wanted.isprintable() else _START_PAGE
