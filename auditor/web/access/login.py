"""Coming in and going out: a session begins with a token that nobody had before, and ends with it."""

from typing import Final

from flask import Response, request, session

from auditor.store.people.sessions import begin, revoke_token
from auditor.store.postgres.database import Connection
from auditor.web.access.authorization import COOKIE
from auditor.web.rendering.respond import redirect_to
from auditor.web.resources import resources

_DESK: Final = "/"


def start_session(connection: Connection, account_id: int, wanted: str) -> Response:
    """Begins a session of that account in this browser, and leads to what was wanted.

    Whatever session or form the browser had before ends: who planted its cookie is left outside.
    """
    leave(connection)
    browser = request.headers.get("User-Agent", "")
    token = begin(connection, account_id, resources().settings.session, request.remote_addr or "", browser)
    answer = redirect_to(safe_path(wanted))
    # Without an end of its own: it goes when the browser is closed, or when the session ends here.
    answer.set_cookie(COOKIE, token, secure=True, httponly=True, samesite="Lax", path="/")
    return answer


def leave(connection: Connection) -> None:
    """Ends the session of this browser, and with it the tokens of its forms."""
    revoke_token(connection, request.cookies.get(COOKIE, ""))
    session.clear()


def safe_path(wanted: str) -> str:
    """`wanted` where it is a path of this site, else the desk: a link to the sign-in must lead nowhere else.

    Browsers take a backslash for a slash, and leave out tabs and line ends.
    """
    own = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if own and wanted.isascii() and wanted.isprintable() else _DESK
