"""Readings: a hand is audited under its house, and again under each other reading of a clause.

Auditing under a reading means auditing under the house with one parameter replaced. A finding that is absent under some
reading is contested, and names that reading. A finding that exists only under a reading is listed separately, in
`beside`. Readings that cannot matter for the hand are skipped; a test audits them as well and checks that no finding is
lost.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from auditor.engine.audit import audit
from auditor.engine.findings import Beside, Finding, Report
from auditor.engine.hand import Hand, Records, Structure
from auditor.engine.hand_summary import HandSummary
from auditor.engine.house import House
from auditor.engine.house.choices import ShowdownFirst
from auditor.engine.house.parameter_types import HouseRefused, in_words, text_of
from auditor.engine.house.parameters import parameter_of
from auditor.engine.law.opening import named_amount
from auditor.engine.settlement import PotAward


class NoSuchReading(HouseRefused):
    """The caller chose a reading that the house does not have. The message lists the readings of the house."""


# The fields of a finding that do not depend on the house: code, event, seat and subject. The last number distinguishes
# findings that are equal in all four fields.
Identity = tuple[str, int, int, str, int]


class Otherwise:
    """One clause of a house under another reading. `name` is a text such as `cap.scope = per_player`, `sentence`
    explains the reading, and `house` is the house with this reading.
    """

    __slots__ = ("house", "key", "name", "sentence")

    def __init__(self, key: str, name: str, sentence: str, house: House) -> None:
        self.key: Final = key
        self.name: Final = name
        self.sentence: Final = " ".join(sentence.split())  # the sentence is kept on one line
        self.house: Final = house


# A cache by the digest of the house.
_OTHERWISE: Final[dict[str, tuple[Otherwise, ...]]] = {}
_MOST_KEPT: Final = 256


def otherwise(house: House) -> tuple[Otherwise, ...]:
    """Returns every other reading of the house, in the order of its parameters."""
    found = _OTHERWISE.get(house.digest)
    if found is None:
        if len(_OTHERWISE) >= _MOST_KEPT:
            _OTHERWISE.clear()
        found = _OTHERWISE[house.digest] = tuple(
            [
                Otherwise(key, _named(key, reading.value), reading.sentence, house.with_value(key, reading.value))
                for key, setting in house.settings.items()
                for reading in setting.readings
            ]
        )
    return found


def read_as(house: House, key: str, value: str) -> House:
    """Returns the house with one clause read as `value`, which must be the value of the house or one of its readings.

    Raises `NoSuchReading`, with the existing readings, for any other value; raises `HouseRefused` for a value that no
    house can have.
    """
    setting = house.setting(key)
    wanted = parameter_of(key).parsed(value)
    if wanted != setting.value and wanted not in [reading.value for reading in setting.readings]:
        others = [each.name for each in otherwise(house)]
        there_are = f"its readings are {in_words(others, 'and')}" if others else "it has none"
        raise NoSuchReading(f'house "{house.name}" has no reading {_named(key, wanted)}; {there_are}')
    return house.with_value(key, value)


def audit_with_readings(hand: Hand, house: House) -> Report:
    """Returns the report of a hand under a house, with the effects of its other readings. Like `audit`, it depends on
    hand and house alone.
    """
    report = audit(hand, house)
    others = otherwise(house)
    if not others:
        return report
    summary = HandSummary(hand)
    return compared(report, [each for each in others if bears(each.key, summary, report, house, each.house)])


def compared(report: Report, others: Iterable[Otherwise]) -> Report:
    """Adds the effects of the readings `others` to the report."""
    beside = []
    for other in others:
        effect = _beside(report, other)
        if effect.findings or effect.settlement is not None:
            beside.append(effect)
    if not beside:
        return report
    return Report(
        report.hand,
        report.house_name,
        report.house_digest,
        report.rules_version,
        report.findings,
        report.unverifiable,
        report.settlement,
        tuple(beside),
        report.table,
    )


def _beside(report: Report, other: Otherwise) -> Beside:
    """Returns the effect of one reading, and marks the findings of `report` that are absent under this reading."""
    read = audit(report.hand, other.house)
    own, there = identified(report.findings), identified(read.findings)
    for identity, finding in own.items():
        if identity not in there and finding.event < _all_listed_before(read):
            finding.readings += (f"{other.name}: {other.sentence}",)
    changed = [
        finding
        for identity, finding in there.items()
        if finding.event < _all_listed_before(report) and not same_outcome(own.get(identity), finding)
    ]
    differs = read.settlement.words() != report.settlement.words()
    return Beside(other.name, other.sentence, tuple(changed), read.settlement if differs else None)


def identified(findings: Iterable[Finding]) -> Mapping[Identity, Finding]:
    """Returns the findings by the fields that stay the same under another house."""
    seen: Counter[tuple[str, int, int, str]] = Counter()
    found: dict[Identity, Finding] = {}
    for finding in findings:
        fields = (finding.code, finding.event, finding.seat, finding.subject)
        found[(*fields, seen[fields])] = finding
        seen[fields] += 1
    return found


def same_outcome(one: Finding | None, other: Finding | None) -> bool:
    """Whether two findings with the same identity also have equal words, amount and grade."""
    if one is None or other is None:
        return one is other
    return (one.grade, one.logged, one.lawful, one.amount) == (other.grade, other.logged, other.lawful, other.amount)


def _all_listed_before(report: Report) -> int:
    """Returns the index of the event before which the report lists all findings. A report with very many findings
    leaves out later findings.
    """
    unlisted = [finding.event for finding in report.findings if finding.more]
    return min(unlisted, default=len(report.hand.events))


def _named(key: str, value: object) -> str:
    return f"{key} = {text_of(value)}"


# With at most this number of seats, the deck is long enough in every house, however many cards it burns.
_AMPLE: Final = 6
_FIRST_OR_LAST: Final = frozenset({ShowdownFirst.SEVENTH_WAGER_OR_OPENER, ShowdownFirst.SEVENTH_FIRST_WAGER_OR_OPENER})

# Arguments: the summary of a hand, its report under the house, the house, and the house under the other reading.
Bears = Callable[[HandSummary, Report, House, House], bool]


def bears(key: str, summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether `other`, the house under another reading of the parameter `key`, may judge the hand differently."""
    return _BEARS.get(key, _always)(summary, report, house, other)


def _always(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return True


def _door_ace(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.door_ace


def _another_amount(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return named_amount(summary.hand.stakes, house) != named_amount(summary.hand.stakes, other)


def _completed(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.third_wagers > 0


def _at_the_cap(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    caps = [each.cap_wagers for each in (house, other) if each.cap_wagers]
    return bool(caps) and summary.most_wagers > min(caps)


def _odd_fourth(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.odd_fourth


def _from_fourth(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.street >= 4


def _odd_fold(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.odd_fold


def _out_of_turn(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether any finding or note is about the betting."""
    codes = [finding.code for finding in report.findings] + [note.code for note in report.unverifiable]
    return any(code[:1] == "B" for code in codes)


def _burned(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    """Whether the hand may lack a burn under one of the two readings. A deck that may run out also counts, because
    burns shorten it.
    """
    if summary.street < 4:
        return False
    if summary.community or summary.dealt.bit_count() > _AMPLE:
        return True
    if house.deal_burn_fourth:
        return any(finding.code == "D207" for finding in report.findings)
    return bool(summary.hand.records & Records.BURNS) or summary.burns


def _showdown_in_order(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    if not summary.shows or not summary.hand.records & Records.SHOWDOWN_ORDER:
        return False
    if {house.showdown_first, other.showdown_first} == _FIRST_OR_LAST:
        return summary.made > 1
    return True


def _without_a_low(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    pots = report.settlement.pots
    return summary.rivals and (not pots or any(not _is_halved(pot) for pot in pots))


def _is_halved(pot: PotAward) -> bool:
    """Whether the pot has a low half, or only one seat that may win it."""
    return pot.verifiable and (len(pot.eligible) < 2 or any(share.half == "low" for share in pot.shares))


def _tied(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    pots = report.settlement.pots
    return summary.rivals and (not pots or any(_has_a_tie(pot) for pot in pots))


def _has_a_tie(pot: PotAward) -> bool:
    """Whether two seats share a half of the pot, or the winner is unknown."""
    halves = [share.half for share in pot.shares]
    return not pot.verifiable or len(set(halves)) < len(halves)


def _no_fixed_limit(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.hand.structure is not Structure.FIXED


def _clocked(summary: HandSummary, report: Report, house: House, other: House) -> bool:
    return summary.clocked


_BEARS: Final[dict[str, Bears]] = {
    "deal.burn_fourth": _burned,
    "bring_in.ace": _door_ace,
    "bring_in.amount": _another_amount,
    "bring_in.next_wager": _completed,
    "cap.wagers": _at_the_cap,
    "cap.counts_bring_in": _at_the_cap,
    "cap.scope": _at_the_cap,
    "double.right": _odd_fourth,
    "double.raises": _odd_fourth,
    "betting.pot_limit": _no_fixed_limit,
    "betting.least_raise": _no_fixed_limit,
    "betting.spread": _no_fixed_limit,
    "opener.tie": _from_fourth,
    "turn.fold": _odd_fold,
    "turn.out_of_turn": _out_of_turn,
    "showdown.first": _showdown_in_order,
    "hand.best": _tied,
    "low.qualifier": _without_a_low,
    "odd.cards": _tied,
    "clock.ante_counts": _clocked,
    "clock.reconnection": _clocked,
    "clock.reconnections": _clocked,
    "clock.disconnect_needs_money": _clocked,
    "clock.pot": _clocked,
}
