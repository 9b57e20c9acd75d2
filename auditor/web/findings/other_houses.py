"""Audits a hand again under other houses, and compares the results with one finding. A house is a set of rules, so the
same event may be lawful under another house.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from auditor.engine.audit import audit
from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import identified, same_outcome
from auditor.engine.what_if import is_unseen

# A hand with more events than this is not audited under other houses: the visitor waits for the page, and the audits
# would take too long. Real hands are much shorter.
MOST_EVENTS: Final = 1_000


class Opinion(StrEnum):
    """The result of the audit under another house, compared with a finding under the own house of the hand."""

    SAME = "same"
    OTHERWISE = "otherwise"  # the other house has the same finding, but its grade, texts or amount differ
    ANOTHER = "another"  # the audit under the other house finds another broken rule at the event
    UNSEEN = "unseen"  # the rule is not verifiable: the log lacks a fact that this house needs
    NOTHING = "nothing"  # the audit under the other house has no finding at the event


class HouseOpinion(NamedTuple):
    """The result of the audit under one other house. The fields from `code` on are those of the finding under that
    house. They are empty if that house has no finding.
    """

    house: str
    opinion: Opinion
    code: str = ""
    grade: str = ""
    severity: str = ""
    certainty: str = ""
    logged: str = ""
    lawful: str = ""


def opinions_of(
    hand: Hand, findings: tuple[Finding, ...], finding: Finding, houses: Iterable[str]
) -> list[HouseOpinion]:
    """Compares `finding` with the results of an audit under each of `houses`. Returns one result for each house.

    `findings` are all findings under the own house of the hand. A house that does not cover the game of the hand is
    left out. If the hand has more than `MOST_EVENTS` events, the list is empty.
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
    return HouseOpinion(name, Opinion.UNSEEN if is_unseen(report, finding) else Opinion.NOTHING)


def _with_finding(name: str, opinion: Opinion, found: Finding) -> HouseOpinion:
    return HouseOpinion(
        name, opinion, found.code, found.grade, found.severity, found.certainty, found.logged, found.lawful
    )
