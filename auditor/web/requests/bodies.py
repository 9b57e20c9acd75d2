"""Checks the bodies of requests: their length, the permission to send a body, and that all bytes arrived."""

from io import BytesIO
from typing import Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from auditor.store.evidence.disk_space import NoRoom
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import refusing
from auditor.web.requests.refusals import FORM_ROOM, LONGEST_FIELD, Refusal, body_refused
from auditor.web.resources import resources

# The route of the form with files, and the route of the API that receives one file.
_FORM_OF_FILES: Final = "uploads.send"
_STREAM_OF_A_FILE: Final = "Uploads.send"
# The most bytes of a form without files. The forms of the sign-in have a smaller limit.
_FORM: Final = LONGEST_FIELD + FORM_ROOM
_FORM_OF_STRANGERS: Final = 64 * 1024
# The key under which the application keeps the checks that need only the head of a request.
_KEY: Final = "auditor.before-the-body"


def bound(app: Flask, open_to_strangers: frozenset[str]) -> None:
    """Limits the body of every request. Call this when `app` has all checks that need only the head of a request.

    `open_to_strangers` are the routes that need no sign-in.
    """
    app.before_request(lambda: _set_limit(open_to_strangers))
    app.extensions[_KEY] = tuple(app.before_request_funcs[None])


def count_the_body() -> None:
    """Makes Werkzeug count the bytes of the body, so that a body that ends early is refused (`refusals.cut_short`).

    If the environment has the flag `wsgi.input_terminated`, Werkzeug does not count the bytes, and a cut body looks
    complete. So the flag is removed if the body has a Content-Length.
    """
    length, coding = request.headers.get("Content-Length"), request.headers.get("Transfer-Encoding")
    if length is None:
        return
    if coding is not None:
        raise Refusal(
            400, "The body has a Content-Length and a Transfer-Encoding. Send only one of them. Nothing was done."
        )
    if length and not (
        length.isascii() and length.isdigit()
    ):  # the test client sends an empty Content-Length for no body
        raise Refusal(400, "The Content-Length is not a number. Nothing was done.")
    if length:
        request.environ.pop("wsgi.input_terminated", None)


def allowed(app: Flask, environ: dict[str, Any], coming: int) -> int | Exception | Response:
    """Checks the head of a request with a large body. Returns the most bytes that the body may have, or the refusal.

    The check comes before the body is read: nobody can fill our disk with a refused file, and the sender gets the
    refusal at once. `coming` is the number of bytes of other allowed bodies that have not arrived yet.
    """
    with app.request_context({**environ, "wsgi.input": BytesIO()}):
        try:
            for check in app.extensions[_KEY]:
                answer: Response | None = check()
                if answer is not None:
                    return answer
            if request.routing_exception is not None:
                return request.routing_exception
            most = _longest()
            _insist_on_room(coming, most if request.content_length is None else request.content_length)
        except (Refusal, NoDatabase, NoRoom, HTTPException) as refusal:
            return refusal
        return most


def lack_of_room(app: Flask) -> NoRoom | None:
    """Returns the refusal for the bodies that arrive now if a disk has too little free space, else `None`."""
    with app.app_context():
        try:
            _insist_on_room(0, 0)
        except NoRoom as refusal:
            return refusal
        except NoDatabase:
            pass  # the free space is unknown now; it is checked again when a file is stored
    return None


def _longest() -> int:
    """Returns the most bytes of the body of the current request. Raises `Refusal` if its Content-Length is larger."""
    most = request.max_content_length or 0
    if request.content_length is None:  # a body in chunks, in which only programs send files
        if request.endpoint not in (_FORM_OF_FILES, _STREAM_OF_A_FILE):
            raise Refusal(400, "Only files may be sent in chunks. Send the body with a Content-Length.")
    elif request.content_length > most:
        raise body_refused()
    return most


def _set_limit(open_to_strangers: frozenset[str]) -> None:
    settings = resources().settings
    if request.endpoint == _STREAM_OF_A_FILE:
        # Higher than the limit of a file: Werkzeug refuses a body in chunks when it reaches the limit exactly.
        request.max_content_length = settings.ingest_bytes + FORM_ROOM
    elif request.endpoint == _FORM_OF_FILES:
        request.max_content_length = settings.upload_bytes + FORM_ROOM
    elif request.endpoint in open_to_strangers:
        request.max_content_length = _FORM_OF_STRANGERS
    else:
        request.max_content_length = _FORM


def _insist_on_room(coming: int, announced: int) -> None:
    """Raises `NoRoom` if the disks have no room for these bytes. A body is kept on the disk until all of it arrived.

    Raises `NoDatabase` if the database does not answer, because then the free space is unknown.
    """
    place = resources().place()
    with refusing():
        place.room.insist(coming + announced)
