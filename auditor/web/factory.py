"""Makes the Flask application from the settings. The start of the application does not open the database: the first
request opens it.
"""

import functools
import hashlib
from pathlib import Path
from typing import Any, Final

from flask import Flask
from flask.ctx import RequestContext
from flask.json.provider import DefaultJSONProvider
from jinja2 import Environment

from auditor.engine.house.clause_words import clause_words
from auditor.engine.what_changed import RULES_VERSION
from auditor.engine.words import logged_words
from auditor.settings import Settings, command_line, secret_key
from auditor.store.postgres.database import Database
from auditor.web import pages, parties
from auditor.web.access import authorization, confirmation
from auditor.web.access.forwarding import Forwarding
from auditor.web.access.permissions import OPEN
from auditor.web.api import install
from auditor.web.figures.rates import decimal
from auditor.web.hands.player_events import pieces_of_text
from auditor.web.people.addresses import day_address, owed_address, player_address, table_address
from auditor.web.rendering import template_filters
from auditor.web.rendering.compression import compress_texts
from auditor.web.requests import bodies, guards, kept_forms, refusals
from auditor.web.requests.converters import WholeNumber
from auditor.web.requests.form_tokens import MaskedProtect
from auditor.web.resources import Resources
from auditor.web.rulebook.catalogue import severity_of
from auditor.web.rulebook.glossary import piece_of, pieces_of
from auditor.web.uploads import damaged

VERSION: Final = "0.1.0"
_A_YEAR: Final = 31_536_000


class _InOrder(DefaultJSONProvider):
    """Writes JSON with the fields in the order in which the code made them. Flask would sort the fields by name."""

    sort_keys = False


class _App(Flask):
    """The Flask application. Flask does not log exceptions, because `auditor.web.requests.refusals` writes them to our
    own journal.
    """

    json_provider_class = _InOrder
    forwarding = Forwarding(None, 1, plain_http=False)

    def request_context(self, environ: Any) -> RequestContext:
        """Makes Flask's context of a request. Before that, applies the headers with which the trusted proxy names the
        client. So all other code sees the address of the client, not of the proxy.
        """
        self.forwarding.settle(environ)
        return super().request_context(environ)

    def log_exception(self, exc_info: Any) -> None:
        """Does nothing, so that Flask logs no exception: its text may contain the name of a player."""


def create_app(settings: Settings, database: Database | None = None) -> Flask:
    """Makes the application with all pages and the API.

    `database` is a database that is already open. If it is `None`, the first request opens the database of `settings`.

    Raises:
        SettingsRefused: the secret key that signs forms and cookies is missing, and a new key cannot be stored.
    """
    app = _App("auditor.web", static_folder="static", template_folder="templates")
    app.config.update(
        SECRET_KEY=secret_key(settings),
        MAX_CONTENT_LENGTH=settings.upload_bytes + refusals.FORM_ROOM,
        # `MAX_FORM_MEMORY_SIZE` limits the length of a form field. But Werkzeug also applies this limit to the bytes of
        # an uploaded file that Werkzeug holds in memory at one time: a block of 64 KB, and sometimes the last bytes of
        # the block before. So the limit must be larger than 64 KB.
        MAX_FORM_MEMORY_SIZE=refusals.LONGEST_FIELD,
        MAX_FORM_PARTS=refusals.MOST_PARTS,
        SEND_FILE_MAX_AGE_DEFAULT=_A_YEAR,
        # The prefix `__Host-` stops other services on this machine from setting our cookie. Browsers accept the prefix
        # only for a secure cookie. At a loopback address, Chromium and Firefox keep a secure cookie over plain http.
        # Safari does not, so Safari cannot send forms there. The refusal of the form explains this to the visitor.
        SESSION_COOKIE_NAME="__Host-auditor",
        SESSION_COOKIE_SECURE=True,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        # No time limit: a form may stay open for hours, and its secret token is valid until the session ends.
        WTF_CSRF_TIME_LIMIT=None,
        # With `True`, Flask-WTF would check the header Referer, which our pages do not send. Instead,
        # `auditor.web.requests.guards` checks from which site a request comes.
        WTF_CSRF_SSL_STRICT=False,
    )
    app.forwarding = Forwarding(settings.proxy, settings.proxy_hops, plain_http=settings.insecure_http)
    app.extensions["auditor"] = Resources(settings, database)
    app.url_map.converters["int"] = WholeNumber
    _prepare_templates(app)
    compress_texts(app)
    guards.guard(app, settings.trusted_hosts)
    authorization.admit(app)
    bodies.bound(app, OPEN)
    protect = MaskedProtect(app)
    pages.register(app)
    parties.register(app)
    install(app, protect)
    damaged.register(app)
    # Registered after the API: the library of the API has set a handler for all exceptions, and this call replaces that
    # handler.
    refusals.register(app)
    kept_forms.register(app)
    confirmation.register(app)
    return app


def templates() -> Environment:
    """Returns the environment of our Jinja templates, for use without a server. For example, a command uses the
    templates to write an HTML file that shows a hand step by step.
    """
    app = Flask("auditor.web", template_folder="templates")
    _prepare_templates(app)
    return app.jinja_env


def _prepare_templates(app: Flask) -> None:
    """Sets how Jinja reads our templates. Also adds the filters and the global names that the templates use, such as
    the filter `chips`.
    """
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # Every template escapes its values, so the name of a player cannot become HTML code. By default, Flask escapes only
    # in templates with certain file names, such as `.html`.
    app.jinja_env.autoescape = True
    for word in (
        template_filters.chips,
        template_filters.of_amount,
        template_filters.moment,
        template_filters.moment_utc,
        template_filters.size,
        template_filters.counted,
        template_filters.grouped,
        template_filters.whole,
        template_filters.weight,
        severity_of,
        template_filters.visible,
        template_filters.player_name,
        clause_words,
        logged_words,
        template_filters.street_name,
        template_filters.shorter,
        template_filters.duration,
        decimal,
        pieces_of_text,
    ):
        app.jinja_env.filters[word.__name__] = word
    app.jinja_env.globals.update(asset=_asset, piece_of=piece_of, pieces_of=pieces_of)
    app.jinja_env.globals.update(player_address=player_address, table_address=table_address, day_address=day_address)
    app.jinja_env.globals.update(owed_address=owed_address, command=command_line)
    app.jinja_env.globals.update(version=VERSION, rules_version=RULES_VERSION)


@functools.cache
def _asset(name: str) -> str:
    """Returns the address of a static file, such as `/static/icon.svg?v=0a1b2c3d4e5f`. The address contains a digest of
    the content, so browsers may keep the file in their cache.

    Flask's `url_for` is not used, because it fails if the request has a wrong Host header. The page that refuses such a
    request needs the static files too.
    """
    content = (Path(__file__).parent / "static" / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"
