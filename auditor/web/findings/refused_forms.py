"""Answers a refused form with the page of the form. The page has the refusal and the fields as they were entered."""

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Response, request

from auditor.web.findings.triage_forms import back_to
from auditor.web.rendering.respond import PageContent, page_html
from auditor.web.requests.refusals import Refusal, wants_json

Sent = Callable[..., Response]


def with_refusal_on(form: Callable[..., PageContent | Response], at: str) -> Callable[[Sent], Sent]:
    """Decorates the view that receives a form. A refused form (422) is answered with the page of the form.

    A program gets the refusal as JSON. `form` makes the page from the arguments of the view, and `at` is the pattern of
    its address.
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
    # After the form is sent again, it still leads back to the page from which it was sent the first time.
    values = {**content.values, "here": back_to(content.values.get("here", at))}
    refused = replace(content, values=values, at=at, refused=refusal.message, entered=request.form.to_dict())
    return Response(page_html(refused), status=refusal.status, content_type="text/html; charset=utf-8")
