"""The page with all changes of findings after one run, up to and including a later run, counted by rule."""

from typing import Any, Final

from flask import Blueprint

from auditor.store.queries import differences, runs
from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.differences import CAUSES
from auditor.store.queries.runs import RunRow
from auditor.web.rendering.documents import run_document
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of

blueprint: Final = Blueprint("differences", __name__)
COLUMNS: Final = ("code", "title", *NEWS, *[f"by_{cause}" for cause in CAUSES])


@page(blueprint, "/runs/<int:first>..<int:last>")
def between(first: int, last: int) -> PageContent:
    """Shows, by rule, how the findings changed after run `first`, up to and including run `last`."""
    parse_query(NoParameters)
    if first == last:
        raise Refusal(422, f"This address names run {first} twice. Write two different runs, the later run last.")
    if first > last:
        raise Refusal(422, f"Run {last} is not later than run {first}. Write the later run last: {last}..{first}.")
    with transaction() as connection:
        later = runs.one(connection, last) if last < 2**63 else None
        if later is None:
            raise Refusal(404, f"There is no run {last}. The list of runs shows all runs.")
        earlier = next(iter(runs.latest(connection, first + 1, 1)), None)
        rows = [_document(row) for row in differences.by_rule(connection, first, last)]
    document = {
        "from": run_document(earlier) if earlier else None,
        "to": run_document(later),
        "totals": {name: sum([row[name] for row in rows]) for name in COLUMNS[2:]},
        "by_rule": rows,
        "differs": _differs(earlier, later),
    }
    values = {"first": first, "last": last, "kinds": tuple(NEWS), "causes": CAUSES}
    return PageContent(
        "difference.html", document, Rows(COLUMNS, [[row[name] for name in COLUMNS] for row in rows]), values
    )


def _document(row: differences.RuleRow) -> dict[str, Any]:
    causes = {f"by_{cause}": count for cause, count in row.causes.items()}
    return {"code": row.code, "title": title_of(row.code), **row.news, **causes}


def _differs(earlier: RunRow | None, later: RunRow) -> dict[str, Any]:
    """Returns a dict with two keys. `rules_version` has the rules versions of both runs; `None` if they are the same.
    `houses` has the names of the houses whose rules differ between the runs.

    If there is no earlier run, nothing is compared: `rules_version` is `None`, and `houses` is empty.
    """
    if earlier is None:
        return {"rules_version": None, "houses": []}
    versions = [earlier.rules_version, later.rules_version]
    both = earlier.houses.keys() | later.houses.keys()
    return {
        "rules_version": versions if versions[0] != versions[1] else None,
        "houses": sorted([name for name in both if earlier.houses.get(name) != later.houses.get(name)]),
    }
