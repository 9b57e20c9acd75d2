"""The JSON API at `/api/v1`. Its answers are the same JSON documents as those of the pages with `.json`. OpenAPI
describes the API.

If there are accounts, every change needs the API token of a program. A person who signed in with a browser can only
read (see `auditor.web.access.authorization`). If a page of another site sends a change, the change is refused (see
`auditor.web.requests.guards`). To stop forms of other sites, the body of a change must also be empty, or have a media
type that no HTML form can send.
"""

import json
from typing import Final

from flask import Blueprint, Flask, Response, current_app, render_template
from flask_smorest import Api
from flask_wtf.csrf import CSRFProtect

from auditor.formats.log.schema import schema
from auditor.web.api import comments, decisions, files, index, lists, reference, schemas
from auditor.web.requests.guards import policy
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import ApiPageQuery, NoParameters, parse_query

TITLE: Final = "Stud Auditor"
VENDORED: Final = "vendor/swagger-ui-dist-5.35.0"

_docs: Final = Blueprint("docs", __name__)


def install(app: Flask, protect: CSRFProtect) -> None:
    """Adds the API and its documentation to the application. Requests to the API need no form token, so `protect`,
    which checks these tokens, ignores them.
    """
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
    for blueprint in (index.blueprint, *lists.BLUEPRINTS, decisions.blueprint, comments.blueprint, files.blueprint):
        api.register_blueprint(blueprint)
        protect.exempt(blueprint)
    app.register_blueprint(_docs)


@_docs.get("/api/v1/docs")
def described() -> str:
    """Shows the page about the API: all operations, and the names of all objects. The parameter `show` names the part
    that the page shows in full: the parameters of the operations of one subject, the fields of one object, or `all`.

    The whole page would be 27,000 pixels high, so a reader could hardly find a part of it.
    """
    shown = parse_query(ApiPageQuery).get("show", "")
    spec = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    subjects, kinds = reference.operations(spec), reference.answers(spec)
    if shown not in {"", "all", *[each["name"] for each in (*subjects, *kinds)]}:
        raise Refusal(404, f'The page about the API has no section "{shown}". Open /api/v1/docs to see all sections.')
    return render_template("api.html", subjects=subjects, kinds=kinds, shown=shown)


@_docs.get("/api/v1/schema")
def log_schema() -> Response:
    """Returns the JSON Schema of our own log format, for engineers who write such logs. In this format, each line is a
    whole hand.
    """
    parse_query(NoParameters)
    return Response(json.dumps(schema(), indent=2) + "\n", mimetype="application/schema+json")


@_docs.get("/api/v1/docs/try")
def tried() -> Response:
    """Shows the page on which people can send requests to the API with Swagger UI. That page needs JavaScript, and has
    no dark colours.
    """
    parse_query(NoParameters)
    response = Response(render_template("api_try.html", vendored=VENDORED))
    # The style sheet of Swagger UI contains pictures as `data:` addresses. Only this page allows such pictures.
    response.headers["Content-Security-Policy"] = policy(img_src="'self' data:")
    return response
