"""Handles a damaged stored file: the page gets a sentence about the damage, and the uploads of the file are marked."""

from flask import Flask, Response

from auditor.store.evidence.damage import note
from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import begun
from auditor.web.requests.refusals import Refusal, refused
from auditor.web.resources import resources

CODE = "EV-01"


def register(app: Flask) -> None:
    """Makes `app` answer a request with a refusal if the request reads a damaged file."""
    app.register_error_handler(Damaged, _answer)


def mark_damaged(damage: Damaged) -> str:
    """Marks the uploads of the damaged file, and returns the sentence for the page."""
    try:
        with begun(resources().place().database) as connection:
            note(connection, damage)
    except NoDatabase:
        pass  # the next request that reads the file marks its uploads
    return str(damage)


def _answer(damage: Damaged) -> Response:
    return refused(Refusal(503, mark_damaged(damage), CODE))
