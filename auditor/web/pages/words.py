"""Words: every term of the game, of the house and of the audit, explained in a line."""

from typing import Final

from flask import Blueprint

from auditor.web.rendering.respond import Rows, Shown, page
from auditor.web.requests.request_schemas import Nothing, asked
from auditor.web.rulebook.glossary import CHAPTERS

blueprint: Final = Blueprint("words", __name__)
_COLUMNS: Final = ("chapter", "word", "line", "address")


@page(blueprint, "/words")
def every() -> Shown:
    """All words, chapter by chapter."""
    asked(Nothing)
    words = [
        {"chapter": chapter, "word": word.name, "line": word.line, "address": f"/words#{word.mark}"}
        for chapter, listed in CHAPTERS.items()
        for word in listed
    ]
    rows = Rows(_COLUMNS, [[word[column] for column in _COLUMNS] for word in words])
    return Shown("words.html", {"words": words}, rows, {"chapters": CHAPTERS})
