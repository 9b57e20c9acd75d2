"""The pages of players, poker tables and days. Each page shows the hands, the findings, the wrong payouts, and who
played together.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint

from auditor.store.postgres.database import Connection
from auditor.store.queries import figures, findings, hands, people
from auditor.store.queries.facet_counts import MOST_COUNTED
from auditor.store.queries.figures import HandsFilter
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.own_amounts import own_amounts
from auditor.store.queries.people import LATEST, Person, Subject, Sum
from auditor.store.tables.payouts import is_about_payout
from auditor.web.figures.rates import rate_document
from auditor.web.findings import facets
from auditor.web.hands.masks import WITHHELD
from auditor.web.people.addresses import ADDRESS_OF, IN_QUERY
from auditor.web.rendering.documents import HAND_COLUMNS, finding_document, listed_document
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page
from auditor.web.requests.people_schemas import PeopleQuery
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import parse_query
from auditor.web.resources import transaction

# The first and the last year that the filters of the list of findings accept.
_FIRST_YEAR: Final = 1000
_LAST_YEAR: Final = 2999
blueprint: Final = Blueprint("people", __name__)
# The page lists this many findings, the most serious first. A link leads to the list of all findings.
_MOST_FINDINGS: Final = 20


@page(blueprint, "/players/<path:player_name>")
def player(player_name: str) -> PageContent:
    """Shows the page of a player. A player is one name at one venue."""
    query = parse_query(PeopleQuery)
    name = _name_of(player_name, query)
    if "names" in query:
        raise Refusal(422, "This page is about one player, so the page cannot hide the name. Open the page of a table.")
    with transaction() as connection:
        found = people.players_named(connection, _stored(name))
        venue = query.get("venue") or next(iter(found), "")
        if venue not in found:
            raise Refusal(404, f'No stored hand has a player "{name[:100]}". Use the search at the top of the page.')
        return _page_of(connection, Subject("player", _stored(name), venue, found[venue]), tuple(found), query)


@page(blueprint, "/tables/<path:table_name>")
def table(table_name: str) -> PageContent:
    """Shows all poker tables with a name, at one venue or at all venues."""
    query = parse_query(PeopleQuery)
    name = _name_of(table_name, query)
    with transaction() as connection:
        venues = people.tables_named(connection, _stored(name))
        if not venues or query.get("venue", venues[0]) not in venues:
            raise Refusal(404, f'No stored hand has a table "{name[:100]}". Use the search at the top of the page.')
        return _page_of(connection, Subject("table", _stored(name), query.get("venue", "")), venues, query)


@page(blueprint, "/days/<day>")
def day(day: str) -> PageContent:
    """Shows a day of play (UTC), at one venue or at all venues."""
    query = parse_query(PeopleQuery)
    try:
        named = dt.date.fromisoformat(day)
    except ValueError:
        named = dt.date.min
    if not _FIRST_YEAR <= named.year <= _LAST_YEAR:
        raise Refusal(404, f'"{day[:20]}" is no day. Write the year, the month and the day: 2026-11-24.')
    with transaction() as connection:
        return _page_of(connection, Subject("day", named.isoformat(), query.get("venue", "")), (), query)


def _name_of(name: str, query: Mapping[str, Any]) -> str:
    return query["name"] if name == IN_QUERY and "name" in query else name


def _stored(name: str) -> str:
    """Returns the name as the database stores it. The database cannot store the character NUL, so four visible
    characters replace NUL.
    """
    return name.replace("\0", "\\x00")


def _page_of(
    connection: Connection, subject: Subject, venues: tuple[str, ...], query: Mapping[str, Any]
) -> PageContent:
    document = _document(connection, subject, venues, query)
    at = {"name": subject.name, "venue": subject.venue}
    kept = {key: f"{query[key]}" for key in ("names", "before") if key in query}
    address = ADDRESS_OF[subject.kind]
    after = {**kept, "before": f"{document['next']}"} if document["next"] else None
    values = {
        "subject": subject,
        "masked": "names" in query,
        "latest": LATEST,
        "following": address(**at, **after) if after else None,
        **(_figures_of_table(connection, subject) if subject.kind == "table" else {}),
        "venue_links": [(venue, address(subject.name, venue)) for venue in venues],
        "lists": {name: facets.address(filters) for name, filters in _filters_of(subject).items()},
    }
    columns = [[each[column] for column in HAND_COLUMNS] for each in document["hands"]]
    return PageContent("people.html", document, Rows(HAND_COLUMNS, columns, A_PAGE), values)


def _document(
    connection: Connection, subject: Subject, venues: tuple[str, ...], query: Mapping[str, Any]
) -> dict[str, Any]:
    masked = "names" in query
    latest = people.latest_hands(connection, subject)
    before, limit = query.get("before"), query["limit"]
    numbers = latest[:limit] if before is None else people.hands_before(connection, subject, before, limit)
    named = hands.names_of(connection, numbers)
    places = hands.placed(connection, numbers)
    listed = [listed_document(named[number], places.get(number)) for number in numbers if number in named]
    counted = people.number_of_hands(connection, subject)
    filters = _filters_of(subject)
    if subject.kind == "player":
        of_player = people.findings_of_player(connection, subject, MOST_COUNTED, _MOST_FINDINGS)
        totals = of_player.totals
        if of_player.worst:
            filters = {**filters, "all": {"picked": ",".join(f"{number}" for number in of_player.worst)}}
    else:
        totals = {name: findings.totals(connection, each, MOST_COUNTED) for name, each in filters.items()}
    count = None if "picked" in filters["all"] else totals["all"]
    found = [] if masked else findings.page(connection, filters["all"], None, _MOST_FINDINGS, count).findings
    return {
        "kind": subject.kind,
        "name": subject.name,
        "venue": subject.venue,
        "venues": list(venues),
        "number_of_hands": counted.number,
        "more_hands": counted.more,
        "number_of_findings": {name: each.found for name, each in totals.items()},
        "more_findings": {name: each.more for name, each in totals.items()},
        "wrong_payouts": [sum_document(each) for each in people.sums_of(connection, subject)],
        "people": [_person(each, masked=masked) for each in people.people_of(connection, subject, latest)],
        "tables": [{"name": name, "hands": number} for name, number in people.tables_of(connection, latest).items()],
        "findings": _findings(connection, subject, found),
        "hands": [{**each, "file_name": WITHHELD} for each in listed] if masked else listed,
        "next": numbers[-1] if len(numbers) == limit else None,
    }


def _findings(connection: Connection, subject: Subject, found: Sequence[FindingRow]) -> list[dict[str, Any]]:
    """Returns the findings as dicts for JSON. On the page of a player, each has `own_amount`: the wrong payout of this
    player in the hand, if the finding is about the payout; else `None`. A negative amount is owed to the player.
    """
    documents = [finding_document(each) for each in found]
    if subject.player_id is None:
        return documents
    own = own_amounts(connection, subject.player_id, [each.hand_id for each in found])
    amounts = [own.get(each.hand_id) if is_about_payout(each.severity, each.amount) else None for each in found]
    return [{**each, "own_amount": amount} for each, amount in zip(documents, amounts, strict=True)]


def _figures_of_table(connection: Connection, subject: Subject) -> dict[str, Any]:
    """Returns the rate of the findings of a poker table, and the address of its figures."""
    counted = figures.totals(connection, HandsFilter(table=subject.name, venue=subject.venue))
    at = {"table": subject.name, **({"venue": subject.venue} if subject.venue else {})}
    return {"rate": rate_document(counted.found, counted.hands), "figures_address": f"/figures?{urlencode(at)}"}


def sum_document(each: Sum) -> dict[str, Any]:
    """Returns the sums of wrong payouts in one unit as a dict for JSON."""
    return {
        "currency": each.currency,
        "minor": each.minor,
        "over": each.over,
        "short": each.short,
        "net": each.net,
        "rake": each.rake,
        "unaccounted": each.unaccounted,
        "hands": each.hands,
    }


def _person(each: Person, *, masked: bool) -> dict[str, Any]:
    return {"venue": each.venue, "name": WITHHELD if masked else each.name, "hands": each.hands}


def _filters_of(subject: Subject) -> dict[str, dict[str, str]]:
    """Returns the filters of the lists of findings to which the page has links."""
    at_venue = {"venue": subject.venue} if subject.venue else {}
    if subject.kind == "player":
        ways = {"all": "player", "against": "against_player", "for": "for_player"}
        return {name: {way: subject.name, **at_venue} for name, way in ways.items()}
    if subject.kind == "table":
        return {"all": {"table": subject.name, **at_venue}}
    return {"all": {"since": subject.name, "until": subject.name, **at_venue}}
