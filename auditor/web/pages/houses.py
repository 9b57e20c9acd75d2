"""The pages of houses (sets of rules): the list, one house with all its clauses, and the differences of two houses."""

from itertools import groupby
from typing import Any, Final

from flask import Blueprint

from auditor.engine.house.registry import names
from auditor.store.queries import figures
from auditor.store.queries.figures import HandsFilter
from auditor.web.figures.rates import rate_document
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import HouseVersionQuery, NoParameters, OtherHouseQuery, parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook import catalogue
from auditor.web.rulebook.kept_houses import house_version, is_of_today

blueprint: Final = Blueprint("houses", __name__)
# The headings on the page of a house, by the first part of a question's name. The question `rake.cap` is listed below
# the heading of `rake`.
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
    "clock": "The clock",
    "conduct": "Conduct",
    "dispute": "Disputes",
}
# The headings on the page with the differences of two houses. A difference is listed under the first of these fields
# that differs.
_PARTS: Final = {
    "value": "Other answers",
    "status": "Same answer, other certainty",
    "clause": "Same answer, other wording",
    "readings": "Same answer, other readings",
}
_AGAINST: Final = ("key", "differs", "first_house", "first", "first_status", "first_clause", "second_house", "second",
                   "second_status", "second_clause")  # fmt: skip


@page(blueprint, "/houses")
def every() -> PageContent:
    """Lists all houses. A house is the set of rules of a card room or of a rule book."""
    parse_query(NoParameters)
    houses = catalogue.house_documents()
    columns, lists = ("name", "title", "source", "base"), ("games", "rooms")
    cells = [
        [*[house[column] for column in columns], *[" ".join(house[column]) for column in lists]] for house in houses
    ]
    rows = Rows((*columns, *lists), cells)
    return PageContent("houses.html", {"houses": houses}, rows)


@page(blueprint, "/houses/<string(maxlength=64):name>")
def one(name: str) -> PageContent:
    """Shows the rules of one house for one game and one structure (limit on wagers). With the parameter `digest`, shows
    that version of the rules.
    """
    query = parse_query(HouseVersionQuery)
    found = house_version(name, query.get("game", ""), query.get("structure", ""), query.get("digest", ""))
    house = catalogue.house_document(found)
    columns = ("key", "value", "means", "status", "clause")
    rows = Rows(columns, [[each[column] for column in columns] for each in house["parameters"]])
    chapters = [
        (HEADINGS.get(heading, heading), list(settings))
        for heading, settings in groupby(house["parameters"], key=lambda each: each["key"].partition(".")[0])
    ]
    with transaction() as connection:
        counted = figures.totals(connection, HandsFilter(house=name))
    values = {
        "chapters": chapters,
        "statuses": catalogue.STATUS_WORDS,
        "rules_citing": catalogue.rules_citing,
        "others": catalogue.comparable(name),
        "of_today": is_of_today(found),
        "gone": name not in names(),
        "rate": rate_document(counted.found, counted.hands),
    }
    return PageContent("house.html", {"house": house}, rows, values)


@page(blueprint, "/houses/<string(maxlength=64):name>/against")
def against(name: str) -> PageContent:
    """Shows the differences between two houses, for a game and a structure (limit on wagers) that both houses cover."""
    query = parse_query(OtherHouseQuery)
    other = query.get("house", "") or catalogue.usual_other(name)
    document = catalogue.against_document(name, other, query.get("game", ""), query.get("structure", ""))
    sides = [document[side]["name"] for side in ("first", "second")]
    rows = Rows(_AGAINST, [_cells(each, sides) for each in document["differences"]])
    values = {
        "others": catalogue.comparable(name),
        "parts": [(part, [each for each in document["differences"] if each["differs"][0] == part]) for part in _PARTS],
        "part_words": _PARTS,
    }
    return PageContent("against.html", document, rows, values)


def _cells(difference: dict[str, Any], sides: list[str]) -> list[str]:
    cells = [difference["key"], " ".join(difference["differs"])]
    for name, side in zip(sides, ("first", "second"), strict=True):
        cells += [name, *[difference[side][column] for column in ("value", "status", "clause")]]
    return cells
