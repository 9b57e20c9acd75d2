"""The bodies of requests: limits on length, permission, and the check that all bytes came."""

from io import BytesIO
from typing import Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from auditor.store.evidence.disk_space import NoRoom
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import refusing
from auditor.web.requests.refusals import FORM_ROOM, LONGEST_FIELD, Refusal, body_refused
from auditor.web.resources import resources

# The routes that receive files.
_FORM_OF_FILES: Final = "uploads.send"
_STREAM_OF_A_FILE: Final = "Uploads.send"
# The limit of a form without files. Before the sign-in, the limit is smaller.
_FORM: Final = LONGEST_FIELD + FORM_ROOM
_FORM_OF_STRANGERS: Final = 64 * 1024
# The checks of a request that need no body, in order.
_KEY: Final = "auditor.before-the-body"


def bound(app: Flask, open_to_strangers: frozenset[str]) -> None:
    """Limits the body of every request. The checks that `app` has so far are those that need no body."""
    app.before_request(lambda: _set_limit(open_to_strangers))
    app.extensions[_KEY] = tuple(app.before_request_funcs[None])


def count_the_body() -> None:
    """Makes Werkzeug count the bytes of the body, so that a body that ends early is refused (`refusals.cut_short`).

    With `wsgi.input_terminated`, Werkzeug does not count, and a cut body looks complete. So this removes the flag for a
    body with a Content-Length.
    """
    length, coding = request.headers.get("Content-Length"), request.headers.get("Transfer-Encoding")
    if length is None:
        return
    if coding is not None:
        raise Refusal(
            400, "The body has a Content-Length and a Transfer-Encoding. Send only one of them. Nothing was done."
        )
    if length and not (length.isascii() and length.isdigit()):  # the test client sends an empty one for none
        raise Refusal(400, "The Content-Length is not a number. Nothing was done.")
    if length:
        request.environ.pop("wsgi.input_terminated", None)


def allowed(app: Flask, environ: dict[str, Any], coming: int) -> int | Exception | Response:
    """The number of bytes that a large body may have, or the refusal of its request, by its head alone. `coming` bytes
    of other allowed bodies are still on their way.

    So nobody can fill our disk with a refused file, and the sender gets the refusal at once.
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
    """The refusal of the bodies that are on their way, where a disk no longer has its reserve."""
    with app.app_context():
        try:
            _insist_on_room(0, 0)
        except NoRoom as refusal:
            return refusal
        except NoDatabase:
            pass  # nobody knows the disks now; whoever stores the files checks them again
    return None


def _longest() -> int:
    """How long the body of the request at hand may be. Raises `Refusal` where it is announced as longer."""
    most = request.max_content_length or 0
    if request.content_length is None:  # in chunks: only programs send those, and only files
        if request.endpoint not in (_FORM_OF_FILES, _STREAM_OF_A_FILE):
            raise Refusal(400, "Only files are taken in chunks. Send the body with a Content-Length.")
    elif request.content_length > most:
        raise body_refused()
    return most


def _set_limit(open_to_strangers: frozenset[str]) -> None:
    settings = resources().settings
    if request.endpoint == _STREAM_OF_A_FILE:
        # Higher than the limit of a file: Werkzeug stops a body without a length at the limit, not behind it.
        request.max_content_length = settings.ingest_bytes + FORM_ROOM
    elif request.endpoint == _FORM_OF_FILES:
        request.max_content_length = settings.upload_bytes + FORM_ROOM
    elif request.endpoint in open_to_strangers:
        request.max_content_length = _FORM_OF_STRANGERS
    else:
        request.max_content_length = _FORM


def _insist_on_room(coming: int, announced: int) -> None:
    """A body waits on the disk until it is there as a whole. Raises `NoRoom`, `NoDatabase`."""
    place = resources().place()
    with refusing():
        place.room.insist(coming + announced)
