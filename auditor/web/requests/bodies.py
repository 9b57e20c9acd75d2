"""The bodies of requests: limits on length, permission, and the check that all bytes came."""

from io import BytesIO
from typing import Any, Final

from flask import Flask, Request, request
from werkzeug.exceptions import HTTPException

from auditor.store.evidence.disk_space import NoRoom
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import refusing
from auditor.web.requests.refusals import FORM_ROOM, LONGEST_FIELD, Refusal
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
    app.before_request(_insist_on_room)
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


def allowed(app: Flask, environ: dict[str, Any]) -> int | None:
    """The number of bytes that a large body may have; None if the head of its request is refused.

    So nobody can fill our disk with a refused file, and the sender gets the refusal at once.
    """
    with app.request_context({**environ, "wsgi.input": BytesIO()}):
        try:
            if any(check() is not None for check in app.extensions[_KEY]):
                return None
        except (Refusal, NoDatabase, NoRoom, HTTPException):
            return None
        if request.routing_exception is not None or not _may_have(request):
            return None
        return request.max_content_length


def _may_have(waiting: Request) -> bool:
    most = waiting.max_content_length or 0
    if waiting.content_length is None:  # only programs send chunks, and only for files
        return waiting.endpoint in (_FORM_OF_FILES, _STREAM_OF_A_FILE)
    return waiting.content_length <= most


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


def _insist_on_room() -> None:
    """Raises `NoRoom` if the disk has no room for the body."""
    if (request.content_length or 0) > _FORM or "Transfer-Encoding" in request.headers:
        place = resources().place()
        with refusing():
            place.room.insist()
