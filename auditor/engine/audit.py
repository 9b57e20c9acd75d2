"""The audit: for each event, run the rules, collect their findings, then apply the event as logged."""

from typing import Final

from auditor.engine.event_phase import EVENT_PHASES, EventPhase, of_the_table
from auditor.engine.events import Event
from auditor.engine.findings import Finding, Grade, Report, Unseen, Unverifiable, abridged, abridged_notes
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.files import Status
from auditor.engine.phases import COUNT
from auditor.engine.regular import REGULARITIES, SKIPPED, STEP, Regularity
from auditor.engine.rule import Judge, Rule
from auditor.engine.rules import RULES
from auditor.engine.settlement.settle import settle
from auditor.engine.table import Table
from auditor.engine.transitions import MOVES, Move
from auditor.engine.what_changed import RULES_VERSION

MOST_FINDINGS: Final = 1_000
GAMES: Final = frozenset({Game.STUD, Game.STUD8, Game.RAZZ})


# A plan has for each type of event: the function that places an event in the hand, the rules for each place, and the
# function that updates the table. Each rule is stored with its judging function, because looking that function up at
# every event would cost as much as many judging functions take.
Plan = dict[type[Event], tuple[Regularity, tuple[tuple[tuple[Judge, Rule], ...], ...], Move]]
_PLANS: Final[dict[tuple[str, bool, bool], Plan]] = {}
# The same plans by the set of rules that the house makes moot, one bit for each rule. Many houses share a plan, and so
# do nearly all readings of one house.
_SHARED: Final[dict[tuple[int, bool, bool], Plan]] = {}
_MOST_PLANS: Final = 256


def _plan(house: House, timed: bool, every_rule: bool) -> Plan:
    """Returns the plan of a house, for a log with a clock (`timed`) or without. Plans are kept for later hands."""
    plan = _PLANS.get((house.digest, timed, every_rule))
    if plan is None:
        if len(_PLANS) >= _MOST_PLANS:
            _PLANS.clear()
        moot = 0
        for place, rule in enumerate(RULES):
            if rule.moot is not None and rule.moot(house):
                moot |= 1 << place
        plan = _SHARED.get((moot, timed, every_rule))
        if plan is None:
            if len(_SHARED) >= _MOST_PLANS:
                _SHARED.clear()
            plan = _SHARED[moot, timed, every_rule] = _planned(moot, timed, every_rule)
        _PLANS[house.digest, timed, every_rule] = plan
    return plan


def _planned(moot: int, timed: bool, every_rule: bool) -> Plan:
    rules = [rule for place, rule in enumerate(RULES) if not moot >> place & 1]
    plan: Plan = {}
    for kind, move in MOVES.items():
        skips = not every_rule and kind in REGULARITIES
        of_the_kind = [rule for rule in rules if rule.is_for(kind)]
        place = REGULARITIES[kind] if skips else _without_skips(EVENT_PHASES.get(kind, of_the_table))
        count = STEP * (len(SKIPPED) + 1) if skips else COUNT
        plan[kind] = place, tuple([_at(of_the_kind, kind, at, timed) for at in range(count)]), move
    return plan


def _without_skips(event_phase: EventPhase) -> Regularity:
    def place(table: Table, event: Event, house: House) -> int:
        return event_phase(table, event)

    return place


def _at(rules: list[Rule], kind: type[Event], at: int, timed: bool) -> tuple[tuple[Judge, Rule], ...]:
    """Returns the rules for one type of event at one place. `at` is a phase, plus a number that says in which way the
    event is regular.
    """
    phase = at % STEP
    skipped = SKIPPED.get(at - phase, frozenset())
    return tuple(
        [(rule.judge, rule) for rule in rules if rule.applies(kind, phase, timed) and rule.code not in skipped]
    )


def audit(hand: Hand, house: House, every_rule: bool = False) -> Report:
    """Returns the report of a hand under a house: every finding, the rules that could not be verified, and the
    settlement.

    The report depends on hand and house alone: no clock, no randomness, no environment. Never raises on the content of
    a log. To save time, the audit skips rules at regular events. With `every_rule` it skips no rule, and the report is
    the same.
    """
    table = Table(hand)
    findings: list[Finding] = []
    unverifiable: list[Unverifiable] = []
    plan = _plan(house, hand.timed, every_rule)
    for table.event, event in enumerate(hand.events):
        place, rules, move = plan[type(event)]
        for judge, rule in rules[place(table, event, house)]:
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
    """Adds the fields of a finding that only the audit knows: the code, the place in the log, and the grade. The grade
    follows from the weakest clause that the finding cites.
    """
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
