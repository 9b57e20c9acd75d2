"""The part of the API for findings, hands, rules, houses and runs. Each answer is the JSON document of the page about
the same subject.
"""

from typing import Any, Final

from auditor.web.api import laws, schemas
from auditor.web.api.described import answers, document_of, subject
from auditor.web.api.hands import HandSchema, HandsSchema, WhatIfSchema
from auditor.web.pages import findings, hands, houses, rules, runs, what_if
from auditor.web.requests.findings_schemas import FindingsQuery
from auditor.web.requests.request_schemas import (
    GameQuery,
    HandQuery,
    HandsQuery,
    HouseQuery,
    NoParameters,
    PagedQuery,
    WhatIfQuery,
)

_findings: Final = subject(
    "Findings",
    "The list of findings. The most serious findings come first. Among findings of the same severity, the"
    " largest amounts come first.",
)
_hands: Final = subject("Hands", "The stored hands and their audits.")
_rules: Final = subject("Rules", "The rules of the auditor, and the reason for each rule.")
_houses: Final = subject("Houses", "The houses. A house is a set of rules: it answers each question with a clause.")
_runs: Final = subject(
    "Runs",
    "The runs. A run is one audit of many hands. In a finished run, `hands` is the sum of seven counts: `clean` (hands"
    " without a finding), `faulty` (with findings), `failed` (the audit failed), `known` (another upload stored the"
    " hand before), `rejected` (unreadable), `skipped` (other games) and `left_out` (another run audited the hand in"
    " the meantime).",
)
BLUEPRINTS: Final = (_findings, _hands, _rules, _houses, _runs)


@answers(_findings, "/findings", schemas.FindingsSchema, FindingsQuery)
def every_finding(_query: Any) -> Any:
    """Lists the findings that match the filters."""
    return document_of(findings.every())


@answers(_hands, "/hands", HandsSchema, HandsQuery)
def every_hand(_query: Any) -> Any:
    """Lists the records of hands, newest first. With the parameter `number`, lists only the records with this hand
    number.
    """
    return document_of(hands.every())


@answers(_hands, "/hands/<int:hand_id>", HandSchema, HandQuery, missing=True)
def one_hand(_query: Any, hand_id: int) -> Any:
    """Audits one record under the house of its stored audit, or under the house that the parameter `house` names."""
    return document_of(hands.one(hand_id))


@answers(_hands, "/hands/<int:hand_id>/whatif", WhatIfSchema, WhatIfQuery, missing=True)
def one_hand_under_two_houses(_query: Any, hand_id: int) -> Any:
    """Audits one record under two houses, and returns the results that differ between the houses."""
    return document_of(what_if.one(hand_id))


@answers(_rules, "/rules", laws.RulesSchema, NoParameters)
def every_rule(_query: Any) -> Any:
    """Lists all rules."""
    return document_of(rules.every())


@answers(_rules, "/rules/<string(length=4):code>", laws.RuleDetailSchema, HouseQuery, missing=True)
def one_rule(_query: Any, code: str) -> Any:
    """Returns the rule with this code, and the clauses that it uses. The parameter `house` chooses the house of these
    clauses.
    """
    return document_of(rules.one(code))


@answers(_houses, "/houses", laws.HousesSchema, NoParameters)
def every_house(_query: Any) -> Any:
    """Lists all houses."""
    return document_of(houses.every())


@answers(_houses, "/houses/<string(maxlength=64):name>", laws.HouseDetailSchema, GameQuery, missing=True)
def one_house(_query: Any, name: str) -> Any:
    """Returns one house for one of its games."""
    return document_of(houses.one(name))


@answers(_runs, "/runs", schemas.RunsSchema, PagedQuery)
def every_run(_query: Any) -> Any:
    """Lists the runs, newest first."""
    return document_of(runs.every())


@answers(_runs, "/runs/<int:run_id>", schemas.RunDetailSchema, NoParameters, missing=True)
def one_run(_query: Any, run_id: int) -> Any:
    """Returns one run."""
    return document_of(runs.one(run_id))
