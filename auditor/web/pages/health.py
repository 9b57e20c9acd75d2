"""Whether the service lives and can do its work, for programs that watch it; and the page that helps people."""

from typing import Final

from flask import Blueprint, Response, jsonify, render_template

from auditor.store.database import NoDatabase
from auditor.store.queries import uploads
from auditor.store.readiness import is_current
from auditor.web.opened import opened, reading

blueprint: Final = Blueprint("health", __name__)


@blueprint.get("/healthz")
def alive() -> Response:
    """The process answers; nothing else is asked."""
    return jsonify({"status": "ok"})


@blueprint.get("/readyz")
def ready() -> Response:
    """The database answers and has the schema of this version; else 503 with the reason. With the risks accepted."""
    with reading() as connection:
        waiting = uploads.unfinished(connection)
    database = opened().place().database
    if not is_current(database):
        raise NoDatabase("The database has the schema of another version; run auditor db upgrade.")
    return jsonify({"status": "ok", "uploads_unfinished": waiting, "risks": [risk.name for risk in database.accepted]})


@blueprint.get("/help")
def explained() -> str:
    """What the pages show, and the words they use."""
    return render_template("help.html")
