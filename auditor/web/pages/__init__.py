"""The pages, one module a subject."""

from flask import Flask

from auditor.web.pages import copies, desk, findings, hands, health, houses, received, rules, runs, uploads


def register(app: Flask) -> None:
    """Puts all pages into the application."""
    for module in (copies, desk, findings, hands, health, houses, received, rules, runs, uploads):
        app.register_blueprint(module.blueprint)
