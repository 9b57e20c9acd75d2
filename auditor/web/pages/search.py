"""The search for players, poker tables, hands and rules."""

from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from auditor.store.postgres.database import Connection
from auditor.store.queries import search
from auditor.web.pages.hands import looked_up
from auditor.web.people.addresses import player_address, table_address
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.requests.people_schemas import SearchQuery
from auditor.web.requests.request_schemas import parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import rule_documents

blueprint: Final = Blueprint("search", __name__)
MOST: Final = 50
COLUMNS: Final = ("kind", "name", "venue", "exact", "address", "about")
# The kinds of results, in the order of the list. All exact matches come first, sorted by kind, and then all other
# matches, sorted by kind.
_KINDS: Final = ("hand", "player", "table", "rule")


@page(blueprint, "/search")
def every() -> PageContent | Response:
    """Lists at most 50 players, poker tables, hands and rules, exact matches first. If all results are
    records of one hand number, redirects to the hand, or to the list of these records.
    """
    query = parse_query(SearchQuery)
    words = query.get("q", "")
    masked = "names" in query
    found = _results(words, masked=masked) if words else []
    if found and all(each["kind"] == "hand" for each in found) and request.path == "/search" and not masked:
        # The list of hands names the file of each record, so that a person can distinguish records with the same hand
        # number.
        return redirect_to(found[0]["address"] if len(found) == 1 else f"/hands?{urlencode({'number': words})}")
    document = {"q": words, "results": found[:MOST], "more": len(found) > MOST}
    rows = Rows(COLUMNS, [[f"{each[column]}" for column in COLUMNS] for each in found[:MOST]])
    return PageContent("search.html", document, rows, {"masked": masked, "most": MOST})


def _results(words: str, *, masked: bool) -> list[dict[str, Any]]:
    with transaction() as connection:
        found = _hands(connection, words.strip()) + _rules(words.strip())
        if not masked:
            found += [
                _result("player", each.name, each.venue, player_address(each.name, each.venue), exact=each.exact)
                for each in _named(search.players, connection, words)
            ]
            found += [
                _result("table", each.name, each.venue, table_address(each.name, each.venue), exact=each.exact)
                for each in _named(search.tables, connection, words)
            ]
    return sorted(found, key=lambda each: (not each["exact"], _KINDS.index(each["kind"])))


def _named(of_kind: Any, connection: Connection, words: str) -> list[search.Named]:
    """Returns the names that begin with `words`. The first search keeps the blanks around `words`, because a name may
    begin or end with blanks. If it finds nothing, a second search leaves out these blanks, because people often copy a
    name with blanks.
    """
    return list(of_kind(connection, words, MOST + 1) or of_kind(connection, words.strip(), MOST + 1) if words else ())


def _hands(connection: Connection, words: str) -> list[dict[str, Any]]:
    if not words:
        return []
    _, found = looked_up(connection, words, None)
    return [
        _result("hand", each.number or f"record {each.hand_id}", each.venue, f"/hands/{each.hand_id}",
                exact=True, about=each.room)
        for each in found
    ]  # fmt: skip


def _rules(words: str) -> list[dict[str, Any]]:
    code = words.upper()
    return [
        _result("rule", each["code"], "", f"/rules/{each['code']}", exact=each["code"] == code, about=each["title"])
        for each in rule_documents()
        if code and each["code"].startswith(code)
    ]


def _result(kind: str, name: str, venue: str, address: str, *, exact: bool, about: str = "") -> dict[str, Any]:
    return {"kind": kind, "name": name, "venue": venue, "exact": exact, "address": address, "about": about}
