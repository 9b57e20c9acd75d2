"""Forms that were refused: the page of the form comes again, with the sentence beside it and what was typed."""

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
    """Answers what a view refuses as unusable with the page that has its form, which stands at the address `at`; both
    are made from the arguments of the view. A program has its JSON as before.
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
    assert isinstance(content, PageContent)  # no page with a form leads elsewhere
    # Sent again, the form leads back to where it was first sent from.
    values = {**content.values, "here": back_to(content.values.get("here", at))}
    refused = replace(content, values=values, at=at, refused=refusal.message, given=request.form.to_dict())
    return Response(page_html(refused), status=refusal.status, content_type="text/html; charset=utf-8")
