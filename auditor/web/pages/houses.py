"""Houses: the list, and one house as it can be read from top to bottom."""

from itertools import groupby
from typing import Final

from flask import Blueprint

from auditor.web import catalogue
from auditor.web.asked import GameAsked, Nothing, asked
from auditor.web.shown import Rows, Shown, page

blueprint: Final = Blueprint("houses", __name__)
HEADINGS: Final = {
    "seats": "Seats",
    "deal": "The deal",
    "ante": "Antes",
    "stakes": "Stakes",
    "bring_in": "The bring-in",
    "betting": "Sizes",
    "cap": "The cap",
    "double": "Double wager on fourth street",
    "reopen": "Short all-ins",
    "opener": "Who opens",
    "turn": "Turn",
    "table_stakes": "Table stakes",
    "showdown": "Showdown",
    "hand": "Hands",
    "low": "Lows",
    "pots": "Pots",
    "odd": "Odd chips",
    "rake": "Rake",
}


@page(blueprint, "/houses")
def every() -> Shown:
    """All houses."""
    asked(Nothing)
    houses = catalogue.house_documents()
    columns, lists = ("name", "title", "source", "base"), ("games", "rooms")
    cells = [
        [*[house[column] for column in columns], *[" ".join(house[column]) for column in lists]] for house in houses
    ]
    rows = Rows((*columns, *lists), cells)
    return Shown("houses.html", {"houses": houses}, rows)


@page(blueprint, "/houses/<string(maxlength=64):name>")
def one(name: str) -> Shown:
    """One house for one of its games."""
    house = catalogue.house_document(catalogue.house_named(name, asked(GameAsked).get("game", "")))
    columns = ("key", "value", "means", "status", "clause")
    rows = Rows(columns, [[each[column] for column in columns] for each in house["parameters"]])
    chapters = [
        (HEADINGS.get(heading, heading), list(settings))
        for heading, settings in groupby(house["parameters"], key=lambda each: each["key"].partition(".")[0])
    ]
    values = {"chapters": chapters, "statuses": catalogue.STATUS_WORDS, "rules_citing": catalogue.rules_citing}
    return Shown("house.html", {"house": house}, rows, values)
