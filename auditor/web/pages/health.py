"""Health checks: addresses for programs that watch whether the server works."""

from typing import Final

from flask import Blueprint, Response, jsonify

from auditor.settings import command_line
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import is_current
from auditor.store.queries import uploads
from auditor.web.access.visitor import reach, visitor
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.resources import resources, transaction

blueprint: Final = Blueprint("health", __name__)
_NOT_READY: Final = f"The service is not ready. To see the reason, run {command_line('db status')} on the server."


@blueprint.get("/healthz")
def alive() -> Response:
    """Answers 200 as long as the process of the server runs. Nothing else is checked."""
    parse_query(NoParameters)
    return jsonify({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """Answers 200 if the database answers and has the schema of this version of the program, else 503.

    Only a visitor with the role of a reviewer sees the reason of a failure. If such a visitor is a person, the answer
    also has the number of uploads that are not finished, and the risks to the data that the setting AUDITOR_ALLOW_RISKS
    accepts.
    """
    parse_query(NoParameters)
    try:
        waiting = _waiting()
    except NoDatabase as error:
        if visitor().may_review:
            raise
        raise NoDatabase(_NOT_READY) from error
    # A program with a token may see only its own venue, but the numbers below are for all venues.
    if not visitor().may_review or reach() is not None:
        return jsonify({"status": "ok"})
    risks = [risk.name for risk in resources().place().database.accepted]
    return jsonify({"status": "ok", "uploads_unfinished": waiting, "risks": risks})


def _waiting() -> int:
    """Returns the number of uploads that are not finished yet. Raises `NoDatabase` if the database does not answer, or
    has the schema of another version.
    """
    with transaction() as connection:
        waiting = uploads.unfinished(connection)
    if not is_current(resources().place().database):
        raise NoDatabase(
            f"The database belongs to another version of this program. Run {command_line('db upgrade')} on the server."
        )
    return waiting
