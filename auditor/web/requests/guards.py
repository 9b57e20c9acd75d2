"""What every request must pass before a page sees it, and what every answer carries, errors included."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

from auditor.web.requests.bodies import count_the_body
from auditor.web.requests.refusals import WRONG_NAME, Refusal
from auditor.web.requests.request_schemas import NoParameters, StaticFileQuery, parse_query

API: Final = "/api/"
REFUSED_BY_SERVER: Final = "auditor.refused"  # the key in the WSGI environment; no header can have that name
UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

_OF_LIBRARIES: Final = {"static": StaticFileQuery, "api-docs.openapi_json": NoParameters}

_SELF: Final = "'self'"
_NONE: Final = "'none'"
_POLICY: Final = {
    "default-src": _NONE,
    "script-src": _SELF,
    "style-src": _SELF,
    "img-src": _SELF,
    "connect-src": _SELF,
    "form-action": _SELF,
    "base-uri": _NONE,
    "frame-ancestors": _NONE,
    "object-src": _NONE,
}
# Every feature that a page could ask a browser for; none is needed.
_FEATURES: Final = (
    "accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid"
    " identity-credentials-get idle-detection local-fonts magnetometer microphone midi payment picture-in-picture"
    " publickey-credentials-create publickey-credentials-get screen-wake-lock serial storage-access usb"
    " xr-spatial-tracking"
)


def policy(**changes: str) -> str:
    """The content security policy, with some of its directives changed: `img_src="'self' data:"`."""
    directives = _POLICY | {name.replace("_", "-"): sources for name, sources in changes.items()}
    return "; ".join([f"{name} {sources}".strip() for name, sources in directives.items()])


HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join([f"{feature}=()" for feature in _FEATURES.split()]),
    # Ignored on plain http, which is how it is served on this machine; behind a proxy with a certificate it counts.
    "Strict-Transport-Security": "max-age=31536000",
    "Cache-Control": "no-store",
}


def guard(app: Flask, trusted_hosts: Iterable[str]) -> None:
    """Puts the guards before every request and the headers on every answer; only to `trusted_hosts` it answers."""
    names = frozenset([name.lower() for name in trusted_hosts])
    app.before_request(obey_the_server)
    app.before_request(count_the_body)
    app.before_request(lambda: refuse_other_names(names))
    app.before_request(refuse_foreign_pages)
    app.before_request(refuse_what_is_not_text)
    app.before_request(refuse_unknown_parameters)
    app.after_request(dress)


def dress(response: Response) -> Response:
    """The headers on one answer; a page that set one of them itself keeps its own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def obey_the_server() -> Response | None:
    """The server refuses what is no request, what never came as a whole, and bodies that may not come; the answer has
    our form.
    """
    refusal = request.environ.get(REFUSED_BY_SERVER)
    if isinstance(refusal, Exception):
        raise refusal
    assert refusal is None or isinstance(refusal, Response)
    return refusal


def refuse_other_names(names: frozenset[str]) -> None:
    """A page of another site that has its own name point at this machine (DNS rebinding) would be our own to a browser.

    Flask's `TRUSTED_HOSTS` cannot do it: it takes no IPv6 address, and an empty list for all names.
    """
    name = request.host.lower()
    if name.rpartition(":")[0] and not name.endswith("]"):
        name = name.rpartition(":")[0]
    if name not in names:
        raise Refusal(400, WRONG_NAME)


def refuse_foreign_pages() -> None:
    """A page of another site cannot make this browser change anything here.

    Browsers say where a request comes from in `Sec-Fetch-Site`, and old ones at least in `Origin`; programs say
    neither. Pages ask for a token besides. The API cannot: it knows no session, so it refuses `Origin: null` as well,
    which is what our own pages' forms send, as they tell no address to anybody.
    """
    if request.method not in UNSAFE:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        own = site in ("same-origin", "none")
    elif origin == "null":
        own = not request.path.startswith(API)
    else:
        own = origin is None or (urlsplit(origin).scheme, urlsplit(origin).netloc) == (request.scheme, request.host)
    if not own:
        raise Refusal(403, "This was sent by a page of another site, so nothing was done. Use our own page.")


def refuse_what_is_not_text() -> None:
    """NUL and halves of characters, which no database takes, anywhere in the address; and a parameter given twice."""
    insist_on_text("address", request.path)
    for name, values in request.args.lists():
        insist_on_text("name of a parameter", name)
        insist_on_text(f"parameter {name[:40]}", values[0])
        if len(values) > 1:
            raise Refusal(422, f"The parameter {name[:40]} is given more than once; give it once.")


def refuse_unknown_parameters() -> None:
    """Forms, and what libraries serve, take no parameters but these. Every other view loads its own."""
    is_form = request.method in UNSAFE and not request.path.startswith(API)
    if request.endpoint is not None and (is_form or request.endpoint in _OF_LIBRARIES):
        parse_query(_OF_LIBRARIES.get(request.endpoint, NoParameters))


def insist_on_text(name: str, value: str) -> None:
    """Raises `Refusal` (422) with the position where `value` holds what is no text."""
    if value.isascii() and "\0" not in value:
        return
    for position, letter in enumerate(value, 1):
        if letter == "\0":
            raise Refusal(422, f"The {name} has a NUL character at position {position}; send text.", column=position)
        if "\ud800" <= letter <= "\udfff":
            raise Refusal(
                422, f"The {name} has half a character (U+{ord(letter):04X}) at position {position}.", column=position
            )
