"""Judge, then believe: for every event ask the rules what was due, note the differences, and apply it as logged."""

from typing import Final

from auditor.engine.belief import believe
from auditor.engine.events import Event
from auditor.engine.findings import Finding, Grade, Report, Unseen, Unverifiable
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house_files import Status
from auditor.engine.rule import Rule
from auditor.engine.rules import RULES
from auditor.engine.settling import settle
from auditor.engine.table import Table

# Raised with every change of an outcome; a test holds the reports of the fixtures against it.
RULES_VERSION: Final = 1
GAMES: Final = frozenset({Game.STUD, Game.STUD8})


def _by_event() -> dict[type[Event], tuple[Rule, ...]]:
    """The rules of each type of event, in the order of the catalogue."""
    types = {kind for rule in RULES for kind in rule.on}
    return {kind: tuple([rule for rule in RULES if kind in rule.on]) for kind in types}


_RULES_ON: Final = _by_event()
_NONE: Final[tuple[Rule, ...]] = ()


def audit(hand: Hand, house: House) -> Report:
    """The report of a hand under a house: every finding, what could not be verified, and the settlement.

    A pure function of the two: no clock, no chance, no environment. Never raises on what a log says.
    """
    table = Table(hand)
    findings: list[Finding] = []
    unverifiable: list[Unverifiable] = []
    for event in hand.events:
        for rule in _RULES_ON.get(type(event), _NONE):
            try:
                verdict = rule.judge(table, event, house)
            except Unseen:
                unverifiable.append(Unverifiable(rule.code, table.event))
                continue
            if verdict is None:
                continue
            for finding in verdict if isinstance(verdict, tuple) else (verdict,):
                findings.append(_completed(finding, rule, table, event, house))
        believe(table, event)
    return Report(
        hand.digest(),
        house.name,
        house.digest,
        RULES_VERSION,
        tuple(findings),
        tuple(unverifiable),
        settle(table, house),
    )


def _completed(finding: Finding, rule: Rule, table: Table, event: Event, house: House) -> Finding:
    """Adds to a finding what the audit knows: the code, the place, and the grade by the weakest clause it cites."""
    cites = rule.cites if finding.cites is None else finding.cites
    finding.cites = cites
    finding.code = rule.code
    if finding.event < 0:
        finding.event = table.event
    source = event if finding.event == table.event else table.hand.events[finding.event]
    finding.line = source.line
    if finding.seat == 0:
        finding.seat = source.seat
    finding.street = table.street
    status = house.grade_status(cites)
    finding.status = status
    if rule.grade:
        finding.grade = rule.grade
    else:
        finding.grade = Grade.VIOLATION if status == Status.STATED else Grade.IRREGULAR
    finding.clause = house.clause(cites) or rule.law
    return finding
