"""Keys: what each does, place by place. The same that the sheet says of one page, for whoever runs no scripts."""

from typing import Final

from flask import Blueprint

from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.rulebook.keyboard import KEYS, spelt

blueprint: Final = Blueprint("keys", __name__)
_COLUMNS: Final = ("place", "keys", "does")


@page(blueprint, "/keys")
def every() -> PageContent:
    """All keys."""
    parse_query(NoParameters)
    listed = [(place, spelt(pressed), does) for place, keys in KEYS.items() for pressed, does in keys.items()]
    rows = [(place, " or ".join(pressed), does) for place, pressed, does in listed]
    document = {"keys": [dict(zip(_COLUMNS, each, strict=True)) for each in listed]}
    return PageContent("keys.html", document, Rows(_COLUMNS, rows), {"places": list(KEYS)})
