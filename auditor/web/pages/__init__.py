"""The views of all pages. A view is the function that makes one page. Each module has the pages of one subject."""

from importlib import import_module
from pkgutil import iter_modules

from flask import Flask


def register(app: Flask) -> None:
    """Adds the pages of all modules of this package to the application."""
    for module in iter_modules(__path__):
        app.register_blueprint(import_module(f"{__name__}.{module.name}").blueprint)
