"""Where a page was opened from: the list, and what stands before and after in it. All of it is kept in the address, so
that a link to the page can be sent to somebody, and two tabs may walk two lists.
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

# Among so many findings in a row one of another hand is looked for.
_MOST_OF_A_HAND: Final = 50
# A step names its list in each of its fifty links and is to be small: the query of a longer one is left behind.
MOST_CARRIED: Final = 60
_SEEN: Final = ("names", "cards")


@dataclass(frozen=True, slots=True)
class ListPlace:
    """The addresses of the list, of the page before in it and of the next: empty where there is none."""

    back: str
    before: str = ""
    after: str = ""


def list_place_of_finding(connection: Connection, query: str, row: FindingRow) -> ListPlace:
    """Around a finding in the list with this query. Raises `Refusal` where that is the query of no list."""
    before, after = _around(connection, query, row, 1)
    return ListPlace(
        f"/findings?{query}",
        finding_address(before[-1], query) if before else "",
        finding_address(after[0], query) if after else "",
    )


def list_place_of_hand(parameters: Mapping[str, Any], place: str = "") -> ListPlace | None:
    """Around a hand in the list that it was opened from, if it was: the nearest finding before and after that is of
    another hand. `parameters` is what its page was asked for; how that is looked at is kept. `place` is what stands
    behind the address of a hand.
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
    """The page of a finding as it is opened from a list."""
    return f"/findings/{row.id}?list={quote(query, safe='')}"


def hand_address(row: FindingRow, query: str, place: str = "", **seen: str) -> str:
    """The page of its hand under its house, as it is opened from a list where there is one; or a `place` in it."""
    of_house = {"house": row.house} if row.house else {}
    of_list = {"list": query, "at": row.id} if query else {}
    parameters = {**of_house, **of_list, **seen}
    return address(f"/hands/{row.hand_id}{place}", carried(parameters) if place else parameters)


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """A path with what is asked for behind it."""
    return f"{path}?{urlencode(parameters)}" if parameters else path


def carried(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What the steps of a hand are asked for, too: all of it, but for a list whose query is too long."""
    short = len(quote(parameters.get("list", ""), safe="")) <= MOST_CARRIED
    return {name: value for name, value in parameters.items() if short or name not in ("list", "at")}


def _around(
    connection: Connection, query: str, row: FindingRow, size: int
) -> tuple[Sequence[FindingRow], Sequence[FindingRow]]:
    """So many findings before this one in the list, and after it.

    It may have left the list meanwhile, as what is decided does: then it stands where it stood.
    """
    given: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    filters = filters_of(parse_parameters(FindingsQuery, given))
    place = f"{'' if row.amount is None else abs(row.amount)}.{row.id}"
    return findings.before(connection, filters, place, size), findings.page(connection, filters, place, size).findings
