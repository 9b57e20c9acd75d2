"""An endpoint of the API with its description: parameters, body and answer."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema

from auditor.web.rendering.respond import PageContent
from auditor.web.requests.request_schemas import Query

View = TypeVar("View", bound=Callable[..., Any])


def subject(name: str, description: str) -> Any:
    """The blueprint of one subject."""
    return Blueprint(name, __name__, url_prefix="/api/v1", description=description)


def answers(
    blueprint: Any,
    rule: str,
    schema: type[Schema],
    query: type[Query] | None = None,
    *,
    missing: bool = False,
    method: str = "GET",
    body: str = "",
    takes: type[Schema] | None = None,
) -> Callable[[View], View]:
    """Serves a view at `rule` and describes it. The parameters are checked before the call.

    `missing`: the view may answer 404. `body`: the type of the body. `takes`: the schema of a JSON body; the view reads
    the body.
    """

    def registered(view: View) -> View:
        described = blueprint.response(200, schema)(view)
        if missing:
            described = blueprint.alt_response(404, schema="Error", description="Not found.")(described)
        if query is not None:
            described = blueprint.arguments(query, location="query", unknown=RAISE)(described)
        content: dict[str, Any]
        if body:
            content = {body: {"schema": {"type": "string", "format": "binary"}}}
            described = blueprint.doc(requestBody={"required": True, "content": content})(described)
        if takes is not None:
            content = {"application/json": {"schema": takes}}
            described = blueprint.doc(requestBody={"required": True, "content": content})(described)
        blueprint.route(rule, methods=[method])(described)
        return view

    return registered


def document_of(content: PageContent | Response) -> Any:
    """The document of a page, which the API returns unchanged."""
    assert isinstance(content, PageContent)
    return content.document
