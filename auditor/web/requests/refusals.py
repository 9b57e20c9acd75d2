"""Refusals: the answers to requests that fail or are not accepted. Each refusal has one clear sentence. People get the
sentence on a page, programs get it as JSON.
"""

import secrets
from typing import Any, Final

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import ClientDisconnected, HTTPException, InternalServerError, MethodNotAllowed, SecurityError

from auditor.jobs import journal
from auditor.settings import with_commands
from auditor.store.evidence.disk_space import NoRoom
from auditor.store.postgres.database import NoDatabase
from auditor.web.rendering.template_filters import size

NO_ROOM: Final = "UP-06"
WRONG_NAME: Final = (
    "This server does not accept the host name in the address. Use localhost or 127.0.0.1, or add the host name to the"
    " setting TRUSTED_HOSTS."
)
# The number of bytes that a body may have in addition to the limit for its files or for its longest field. A form needs
# them, for example, for the boundaries between its parts, the file names and the form token.
FORM_ROOM: Final = 256 * 1024
# The paths of the pages for players without an account. Such a player cannot use the desk.
OF_PLAYERS: Final = ("/party/", "/claim/", "/explained/")
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
    415: "Wrong type of content",
    422: "Not accepted",
    429: "Too many tries",
    431: "Headers too long",
    500: "Our mistake",
    501: "Not installed here",
    503: "Not available",
}
_SENTENCES: Final = {
    400: "The request is not valid. Go back and try again. If it fails again, ask your administrator.",
    404: "There is nothing at this address. Find a hand by its number, or start from a list: /findings.",
    414: "The address is too long. Use fewer filters.",
    415: "This address does not accept this type of content. Send the file itself, as application/octet-stream.",
}

_TO_SEND_MORE: Final = "To send a larger file, run auditor ingest FILE on the server."
_NO_PAGE_OF_PLAYER: Final = (
    "There is nothing at this address. Copy the whole link again, or ask the card room for a new one."
)


class Refusal(Exception):
    """A refused request: the HTTP status, and one sentence that says what is wrong, where, and what to do.

    `way` makes a part of the sentence a link, for example `("The list of findings", "/findings")`. `more` has further
    fields for the JSON, such as `line` or `hint`.
    """

    def __init__(
        self, status: int, message: str, code: str = "", *, way: tuple[str, str] | None = None, **more: Any
    ) -> None:
        message = with_commands(message)
        super().__init__(message)
        self.status: Final = status
        self.code: Final = code or f"HTTP-{status}"
        self.message: Final = message
        self.way: Final = way
        self.more: Final = more


def register(app: Flask) -> None:
    """Makes `app` answer every exception with a refusal: a page for people, or JSON for programs."""
    app.register_error_handler(Refusal, refused)
    app.register_error_handler(CSRFError, no_token)
    app.register_error_handler(SecurityError, _wrong_host)
    app.register_error_handler(ClientDisconnected, _cut_short)
    app.register_error_handler(NoDatabase, _no_database)
    app.register_error_handler(NoRoom, _no_room)
    app.register_error_handler(HTTPException, _http)


def refused(refusal: Refusal) -> Response:
    """Returns the answer for a refusal: JSON for a program, a page for a person.

    A request is from a program if its path is below `/api/` or ends in `.json`, or if its header Accept prefers JSON.
    """
    if request.path.startswith("/api/") or request.path.endswith(".json") or wants_json():
        document = {"code": refusal.code, "status": refusal.status, "message": refusal.message, **refusal.more}
        response = jsonify(document)
    else:
        title = _TITLES.get(refusal.status, "Refused")
        page = render_template("refusal.html", title=title, refusal=refusal, of_player=_is_of_player())
        response = Response(page, content_type="text/html; charset=utf-8")
    response.status_code = refusal.status
    return response


def _is_of_player() -> bool:
    """Whether the request is for a page for players without an account."""
    return request.path.startswith(OF_PLAYERS)


def no_finding(number: int) -> Refusal:
    """Returns the refusal which says that there is no finding with this number."""
    words = f"There is no finding {number}. The list of findings shows all findings."
    return Refusal(404, words, way=("The list of findings", "/findings?all=yes"))


def wants_json() -> bool:
    """Whether the client prefers JSON to an HTML page, according to its header Accept."""
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
        # Flask redirects to the right form of the address, for example without a slash at the end.
        return make_response(error.get_response())
    if status == 404 and _is_of_player():
        return refused(Refusal(404, _NO_PAGE_OF_PLAYER))
    return refused(Refusal(status, _SENTENCES.get(status, f"{error.name}.")))


def only_once(parameter: str) -> Refusal:
    return Refusal(422, f"The parameter {parameter[:40]} appears more than once. Send this parameter only once.")


def invalid(messages: dict[str, Any]) -> Refusal:
    """Returns the refusal of invalid parameters. `messages` has for each wrong parameter the errors that marshmallow
    found. The first error becomes the sentence of the refusal.
    """
    errors = _flat(messages)
    field, faults = next(iter(errors.items()), ("", ["The request is not valid."]))
    message = f"{field}: {faults[0]}" if field else faults[0]
    return Refusal(422, message, errors=errors)


def _flat(messages: dict[str, Any]) -> dict[str, list[str]]:
    """Removes the levels of nested errors: `{"query": {"limit": [...]}}` becomes `{"limit": [...]}`."""
    flat: dict[str, list[str]] = {}
    for name, value in messages.items():
        if isinstance(value, dict) and all(isinstance(key, int) for key in value):
            # The errors of a parameter with several values, by the place of the value. One is enough.
            flat[f"{name}"] = [f"{each}" for each in next(iter(value.values()))]
        elif isinstance(value, dict):
            flat.update(_flat(value))
        else:
            flat["" if name == "_schema" else str(name)] = [str(each) for each in value]
    return flat


def too_large(sent: int | None, limit: int) -> Refusal:
    """Returns the refusal of a body that is too large. `sent` is the length of the body in bytes; `None` if that is
    unknown. `limit` is the most bytes.
    """
    if sent is None:
        words = f"You sent too much: this page accepts at most {size(limit)}"
    elif size(sent) == size(limit):
        words = f"You sent {sent:,} bytes, but this page accepts at most {size(limit)}, which is {limit:,} bytes"
    else:
        words = f"You sent {size(sent)}, but this page accepts at most {size(limit)}"
    advice = "Send smaller files." if _is_of_player() else _TO_SEND_MORE
    return Refusal(413, f"{words}. Nothing was saved. {advice}", "UP-01")


def body_refused() -> Refusal:
    """Returns the refusal of a body that Werkzeug refused.

    Werkzeug has one error for three causes: the body is too long, a field is too long, or there are too many parts.
    This function finds out which of the three is the cause.
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
        f"The form has a field that is larger than {size(LONGEST_FIELD)}, or more than {MOST_PARTS} fields. Nothing was"
        " saved. Use the form of the page, and send at most 50 files.",
    )


def no_token(_error: CSRFError) -> Response:
    """Returns the refusal of a form without a valid form token."""
    return refused(
        Refusal(
            403,
            "The form is too old, or your browser did not store our cookie. Nothing was done. Go back, load the page"
            " again and send the form again. Allow cookies for this site; Safari stores these cookies only over https.",
        )
    )


def _cut_short(_error: ClientDisconnected) -> Response:
    return refused(cut_short(request.content_length or 0))


def cut_short(announced: int) -> Refusal:
    """Returns the refusal of a request whose body ended too early. `announced` is the Content-Length of the request, or
    0 if it had none.
    """
    whole = f"fewer than the announced {announced:,} bytes arrived" if announced else "the end is missing"
    return Refusal(
        400, f"Not all data of the request arrived: {whole}. Nothing was saved. Send the file or form again."
    )


def too_slow() -> Refusal:
    """Returns the refusal of a request that did not arrive within the time limit."""
    return Refusal(408, "The request took too long to arrive. Nothing was saved. Send the file or form again.")


def _wrong_host(_error: SecurityError) -> Response:
    return refused(Refusal(400, WRONG_NAME))


def _no_database(refusal: NoDatabase) -> Response:
    response = refused(Refusal(503, f"{refusal}"))
    response.headers["Retry-After"] = "10"
    return response


def _no_room(refusal: NoRoom) -> Response:
    return refused(Refusal(503, str(refusal), NO_ROOM))


def _our_mistake(error: InternalServerError) -> Response:
    """Returns the answer after an error in our own program.

    The answer shows only a random code, such as `3f9a01bc`. The administrator finds the error in the log under this
    code.
    """
    mark = secrets.token_hex(4)
    fault = error.original_exception or error
    journal_mistake("web.mistake", fault, mark=mark, endpoint=request.endpoint)
    return refused(
        Refusal(
            500,
            f"Something went wrong on our side. Nothing was changed. Send the code {mark} to your administrator, who"
            " finds the details by this code in the log of the server.",
            mark=mark,
        )
    )


def journal_mistake(event: str, fault: BaseException, **more: Any) -> None:
    """Writes an error in our own program to the journal. The text of the exception is left out, because it may contain
    names and cards.
    """
    journal.mistake(event, fault, **more)
