"""A damaged stored file: the page has a sentence about it, and its uploads are marked."""

from flask import Flask, Response

from auditor.store.evidence.damage import note
from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import begun
from auditor.web.requests.refusals import Refusal, refused
from auditor.web.resources import resources

CODE = "EV-01"


def register(app: Flask) -> None:
    """Answers every request of `app` that reads a damaged file."""
    app.register_error_handler(Damaged, _answer)


def mark_damaged(damage: Damaged) -> str:
    """Marks the uploads of the file, and returns the sentence for the page."""
    try:
        with begun(resources().place().database) as connection:
            note(connection, damage)
    except NoDatabase:
        pass  # the next request that reads the file marks it
    return str(damage)


def _answer(damage: Damaged) -> Response:
    return refused(Refusal(503, mark_damaged(damage), CODE))
