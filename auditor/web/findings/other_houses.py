"""Audits a hand under other houses, and compares one finding: the same, different, none, or not verifiable."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from auditor.engine.audit import audit
from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import identified, same_outcome

# The most events of a hand that is audited under every house while the visitor waits. Real hands are much shorter.
MOST_EVENTS: Final = 1_000


class Opinion(StrEnum):
    """The result under another house, compared with the finding."""

    SAME = "same"
    OTHERWISE = "otherwise"  # the same rule is broken at the same event, but the grade or the wording differs
    ANOTHER = "another"  # another rule is broken at the event
    UNSEEN = "unseen"  # the rule is not verifiable: the log lacks a fact that this house needs
    NOTHING = "nothing"  # there is no finding at the event


class HouseOpinion(NamedTuple):
    """The result under one house. The fields from `code` to `lawful` describe its finding, or are empty."""

    house: str
    opinion: Opinion
    code: str = ""
    grade: str = ""
    logged: str = ""
    lawful: str = ""


def opinions_of(
    hand: Hand, findings: tuple[Finding, ...], finding: Finding, houses: Iterable[str]
) -> list[HouseOpinion]:
    """Returns the result under each of `houses` for `finding`. `findings` are all findings under the hand's own house.

    Houses that do not cover the structure of the hand are left out. If the hand has more than `MOST_EVENTS` events, the
    list is empty.
    """
    if len(hand.events) > MOST_EVENTS:
        return []
    opinions = [_opinion(hand, findings, finding, name) for name in houses]
    return [each for each in opinions if each is not None]


def _opinion(hand: Hand, findings: tuple[Finding, ...], finding: Finding, name: str) -> HouseOpinion | None:
    try:
        report = audit(hand, house_for(hand, name))
    except HouseRefused:
        return None
    own, there = identified(findings), identified(report.findings)
    identity = next((each for each, found in own.items() if found is finding), None)
    other = there.get(identity) if identity is not None else None
    if other is not None:
        return _with_finding(name, Opinion.SAME if same_outcome(finding, other) else Opinion.OTHERWISE, other)
    new = [found for each, found in there.items() if found.event == finding.event and each not in own]
    if new:
        return _with_finding(name, Opinion.ANOTHER, new[0])
    return HouseOpinion(name, Opinion.UNSEEN if _unseen(report, finding) else Opinion.NOTHING)


def _unseen(report: Report, finding: Finding) -> bool:
    """Whether the rule of a finding is not verifiable at its event or later. Some rules judge an event only later."""
    notes = [note for note in report.unverifiable if note.code == finding.code]
    return any(note.event >= finding.event or note.more for note in notes)


def _with_finding(name: str, opinion: Opinion, found: Finding) -> HouseOpinion:
    return HouseOpinion(name, opinion, found.code, found.grade, found.logged, found.lawful)
