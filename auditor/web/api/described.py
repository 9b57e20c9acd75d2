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
    """Returns the Flask blueprint for the endpoints of one subject, such as findings."""
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
    """Decorates a view. The view is served at the path `rule` and described; `schema` describes its answer.

    The parameters are checked by `query` before the view is called. `missing` says that the view may answer 404. `body`
    is the media type of a body that is a file. `takes` is the schema of a JSON body, which the view itself checks.
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
    """Returns the JSON document of a page. The API sends the document unchanged."""
    assert isinstance(content, PageContent)
    return content.document
