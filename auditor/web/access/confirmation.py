"""Asks for the password again before a change of security settings. The answer holds for five minutes in one session.

The page that asks repeats the form of the change with a field for the password, so nothing is typed twice and no script
is needed. While there are no accounts, there is no password to ask for.
"""

from collections.abc import Set as AbstractSet
from typing import Final

from flask import Flask, Response, after_this_request, render_template, request

from auditor.store.people.accounts import password_of
from auditor.store.people.login_throttle import succeeded
from auditor.store.people.sessions import confirm
from auditor.web.access.login import set_session_cookie
from auditor.web.access.passwords import is_right
from auditor.web.access.visitor import visitor
from auditor.web.pages.signing import count_try
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import refuse_unknown_fields
from auditor.web.resources import transaction

# The field for the password on the page that asks for it.
FIELD: Final = "your_password"
_SET_ONE: Final = (
    "Your account has no password, so you cannot confirm this change. Set a password on your settings page first."
)


class PasswordNeeded(Exception):
    """Raised if the visitor must type the password again. `wrong` says why the typed password was refused."""

    def __init__(self, wrong: str = "") -> None:
        super().__init__(wrong)
        self.wrong: Final = wrong


def register(app: Flask) -> None:
    """Makes `app` answer a change without a confirmed password with the page that asks for the password."""
    app.register_error_handler(PasswordNeeded, _ask)


def insist_on_password(fields: AbstractSet[str]) -> None:
    """Checks the names of the fields of the form (`fields` are allowed), and then that the visitor has typed the
    password in the last five minutes, or has typed it in this form. Raises `PasswordNeeded` or `Refusal`.
    """
    refuse_unknown_fields({*fields, FIELD})
    who = visitor()
    if who.account is None or who.session is None or who.confirmed:
        return
    with transaction() as connection:
        found = password_of(connection, who.name)
    if found is None:
        raise Refusal(409, _SET_ONE, way=("your settings page", "/settings"))
    if FIELD not in request.form:
        raise PasswordNeeded
    number = count_try(who.name)
    if not is_right(request.form[FIELD], found[1]):
        raise PasswordNeeded("The password is wrong. Nothing was changed. Try again.")
    with transaction() as connection:
        succeeded(connection, number)
        token = confirm(connection, who.session)
    after_this_request(lambda response: set_session_cookie(response, token))


def _ask(error: PasswordNeeded) -> Response:
    kept = {name: value for name, value in request.form.items() if name not in (FIELD, "csrf_token")}
    page = render_template("password_again.html", kept=kept, wrong=error.wrong, field=FIELD, path=request.path)
    return Response(page, status=403, content_type="text/html; charset=utf-8")
