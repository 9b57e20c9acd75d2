"""Findings, hands, rules, houses and runs: the documents of the pages of the same names."""

from typing import Any, Final

from auditor.web.api import laws, schemas
from auditor.web.api.described import answers, document_of, subject
from auditor.web.api.hands import HandSchema, HandsSchema, WhatIfSchema
from auditor.web.pages import findings, hands, houses, rules, runs, what_if
from auditor.web.requests.request_schemas import (
    FindingsQuery,
    GameQuery,
    HandQuery,
    HandsQuery,
    HouseQuery,
    NoParameters,
    PagedQuery,
    WhatIfQuery,
)

_findings: Final = subject("Findings", "Findings, largest amount first.")
_hands: Final = subject("Hands", "Records of hands, audited.")
_rules: Final = subject("Rules", "Rules, and the reason for each.")
_houses: Final = subject("Houses", "Sets of rules, with the clause behind each.")
_runs: Final = subject("Runs", "Audits of many hands, with counts that add up.")
BLUEPRINTS: Final = (_findings, _hands, _rules, _houses, _runs)


@answers(_findings, "/findings", schemas.FindingsSchema, FindingsQuery)
def every_finding(_query: Any) -> Any:
    """Findings that match the filters."""
    return document_of(findings.every())


@answers(_hands, "/hands", HandsSchema, HandsQuery)
def every_hand(_query: Any) -> Any:
    """Records of hands, the newest first, or those with a number."""
    return document_of(hands.every())


@answers(_hands, "/hands/<int:hand_id>", HandSchema, HandQuery, missing=True)
def one_hand(_query: Any, hand_id: int) -> Any:
    """One record, audited under its stored house or another house."""
    return document_of(hands.one(hand_id))


@answers(_hands, "/hands/<int:hand_id>/whatif", WhatIfSchema, WhatIfQuery, missing=True)
def one_hand_under_two_houses(_query: Any, hand_id: int) -> Any:
    """One record under two houses, with the house-sensitive results."""
    return document_of(what_if.one(hand_id))


@answers(_rules, "/rules", laws.RulesSchema, NoParameters)
def every_rule(_query: Any) -> Any:
    """All rules."""
    return document_of(rules.every())


@answers(_rules, "/rules/<string(length=4):code>", laws.RuleDetailSchema, HouseQuery, missing=True)
def one_rule(_query: Any, code: str) -> Any:
    """One rule under a house."""
    return document_of(rules.one(code))


@answers(_houses, "/houses", laws.HousesSchema, NoParameters)
def every_house(_query: Any) -> Any:
    """All houses."""
    return document_of(houses.every())


@answers(_houses, "/houses/<string(maxlength=64):name>", laws.HouseDetailSchema, GameQuery, missing=True)
def one_house(_query: Any, name: str) -> Any:
    """One house for one of its games."""
    return document_of(houses.one(name))


@answers(_runs, "/runs", schemas.RunsSchema, PagedQuery)
def every_run(_query: Any) -> Any:
    """Runs, newest first."""
    return document_of(runs.every())


@answers(_runs, "/runs/<int:run_id>", schemas.RunDetailSchema, NoParameters, missing=True)
def one_run(_query: Any, run_id: int) -> Any:
    """One run."""
    return document_of(runs.one(run_id))
