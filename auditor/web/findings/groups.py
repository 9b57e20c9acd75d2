"""Writes the groups of findings for the page of groups: their names, their addresses and the filters of each group."""

from collections.abc import Mapping
from typing import Any, Final

from auditor.engine.causes import shape_of_words
from auditor.store.queries.groups import WAYS, Group
from auditor.web.findings.facets import address
from auditor.web.rendering.template_filters import visible
from auditor.web.requests.parameters import query_text
from auditor.web.rulebook.catalogue import title_of

# The ways of grouping and their names on the page, in the order of the page. Findings have the same shape if they have
# the same rule and differ only in names, amounts, seats and cards.
NAMES: Final = {"shape": "Same difference", "rule": "Rule", "house": "House", "table": "Table", "player": "Player"}
# The filter of the list of findings that selects a group.
_FILTER: Final = {"shape": "shape", "rule": "code", "house": "house", "table": "table", "player": "player"}
assert tuple(NAMES) == WAYS


def groups_address(filters: Mapping[str, str], way: str = WAYS[0], **more: str) -> str:
    """Returns the address of the groups of the findings that match the filters. `more` are further parameters."""
    own = {"by": way} if way != WAYS[0] else {}
    return f"/findings/groups?{query_text({**(filters or {'all': 'yes'}), **own, **more})}"


def group_document(group: Group, way: str, filters: Mapping[str, str], *, masked: bool) -> dict[str, Any]:
    """Returns a group as a dict for JSON. `way` is the way of grouping, such as `rule`. `filters` are the filters of
    the list whose findings are grouped. With `masked`, the texts of logs are left out, because they may contain the
    names of players.
    """
    own = filters_of_group(group, way, filters)
    example = group.example if not masked else None
    return {
        "value": group.value,
        "name": name_of(group, way, masked=masked),
        "venue": group.venue or None,
        "code": own.get("code") or (group.value.partition("-")[0] if way == "shape" else None),
        "findings": group.found,
        "hands": group.hands,
        "severity": group.severity,
        "table": group.table or None,
        "example": group.example.id if group.example is not None else None,
        "logged": example.logged if example is not None else None,
        "lawful": example.lawful if example is not None else None,
        "address": address(own),
    }


def filters_of_group(group: Group, way: str, filters: Mapping[str, str]) -> dict[str, str]:
    """Returns the filters that select the findings of a group."""
    venue = {"venue": group.venue} if group.venue else {}
    return {**filters, **venue, _FILTER[way]: group.value}


def name_of(group: Group, way: str, *, masked: bool) -> str:
    """Returns the name of a group in words.

    A group by shape has the findings of one rule that differ only in names, amounts, seats and cards. Its name is the
    title of the rule, and the texts `logged` and `lawful` without these details. With `masked`, the name is only the
    title of the rule.
    """
    if way == "rule":
        return f"{group.value} {title_of(group.value)}"
    if way != "shape":
        return visible(group.value)
    code = group.value.partition("-")[0]
    if group.example is None or masked:
        return f"{code} {title_of(code)}"
    shape = shape_of_words(code, group.example.logged, group.example.lawful)
    difference = visible(shape.partition(" ")[2]).replace(" -> ", " → ")
    return f"{code} {title_of(code)}: {difference}"
