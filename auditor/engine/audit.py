"""Judge, then believe: for every event ask the rules what was due, note the differences, and apply it as logged."""

from typing import Final

from auditor.engine.events import Event
from auditor.engine.findings import Finding, Grade, Report, Unseen, Unverifiable, abridged, abridged_notes
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.files import Status
from auditor.engine.phases import COUNT
from auditor.engine.regular import PLACES, Place, moment
from auditor.engine.rule import Judge, Rule
from auditor.engine.rules import RULES
from auditor.engine.settlement.settle import settle
from auditor.engine.table import Table
from auditor.engine.transitions import MOVES, Move
from auditor.engine.what_changed import RULES_VERSION

MOST_FINDINGS: Final = 1_000
GAMES: Final = frozenset({Game.STUD, Game.STUD8, Game.RAZZ})


# By type of event where in a hand one falls, by that moment the rules, each behind its judge, and how the table moves:
# reading a judge off its rule at every event costs as much as many a judge takes.
Plan = dict[type[Event], tuple[Place, tuple[tuple[tuple[Judge, Rule], ...], ...], Move]]
_PLANS: Final[dict[tuple[str, bool], Plan]] = {}
# The same by the rules that are moot, a bit each: many houses, and nearly all readings of one, share a plan.
_SHARED: Final[dict[tuple[int, bool], Plan]] = {}
_MOST_PLANS: Final = 256


def _plan(house: House, timed: bool) -> Plan:
    """Which rules a house has asked of which events, where the log has a clock or not; kept for the next hand."""
    plan = _PLANS.get((house.digest, timed))
    if plan is None:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.clear()
            _SHARED.clear()
        moot = 0
        for place, rule in enumerate(RULES):
            if rule.moot is not None and rule.moot(house):
                moot |= 1 << place
        plan = _SHARED.get((moot, timed))
        if plan is None:
            plan = _SHARED[moot, timed] = _planned(moot, timed)
        _PLANS[house.digest, timed] = plan
    return plan


def _planned(moot: int, timed: bool) -> Plan:
    rules = [rule for place, rule in enumerate(RULES) if not moot >> place & 1]
    plan: Plan = {}
    for kind, move in MOVES.items():
        asked = tuple([_asked(rules, kind, at, timed) for at in range(COUNT)])
        plan[kind] = PLACES.get(kind, moment), asked, move
    return plan


def _asked(rules: list[Rule], kind: type[Event], at: int, timed: bool) -> tuple[tuple[Judge, Rule], ...]:
    return tuple([(rule.judge, rule) for rule in rules if rule.is_asked(kind, at, timed)])


def audit(hand: Hand, house: House) -> Report:
    """The report of a hand under a house: every finding, what could not be verified, and the settlement.

    A pure function of the two: no clock, no chance, no environment. Never raises on what a log says.
    """
    table = Table(hand)
    findings: list[Finding] = []
    unverifiable: list[Unverifiable] = []
    plan = _plan(house, hand.timed)
    for table.event, event in enumerate(hand.events):
        place, asked, move = plan[type(event)]
        for judge, rule in asked[place(table, event, house)]:
            try:
                verdict = judge(table, event, house)
            except Unseen:
                unverifiable.append(Unverifiable(rule.code, table.event))
                continue
            if not verdict:
                continue
            if table.lost and rule.needs_every_line:
                unverifiable.append(Unverifiable(rule.code, table.event))
            else:
                found = verdict if isinstance(verdict, tuple) else (verdict,)
                findings.extend([_completed(finding, rule, table, event, house) for finding in found])
        move(table, event)
    table.event = len(hand.events)
    if len(findings) > 1:
        findings.sort(key=lambda finding: finding.event)
        if len(findings) > MOST_FINDINGS:
            findings = abridged(findings, MOST_FINDINGS)
    if len(unverifiable) > MOST_FINDINGS:
        unverifiable = abridged_notes(unverifiable, MOST_FINDINGS)
    return Report(
        hand,
        house.name,
        house.digest,
        RULES_VERSION,
        tuple(findings),
        tuple(unverifiable),
        settle(table, house),
        table=table,
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
