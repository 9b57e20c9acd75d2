"""The pages, one module a subject."""

from importlib import import_module
from pkgutil import iter_modules

from flask import Flask


def register(app: Flask) -> None:
    """Puts all pages into the application: every module here has some."""
    for module in iter_modules(__path__):
        app.register_blueprint(import_module(f"{__name__}.{module.name}").blueprint)
