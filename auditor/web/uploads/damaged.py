"""A stored file that is not what was sent: the page says so and the uploads of it are marked, whoever noticed."""

from flask import Flask, Response

from auditor.store.evidence.damage import note
from auditor.store.evidence.files import Damaged
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import begun
from auditor.web.requests.refusals import Refusal, refused
from auditor.web.resources import resources

CODE = "EV-01"


def register(app: Flask) -> None:
    """Answers every request of `app` that comes upon such a file."""
    app.register_error_handler(Damaged, _answer)


def mark_damaged(damage: Damaged) -> str:
    """Marks the uploads of the file, and gives the sentence for the page."""
    try:
        with begun(resources().place().database) as connection:
            note(connection, damage)
    except NoDatabase:
        pass  # the next one who comes upon it marks it
    return str(damage)


def _answer(damage: Damaged) -> Response:
    return refused(Refusal(503, mark_damaged(damage), CODE))
