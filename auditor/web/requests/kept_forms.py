"""Keeps the form of an act on findings, such as a dismissal, if the session of the visitor ended before the form was
sent. After a new sign-in, the visitor sees the form with everything that was typed, and one button to go on.

The form is kept only in the pages themselves, as a hidden field: neither in an address nor in the database. The act is
not done before the visitor presses the button on our page, and only a form that our own page sent is kept. So another
site can neither cause an act nor put its own words into the form.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from auditor.store.people.second_factor import LONGEST_CODE
from auditor.triage.acts import REASONS
from auditor.web.access.visitor import NOBODY, visitor
from auditor.web.requests.refusals import no_token, wants_json

# The routes whose forms are kept: acts on findings.
_OF_CAUSE: Final = "triage.act_on_cause"
_KEPT: Final = frozenset(
    {"triage.act", "triage.unassign", "triage.act_on_all", _OF_CAUSE, "triage.undo", "comments.write"}
)
# The fields that are kept. `based_on` names the last act that the visitor has seen. It is kept too, because otherwise
# the visitor could overwrite a newer decision without noticing it.
FIELDS: Final = frozenset(
    {"act", "reason", "comment", "until", "until_house", "assignee", "of", "back", "based_on"}
    | {f"reason-{act}" for act in REASONS}
)
# Further fields that are kept if the act is on all findings of a row of the list. Each of these fields names the last
# act on one finding that the visitor has seen.
_OF_ROW: Final = re.compile("based_on-[0-9]{1,18}")
# Some forms have no field with their act. The last part of their path then decides the act. Here are the acts by this
# part of the path.
_ACTS: Final = {"give-back": "assign", "comment": "comment"}
_SIGN_IN: Final = "signing.sign_in"
# The most bytes of a form that is kept. The limit is small, because the server reads such a form before it knows who
# sent it.
MOST: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """A form that is kept: the path to which it is sent, and its fields."""

    path: str
    fields: Mapping[str, str]

    def as_text(self) -> str:
        """Returns the form as the text of the hidden field `kept`."""
        return json.dumps([self.path, dict(self.fields)])


def register(app: Flask) -> None:
    """Makes `app` keep a form whose token belongs to an earlier session of the browser."""
    app.register_error_handler(CSRFError, _of_an_earlier_session)


def kept() -> Kept | None:
    """Returns the form of the current request if it is the form of an act on findings and our own page sent it. Returns
    `None` for any other form, for a form of more than `MOST` bytes, and if the sender is a program.
    """
    is_short = request.content_length is not None and request.content_length <= MOST
    is_form = request.mimetype == "application/x-www-form-urlencoded"
    if request.endpoint not in _KEPT or wants_json() or not (is_short and is_form and _is_from_own_page()):
        return None
    request.max_content_length = MOST
    fields = {name: request.form[name] for name in request.form if _is_field(name, request.endpoint)}
    based_on = request.form.get(f"based_on-{(request.view_args or {}).get('finding_id')}")
    if based_on is not None and request.endpoint != _OF_CAUSE:
        fields["based_on"] = based_on
    return Kept(request.path, fields)


def kept_in_form() -> Kept | None:
    """Returns the form in the hidden field `kept` of the current form; `None` if it has none."""
    return _read(request.form.get("kept", ""))


def sign_in_page(form: Kept | None, status: int, wrong: str = "", wanted: str = "/", name: str = "") -> Response:
    """Returns the sign-in page, which keeps `form` in a hidden field. `wrong` says why an earlier try failed."""
    page = render_template("sign_in.html", set_up=True, wanted=wanted, name=name, wrong=wrong, kept=form)
    return Response(page, status=status, content_type="text/html; charset=utf-8")


def code_page(form: Kept | None, wanted: str, wrong: str = "", status: int = 200) -> Response:
    """Returns the page for the code of the second factor, which keeps `form` in a hidden field."""
    page = render_template("sign_in_code.html", wanted=wanted, wrong=wrong, longest=LONGEST_CODE, kept=form)
    return Response(page, status=status, content_type="text/html; charset=utf-8")


def _is_field(name: str, endpoint: str) -> bool:
    """Whether this field of the form for this route is kept."""
    return name in FIELDS or (endpoint == _OF_CAUSE and _OF_ROW.fullmatch(name) is not None)


def _read(text: str) -> Kept | None:
    """Reads the text of the hidden field `kept`. Returns `None` if the text is not one that `Kept.as_text` could have
    made.
    """
    try:
        path, fields = json.loads(text)
        endpoint, _ = current_app.url_map.bind("localhost").match(path, method="POST")
    except (ValueError, TypeError, AttributeError, RecursionError, HTTPException):
        return None
    # A path such as `//host` would send the form to another host.
    is_path = path.startswith("/") and not path.startswith("//")
    is_form = endpoint in _KEPT and isinstance(fields, dict) and all(_is_field(name, endpoint) for name in fields)
    are_texts = is_path and is_form and all(isinstance(each, str) for each in fields.values())
    return Kept(path, fields) if are_texts else None


def go_on(form: Kept, status: int) -> Response:
    """Returns the page with the kept form and the button to go on."""
    return Response(
        render_template("go_on.html", **values_of(form)), status=status, content_type="text/html; charset=utf-8"
    )


def values_of(form: Kept) -> dict[str, Any]:
    """Returns the values of the template for a kept form."""
    fields = form.fields
    act = fields.get("act", _ACTS.get(form.path.rpartition("/")[2], "undo"))
    return {
        "form_path": form.path,
        "kept_act": act,
        "kept_fields": {**fields, "reason": fields.get("reason") or fields.get(f"reason-{act}", "")},
        "reasons": REASONS,
        "page_path": form.path.rpartition("/")[0].removesuffix("/cause") if not form.path.startswith("/acts/") else "",
    }


def _of_an_earlier_session(error: CSRFError) -> Response:
    """Answers a form whose token belongs to an earlier session, because somebody signed in or out in another tab.

    There are three cases:

    - The form is a sign-in form that keeps the form of an act: the answer is a new sign-in page, which keeps it too.
    - The form is the form of an act, and the visitor is signed in: the answer is a page with this form and a button to
      go on.
    - For every other form, the answer is a refusal.
    """
    if request.endpoint == _SIGN_IN and _is_from_own_page() and kept_in_form() is not None:
        return sign_in_page(kept_in_form(), 403, "This page was too old. Sign in again.")
    form = kept() if visitor() is not NOBODY else None
    return go_on(form, 403) if form is not None else no_token(error)


def _is_from_own_page() -> bool:
    """Whether the browser says that a page of this server sent the request. If the browser does not say where the
    request comes from, the result is false: the form has no valid token, so nothing else shows its origin.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return site == "same-origin"
    return origin is not None and (urlsplit(origin).scheme, urlsplit(origin).netloc) == (request.scheme, request.host)
