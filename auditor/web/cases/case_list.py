"""The rows and the filters of the list of cases."""

from collections.abc import Mapping
from typing import Any, Final

from auditor.store.queries.cases import FACETS, CaseCounts, CaseRow
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.parameters import query_text

COLUMNS: Final = (
    "case", "venue", "player", "number", "hand", "claimed", "currency", "minor", "rule", "state", "outcome", "due",
    "acknowledge_by", "overdue", "paused", "owner", "second", "opened",
)  # fmt: skip
TITLES: Final = {"state": "State", "overdue": "Overdue", "outcome": "Outcome", "rule": "Rule", "owner": "Owner"}


def row_document(row: CaseRow) -> dict[str, Any]:
    """Returns a case of the list as a dict for JSON. Amounts are in the smallest unit; times are in UTC."""
    return {
        "case": row.id,
        "venue": row.venue,
        "player": row.claimant,
        "number": row.hand_number,
        "hand": row.hand_id,
        "claimed": row.amount,
        "currency": row.currency,
        "minor": row.minor,
        "rule": row.rule,
        "state": row.state,
        "outcome": row.outcome,
        "due": stamp(row.due_at),
        "acknowledge_by": stamp(row.acknowledge_by),
        "overdue": row.is_overdue,
        "paused": stamp(row.paused_at),
        "owner": row.owner,
        "second": row.second,
        "opened": stamp(row.opened_at),
    }


def facet_groups(counts: CaseCounts, filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """Returns for each filter its title and its choices. A choice has its name, its count and the address of the list
    with this choice. The address of a chosen choice takes the choice away.
    """
    groups = []
    for name in FACETS:
        choices = []
        for value, count in counts.facets[name].items():
            chosen = filters.get(name) == value
            others = {key: each for key, each in filters.items() if key != name}
            query = query_text(others if chosen else {**others, name: value})
            choices.append(
                {"name": value or "none", "count": count, "address": _address(query), "chosen": chosen, "value": value}
            )
        groups.append({"name": name, "title": TITLES[name], "choices": choices})
    return groups


def following_address(filters: Mapping[str, str], place: str | None, limit: int, default: int) -> str:
    """Returns the address of the page that begins after `place`; empty if there is no such page."""
    if place is None:
        return ""
    return _address(query_text({**filters, "after": place, **({"limit": limit} if limit != default else {})}))


def _address(query: str) -> str:
    return f"/cases?{query}" if query else "/cases"
