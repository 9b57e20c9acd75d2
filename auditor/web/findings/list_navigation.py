"""The list from which a page was opened, and the previous and next page of that list.

The address has all of it. So people can send each other links, and two tabs can use two lists.
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

# The number of findings in which the next hand is searched.
_MOST_OF_A_HAND: Final = 50
# A step has fifty links with the query of the list; a longer query would make the page large and is left out.
MOST_CARRIED: Final = 60
_SEEN: Final = ("names", "cards")


@dataclass(frozen=True, slots=True)
class ListPlace:
    """The addresses of the list, of its previous page and of its next page; empty for none."""

    back: str
    before: str = ""
    after: str = ""


def list_place_of_finding(connection: Connection, query: str, row: FindingRow) -> ListPlace:
    """The place of a finding in the list of this query. Raises `Refusal` if the query is not valid."""
    before, after = _around(connection, query, row, 1)
    return ListPlace(
        f"/findings?{query}",
        finding_address(before[-1], query) if before else "",
        finding_address(after[0], query) if after else "",
    )


def list_place_of_hand(parameters: Mapping[str, Any], place: str = "") -> ListPlace | None:
    """The place of a hand in the list from which it was opened, or `None`.

    The neighbours are the nearest findings of other hands. `place` comes behind the address of a hand; the
    parameters of the view, such as masked names, are kept.
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
    """The address of a finding, opened from a list."""
    return f"/findings/{row.id}?list={quote(query, safe='')}"


def hand_address(row: FindingRow, query: str, place: str = "", **seen: str) -> str:
    """The address of the hand of a finding, or of a `place` in it, under its house, opened from a list."""
    of_house = {"house": row.house} if row.house else {}
    of_list = {"list": query, "at": row.id} if query else {}
    parameters = {**of_house, **of_list, **seen}
    return address(f"/hands/{row.hand_id}{place}", carried(parameters) if place else parameters)


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """A path with parameters."""
    return f"{path}?{urlencode(parameters)}" if parameters else path


def carried(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters for links to steps: all, except a list with a long query."""
    short = len(quote(parameters.get("list", ""), safe="")) <= MOST_CARRIED
    return {name: value for name, value in parameters.items() if short or name not in ("list", "at")}


def _around(
    connection: Connection, query: str, row: FindingRow, size: int
) -> tuple[Sequence[FindingRow], Sequence[FindingRow]]:
    """The findings before and after one in the list.

    A decided finding may no longer be in the list. Its former place still works.
    """
    given: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    filters = filters_of(parse_parameters(FindingsQuery, given))
    place = f"{'' if row.amount is None else abs(row.amount)}.{row.id}"
    return findings.before(connection, filters, place, size), findings.page(connection, filters, place, size).findings
