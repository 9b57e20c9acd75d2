"""The pages of the second factor: the code at sign-in, and the settings of the visitor's own second factor."""

import io
from typing import Final

from flask import Blueprint, Response, render_template, request

from auditor.store.people import second_factor
from auditor.store.people.login_throttle import succeeded, tried_code
from auditor.store.people.second_factor import LONGEST_CODE, factor_of
from auditor.store.people.sessions import pass_factor
from auditor.store.people.setting_acts import record
from auditor.web.access.confirmation import insist_on_password
from auditor.web.access.login import safe_path, set_session_cookie
from auditor.web.access.visitor import Lack, visitor
from auditor.web.findings.triage_forms import add_notice
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.kept_forms import code_page, go_on, kept_in_form
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NO_FIELDS, NoParameters, parse_query, refuse_unknown_fields
from auditor.web.requests.settings_schemas import CodeQuery
from auditor.web.resources import resources, transaction

blueprint: Final = Blueprint("second_factor", __name__)
ADDRESS: Final = "/settings/second-factor"
_ISSUER: Final = "Stud Auditor"
_WRONG: Final = "This code is wrong, or was already used. Wait for the next code of the app, and type it."


@blueprint.get("/sign-in/code")
def code_form() -> Response:
    """Shows the form for the code of the second factor, after the password or the link was right."""
    wanted = parse_query(CodeQuery)["next"]
    if visitor().lacks is not Lack.CODE:
        return redirect_to(safe_path(wanted))
    return code_page(None, wanted)


@blueprint.post("/sign-in/code")
def check() -> Response:
    """Ends the sign-in if the code is right: the session gets a new token."""
    refuse_unknown_fields({"code", "next", "kept"})
    who, wanted = visitor(), request.form.get("next", "/")
    if who.lacks is not Lack.CODE or who.account is None or who.session is None:
        return redirect_to(safe_path(wanted))
    form = kept_in_form()
    with transaction() as connection:
        number = tried_code(connection, who.account)
    with transaction() as connection:
        token = second_factor.sign_in_with(connection, who.account, who.session, _code())
        if token is None:
            return code_page(form, wanted, _WRONG, 403)
        succeeded(connection, number)
    return set_session_cookie(redirect_to(safe_path(wanted)) if form is None else go_on(form, 200), token)


@blueprint.get(ADDRESS)
def mine() -> str:
    """Shows the state of the visitor's second factor, and the forms to set it up or to remove it."""
    parse_query(NoParameters)
    account = visitor().account
    with transaction() as connection:
        found = factor_of(connection, account) if account is not None else None
    return render_template("second_factor.html", factor=found, required=_is_required(), longest=LONGEST_CODE)


@blueprint.get(f"{ADDRESS}/qr.svg")
def picture() -> Response:
    """Returns the QR code that the app reads. It exists only until the first code is confirmed."""
    import segno  # noqa: PLC0415 - only this picture needs it
    from pyotp import TOTP  # noqa: PLC0415

    parse_query(NoParameters)
    account = visitor().account
    with transaction() as connection:
        found = factor_of(connection, account) if account is not None else None
    if found is None or found.confirmed_at is not None:
        raise Refusal(404, "There is no QR code now. Begin to set up the second factor first.")
    out = io.BytesIO()
    address = TOTP(found.secret).provisioning_uri(name=visitor().name, issuer_name=_ISSUER)
    segno.make(address, micro=False).save(out, kind="svg", scale=5, border=4, light="white", svgclass="", lineclass="")
    return Response(out.getvalue(), content_type="image/svg+xml")


@blueprint.post(f"{ADDRESS}/begin")
def begin() -> Response:
    """Makes the secret of a new second factor. The page then shows its QR code."""
    insist_on_password(NO_FIELDS)
    with transaction() as connection:
        second_factor.begin(connection, _account())
    return redirect_to(ADDRESS)


@blueprint.post(f"{ADDRESS}/confirm")
def confirm() -> Response:
    """Confirms the new second factor with a first code of the app, and shows the recovery codes this once."""
    refuse_unknown_fields({"code"})
    account, session = _account(), visitor().session
    with transaction() as connection:
        number = tried_code(connection, account)
    with transaction() as connection:
        codes = second_factor.confirm(connection, account, _code())
        if codes is None or session is None:
            raise Refusal(403, f"{_WRONG} The second factor is not set up yet.", way=("try again", ADDRESS))
        succeeded(connection, number)
        token = pass_factor(connection, session)
        record(connection, "second factor set up", visitor().name, visitor().name)
    return set_session_cookie(_codes_page(codes), token)


@blueprint.post(f"{ADDRESS}/codes")
def new_codes() -> Response:
    """Makes new recovery codes, and shows them this once. The earlier codes end."""
    insist_on_password(NO_FIELDS)
    with transaction() as connection:
        found = factor_of(connection, _account())
        if found is None or found.confirmed_at is None:
            raise Refusal(409, "You have no second factor, so there are no recovery codes. Set it up first.")
        codes = second_factor.new_recovery_codes(connection, _account())
        record(connection, "recovery codes made", visitor().name, visitor().name)
    return _codes_page(codes)


@blueprint.post(f"{ADDRESS}/remove")
def remove() -> Response:
    """Removes the visitor's second factor, unless the role requires it."""
    insist_on_password(NO_FIELDS)
    if _is_required():
        raise Refusal(409, f"The role {visitor().role} requires a second factor, so it stays. Ask an admin.")
    with transaction() as connection:
        if second_factor.remove(connection, _account()):
            record(connection, "second factor removed", visitor().name, visitor().name)
    add_notice("Your second factor is removed", back=ADDRESS)
    return redirect_to(ADDRESS)


def _is_required() -> bool:
    return resources().settings.factor_required and visitor().needs_factor


def _account() -> int:
    account = visitor().account
    if account is None:
        raise Refusal(409, "There are no accounts yet, so there is no second factor.")
    return account


def _code() -> str:
    return request.form.get("code", "")


def _codes_page(codes: tuple[str, ...]) -> Response:
    page = render_template("recovery_codes.html", codes=codes)
    return Response(page, content_type="text/html; charset=utf-8")
