"""Finds the list from which a page was opened, and the previous and the next page in that list.

The address of the page contains the query of the list. So people can send each other links, and two tabs can use two
lists.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from auditor.store.postgres.database import Connection
from auditor.store.queries import findings
from auditor.store.queries.findings import FindingRow
from auditor.web.findings.facets import filters_of
from auditor.web.requests.request_schemas import FindingsQuery, parse_parameters
from auditor.web.resources import transaction

# The number of findings among which the next hand is searched.
_MOST_OF_A_HAND: Final = 50
# The most characters of a query in the links of a step. A step has fifty such links, so a longer query is left out.
MOST_CARRIED: Final = 60
# The parameters that say what the reader sees. Links to other pages keep these parameters.
_SEEN: Final = ("names", "cards")


@dataclass(frozen=True, slots=True)
class ListPlace:
    """The address of the list, and the addresses of the previous and the next page; empty if there is no such page."""

    back: str
    before: str = ""
    after: str = ""


def list_place_of_finding(connection: Connection, query: str, row: FindingRow) -> ListPlace:
    """Returns the place of a finding in the list with this query. Raises `Refusal` if the query is not valid."""
    before, after = _around(connection, query, row, 1)
    return ListPlace(
        f"/findings?{query}",
        finding_address(before[-1], query) if before else "",
        finding_address(after[0], query) if after else "",
    )


def list_place_of_hand(parameters: Mapping[str, Any], place: str = "") -> ListPlace | None:
    """Returns the place of a hand in the list from which the hand was opened, or `None`.

    The previous and the next page are the nearest findings of other hands. `place` is added at the end of the path of a
    hand. Parameters such as masked names are kept.
    """
    query, at = parameters.get("list", ""), parameters.get("at")
    if not query or at is None:
        return None
    with transaction() as connection:
        row = findings.one(connection, at)
        if row is None:
            return None
        sides = _around(connection, query, row, _MOST_OF_A_HAND)
    before, after = [[each for each in side if each.hand_id != row.hand_id] for side in sides]
    seen = {name: parameters[name] for name in _SEEN if name in parameters}
    return ListPlace(
        f"/findings?{query}",
        hand_address(before[-1], query, place, **seen) if before else "",
        hand_address(after[0], query, place, **seen) if after else "",
    )


def finding_address(row: FindingRow, query: str) -> str:
    """Returns the address of the page of a finding that is opened from the list with this query."""
    return f"/findings/{row.id}?list={quote(query, safe='')}"


def hand_address(row: FindingRow, query: str, place: str = "", **seen: str) -> str:
    """Returns the address of the hand of a finding, under its house, opened from the list with this query.

    `place` is added at the end of the path, such as the address of a step. `seen` are further parameters.
    """
    of_house = {"house": row.house} if row.house else {}
    of_list = {"list": query, "at": row.id} if query else {}
    parameters = {**of_house, **of_list, **seen}
    return address(f"/hands/{row.hand_id}{place}", carried(parameters) if place else parameters)


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """Returns a path with parameters."""
    return f"{path}?{urlencode(parameters)}" if parameters else path


def carried(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parameters for links to steps. A list with a long query is left out."""
    short = len(quote(parameters.get("list", ""), safe="")) <= MOST_CARRIED
    return {name: value for name, value in parameters.items() if short or name not in ("list", "at")}


def _around(
    connection: Connection, query: str, row: FindingRow, size: int
) -> tuple[Sequence[FindingRow], Sequence[FindingRow]]:
    """Returns at most `size` findings before the finding `row` in the list, and at most `size` after it.

    A finding that was decided may no longer be in the list. Its former place in the order is used then.
    """
    parameters: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    filters = filters_of(parse_parameters(FindingsQuery, parameters))
    place = f"{'' if row.amount is None else abs(row.amount)}.{row.id}"
    return findings.before(connection, filters, place, size), findings.page(connection, filters, place, size).findings
