"""The pages, one module a subject."""

from flask import Flask

from auditor.web.pages import (
    copies,
    desk,
    differences,
    finding,
    findings,
    hands,
    health,
    houses,
    keys,
    nights,
    printed,
    received,
    rules,
    runs,
    settings,
    signing,
    steps,
    triage,
    uploads,
    what_if,
    words,
)

_PAGES = (
    copies,
    desk,
    differences,
    finding,
    findings,
    hands,
    health,
    houses,
    keys,
    nights,
    printed,
    received,
    rules,
    runs,
    settings,
    signing,
    steps,
    triage,
    uploads,
    what_if,
    words,
)


def register(app: Flask) -> None:
    """Puts all pages into the application."""
    for module in _PAGES:
        app.register_blueprint(module.blueprint)
