"""The pages of rules: the list, and the page of one rule under one house (set of rules), with the test cases of the
rule.
"""

from typing import Final

from flask import Blueprint

from auditor.engine.house.files import ROOT
from auditor.engine.house.registry import in_use, names
from auditor.engine.what_changed import BY_RULE
from auditor.store.queries import facet_counts, findings, runs
from auditor.web.access.visitor import own_venue, reach
from auditor.web.figures.pictures import share_words
from auditor.web.figures.rates import share_document
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import NoParameters, RuleQuery, parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook import catalogue
from auditor.web.rulebook.cases import case_document, drawn_cases, parted
from auditor.web.rulebook.kept_houses import house_version

blueprint: Final = Blueprint("rules", __name__)
_COLUMNS: Final = ("code", "title", "chapter", "law", "severity", "grade", "findings")


@page(blueprint, "/rules")
def every() -> PageContent:
    """Lists all rules, each with the number of its findings."""
    parse_query(NoParameters)
    with transaction() as connection:
        counts = findings.now_by_rule(connection, _of_own_venue())
    rules = [{**rule, "findings": counts.get(rule["code"], 0)} for rule in catalogue.rule_documents()]
    rows = Rows(_COLUMNS, [[rule[column] for column in _COLUMNS] for rule in rules])
    return PageContent("rules.html", {"rules": rules}, rows)


@page(blueprint, "/rules/<string(length=4):code>")
def one(code: str) -> PageContent:
    """Shows one rule: the clauses that the rule uses under one house, its test cases, its findings, and its changes."""
    query = parse_query(RuleQuery)
    rule = catalogue.rule_named(code)
    name, game, structure = query.get("house", ROOT), query.get("game", ""), query.get("structure", "")
    has_file = name in names()
    house = (
        catalogue.house_applying(code, name, game, structure) if has_file else house_version(name, game, structure, "")
    )
    with transaction() as connection:
        within = reach()
        standing = facet_counts.of_rule(connection, code, _of_own_venue())
        audited = runs.first_and_last(connection, BY_RULE, within.venue_id if within is not None else None)
        found = facet_counts.of_rule_by_version(connection, code, _of_own_venue())
    cases = drawn_cases(code)
    clauses = catalogue.clauses_of(code, house)
    document = {
        "rule": rule,
        "house": {
            "name": house.name,
            "title": house.title,
            "game": house.game.value,
            "structure": house.structure.value,
            "digest": house.digest,
        },
        "weakest": catalogue.status_of(code, house),
        "clauses": clauses,
        "cases": [case_document(case) for case in cases],
        "elsewhere": catalogue.others_of(code, house),
        "findings": sum(standing.values()),
        "triage": standing,
        "history": catalogue.history_of(code, audited, found),
    }
    columns = ("key", "value", "means", "status", "clause")
    rows = Rows(
        ("code", "house", *columns), [[code, house.name, *[each[name] for name in columns]] for each in clauses]
    )
    shown, further = parted(cases, query.get("example"))
    values = {
        "drawn": shown,
        "further": further,
        "houses": names(),
        "games": in_use().file(house.name).games if has_file else (house.game,),
        "structures": catalogue.structures_applying(code, house),
        "statuses": catalogue.STATUS_WORDS,
        "checked": catalogue.checked_of(code),
        "decisions": share_words(share_document(standing.get("confirmed", 0), standing.get("dismissed", 0))),
    }
    return PageContent("rule.html", document, rows, values)


def _of_own_venue() -> dict[str, str]:
    venue = own_venue()
    return {} if venue is None else {"venue": venue}
