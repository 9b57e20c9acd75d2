"""Registers an endpoint of the API together with the OpenAPI description of its parameters, body and answer."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema

from auditor.web.rendering.respond import PageContent
from auditor.web.requests.request_schemas import Query

View = TypeVar("View", bound=Callable[..., Any])


def subject(name: str, description: str) -> Any:
    """Returns a Flask blueprint, which collects the endpoints of the API for one subject, such as `Findings`."""
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
    conflict: type[Schema] | None = None,
) -> Callable[[View], View]:
    """Decorates a view, which is the function that answers a request. Flask serves the view at the path `rule`, and
    OpenAPI describes it.

    `schema` has the fields of the answer. `query` has the parameters, which are checked before the view is called. If
    `missing` is true, the view may answer 404. `body` is the media type of the request body if the body is a file.
    `takes` has the fields of a JSON body; the view itself checks that body. `conflict` has the fields of the answer
    409, if the view refuses to change something that somebody else has changed in the meantime.
    """

    def registered(view: View) -> View:
        described = blueprint.response(200, schema)(view)
        if missing:
            described = blueprint.alt_response(404, schema="Error", description="Not found.")(described)
        if conflict is not None:
            described = blueprint.alt_response(409, schema=conflict, description="Changed meanwhile.")(described)
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
    """Returns the JSON document of a page, which the API sends unchanged. A redirect is not allowed here."""
    assert isinstance(content, PageContent)
    return content.document
