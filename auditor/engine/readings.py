"""Readings: a hand audited under its house, and once more under each other way in which a clause can be read.

A reading is the house with that one parameter replaced, one at a time. A finding of the house that is not there under a
reading is contested, and says so; what is there under a reading alone is listed beside.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from auditor.engine.audit import audit
from auditor.engine.findings import Beside, Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.hand_summary import HandSummary
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused, in_words, text_of
from auditor.engine.house.parameters import parameter_of
from auditor.engine.relevant_readings import bears


class NoSuchReading(HouseRefused):
    """A house was to be read in a way that is none of its readings; the sentence says which there are."""


# What stays the same about a finding whatever the house: its code, event, seat and subject; the last counts those that
# are alike in all of that.
Identity = tuple[str, int, int, str, int]


class Otherwise:
    """One clause of a house read otherwise: `name` as in `cap.scope = per_player`, and the house that has it so."""

    __slots__ = ("house", "key", "name", "sentence")

    def __init__(self, key: str, name: str, sentence: str, house: House) -> None:
        self.key: Final = key
        self.name: Final = name
        self.sentence: Final = " ".join(sentence.split())  # one line
        self.house: Final = house


# By the digest of the house, kept for the next hand.
_OTHERWISE: Final[dict[str, tuple[Otherwise, ...]]] = {}
_MOST_KEPT: Final = 256


def otherwise(house: House) -> tuple[Otherwise, ...]:
    """Every other reading of a house, in the order of its parameters."""
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
    """The house with one clause read as `value`, which must be one of its readings or what it has.

    Raises `NoSuchReading` with those that there are, `HouseRefused` for what no house could have.
    """
    setting = house.setting(key)
    asked = parameter_of(key).parsed(value)
    if asked != setting.value and asked not in [reading.value for reading in setting.readings]:
        others = [each.name for each in otherwise(house)]
        there_are = f"its readings are {in_words(others, 'and')}" if others else "it has none"
        raise NoSuchReading(f'house "{house.name}" has no reading {_named(key, asked)}; {there_are}')
    return house.with_value(key, value)


def audit_with_readings(hand: Hand, house: House) -> Report:
    """The report of a hand under a house, with what hangs on how a clause is read. Pure, as `audit` is."""
    report = audit(hand, house)
    others = otherwise(house)
    if not others:
        return report
    summary = HandSummary(hand)
    return compared(report, [each for each in others if bears(each.key, summary, report, house, each.house)])


def compared(report: Report, others: Iterable[Otherwise]) -> Report:
    """The report with what these readings change."""
    beside = []
    for other in others:
        told = _beside(report, other)
        if told.findings or told.settlement is not None:
            beside.append(told)
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
    """What one reading changes; the findings that are not there under it are marked."""
    read = audit(report.hand, other.house)
    own, there = identified(report.findings), identified(read.findings)
    for identity, finding in own.items():
        if identity not in there and finding.event < _all_listed_before(read):
            finding.readings += (f"{other.name}: {other.sentence}",)
    changed = [
        finding
        for identity, finding in there.items()
        if finding.event < _all_listed_before(report) and not says_the_same(own.get(identity), finding)
    ]
    differs = read.settlement.words() != report.settlement.words()
    return Beside(other.name, other.sentence, tuple(changed), read.settlement if differs else None)


def identified(findings: Iterable[Finding]) -> Mapping[Identity, Finding]:
    """Findings by what stays the same about them under another house."""
    seen: Counter[tuple[str, int, int, str]] = Counter()
    found: dict[Identity, Finding] = {}
    for finding in findings:
        what = (finding.code, finding.event, finding.seat, finding.subject)
        found[(*what, seen[what])] = finding
        seen[what] += 1
    return found


def says_the_same(one: Finding | None, other: Finding | None) -> bool:
    """Whether two findings of one identity say the same of the log and of the law, and weigh the same."""
    if one is None or other is None:
        return one is other
    return (one.grade, one.logged, one.lawful, one.amount) == (other.grade, other.logged, other.lawful, other.amount)


def _all_listed_before(report: Report) -> int:
    """The event before which all findings of a report are listed; of a hand with very many later ones are not."""
    unlisted = [finding.event for finding in report.findings if finding.more]
    return min(unlisted, default=len(report.hand.events))


def _named(key: str, value: object) -> str:
    return f"{key} = {text_of(value)}"
