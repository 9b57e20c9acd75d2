"""The checks before every view, and the security headers of every answer, errors included."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

from auditor.web.requests.bodies import count_the_body
from auditor.web.requests.refusals import WRONG_NAME, Refusal
from auditor.web.requests.request_schemas import NoParameters, StaticFileQuery, parse_query

API: Final = "/api/"
# The key in the WSGI environment under which the server puts its refusal. No header of a client can set this key.
REFUSED_BY_SERVER: Final = "auditor.refused"
UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

# The parameters of the routes that libraries register.
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
# All features of browsers that a header can forbid. Our pages need none of these features.
_FEATURES: Final = (
    "accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid"
    " identity-credentials-get idle-detection local-fonts magnetometer microphone midi payment picture-in-picture"
    " publickey-credentials-create publickey-credentials-get screen-wake-lock serial storage-access usb"
    " xr-spatial-tracking"
)


def policy(**changes: str) -> str:
    """Returns the content security policy. `changes` replace directives, such as `img_src="'self' data:"`."""
    directives = _POLICY | {name.replace("_", "-"): sources for name, sources in changes.items()}
    return "; ".join([f"{name} {sources}".strip() for name, sources in directives.items()])


HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join([f"{feature}=()" for feature in _FEATURES.split()]),
    # Browsers ignore this header over plain http. It has an effect behind a proxy with a certificate.
    "Strict-Transport-Security": "max-age=31536000",
    "Cache-Control": "no-store",
}


def guard(app: Flask, trusted_hosts: Iterable[str]) -> None:
    """Makes `app` check every request and add the headers to every answer. `trusted_hosts` are the valid host names."""
    names = frozenset([name.lower() for name in trusted_hosts])
    app.before_request(obey_the_server)
    app.before_request(count_the_body)
    app.before_request(lambda: refuse_other_names(names))
    app.before_request(refuse_foreign_pages)
    app.before_request(refuse_what_is_not_text)
    app.before_request(refuse_unknown_parameters)
    app.after_request(dress)


def dress(response: Response) -> Response:
    """Adds the headers to an answer. A header that the view has set stays."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def obey_the_server() -> Response | None:
    """Answers a request that the HTTP server refused, for example because it is incomplete, with that refusal."""
    refusal = request.environ.get(REFUSED_BY_SERVER)
    if isinstance(refusal, Exception):
        raise refusal
    assert refusal is None or isinstance(refusal, Response)
    return refusal


def refuse_other_names(names: frozenset[str]) -> None:
    """Refuses a request for a host name that is not in `names`.

    This stops DNS rebinding, in which a foreign name leads to this machine. Flask's `TRUSTED_HOSTS` cannot do it: it
    accepts no IPv6 address, and an empty list allows all names.
    """
    name = request.host.lower()
    if name.rpartition(":")[0] and not name.endswith("]"):
        name = name.rpartition(":")[0]
    if name not in names:
        raise Refusal(400, WRONG_NAME)


def refuse_foreign_pages() -> None:
    """Refuses a change that a page of another site sends from a browser.

    Browsers name the origin of a request in `Sec-Fetch-Site`, and old browsers in `Origin`. Programs send neither
    header. Our own forms may send `Origin: null`, because our pages send no referrer. A form token protects these forms
    too. The API has no form tokens, so there `Origin: null` is refused.
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
        raise Refusal(403, "A page of another site sent this. Nothing was done. Use our own page.")


def refuse_what_is_not_text() -> None:
    """Refuses a repeated parameter, and a NUL or an incomplete character, which no database can store."""
    insist_on_text("address", request.path)
    for name, values in request.args.lists():
        insist_on_text("name of a parameter", name)
        insist_on_text(f"parameter {name[:40]}", values[0])
        if len(values) > 1:
            raise Refusal(422, f"The parameter {name[:40]} appears more than once. Send it once.")


def refuse_unknown_parameters() -> None:
    """Checks the parameters of forms and of the routes of libraries. All other views check their own parameters."""
    is_form = request.method in UNSAFE and not request.path.startswith(API)
    if request.endpoint is not None and (is_form or request.endpoint in _OF_LIBRARIES):
        parse_query(_OF_LIBRARIES.get(request.endpoint, NoParameters))


def insist_on_text(name: str, value: str) -> None:
    """Raises `Refusal` (422) if `value` has a NUL or an incomplete character. `name` says in words what the value is.

    An incomplete character is a surrogate: one half of a UTF-16 pair.
    """
    if value.isascii() and "\0" not in value:
        return
    for position, letter in enumerate(value, 1):
        if letter == "\0":
            raise Refusal(
                422, f"The {name} has a NUL character at position {position}. Send text only.", column=position
            )
        if "\ud800" <= letter <= "\udfff":
            raise Refusal(
                422,
                f"The {name} has an incomplete character (U+{ord(letter):04X}) at position {position}. Send text only.",
                column=position,
            )
