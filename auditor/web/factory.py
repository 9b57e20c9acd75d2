"""Makes the Flask application from settings. It opens no database before the first request."""

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
    """A Flask application; `refusals` writes its journal."""

    json_provider_class = _InOrder
    forwarding = Forwarding(None, 1, plain_http=False)

    def request_context(self, environ: Any) -> RequestContext:
        """Finds the address of the client before any other code reads the request."""
        self.forwarding.settle(environ)
        return super().request_context(environ)

    def log_exception(self, exc_info: Any) -> None:
        """Does nothing: Flask would log the text of the exception, which may hold a name."""


def create_app(settings: Settings, database: Database | None = None) -> Flask:
    """The pages and the API, over the database of `settings` or over an open one.

    Raises:
        SettingsRefused: the key that signs forms is missing and cannot be made.
    """
    app = _App("auditor.web", static_folder="static", template_folder="templates")
    app.config.update(
        SECRET_KEY=secret_key(settings),
        MAX_CONTENT_LENGTH=settings.upload_bytes + refusals.FORM_ROOM,
        # Werkzeug also checks each piece of an uploaded file against this limit: 64 KB and the rest of the last one.
        MAX_FORM_MEMORY_SIZE=refusals.LONGEST_FIELD,
        MAX_FORM_PARTS=refusals.MOST_PARTS,
        SEND_FILE_MAX_AGE_DEFAULT=_A_YEAR,
        # On this machine, Chromium and Firefox keep such a cookie over plain http. Safari does not, and a refused form
        # explains that. The prefix stops another service on another port of this machine from setting our cookie.
        SESSION_COOKIE_NAME="__Host-auditor",
        SESSION_COOKIE_SECURE=True,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        WTF_CSRF_TIME_LIMIT=None,  # a form may stay open for hours; its token ends with the session
        WTF_CSRF_SSL_STRICT=False,  # it needs a Referer, which our pages never send; `guards` checks the origin
    )
    app.forwarding = Forwarding(settings.proxy, settings.proxy_hops, plain_http=settings.insecure_http)
    app.extensions["auditor"] = Resources(settings, database)
    app.url_map.converters["int"] = WholeNumber
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # Flask decides by the ending of a template's name; here every template is escaped.
    app.jinja_env.autoescape = True
    _add_filters(app)
    guards.guard(app, settings.trusted_hosts)
    authorization.admit(app)
    bodies.bound(app, authorization.OPEN)
    protect = CSRFProtect(app)
    pages.register(app)
    install(app, protect)
    damaged.register(app)
    refusals.register(app)  # last, because the library of the API registers its own handler for every failure
    return app


def _add_filters(app: Flask) -> None:
    """Adds filters and globals to the templates."""
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
    """The address of a static file. It changes with the content, so browsers can cache the file forever.

    Flask's `url_for` is not used: it fails for a request whose host is refused, and that refusal is a page too.
    """
    content = (Path(__file__).parent / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
