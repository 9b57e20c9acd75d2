"""Where a page was opened from: the list, and what stands before and after in it. All of it is kept in the address, so
that a link to the page can be sent to somebody, and two tabs may walk two lists.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from auditor.store.database import Connection
from auditor.store.queries import findings
from auditor.store.queries.findings import FindingRow
from auditor.web.asked import FindingsAsked, asked_in
from auditor.web.facets import filters_of

# Among so many findings in a row one of another hand is looked for.
_MOST_OF_A_HAND: Final = 50


@dataclass(frozen=True, slots=True)
class Among:
    """The addresses of the list, of the page before in it and of the next: empty where there is none."""

    back: str
    before: str = ""
    after: str = ""


def findings_around(connection: Connection, query: str, row: FindingRow) -> Among:
    """Around a finding in the list with this query. Raises `Refusal` where that is the query of no list."""
    before, after = _around(connection, query, row, 1)
    return Among(
        f"/findings?{query}",
        finding_address(before[-1], query) if before else "",
        finding_address(after[0], query) if after else "",
    )


def hands_around(connection: Connection, query: str, row: FindingRow) -> Among:
    """Around the hand of a finding: the nearest finding before and after that is of another hand."""
    sides = _around(connection, query, row, _MOST_OF_A_HAND)
    before, after = [[each for each in side if each.hand_id != row.hand_id] for side in sides]
    return Among(
        f"/findings?{query}",
        hand_address(before[-1], query) if before else "",
        hand_address(after[0], query) if after else "",
    )


def finding_address(row: FindingRow, query: str) -> str:
    """The page of a finding as it is opened from a list."""
    return f"/findings/{row.id}?list={quote(query, safe='')}"


def hand_address(row: FindingRow, query: str) -> str:
    """The page of its hand under its house, as it is opened from a list where there is one."""
    of_house = {"house": row.house} if row.house else {}
    of_list = {"list": query, "at": row.id} if query else {}
    asked_for = {**of_house, **of_list}
    return f"/hands/{row.hand_id}?{urlencode(asked_for)}" if asked_for else f"/hands/{row.hand_id}"


def _around(
    connection: Connection, query: str, row: FindingRow, size: int
) -> tuple[Sequence[FindingRow], Sequence[FindingRow]]:
    """So many findings before this one in the list, and after it.

    It may have left the list meanwhile, as what is decided does: then it stands where it stood.
    """
    given: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    filters = filters_of(asked_in(FindingsAsked, given))
    place = f"{'' if row.amount is None else abs(row.amount)}.{row.id}"
    return findings.before(connection, filters, place, size), findings.page(connection, filters, place, size).findings
