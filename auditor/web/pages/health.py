"""Whether the service lives and can do its work, for programs that watch it; and the page that helps people."""

from typing import Final

from flask import Blueprint, Response, jsonify, render_template

from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import is_current
from auditor.store.queries import uploads
from auditor.web.access.visitor import reach, visitor
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.resources import resources, transaction

blueprint: Final = Blueprint("health", __name__)
_NOT_READY: Final = "Not ready. On the machine itself, auditor db status says why."


@blueprint.get("/healthz")
def alive() -> Response:
    """The process answers; nothing else is asked."""
    parse_query(NoParameters)
    return jsonify({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """The database answers and has the schema of this version; else 503. Why not, how much waits, and which
    risks were accepted, is told to reviewers alone.
    """
    parse_query(NoParameters)
    try:
        waiting = _waiting()
    except NoDatabase as error:
        if visitor().may_review:
            raise
        raise NoDatabase(_NOT_READY) from error
    if not visitor().may_review or reach() is not None:  # a token has one venue, and these are of all
        return jsonify({"status": "ok"})
    risks = [risk.name for risk in resources().place().database.accepted]
    return jsonify({"status": "ok", "uploads_unfinished": waiting, "risks": risks})


@blueprint.get("/help")
def explained() -> str:
    """What the pages show, and the words they use."""
    parse_query(NoParameters)
    return render_template("help.html")


def _waiting() -> int:
    """How many uploads wait. Raises `NoDatabase` where the database cannot be used."""
    with transaction() as connection:
        waiting = uploads.unfinished(connection)
    if not is_current(resources().place().database):
        raise NoDatabase("The database has the schema of another version; run auditor db upgrade.")
    return waiting
