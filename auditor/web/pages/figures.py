"""The page of figures, and the list of the hands that a figure counts."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint

from auditor.engine.findings import Severity
from auditor.store.postgres.database import Connection
from auditor.store.queries import figure_hands
from auditor.store.queries import figures as stored
from auditor.store.queries.figure_hands import FigureHand, RakeFilter
from auditor.store.queries.figures import FEW_HANDS, UNDATED, PlayedSums
from auditor.web.figures.charts import FIGURES, MOST_ALONE, MOST_ROWS, counts_of, document_of
from auditor.web.figures.links import FILTERS, Links, filter_of, hands_filter_of
from auditor.web.figures.pictures import parts_of
from auditor.web.figures.rates import rate_document
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.figure_schemas import FigureHandsQuery, FiguresQuery
from auditor.web.requests.request_schemas import PAGE, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("figures", __name__)
COLUMNS: Final = (
    *(
        "figure",
        "name",
        "venue",
        "currency",
        "minor",
        "findings",
        "hands",
        "few",
        "per_1000",
        "low",
        "high",
        "at_stake",
    ),
    *("taken", "due", "difference", "differ", "confirmed", "dismissed", "decided", "percent"),
)
HAND_COLUMNS: Final = (
    *("hand_id", "number", "venue", "room", "table", "played", "house", "currency", "minor", "taken", "due"),
    "difference",
)
# The filters of the list of hands, in the order in which the page lists them.
_HAND_FILTERS: Final = (
    *("since", "until", "weekday", "hour", "venue", "room", "house", "table", "rake", "currency"),
    "minor",
)


@page(blueprint, "/figures")
def every() -> PageContent:
    """Shows the rates of findings, the money at stake, the rake, and the decisions, each with a picture and a table."""
    query = {name: value for name, value in parse_query(FiguresQuery).items() if value}
    chosen = filter_of(query)
    links = Links(query)
    names = [query["figure"]] if "figure" in query else [*FIGURES]
    most = MOST_ALONE if "figure" in query else MOST_ROWS
    with transaction() as connection:
        counts = counts_of(connection, chosen, links)
        listed = [document_of(name, counts, most) for name in names]
        choices = _choices(connection, query)
    document = {
        "filters": {name: query[name] for name in FILTERS if name in query},
        "period": _period(counts.played),
        "total": {
            **rate_document(counts.played.found, counts.played.hands),
            "address": links.findings() if counts.played.found else None,
            "hands_address": links.hands(),
        },
        "figures": listed,
    }
    log = query.get("scale") == "log"
    values = {
        **choices,
        "few_hands": FEW_HANDS,
        "log": log,
        "alone": "figure" in query,
        "parts": {each["id"]: parts_of(each, log=log) for each in listed},
        "other_scale": _address({**query, "scale": "" if log else "log"}),
        "alone_address": {name: _address({**query, "figure": name}) for name in names},
        "csv_address": {name: _address({**query, "figure": name}, "/figures.csv") for name in names},
        "all_figures": _address({**query, "figure": ""}),
    }
    rows = Rows(COLUMNS, [[*_cells(each, row)] for each in listed for row in each["rows"]])
    return PageContent("figures.html", document, rows, values)


@page(blueprint, "/figures/hands")
def hands() -> PageContent:
    """Lists the hands that a figure counts. The hands that were stored last come first."""
    query = parse_query(FigureHandsQuery)
    chosen = hands_filter_of(query)
    rake = None
    if "rake" in query:
        minor = int(query["minor"]) if "minor" in query else None
        rake = RakeFilter(query["rake"], query.get("currency"), minor)
    place = query.get("after", "").partition(".")
    after = (int(place[0]), place[2]) if place[0] else None
    with transaction() as connection:
        total = figure_hands.number_of_hands(connection, chosen, rake)
        found = figure_hands.hands_of(connection, chosen, rake, after, query["limit"])
    listed = [_hand(each) for each in found]
    kept: dict[str, Any] = {name: query[name] for name in _HAND_FILTERS if name in query}
    following = f"{found[-1].hand_id}.{found[-1].house}" if len(found) == query["limit"] else None
    document = {"filters": kept, "total": total, "hands": listed, "next": following}
    limit = {} if query["limit"] == PAGE else {"limit": query["limit"]}
    values = {
        "following": _address({**kept, **limit, "after": following}, "/figures/hands") if following else None,
        "first": "after" not in query,
    }
    rows = Rows(HAND_COLUMNS, [[each[column] for column in HAND_COLUMNS] for each in listed], A_PAGE)
    return PageContent("figure_hands.html", document, rows, values)


def _choices(connection: Connection, query: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "houses": stored.houses(connection),
        "venues": stored.venues(connection),
        "severities": [*Severity],
        "chosen": {name: query.get(name, "") for name in FILTERS},
    }


def _period(played: PlayedSums) -> dict[str, Any]:
    """Returns the first and the last day with audited hands, and the number of hands whose log has no date."""
    days = [each.key[0] for each in played.days if each.key[0] != UNDATED]
    undated = sum([each.hands for each in played.days if each.key[0] == UNDATED])
    return {
        "first": f"{min(days)}" if days else None,
        "last": f"{max(days)}" if days else None,
        "undated_hands": undated,
    }


def _cells(figure: Mapping[str, Any], row: Mapping[str, Any]) -> list[Any]:
    values = {**row, "figure": figure["id"], "few": "yes" if row.get("few") else ""}
    cells = [values.get(column) for column in COLUMNS]
    # A cell of a CSV is a text or a whole number. So a rate, which has decimals, becomes a text.
    return [f"{cell}" if isinstance(cell, float) else cell for cell in cells]


def _hand(each: FigureHand) -> dict[str, Any]:
    document = {column: getattr(each, column) for column in HAND_COLUMNS if column != "difference"}
    difference = None if each.taken is None or each.due is None else each.taken - each.due
    return {**document, "played": stamp(each.played), "difference": difference}


def _address(parameters: Mapping[str, Any], path: str = "/figures") -> str:
    query = urlencode({name: value for name, value in parameters.items() if value or name in ("table", "room")})
    return f"{path}?{query}" if query else path
