"""Checks the bodies of requests: how long they are, whether the sender may send them, and whether all bytes arrived."""

from io import BytesIO
from typing import Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from auditor.disputes.exhibits import LARGEST as LARGEST_EXHIBIT
from auditor.store.disputes.claim_links import link_of_secret
from auditor.store.disputes.parties import party_of_secret
from auditor.store.evidence.disk_space import NoRoom
from auditor.store.postgres.database import NoDatabase
from auditor.store.postgres.readiness import refusing
from auditor.web.requests.refusals import FORM_ROOM, LONGEST_FIELD, Refusal, body_refused
from auditor.web.resources import resources, transaction

# The routes that receive files: the form of the page, and the API, which receives one file.
_FORM_OF_FILES: Final = "uploads.send"
_STREAM_OF_A_FILE: Final = "Uploads.send"
# The most bytes of a form without files. Forms that need no sign-in have the smaller limit `_FORM_OF_STRANGERS`.
_FORM: Final = LONGEST_FIELD + FORM_ROOM
_FORM_OF_STRANGERS: Final = 64 * 1024
# The forms with which people without an account send evidence. The secret in their address must be valid: otherwise the
# form has the limit of all strangers.
_FORMS_WITH_EVIDENCE: Final = frozenset({"parties.add_evidence", "claims.file"})
# The key of `app.extensions` for the list of the checks that run before a large body is read. These checks need only
# the head of a request.
_KEY: Final = "auditor.before-the-body"


def bound(app: Flask, open_to_strangers: frozenset[str]) -> None:
    """Limits the length of the body of every request.

    All checks that are registered with `app.before_request` before this call also run before a large body is read. So
    these checks may use only the head of a request. `open_to_strangers` are the routes that need no sign-in; their
    limit is smaller.
    """
    app.before_request(lambda: _set_limit(open_to_strangers))
    app.extensions[_KEY] = tuple(app.before_request_funcs[None])


def count_the_body() -> None:
    """Makes Werkzeug count the bytes of the body, so that a body that ends too early is refused (`refusals.cut_short`).

    With the flag `wsgi.input_terminated` in the environment, Werkzeug does not count, and takes an incomplete body as
    complete. So this function removes the flag if the request has a Content-Length.

    Raises `Refusal` if the request has both a Content-Length and a Transfer-Encoding, or if the Content-Length is not a
    number.
    """
    length, coding = request.headers.get("Content-Length"), request.headers.get("Transfer-Encoding")
    if length is None:
        return
    if coding is not None:
        raise Refusal(
            400, "Send only one of the headers Content-Length and Transfer-Encoding, not both. Nothing was done."
        )
    # The Content-Length may be empty: the test client of Werkzeug sends such a header if there is no body.
    if length and not (length.isascii() and length.isdigit()):
        raise Refusal(
            400, "The header Content-Length of the request is not a number. Nothing was done. Send the length in bytes."
        )
    if length:
        request.environ.pop("wsgi.input_terminated", None)


def allowed(app: Flask, environ: dict[str, Any], coming: int) -> int | Exception | Response:
    """Checks the head of a request with a large body, before the body is read. Returns the most bytes that the body may
    have, or the refusal.

    Because of this check, a refused file never fills the disk, and the sender gets the refusal at once. `coming` is the
    number of bytes of other large bodies that may still arrive.
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
    """Returns a refusal if a disk has too little free space for the large bodies that are arriving now, else `None`."""
    with app.app_context():
        try:
            _insist_on_room(0, 0)
        except NoRoom as refusal:
            return refusal
        except NoDatabase:
            pass  # without the database, the free space is unknown; it is checked again when a file is stored
    return None


def _longest() -> int:
    """Returns the most bytes that the body of the current request may have. Raises `Refusal` if the Content-Length is
    larger, or if a body without Content-Length is not a file.
    """
    most = request.max_content_length or 0
    # Without a Content-Length, the body is sent in chunks. Only files may be sent in this way.
    if request.content_length is None:
        if request.endpoint not in (_FORM_OF_FILES, _STREAM_OF_A_FILE):
            raise Refusal(400, "Only files may be sent in chunks. Send this request with the header Content-Length.")
    elif request.content_length > most:
        raise body_refused()
    return most


def _set_limit(open_to_strangers: frozenset[str]) -> None:
    settings = resources().settings
    if request.endpoint == _STREAM_OF_A_FILE:
        # This limit is higher than the limit of a file, because without a Content-Length, Werkzeug refuses a body that
        # is exactly as long as the limit.
        request.max_content_length = settings.ingest_bytes + FORM_ROOM
    elif request.endpoint == _FORM_OF_FILES:
        request.max_content_length = settings.upload_bytes + FORM_ROOM
    elif request.endpoint in _FORMS_WITH_EVIDENCE and _has_secret():
        request.max_content_length = LARGEST_EXHIBIT + FORM_ROOM
    elif request.endpoint in open_to_strangers:
        request.max_content_length = _FORM_OF_STRANGERS
    else:
        request.max_content_length = _FORM


def _has_secret() -> bool:
    """Whether the secret in the address belongs to a party of a case, or to a link for claims."""
    secret = (request.view_args or {}).get("secret", "")
    with transaction() as connection:
        known = party_of_secret(connection, secret) or link_of_secret(connection, secret)
    return known is not None


def _insist_on_room(coming: int, announced: int) -> None:
    """Raises `NoRoom` if the disks have no room for `announced` bytes of this body and `coming` bytes of other bodies.
    A body is written to the disk while it arrives.

    Raises `NoDatabase` if the database does not answer, because the free space is then unknown.
    """
    place = resources().place()
    with refusing():
        place.room.insist(coming + announced)
