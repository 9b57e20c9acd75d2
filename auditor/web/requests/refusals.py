"""Refusals of requests. Every failure is one clear sentence: a page for people, and JSON for programs."""

import secrets
from typing import Any, Final

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import ClientDisconnected, HTTPException, InternalServerError, MethodNotAllowed, SecurityError

from auditor.jobs import journal
from auditor.store.evidence.disk_space import NoRoom
from auditor.store.postgres.database import NoDatabase
from auditor.web.rendering.template_filters import size

NO_ROOM: Final = "UP-06"
WRONG_NAME: Final = "This server does not accept that host name. Use localhost or 127.0.0.1, or set TRUSTED_HOSTS."
# The most bytes of a form besides its files: the boundaries, the file names and the form token.
FORM_ROOM: Final = 256 * 1024
LONGEST_FIELD: Final = 256 * 1024
MOST_PARTS: Final = 200
_TITLES: Final = {
    400: "Not valid",
    401: "Sign in first",
    403: "Refused",
    404: "Not found",
    405: "Not possible here",
    408: "Too slow",
    409: "Not now",
    411: "Length needed",
    413: "Too large",
    414: "Address too long",
    415: "Wrong type of body",
    422: "Cannot be used",
    429: "Too many tries",
    431: "Head too long",
    500: "Our mistake",
    501: "Not installed here",
    503: "Not available",
}
_SENTENCES: Final = {
    400: "The request is not valid. Go back and try again.",
    404: "There is nothing at this address. Find a hand by its number, or start from a list: /findings.",
    414: "The address is too long. Use fewer filters.",
    415: "This type of body is not accepted here. Send the bytes of the file as application/octet-stream.",
}


class Refusal(Exception):
    """A refused request: the HTTP status, and one sentence with the problem, its place, and the remedy.

    `way` makes a link on the page: a part of the sentence, and the address to which that part leads. `more` has further
    fields for the JSON: `line`, `column`, `hand`, `hint`, `errors`.
    """

    def __init__(
        self, status: int, message: str, code: str = "", *, way: tuple[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(message)
        self.status: Final = status
        self.code: Final = code or f"HTTP-{status}"
        self.message: Final = message
        self.way: Final = way
        self.more: Final = more


def register(app: Flask) -> None:
    """Makes `app` answer every kind of failure with a refusal."""
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(CSRFError, _no_token)
    app.register_error_handler(SecurityError, _wrong_host)
    app.register_error_handler(ClientDisconnected, _cut_short)
    app.register_error_handler(NoDatabase, _no_database)
    app.register_error_handler(NoRoom, _no_room)
    app.register_error_handler(HTTPException, _http)


def refused(refusal: Refusal) -> Response:
    """Returns the answer for a refusal: JSON for programs, else a page. Requests below `/api/` are from programs."""
    if request.path.startswith("/api/") or request.path.endswith(".json") or wants_json():
        document = {"code": refusal.code, "status": refusal.status, "message": refusal.message, **refusal.more}
        response = jsonify(document)
    else:
        title = _TITLES.get(refusal.status, "Refused")
        response = Response(
            render_template("refusal.html", title=title, refusal=refusal), content_type="text/html; charset=utf-8"
        )
    response.status_code = refusal.status
    return response


def no_finding(number: int) -> Refusal:
    """Returns the refusal for the number of a finding that does not exist."""
    words = f"There is no finding {number}. The list of findings has all of them."
    return Refusal(404, words, way=("The list of findings", "/findings?all=yes"))


def wants_json() -> bool:
    """Whether the client prefers JSON to a page."""
    accepted = request.accept_mimetypes
    return accepted["application/json"] > accepted["text/html"]


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, InternalServerError):
        return _our_mistake(error)
    if status == 413:
        return refused(body_refused())
    data: dict[str, Any] = getattr(error, "data", None) or {}
    if "messages" in data:
        return refused(invalid(data["messages"]))
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        response = refused(
            Refusal(405, f"{request.method[:20]} is not possible at this address. Use one of: {allowed}.")
        )
        response.headers["Allow"] = allowed
        return response
    if 300 <= status < 400:
        return make_response(error.get_response())  # Flask redirects to the right form of an address
    return refused(Refusal(status, _SENTENCES.get(status, f"{error.name}.")))


def invalid(messages: dict[str, Any]) -> Refusal:
    """Returns the refusal for invalid parameters. Its sentence is the first of marshmallow's errors in `messages`."""
    errors = _flat(messages)
    field, faults = next(iter(errors.items()), ("", ["The request is not valid."]))
    message = f"{field}: {faults[0]}" if field else faults[0]
    return Refusal(422, message, errors=errors)


def _flat(messages: dict[str, Any]) -> dict[str, list[str]]:
    """Flattens nested errors: `{"query": {"limit": [...]}}` becomes `{"limit": [...]}`."""
    flat: dict[str, list[str]] = {}
    for name, value in messages.items():
        if isinstance(value, dict):
            flat.update(_flat(value))
        else:
            flat["" if name == "_schema" else str(name)] = [str(each) for each in value]
    return flat


def too_large(sent: int | None, limit: int) -> Refusal:
    """Returns the refusal for a body that is too large. `sent` is its length in bytes, or `None` if that is unknown."""
    if sent is None:
        words = f"This is too large; the limit of this page is {size(limit)}"
    elif size(sent) == size(limit):
        words = f"This is {sent:,} bytes; the limit of this page is {size(limit)}, which is {limit:,} bytes"
    else:
        words = f"This is {size(sent)}; the limit of this page is {size(limit)}"
    return Refusal(
        413,
        f"{words}. Nothing was saved. Run auditor ingest FILE on the server, where the limit is higher.",
        "UP-01",
    )


def body_refused() -> Refusal:
    """Returns the refusal for a body that Werkzeug refused.

    Werkzeug has one error for three causes: the size of the body, the size of a field, and the number of parts.
    """
    most = request.max_content_length or 0
    limit = most - FORM_ROOM if most > FORM_ROOM else most
    sent = request.content_length
    if sent is not None and sent > most:
        return too_large(sent, limit)
    if sent is None and request.stream.tell() >= most:
        return too_large(None, limit)
    return Refusal(
        413,
        f"The form has a field over {size(LONGEST_FIELD)} or over {MOST_PARTS} parts. Nothing was saved. Send at most"
        " 50 files, with the form of the page.",
    )


def _no_token(_error: CSRFError) -> Response:
    return refused(
        Refusal(
            403,
            "The form was too old, or the browser did not keep its cookie. Nothing was done. Go back, load the page and"
            " send the form again. Allow cookies of this machine; Safari needs https for them.",
        )
    )


def _cut_short(_error: ClientDisconnected) -> Response:
    return refused(cut_short(request.content_length or 0))


def cut_short(announced: int) -> Refusal:
    """Returns the refusal for a body that ended early. `announced` is its Content-Length, or 0 without one."""
    whole = f"{announced:,} bytes were announced, and fewer arrived" if announced else "its end did not arrive"
    return Refusal(400, f"The body was cut short: {whole}. Nothing was saved. Send it again.")


def too_slow() -> Refusal:
    """Returns the refusal for a request that arrived too slowly."""
    return Refusal(408, "The request took too long to arrive. Nothing was saved. Send it again.")


def _wrong_host(_error: SecurityError) -> Response:
    return refused(Refusal(400, WRONG_NAME))


def _no_database(refusal: NoDatabase) -> Response:
    response = refused(Refusal(503, f"{refusal}"))
    response.headers["Retry-After"] = "10"
    return response


def _no_room(refusal: NoRoom) -> Response:
    return refused(Refusal(503, str(refusal), NO_ROOM))


def _our_mistake(error: InternalServerError) -> Response:
    """Returns the answer for an error in our program. It has only a random mark, under which the log has the error."""
    mark = secrets.token_hex(4)
    fault = error.original_exception or error
    journal_mistake("web.mistake", fault, mark=mark, endpoint=request.endpoint)
    return refused(
        Refusal(
            500,
            f"Something went wrong on our side. Nothing was changed. The log has the details under {mark}.",
            mark=mark,
        )
    )


def journal_mistake(event: str, fault: BaseException, **more: Any) -> None:
    """Writes an error in our program to the journal, without its text, because the text may contain names and cards."""
    journal.mistake(event, fault, **more)
