"""Health checks for programs that monitor the server."""

from typing import Final

from flask import Blueprint, Response, jsonify

from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import is_current
from auditor.store.queries import uploads
from auditor.web.access.visitor import reach, visitor
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.resources import resources, transaction

blueprint: Final = Blueprint("health", __name__)
_NOT_READY: Final = "Not ready. Run auditor db status on the server for the reason."


@blueprint.get("/healthz")
def alive() -> Response:
    """Answers that the process runs. Nothing else is checked."""
    parse_query(NoParameters)
    return jsonify({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """Checks that the database answers and has the schema of this version. Answers 503 if not.

    Only reviewers see the reason, the number of waiting uploads, and the accepted risks.
    """
    parse_query(NoParameters)
    try:
        waiting = _waiting()
    except NoDatabase as error:
        if visitor().may_review:
            raise
        raise NoDatabase(_NOT_READY) from error
    if (
        not visitor().may_review or reach() is not None
    ):  # a token may see only one venue, but these numbers are for all venues
        return jsonify({"status": "ok"})
    risks = [risk.name for risk in resources().place().database.accepted]
    return jsonify({"status": "ok", "uploads_unfinished": waiting, "risks": risks})


def _waiting() -> int:
    """Returns the number of waiting uploads. Raises `NoDatabase` if the database cannot be used."""
    with transaction() as connection:
        waiting = uploads.unfinished(connection)
    if not is_current(resources().place().database):
        raise NoDatabase("The database has the schema of another version. Run auditor db upgrade.")
    return waiting
