"""The address `/api/v1`: an index of the API, with the addresses of its lists and descriptions."""

from typing import Any, Final

from marshmallow import Schema, fields

from auditor.engine.what_changed import RULES_VERSION
from auditor.web.api import outgoing as out
from auditor.web.api.described import answers, subject
from auditor.web.requests.request_schemas import NoParameters

blueprint: Final = subject("Start", "The index of the API.")
# The lists, in the order of the page about the API.
LISTS: Final = {name: f"/api/v1/{name}" for name in ("findings", "hands", "rules", "houses", "runs", "uploads")}


class IndexSchema(Schema):
    """The fields of the index."""

    title = out.text()
    version = out.text("the version of the API")
    rules_version = out.number("the version of the auditor's rules")
    description = out.text("the address of the description in the format OpenAPI")
    documentation = out.text("the address of the page about the API, for people")
    log_schema = out.text("the address of the JSON Schema of our own log format")
    lists = fields.Dict(metadata={"description": "the address of each list, by name"})


@answers(blueprint, "", IndexSchema, NoParameters)
def index(_query: Any) -> Any:
    """Returns the addresses of the lists and of the description."""
    return {
        "title": "Stud Auditor",
        "version": "v1",
        "rules_version": RULES_VERSION,
        "description": "/api/v1/openapi.json",
        "documentation": "/api/v1/docs",
        "log_schema": "/api/v1/schema",
        "lists": LISTS,
    }
