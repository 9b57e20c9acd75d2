"""Signing in and out: by name and password, or by a link that works once."""

from typing import Final

from flask import Blueprint, Response, make_response, render_template, request
from marshmallow import fields
from marshmallow.validate import Length

from auditor.store.people.accounts import LONGEST_NAME, password_of, sign_in_is_set_up
from auditor.store.people.login_throttle import TooManyTries, succeeded, tried
from auditor.store.people.sign_in_links import is_open, use_link
from auditor.web.access.authorization import COOKIE
from auditor.web.access.login import leave, start_session
from auditor.web.access.passwords import is_right
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal, refused
from auditor.web.requests.request_schemas import NO_FIELDS, NoParameters, Query, parse_query, refuse_unknown_fields
from auditor.web.resources import transaction

blueprint: Final = Blueprint("signing", __name__)
_LONGEST_PATH: Final = 2000
_WRONG: Final = "That name and that password do not belong together. Try again, or ask who runs this for a link."
_NO_LINK: Final = (
    "This link was used, or is older than an hour. Whoever runs this makes another: auditor user link NAME"
)


class SignInQuery(Query):
    """Where to go from here."""

    next = fields.String(
        validate=Length(max=_LONGEST_PATH), load_default="/", metadata={"description": "a path of this site"}
    )


@blueprint.get("/sign-in")
def sign_in_form() -> str:
    """The form."""
    wanted = parse_query(SignInQuery)["next"]
    with transaction() as connection:
        set_up = sign_in_is_set_up(connection)
    return render_template("sign_in.html", set_up=set_up, wanted=wanted, name="", wrong="")


@blueprint.post("/sign-in")
def sign_in() -> Response:
    """Lets in whoever knows the password. Of a name that there is not, no more is told, and no sooner."""
    refuse_unknown_fields({"name", "password", "next"})
    name, wanted = request.form.get("name", "").strip(), request.form.get("next", "/")
    insist_on_text("name", name)
    number = count_try(name)
    with transaction() as connection:
        found = password_of(connection, name)
    if not is_right(request.form.get("password", ""), found[1] if found else None) or found is None:
        form = render_template("sign_in.html", set_up=True, wanted=wanted, name=name[:LONGEST_NAME], wrong=_WRONG)
        return make_response(form, 403)
    with transaction() as connection:
        succeeded(connection, number)
        return start_session(connection, found[0], wanted)


@blueprint.get("/sign-in/link/<string(maxlength=64):token>")
def link_form(token: str) -> str:
    """A button, and nothing more: programs that look at links in advance use none up. Of one that lets nobody in it is
    said at once, in the same words whether it was used, is too old, or was never made.
    """
    parse_query(NoParameters)
    insist_on_text("link", token)
    with transaction() as connection:
        if not is_open(connection, token):
            raise Refusal(404, _NO_LINK)
    return render_template("sign_in_link.html", token=token)


@blueprint.post("/sign-in/link/<string(maxlength=64):token>")
def use(token: str) -> Response:
    """Lets in whoever has the link, once."""
    refuse_unknown_fields(NO_FIELDS)
    insist_on_text("link", token)
    with transaction() as connection:
        account = use_link(connection, token)
        if account is None:
            raise Refusal(403, _NO_LINK)
        return start_session(connection, account, "/")


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Ends the session."""
    refuse_unknown_fields(NO_FIELDS)
    with transaction() as connection:
        leave(connection)
    answer = redirect_to("/sign-in")
    answer.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="Lax")
    return answer


def count_try(name: str) -> int:
    """Notes a try with a password, before it is looked at, and gives the number of the note. Raises `TooManyTries`."""
    with transaction() as connection:
        return tried(connection, name[:LONGEST_NAME], request.remote_addr or "")


@blueprint.app_errorhandler(TooManyTries)
def wait(error: TooManyTries) -> Response:
    """How long to wait."""
    answer = refused(Refusal(429, str(error)))
    answer.headers["Retry-After"] = str(error.seconds)
    return answer
