"""Audits one hand. For each event (a line of the log), the audit runs the rules, collects their findings, and then
changes the `Table` (the state of the game) as the log says, even if the event is unlawful.
"""

from typing import Final

from auditor.engine.certainty import certainty_under
from auditor.engine.deciding import Deciding
from auditor.engine.event_phase import EVENT_PHASES, EventPhase, of_the_table
from auditor.engine.events import Event, Street
from auditor.engine.findings import Certainty, Finding, Grade, Report, Unseen, Unverifiable, abridged, abridged_notes
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house.files import FIRM
from auditor.engine.phases import COUNT, HAND_OVER
from auditor.engine.regular import REGULAR_MOVES, REGULARITIES, SKIPPED, STEP, Regularity
from auditor.engine.rule import Judge, Rule
from auditor.engine.rules import RULES
from auditor.engine.settlement.settle import settle
from auditor.engine.table import Table
from auditor.engine.transitions import MOVES, Move
from auditor.engine.what_changed import RULES_VERSION

MOST_FINDINGS: Final = 1_000
GAMES: Final = frozenset({Game.STUD, Game.STUD8, Game.RAZZ})


# A plan says what the audit does with events of each type. The entry of a type has two parts:
#
# - a function that returns a number for an event, called the place of the event
# - a tuple that has, for each place, the rules to run there and the function that then changes the table
#
# The place is the phase of the event, such as the deal, as a number below `STEP`. If the event is regular (exactly as
# it should be), a multiple of `STEP` is added to the phase. At such a place, the rules that can find nothing in a
# regular event are left out. Each rule is stored with its judging function, because it would be slow to look up this
# function at every event.
Plan = dict[type[Event], tuple[Regularity, tuple[tuple[tuple[tuple[Judge, Rule], ...], Move], ...]]]
_PLANS: Final[dict[tuple[str, bool, bool], Plan]] = {}
# The same plans as in `_PLANS`, but the key has a bit mask where the key of `_PLANS` has the digest of a house. The
# mask has one bit for each rule that can never apply under the house. Houses with the same mask share a plan, so fewer
# plans are made.
_SHARED: Final[dict[tuple[int, bool, bool], Plan]] = {}
_MOST_PLANS: Final = 256


def _plan(house: House, timed: bool, every_rule: bool) -> Plan:
    """Returns the plan of the audit under a house: which rules run at which event (see `Plan`). `timed` is true if the
    log states times. If `every_rule` is true, the plan skips no rule. If it is false, the plan skips rules that cannot
    find anything at a regular event (an event that is exactly as it should be). Plans are cached for later hands.
    """
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
        plan[kind] = place, tuple([(_at(of_the_kind, kind, at, timed), _move_at(at, move)) for at in range(count)])
    return plan


def _move_at(at: int, move: Move) -> Move:
    """Returns the function that changes the table at the place `at`. `move` is the usual function for this type of
    event.
    """
    phase = at % STEP
    return move if phase == HAND_OVER else REGULAR_MOVES.get(at - phase, move)


def _without_skips(event_phase: EventPhase) -> Regularity:
    def place(table: Table, event: Event, house: House) -> int:
        return event_phase(table, event)

    return place


def _at(rules: list[Rule], kind: type[Event], at: int, timed: bool) -> tuple[tuple[Judge, Rule], ...]:
    """Returns the rules that run for events of the type `kind`, each rule with its judging function. `at` is the place
    of the event: the phase of the hand as a number, plus a multiple of `STEP` if the event is regular (exactly as it
    should be). The rules that cannot find anything in such a regular event are left out.
    """
    phase = at % STEP
    skipped = SKIPPED.get(at - phase, frozenset())
    return tuple(
        [(rule.judge, rule) for rule in rules if rule.applies(kind, phase, timed) and rule.code not in skipped]
    )


def audit(hand: Hand, house: House, every_rule: bool = False) -> Report:
    """Audits one hand under a house. Returns the report: the findings, the rules that could not be verified, and the
    lawful payout. If there are more than `MOST_FINDINGS` findings, the report lists the first of them and counts the
    others.

    The report depends only on the hand and the house, not on the time of day, random numbers or the environment. Raises
    no exception, whatever the log contains. Most events are exactly as they should be; to save time, rules that cannot
    find anything in them are skipped. With `every_rule` no rule is skipped, and the report is the same.
    """
    table = Table(hand)
    findings: list[Finding] = []
    late: list[Finding] = []
    unverifiable: list[Unverifiable] = []
    plan = _plan(house, hand.timed, every_rule)
    deciding = None
    for table.event, event in enumerate(hand.events):
        place, steps = plan[type(event)]
        rules, move = steps[place(table, event, house)]
        for judge, rule in rules:
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
                deciding = deciding or Deciding(table, house)
                findings.extend([_completed(finding, rule, table, event, deciding) for finding in found])
                late.extend([finding for finding in found if finding.event != table.event])
        move(table, event)
    table.event = len(hand.events)
    if late:
        _move_to_their_streets(late, hand)
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


def _completed(finding: Finding, rule: Rule, table: Table, event: Event, deciding: Deciding) -> Finding:
    """Fills in the fields of a finding that its rule leaves empty, such as the code of the rule, the line of the log
    and the grade. Keeps in `cites` only the clauses of the house that decide the finding. If the rule has no fixed
    grade, the grade depends on the least certain of these clauses.
    """
    house = deciding.house
    cites = rule.cites if finding.cites is None else finding.cites
    finding.cites = cites = deciding.among(cites, rule, event, finding)
    finding.code = rule.code
    finding.contradicts_money = rule.contradicts_money
    if finding.event < 0:
        finding.event = table.event
    source = event if finding.event == table.event else table.hand.events[finding.event]
    finding.line = source.line
    if finding.seat == 0:
        finding.seat = source.seat
    finding.street = finding.asked_on = table.street
    status = house.grade_status(cites)
    finding.status = status
    finding.severity = finding.severity or rule.severity
    finding.certainty = Certainty.ASSUMED if rule.grade == Grade.IRREGULAR else certainty_under(house, cites)
    if rule.grade:
        finding.grade = rule.grade
    else:
        finding.grade = Grade.VIOLATION if status in FIRM else Grade.IRREGULAR
    finding.clause = house.clause(cites) or rule.law
    return finding


def _move_to_their_streets(late: list[Finding], hand: Hand) -> None:
    """Sets the street of each finding in `late` to the street of the event that the finding is about. Until now, the
    finding has the street on which its rule ran. The rule ran at a different event, so this street may be wrong.
    """
    street, streets = 0, []
    for event in hand.events:
        if isinstance(event, Street):
            street = event.street
        streets.append(street)
    for finding in late:
        finding.street = streets[finding.event]
