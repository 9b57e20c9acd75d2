"""Answers a request that needs a damaged stored file. The visitor gets a sentence about the damage, and the uploads of
this file are marked as damaged.
"""

from flask import Flask, Response

from auditor.store.evidence.damage import note
from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import begun
from auditor.web.requests.refusals import Refusal, refused
from auditor.web.resources import resources

CODE = "EV-01"


def register(app: Flask) -> None:
    """Makes `app` answer with a refusal (503) if a request needs a stored file whose bytes are damaged."""
    app.register_error_handler(Damaged, _answer)


def mark_damaged(damage: Damaged) -> str:
    """Marks in the database all uploads of the damaged file. Returns the sentence about the damage for the page."""
    try:
        with begun(resources().place().database) as connection:
            note(connection, damage)
    except NoDatabase:
        pass  # the uploads stay without the mark now; the next request that reads the file marks them
    return str(damage)


def _answer(damage: Damaged) -> Response:
    return refused(Refusal(503, mark_damaged(damage), CODE))
