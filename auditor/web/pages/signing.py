"""The pages for sign-in by password, sign-in by a link that works once, and sign-out."""

from typing import Final

from flask import Blueprint, Response, render_template, request
from marshmallow import fields
from marshmallow.validate import Length

from auditor.settings import command_line
from auditor.store.people.accounts import LONGEST_NAME, has_password, password_of, sign_in_is_set_up
from auditor.store.people.login_throttle import TooManyTries, succeeded, tried
from auditor.store.people.sign_in_links import is_open, use_link
from auditor.store.postgres.database import Connection
from auditor.store.runs.demonstration import is_demonstration
from auditor.web.access.authorization import COOKIE
from auditor.web.access.login import leave, start_session
from auditor.web.access.passwords import is_right
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.kept_forms import kept_in_form, sign_in_page
from auditor.web.requests.refusals import Refusal, refused
from auditor.web.requests.request_schemas import NO_FIELDS, NoParameters, Query, parse_query, refuse_unknown_fields
from auditor.web.resources import transaction

blueprint: Final = Blueprint("signing", __name__)
_LONGEST_PATH: Final = 2000
_WRONG: Final = "The name or the password is wrong. Try again, or ask your administrator for a link."
_NO_LINK: Final = (
    "This link was already used, or is older than an hour. Ask an admin for a new link, or run on the server:"
    f" {command_line('user link NAME')}"
)


class SignInQuery(Query):
    """The parameter of the sign-in page: the address of the page to open after the sign-in."""

    next = fields.String(
        validate=Length(max=_LONGEST_PATH), load_default="/", metadata={"description": "a path of this site"}
    )


@blueprint.get("/sign-in")
def sign_in_form() -> str:
    """Shows the sign-in form."""
    wanted = parse_query(SignInQuery)["next"]
    with transaction() as connection:
        set_up = sign_in_is_set_up(connection)
    return render_template("sign_in.html", set_up=set_up, wanted=wanted, name="", wrong="")


@blueprint.post("/sign-in")
def sign_in() -> Response:
    """Signs in with the name of an account and its password. A wrong password and an unknown name get the same answer
    after the same time, so nobody learns which accounts exist.

    If the form of an act on findings, such as a dismissal, was sent after the session had ended, the sign-in page keeps
    this form in a hidden field. After the sign-in, the visitor sees the form of the act again.
    """
    refuse_unknown_fields({"name", "password", "next", "kept"})
    name, wanted = request.form.get("name", "").strip(), request.form.get("next", "/")
    form = kept_in_form()
    insist_on_text("name", name)
    number = count_try(name)
    with transaction() as connection:
        found = password_of(connection, name)
    if not is_right(request.form.get("password", ""), found[1] if found else None) or found is None:
        return sign_in_page(form, 403, _WRONG, wanted, name[:LONGEST_NAME])
    with transaction() as connection:
        succeeded(connection, number)
        return start_session(connection, found[0], wanted, form)


@blueprint.get("/sign-in/link/<string(maxlength=64):token>")
def link_form(token: str) -> str:
    """Shows a page with one button, which signs the visitor in.

    A mail program may open the link to show a preview. But a mail program does not press the button, so the link stays
    unused. A used link, an expired link and an unknown link all get the same refusal.
    """
    parse_query(NoParameters)
    insist_on_text("link", token)
    with transaction() as connection:
        if not is_open(connection, token):
            raise Refusal(404, _NO_LINK)
    return render_template("sign_in_link.html", token=token)


@blueprint.post("/sign-in/link/<string(maxlength=64):token>")
def use(token: str) -> Response:
    """Signs in the visitor who pressed the button of a sign-in link. A link works only once.

    If the account has no password, the visitor is led to the form that sets one, because this link does not work again.
    """
    refuse_unknown_fields(NO_FIELDS)
    insist_on_text("link", token)
    with transaction() as connection:
        account = use_link(connection, token)
        if account is None:
            raise Refusal(403, _NO_LINK)
        return start_session(connection, account, _after_link(connection, account))


def _after_link(connection: Connection, account: int) -> str:
    """Returns the address of the page to open after a sign-in with a link."""
    # The account of the demonstration needs no password: a command prints a new link at any time.
    needs_password = not has_password(connection, account) and not is_demonstration(connection)
    return "/settings#password-head" if needs_password else "/"


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Ends the session of this browser, and redirects to the sign-in form."""
    refuse_unknown_fields(NO_FIELDS)
    with transaction() as connection:
        leave(connection)
    answer = redirect_to("/sign-in")
    answer.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Lax")
    return answer


def count_try(name: str) -> int:
    """Counts a try to sign in, before the password is checked. Returns the number of the try. Raises `TooManyTries` if
    there were too many tries in a short time: for this name, from this network address, or by everybody together.
    """
    with transaction() as connection:
        return tried(connection, name[:LONGEST_NAME], request.remote_addr or "")


@blueprint.app_errorhandler(TooManyTries)
def wait(error: TooManyTries) -> Response:
    """Answers a request after too many tries with a password: a refusal says how long to wait. But if the request comes
    from a sign-in page that keeps the form of an act, such as a dismissal, the answer is the sign-in page again. This
    page has the same sentence, and still keeps the form.
    """
    form = kept_in_form()
    answer = sign_in_page(form, 429, str(error)) if form is not None else refused(Refusal(429, str(error)))
    answer.headers["Retry-After"] = str(error.seconds)
    return answer
