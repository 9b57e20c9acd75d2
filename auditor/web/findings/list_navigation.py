"""Links from the page of a finding or a hand: back to the list of findings from which the page was opened, and to the
previous and the next finding or hand in that list.

The address of the page contains the query of the list. So a link that is sent to another person keeps the list, and two
tabs of a browser can have two lists.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from auditor.store.postgres.database import Connection
from auditor.store.queries import findings
from auditor.store.queries.findings import FindingRow
from auditor.web.findings.facets import filters_of
from auditor.web.requests.findings_schemas import parse_list
from auditor.web.resources import transaction

# A list of findings may have many findings of one hand. To find the next hand in the list, at most this many findings
# after the current finding are searched for a finding of another hand. The previous hand is found in the same way.
_MOST_OF_A_HAND: Final = 50
# The page of a step has about fifty links. Each link contains the query of the list if that query has at most this many
# characters. A longer query would make the page too large.
MOST_CARRIED: Final = 60
# The parameters that mask the names of players (`names`) and show all cards (`cards`). The links to the previous and
# the next hand keep them.
_SEEN: Final = ("names", "cards")


@dataclass(frozen=True, slots=True)
class ListPlace:
    """The address of a list of findings (`back`), and the addresses of the pages before and after the current page in
    this list. For the page of a finding, these are the previous and the next finding. For the page of a hand, these are
    the previous and the next hand. An address is empty if there is no such page.
    """

    back: str
    before: str = ""
    after: str = ""


def list_place_of_finding(connection: Connection, query: str, row: FindingRow) -> ListPlace:
    """Returns the addresses of the list and of the findings before and after the finding `row`. `query` is the query of
    the list. Raises `Refusal` if the query is not valid.
    """
    before, after = _around(connection, query, row, 1)
    return ListPlace(
        f"/findings?{query}",
        finding_address(before[-1], query) if before else "",
        finding_address(after[0], query) if after else "",
    )


def list_place_of_hand(parameters: Mapping[str, Any], place: str = "") -> ListPlace | None:
    """Returns the addresses of the list and of the hands before and after this hand. Returns `None` if `list` or `at`
    is missing in `parameters`, or if there is no finding with the number `at`.

    `parameters` are those of the page of the hand: `list` is the query of the list, and `at` is the database number of
    the finding from which the hand was opened. The previous hand is the nearest other hand before that finding, and the
    next hand is the nearest other hand after it. `place`, such as `/step`, is added to the path of a hand.
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
    """Returns the address of the page of a finding. `query` is the query of the list of findings from which the page is
    opened; the address contains it as the parameter `list`.
    """
    return f"/findings/{row.id}?list={quote(query, safe='')}"


def hand_address(row: FindingRow, query: str, place: str = "", **seen: str) -> str:
    """Returns the address of the page of a finding's hand, audited under the house of the finding.

    `query` is the query of the list of findings; empty if there is no list. `place` is added to the path, such as
    `/step/6.4`. `seen` are further parameters, such as `names="masked"`.
    """
    of_house = {"house": row.house} if row.house else {}
    of_list = {"list": query, "at": row.id} if query else {}
    parameters = {**of_house, **of_list, **seen}
    return address(f"/hands/{row.hand_id}{place}", carried(parameters) if place else parameters)


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """Returns `path` with the parameters as its query, such as `/hands/12?house=roberts`."""
    return f"{path}?{urlencode(parameters)}" if parameters else path


def carried(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parameters that links to steps of a hand keep. If the query of the list is too long, the list and the
    place in the list are left out.
    """
    short = len(quote(parameters.get("list", ""), safe="")) <= MOST_CARRIED
    return {name: value for name, value in parameters.items() if short or name not in ("list", "at")}


def _around(
    connection: Connection, query: str, row: FindingRow, size: int
) -> tuple[Sequence[FindingRow], Sequence[FindingRow]]:
    """Returns two lists: at most `size` findings before the finding `row` in the list, and at most `size` findings
    after it. `query` is the query of the list.

    The place of a finding in the list depends only on the finding itself. So the place of `row` is known even if `row`
    no longer matches the filters, for example after a decision.
    """
    parameters = parse_list(query)
    filters, sort = filters_of(parameters), parameters.get("sort", "")
    beyond = findings.page(connection, filters, row.place(sort), size, sort=sort).findings
    return findings.before(connection, filters, row.place(sort), size, sort), beyond
