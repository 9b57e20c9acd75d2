"""The pages of owed chips. They show the sums of wrong payouts by player, table, night and house, and the hands that
make up a sum.
"""

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

from flask import Blueprint, request

from auditor.store.queries import owed, owed_sums
from auditor.store.queries.owed import OwedFilter, OwedHand
from auditor.store.queries.owed_sums import OwedPlace, OwedRow
from auditor.web.pages.people import sum_document
from auditor.web.people.addresses import owed_address
from auditor.web.rendering.column_heads import heads
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.requests.people_schemas import OwedHandsQuery, OwedQuery
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import PAGE, parse_query
from auditor.web.resources import transaction

blueprint: Final = Blueprint("owed", __name__)
_NUMBER: Final = re.compile("-?[0-9]{1,19}")
# The columns that a first click sorts with the largest value first.
_DOWN: Final = ("over", "hands", "rake", "unaccounted")
COLUMNS: Final = (
    "name",
    "venue",
    "currency",
    "minor",
    "over",
    "short",
    "net",
    "rake",
    "unaccounted",
    "hands",
    "address",
)
HAND_COLUMNS: Final = (
    "hand_id", "number", "seat", "player", "venue", "table", "day", "house", "currency", "minor", "amount",
)  # fmt: skip
# The filters of the list of hands, in the order in which the page lists them.
_FILTERS: Final = ("player", "table", "day", "house", "venue", "currency")


@page(blueprint, "/owed")
def every() -> PageContent:
    """Shows the sums of wrong payouts by player, table, night or house. The rows of a unit (a currency and its number
    of decimals) stand together, because amounts of different units cannot be compared. Inside a unit, the largest sums
    come first, or the rows are sorted by the column that the visitor chose.
    """
    query = parse_query(OwedQuery)
    chosen, sort = _filter_of(query), query.get("sort", "worst")
    with transaction() as connection:
        totals = owed_sums.totals(connection, confirmed=chosen.confirmed)
        place = _place_of(query.get("after", ""), query["by"], sort)
        found = owed_sums.rows_of(connection, query["by"], chosen, sort, place, query["limit"])
    listed = [_row(query["by"], each, query["of"]) for each in found]
    document = {
        "by": query["by"],
        "of": query["of"],
        "sort": sort,
        "totals": [sum_document(each) for each in totals],
        "rows": listed,
        "next": _place_text(found[-1].place) if len(found) == query["limit"] else None,
    }
    kept: dict[str, Any] = {name: query[name] for name in ("by", "of", "currency", "minor", "sort") if name in query}
    values = {
        "groups": [(each, _address({**kept, "by": each})) for each in owed_sums.GROUPS],
        "bases": [(each, _address({**kept, "of": each})) for each in ("all", "confirmed")],
        "units": [_address({**kept, "currency": each.currency, "minor": each.minor}) for each in totals],
        "every_unit": _address({name: kept[name] for name in ("by", "of", "sort") if name in kept})
        if "currency" in query
        else None,
        "heads": heads(owed_sums.SORTS, sort, lambda by: _address({**kept, "sort": by}), _DOWN),
        "following": _following(kept, query, document["next"], "/owed"),
    }
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in listed], A_PAGE)
    return PageContent("owed.html", document, rows, values)


@page(blueprint, "/owed/hands")
def hands() -> PageContent:
    """Lists the wrong amounts of single hands. Each row is about one seat that was paid too much or too little, about a
    wrong rake, or about chips that are unaccounted for. The hands that were stored last come first.
    """
    query = parse_query(OwedHandsQuery)
    chosen = _filter_of(query)
    after = query.get("after", "").split(".")
    with transaction() as connection:
        found = owed.hands_of(connection, chosen, (int(after[0]), int(after[1])) if after[0] else None, query["limit"])
    listed = [_hand(each) for each in found]
    filters = {name: query[name] for name in _FILTERS if name in query}
    document = {
        "of": query["of"],
        "filters": filters,
        "hands": listed,
        "next": found[-1].place if len(found) == query["limit"] else None,
    }
    kept: dict[str, Any] = {name: query[name] for name in (*_FILTERS, "minor", "of") if name in query}
    values = {"following": _following(kept, query, document["next"], "/owed/hands"), "first": "after" not in query}
    rows = Rows(HAND_COLUMNS, [[each[column] for column in HAND_COLUMNS] for each in listed], A_PAGE)
    return PageContent("owed_hands.html", document, rows, values)


def _filter_of(query: Mapping[str, Any]) -> OwedFilter:
    day = query.get("day", "")
    if day not in ("", "none"):
        try:
            dt.date.fromisoformat(day)
        except ValueError as error:
            raise Refusal(422, f'"{day}" is no day. Write the year, the month and the day: 2026-11-24.') from error
    return OwedFilter(
        query["of"] == "confirmed",
        query.get("player", "").replace("\0", "\\x00"),
        query["table"].replace("\0", "\\x00") if "table" in query else None,
        day,
        query.get("house", ""),
        query.get("venue", ""),
        query["currency"].replace("\0", "\\x00") if "currency" in query else None,
        int(query["minor"]) if "minor" in query else None,
    )


def _place_text(place: OwedPlace) -> str:
    texts = (place.currency, f"{place.value}", place.key)
    return ".".join([f"{place.minor}", *[quote(each, safe="").replace(".", "%2E") for each in texts]])


def _place_of(after: str, group: str, sort: str) -> OwedPlace | None:
    """Returns the place after which a page begins; `None` for the first page. Raises `Refusal` if there is no such
    place.
    """
    if not after:
        return None
    minor, currency, value, key = [unquote(each) for each in after.split(".")]
    numbers = ([] if sort.endswith("name") else [value]) + ([key] if group == "player" else [])
    is_place = all(_NUMBER.fullmatch(each) and -(2**63) <= int(each) < 2**63 for each in numbers)
    if not is_place or "\0" in after or "%00" in after:
        raise Refusal(422, "This is not the address of a page of the list. Open the first page of the list.")
    return OwedPlace(currency, int(minor), value if sort.endswith("name") else int(value), key)


def _row(group: str, each: OwedRow, of: str) -> dict[str, Any]:
    unit = {"currency": each.sums.currency, "minor": f"{each.sums.minor}"}
    name = each.name or ("none" if group == "night" else "")
    address = owed_address(group, name, each.venue, **({} if of == "all" else {"of": of}), **unit)
    return {"name": each.name, "venue": each.venue, **sum_document(each.sums), "address": address}


def _hand(each: OwedHand) -> dict[str, Any]:
    document = {column: getattr(each, column) for column in HAND_COLUMNS}
    return {**document, "day": None if each.day == owed.NO_DAY else f"{each.day}"}


def _following(kept: Mapping[str, Any], query: Mapping[str, Any], after: str | None, path: str) -> str | None:
    if after is None:
        return None
    limit = {} if query["limit"] == PAGE else {"limit": query["limit"]}
    return _address({**kept, **limit, "after": after}, path)


def _address(parameters: Mapping[str, Any], path: str = "") -> str:
    usual = {"by": "player", "of": "all", "sort": "worst"}
    query = urlencode({name: value for name, value in parameters.items() if usual.get(name) != value})
    path = path or request.path.removesuffix(".json").removesuffix(".csv")
    return f"{path}?{query}" if query else path
