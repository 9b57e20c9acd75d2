"""Words: every term of the game, of the house and of the audit, explained in a line."""

from typing import Final

from flask import Blueprint

from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.rulebook.glossary import CHAPTERS

blueprint: Final = Blueprint("words", __name__)
_COLUMNS: Final = ("chapter", "word", "line", "address")


@page(blueprint, "/words")
def every() -> PageContent:
    """All words, chapter by chapter."""
    parse_query(NoParameters)
    words = [
        {"chapter": chapter, "word": word.name, "line": word.line, "address": f"/words#{word.mark}"}
        for chapter, listed in CHAPTERS.items()
        for word in listed
    ]
    rows = Rows(_COLUMNS, [[word[column] for column in _COLUMNS] for word in words])
    return PageContent("words.html", {"words": words}, rows, {"chapters": CHAPTERS})
