"""The API at `/api/v1`: the same documents as the `.json` of the pages, described by OpenAPI.

A browser's session can only read. A request that changes something needs a program's token where sign-in is set up
(`auditor.web.access.authorization`). It is refused when a page of another site sends it
(`auditor.web.requests.guards`). Its body must be of a type that no form of another site can send, or there is none.
"""

import json
from typing import Final

from flask import Blueprint, Flask, Response, current_app, render_template
from flask_smorest import Api
from flask_wtf.csrf import CSRFProtect

from auditor.formats.log.schema import schema
from auditor.web.api import decisions, files, lists, reference, schemas
from auditor.web.requests.guards import policy
from auditor.web.requests.request_schemas import NoParameters, parse_query

TITLE: Final = "Stud Auditor"
VENDORED: Final = "vendor/swagger-ui-dist-5.35.0"

_docs: Final = Blueprint("docs", __name__)


def install(app: Flask, protect: CSRFProtect) -> None:
    """Adds the API and its documentation to the application."""
    app.config.update(
        API_TITLE=TITLE,
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api/v1",
        OPENAPI_JSON_PATH="openapi.json",
    )
    api = Api()
    api.ERROR_SCHEMA = schemas.Refused
    api.init_app(app)
    for blueprint in (*lists.BLUEPRINTS, decisions.blueprint, files.blueprint):
        api.register_blueprint(blueprint)
        protect.exempt(blueprint)
    app.register_blueprint(_docs)


@_docs.get("/api/v1/docs")
def described() -> str:
    """The operations and answers of the API, as a page."""
    parse_query(NoParameters)
    spec = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    return render_template("api.html", subjects=reference.operations(spec), kinds=reference.answers(spec))


@_docs.get("/api/v1/schema")
def log_schema() -> Response:
    """The JSON Schema of a line of our own log format, for engineers of a room."""
    parse_query(NoParameters)
    return Response(json.dumps(schema(), indent=2) + "\n", mimetype="application/schema+json")


@_docs.get("/api/v1/docs/try")
def tried() -> Response:
    """The same in Swagger UI, where people can try it. It needs scripts and has no dark theme."""
    parse_query(NoParameters)
    response = Response(render_template("api_try.html", vendored=VENDORED))
    # Its style sheet has pictures as data addresses; the policy allows them on this page only.
    response.headers["Content-Security-Policy"] = policy(img_src="'self' data:")
    return response
