"""Refused forms: the page of the form comes back with the refusal and with the entered fields."""

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
    """Answers a refused form (422) with the page of the form. A program gets JSON.

    `form` makes the page and `at` is its address, both from the arguments of the view.
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
    assert isinstance(content, PageContent)  # no page with a form is a redirect
    # The form still leads back to the page from which it was sent first.
    values = {**content.values, "here": back_to(content.values.get("here", at))}
    refused = replace(content, values=values, at=at, refused=refusal.message, entered=request.form.to_dict())
    return Response(page_html(refused), status=refusal.status, content_type="text/html; charset=utf-8")
