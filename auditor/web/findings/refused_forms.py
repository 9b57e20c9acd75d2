"""If a form is refused, shows the page with the form again. The page then has the text of the refusal, and the fields
as the visitor filled them in.
"""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Response, request

from auditor.web.findings.triage_forms import back_to, based_on_field
from auditor.web.rendering.respond import PageContent, page_html
from auditor.web.requests.refusals import Refusal, wants_json

Sent = Callable[..., Response]


def with_refusal_on(form: Callable[..., PageContent | Response], at: str) -> Callable[[Sent], Sent]:
    """Decorates the view that receives a form. If that view refuses the form (422), the answer is the page with the
    form, the refusal and the entered fields. A program gets the refusal as JSON.

    `form` is the view that makes the page with the form. It is called with the arguments of the decorated view. `at` is
    the path of that page, such as `/findings/{finding_id}`; the names in braces are names of these arguments.
    """

    def around(view: Sent) -> Sent:
        @functools.wraps(view)
        def answered(**arguments: Any) -> Response:
            try:
                return view(**arguments)
            except Refusal as refusal:
                if refusal.status != 422 or wants_json():
                    raise
                return _form_again(form(**arguments), at.format(**arguments), refusal)

        return answered

    return around


def _form_again(content: PageContent | Response, at: str, refusal: Refusal) -> Response:
    assert isinstance(content, PageContent)  # a page with a form is never a redirect
    # `here` is the page that is opened after the form is accepted. It stays the same when the form is sent again.
    values = {**content.values, "here": back_to(content.values.get("here", at))}
    # `based_on` is still the last act that the visitor saw before, not the last act that the page shows now.
    entered = {**request.form.to_dict(), "based_on": based_on_field()}
    refused = replace(content, values=values, at=at, refused=refusal.message, entered=entered)
    return Response(page_html(refused), status=refusal.status, content_type="text/html; charset=utf-8")
