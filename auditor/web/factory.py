"""Makes the Flask application from the settings. The database is opened at the first request, not before."""

import functools
import hashlib
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask.ctx import RequestContext
from flask.json.provider import DefaultJSONProvider
from flask_wtf.csrf import CSRFProtect

from auditor.engine.what_changed import RULES_VERSION
from auditor.settings import Settings, secret_key
from auditor.store.postgres.database import Database
from auditor.web import pages
from auditor.web.access import authorization
from auditor.web.access.forwarding import Forwarding
from auditor.web.api import install
from auditor.web.rendering import template_filters
from auditor.web.requests import bodies, guards, refusals
from auditor.web.requests.converters import WholeNumber
from auditor.web.resources import Resources
from auditor.web.rulebook.glossary import piece_of, pieces_of
from auditor.web.uploads import damaged

VERSION: Final = "0.1.0"
_A_YEAR: Final = 31_536_000


class _InOrder(DefaultJSONProvider):
    """JSON that keeps the order of the fields."""

    sort_keys = False


class _App(Flask):
    """The Flask application. Flask's own log of exceptions is off, because `refusals` writes them to our journal."""

    json_provider_class = _InOrder
    forwarding = Forwarding(None, 1, plain_http=False)

    def request_context(self, environ: Any) -> RequestContext:
        """Applies the headers of a proxy before any other code reads the request, and makes the request's context."""
        self.forwarding.settle(environ)
        return super().request_context(environ)

    def log_exception(self, exc_info: Any) -> None:
        """Does nothing. Flask would log the text of the exception, and that text may contain the name of a player."""


def create_app(settings: Settings, database: Database | None = None) -> Flask:
    """Makes the application with all pages and the API.

    `database` is an open database. If it is `None`, the application opens the database of `settings`.

    Raises:
        SettingsRefused: the secret key that signs forms and cookies is missing and cannot be made.
    """
    app = _App("auditor.web", static_folder="static", template_folder="templates")
    app.config.update(
        SECRET_KEY=secret_key(settings),
        MAX_CONTENT_LENGTH=settings.upload_bytes + refusals.FORM_ROOM,
        # Werkzeug reads an uploaded file in pieces of 64 KB, and checks each piece against this limit too. A piece may
        # also hold the end of the piece before.
        MAX_FORM_MEMORY_SIZE=refusals.LONGEST_FIELD,
        MAX_FORM_PARTS=refusals.MOST_PARTS,
        SEND_FILE_MAX_AGE_DEFAULT=_A_YEAR,
        # The prefix `__Host-` stops other services on this machine from setting our cookie. Such a cookie must be
        # secure. At an address of this machine, Chromium and Firefox keep a secure cookie over plain http. Safari does
        # not, so it cannot send forms there; the refusal of the form explains the cause.
        SESSION_COOKIE_NAME="__Host-auditor",
        SESSION_COOKIE_SECURE=True,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        WTF_CSRF_TIME_LIMIT=None,  # a form may stay open for hours; its token ends with the session
        WTF_CSRF_SSL_STRICT=False,  # the check needs a Referer, but our pages send none; `guards` checks the origin
    )
    app.forwarding = Forwarding(settings.proxy, settings.proxy_hops, plain_http=settings.insecure_http)
    app.extensions["auditor"] = Resources(settings, database)
    app.url_map.converters["int"] = WholeNumber
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # Escapes the values in every template. Flask's default escapes only in templates with certain file extensions.
    app.jinja_env.autoescape = True
    _add_filters(app)
    guards.guard(app, settings.trusted_hosts)
    authorization.admit(app)
    bodies.bound(app, authorization.OPEN)
    protect = CSRFProtect(app)
    pages.register(app)
    install(app, protect)
    damaged.register(app)
    refusals.register(app)  # last, because this replaces the handler of all exceptions that the API's library registers
    return app


def _add_filters(app: Flask) -> None:
    """Adds our filters and global names to the template engine."""
    for word in (
        template_filters.chips,
        template_filters.of_amount,
        template_filters.moment,
        template_filters.size,
        template_filters.counted,
        template_filters.grouped,
        template_filters.whole,
        template_filters.weight,
        template_filters.visible,
        template_filters.street_name,
        template_filters.shorter,
        template_filters.duration,
    ):
        app.jinja_env.filters[word.__name__] = word
    app.jinja_env.globals.update(asset=_asset, piece_of=piece_of, pieces_of=pieces_of)
    app.jinja_env.globals.update(version=VERSION, rules_version=RULES_VERSION)


@functools.cache
def _asset(name: str) -> str:
    """Returns the address of a static file. The address has a digest of the content, so browsers may cache the file.

    Flask's `url_for` is not used, because `url_for` fails if the host of a request is refused. The page with that
    refusal needs the static files too.
    """
    content = (Path(__file__).parent / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
