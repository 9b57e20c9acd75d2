"""Makes the rows of the list of findings for the page: a row for each cause, or a row for each finding.

Findings of a hand have the same cause if they are equal, or if they follow from the same mistake (see
`auditor.engine.causes`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request

from auditor.store.queries.cause_rows import CauseRow, CausesPage
from auditor.store.queries.findings import FindingRow
from auditor.web.findings.facets import address
from auditor.web.findings.second_review import offered_in_list
from auditor.web.rendering.documents import finding_document
from auditor.web.rendering.template_filters import counted
from auditor.web.requests.refusals import wants_json


def by_cause(query: Mapping[str, Any]) -> bool:
    """Whether the current request is for the page with a row for each cause. In JSON and CSV, each finding always has a
    row of its own.
    """
    is_page = not request.path.startswith("/api/") and not request.path.endswith((".json", ".csv")) and not wants_json()
    return is_page and "rows" not in query


def cause_rows(found: CausesPage, filters: Mapping[str, str]) -> list[dict[str, Any]]:
    """Returns a dict for each row: the first finding of the cause, some of the other findings, and words for the number
    of the other findings.
    """
    return [_row(row, filters) for row in found.rows]


def single_rows(findings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns a dict for each row, if each finding has a row of its own."""
    offered = offered_in_list(findings)
    return [
        {"first": each, "others": [], "listed": 1, "words": "", "offered": offered[each["id"]]} for each in findings
    ]


def _row(row: CauseRow, filters: Mapping[str, str]) -> dict[str, Any]:
    documents = [finding_document(each) for each in row.findings]
    offered = offered_in_list(documents)
    acts = [act for acts in offered.values() for act in acts]
    others = {**filters, "cause": f"{row.first.id}"}
    return {
        "first": documents[0],
        "others": documents[1:],
        "listed": row.listed,
        "words": _words(row),
        "more": row.found - len(documents),
        "address": address(others, {"rows": "findings"}),
        "offered": list(dict.fromkeys(acts)),
    }


def _words(row: CauseRow) -> str:
    """Returns words for all findings of a row except the first, such as `and 4 findings that follow from it`. Empty if
    there is only one finding.

    Equal findings have the same rule, and the log differs from this rule in the same way. Only names, amounts, seats
    and cards are not the same. Findings that are not stored one by one (`found` minus `listed`) count as equal
    findings.
    """
    if row.found == 1:
        return ""
    equal, follow = row.found - row.listed + row.equal - 1, row.listed - row.equal
    if not row.equal or is_follower(row.first):
        return f"and {counted(row.found - 1, 'more finding')} with the same cause"
    parts = [f"{counted(equal, 'equal finding')}"] if equal else []
    if follow:
        parts.append(f"{counted(follow, 'finding')} that {'follows' if follow == 1 else 'follow'} from it")
    return f"and {', '.join(parts)}"


def is_follower(row: FindingRow) -> bool:
    """Whether this finding is not the first finding with its cause. The list shows all findings with one cause as one
    row. If the filters leave out the first finding, a later finding stands first in this row.
    """
    return row.cause != row.id
