"""The help pages: help, the glossary, and the list of keyboard shortcuts. They work in a browser without JavaScript."""

from typing import Final

from flask import Blueprint, render_template

from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.rulebook.glossary import CHAPTERS
from auditor.web.rulebook.keyboard import KEYS, spelt

blueprint: Final = Blueprint("help", __name__)
_KEY_COLUMNS: Final = ("place", "keys", "does")
_WORD_COLUMNS: Final = ("chapter", "word", "line", "address")


@blueprint.get("/help")
def explained() -> str:
    """Shows the help page."""
    parse_query(NoParameters)
    return render_template("help.html")


@page(blueprint, "/words")
def words() -> PageContent:
    """Shows all words of the glossary, by chapter."""
    parse_query(NoParameters)
    listed = [
        {"chapter": chapter, "word": word.name, "line": word.line, "address": f"/words#{word.mark}"}
        for chapter, chapter_words in CHAPTERS.items()
        for word in chapter_words
    ]
    rows = Rows(_WORD_COLUMNS, [[word[column] for column in _WORD_COLUMNS] for word in listed])
    return PageContent("words.html", {"words": listed}, rows, {"chapters": CHAPTERS})


@page(blueprint, "/keys")
def keys() -> PageContent:
    """Shows all keyboard shortcuts, grouped by the place where they work, such as a list."""
    parse_query(NoParameters)
    listed = [(place, spelt(pressed), does) for place, own in KEYS.items() for pressed, does in own.items()]
    rows = [(place, " or ".join(pressed), does) for place, pressed, does in listed]
    document = {"keys": [dict(zip(_KEY_COLUMNS, each, strict=True)) for each in listed]}
    return PageContent("keys.html", document, Rows(_KEY_COLUMNS, rows), {"places": list(KEYS)})
