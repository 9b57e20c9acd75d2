"""The checks before every view, and the security headers of every answer, errors included."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

from auditor.store.queries.filtering import WITH_SEVERAL
from auditor.web.requests.bodies import count_the_body
from auditor.web.requests.refusals import WRONG_NAME, Refusal, only_once
from auditor.web.requests.request_schemas import NoParameters, StaticFileQuery, parse_query

API: Final = "/api/"
# The key in the WSGI environment under which the HTTP server stores a refusal of the request. A client cannot set this
# key, because no header has such a key.
REFUSED_BY_SERVER: Final = "auditor.refused"
UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

# Some routes are made by libraries, not by us. Here are the parameters of these routes. Our own views check their own
# parameters.
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
# The features of browsers that the header Permissions-Policy can forbid. Our pages need none of them, so all are
# forbidden.
_FEATURES: Final = (
    "accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope hid"
    " identity-credentials-get idle-detection local-fonts magnetometer microphone midi payment picture-in-picture"
    " publickey-credentials-create publickey-credentials-get screen-wake-lock serial storage-access usb"
    " xr-spatial-tracking"
)


def policy(**changes: str) -> str:
    """Returns the header Content-Security-Policy. `changes` replace single directives, as in `policy(img_src="'self'
    data:")`.
    """
    directives = _POLICY | {name.replace("_", "-"): sources for name, sources in changes.items()}
    return "; ".join([f"{name} {sources}".strip() for name, sources in directives.items()])


HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join([f"{feature}=()" for feature in _FEATURES.split()]),
    # This header tells browsers to use only https. Browsers ignore it over plain http, so it works only behind a proxy
    # with a certificate.
    "Strict-Transport-Security": "max-age=31536000",
    "Cache-Control": "no-store",
}


def guard(app: Flask, trusted_hosts: Iterable[str]) -> None:
    """Makes `app` check every request and add the security headers to every answer. `trusted_hosts` are the host names
    under which the server may be addressed.
    """
    names = frozenset([name.lower() for name in trusted_hosts])
    app.before_request(obey_the_server)
    app.before_request(count_the_body)
    app.before_request(lambda: refuse_other_names(names))
    app.before_request(refuse_foreign_pages)
    app.before_request(refuse_what_is_not_text)
    app.before_request(refuse_unknown_parameters)
    app.after_request(dress)


def dress(response: Response) -> Response:
    """Adds the security headers to an answer. If the view has set a header itself, its value stays."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def obey_the_server() -> Response | None:
    """If the HTTP server has refused the request, for example because it is incomplete, answers with that refusal in
    place of the page.
    """
    refusal = request.environ.get(REFUSED_BY_SERVER)
    if isinstance(refusal, Exception):
        raise refusal
    assert refusal is None or isinstance(refusal, Response)
    return refusal


def refuse_other_names(names: frozenset[str]) -> None:
    """Refuses a request whose Host header is not in `names`.

    This stops DNS rebinding: an attacker lets his own host name lead to this machine, so that his pages can read ours.
    Flask's `TRUSTED_HOSTS` cannot do this: it accepts no IPv6 address, and an empty list allows all names.
    """
    name = request.host.lower()
    if name.rpartition(":")[0] and not name.endswith("]"):
        name = name.rpartition(":")[0]
    if name not in names:
        raise Refusal(400, WRONG_NAME)


def refuse_foreign_pages() -> None:
    """Refuses a change (such as a POST) that the page of another site sends from a browser.

    Browsers name the origin of a request in `Sec-Fetch-Site`, and old browsers in `Origin`. Programs send neither
    header. Our own forms may send `Origin: null`, because our pages send no referrer. Such forms are accepted, because
    a form token protects them too. The API has no form tokens, so there `Origin: null` is refused.
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
        raise Refusal(403, "A page of another website sent this request. Nothing was done. Use a page of this server.")


def refuse_what_is_not_text() -> None:
    """Refuses an address that contains the same parameter twice, a NUL, or one half of a UTF-16 pair.

    The database cannot store a NUL or such a half character. If a parameter appeared twice, the
    views would read only its first value. Only the filters of findings may have several values: in the address of
    another page, `parse_parameters` refuses them.
    """
    insist_on_text("address", request.path)
    for name, values in request.args.lists():
        insist_on_text("name of a parameter", name)
        for value in values:
            insist_on_text(f"parameter {name[:40]}", value)
        if len(values) > 1 and name not in WITH_SEVERAL:
            raise only_once(name)


def refuse_unknown_parameters() -> None:
    """Checks the parameters in the address, if the request sends a form, or if a library has made its route. All other
    views check their own parameters.
    """
    is_form = request.method in UNSAFE and not request.path.startswith(API)
    if request.endpoint is not None and (is_form or request.endpoint in _OF_LIBRARIES):
        parse_query(_OF_LIBRARIES.get(request.endpoint, NoParameters))


def insist_on_text(name: str, value: str) -> None:
    """Raises `Refusal` (422) if `value` contains a NUL or one half of a UTF-16 pair, because the database cannot store
    them. `name` says in words what the value is, such as `address`.
    """
    if value.isascii() and "\0" not in value:
        return
    for position, letter in enumerate(value, 1):
        if letter == "\0":
            raise Refusal(
                422, f"The {name} has a NUL character at position {position}. Delete this character.", column=position
            )
        if "\ud800" <= letter <= "\udfff":
            raise Refusal(
                422,
                f"The {name} has an incomplete character (U+{ord(letter):04X}) at position {position}. Delete this"
                " character.",
                column=position,
            )
