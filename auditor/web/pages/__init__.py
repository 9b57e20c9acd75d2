"""The views of all pages. Each module has the pages of one subject."""

from importlib import import_module
from pkgutil import iter_modules

from flask import Flask


def register(app: Flask) -> None:
    """Adds all pages to the application. Each module of this package has a blueprint."""
    for module in iter_modules(__path__):
        app.register_blueprint(import_module(f"{__name__}.{module.name}").blueprint)
