"""Asks for the password again before a change of security settings; if the account has a second factor, asks for a code
in place of the password. After a correct answer, the same session is not asked again for five minutes.

The page that asks for the password keeps the fields of the change in its form. So the visitor types nothing twice, and
the page needs no script. While there are no accounts, there are no passwords, so no password is asked.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from flask import Flask, Response, after_this_request, g, render_template, request

from auditor.store.people import second_factor
from auditor.store.people.accounts import password_of
from auditor.store.people.login_throttle import succeeded, tried_code
from auditor.store.people.sessions import confirm
from auditor.web.access.login import set_session_cookie
from auditor.web.access.passwords import is_right
from auditor.web.access.permissions import permission_for
from auditor.web.access.visitor import visitor
from auditor.web.pages.signing import count_try
from auditor.web.requests.guards import UNSAFE
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import refuse_unknown_fields
from auditor.web.resources import transaction

# The field for the password on the page that asks for it.
FIELD: Final = "your_password"
_SET_ONE: Final = (
    "Your account has no password, so you cannot confirm this change. Set a password on your settings page first."
)


class PasswordNeeded(Exception):
    """Raised if the visitor must type the password again. `wrong` is the sentence for a wrong password; empty if the
    visitor has typed no password yet.
    """

    def __init__(self, wrong: str = "") -> None:
        super().__init__(wrong)
        self.wrong: Final = wrong


def register(app: Flask) -> None:
    """Makes `app` answer a change without a confirmed password with the page that asks for the password. Before a
    request to a route whose row in the table of permissions says `again`, the application checks this itself.
    """
    app.register_error_handler(PasswordNeeded, _ask)
    app.before_request(_insist_again)


def insist_on_password(fields: AbstractSet[str]) -> None:
    """Makes two checks before a change of security settings.

    - The form has only fields whose names are in `fields`, and perhaps the field for the password.
    - The visitor typed the password or a code correctly in the last five minutes, or this form contains it. A visitor
      without an account or a session needs no password.

    Raises `PasswordNeeded` if the form has no password, or a wrong password. Raises `Refusal` if the form has another
    field, or if the account has no password. Raises `TooManyTries` if there were too many tries in a short time.
    """
    refuse_unknown_fields({*fields, FIELD})
    who = visitor()
    if who.account is None or who.session is None or who.confirmed:
        return
    number = _checked_code(who.account) if who.has_factor else _checked_password(who.name)
    with transaction() as connection:
        succeeded(connection, number)
        token = confirm(connection, who.session)
    g.visitor = replace(who, confirmed=True)
    after_this_request(lambda response: set_session_cookie(response, token))


def _checked_password(name: str) -> int:
    """Returns the number of the try, if the form has the right password of this account."""
    with transaction() as connection:
        found = password_of(connection, name)
    if found is None:
        raise Refusal(409, _SET_ONE, way=("your settings page", "/settings"))
    if FIELD not in request.form:
        raise PasswordNeeded
    number = count_try(name)
    if not is_right(request.form[FIELD], found[1]):
        raise PasswordNeeded("The password is wrong. Nothing was changed. Try again.")
    return number


def _checked_code(account: int) -> int:
    """Returns the number of the try, if the form has a right code of the second factor of this account."""
    if FIELD not in request.form:
        raise PasswordNeeded
    with transaction() as connection:
        number = tried_code(connection, account)
    with transaction() as connection:
        if not second_factor.is_right(connection, account, request.form[FIELD]):
            raise PasswordNeeded("The code is wrong, or was already used. Nothing was changed. Type the next code.")
    return number


def _insist_again() -> None:
    """Asks for the password or a code, if the route needs it. The form may have any fields: the view checks them."""
    if request.endpoint is not None and permission_for(request.endpoint).again and request.method in UNSAFE:
        insist_on_password(request.form.keys() | request.files.keys())


def _ask(error: PasswordNeeded) -> Response:
    kept = {name: value for name, value in request.form.items() if name not in (FIELD, "csrf_token")}
    page = render_template("password_again.html", kept=kept, wrong=error.wrong, field=FIELD, path=request.path)
    return Response(page, status=403, content_type="text/html; charset=utf-8")
