"""What other houses would say of one finding: the same, something else, nothing, or that they cannot judge it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from auditor.engine.audit import audit
from auditor.engine.findings import Finding, Report
from auditor.engine.hand import Hand
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import identified, same_outcome

# A hand is audited once under each house while somebody waits for the page. No hand that was played has so many.
MOST_EVENTS: Final = 1_000


class Opinion(StrEnum):
    """What another house makes of it."""

    SAME = "same"
    OTHERWISE = "otherwise"  # the same place and rule, told or weighed in another way
    ANOTHER = "another"  # another rule is broken there
    UNSEEN = "unseen"  # its rule could not be judged there: the log does not show what that house needs
    NOTHING = "nothing"  # it has no such finding at that event, which is not to say that it approves


class HouseOpinion(NamedTuple):
    """What one house says. `code` to `lawful` are of the finding there, empty where it has none."""

    house: str
    opinion: Opinion
    code: str = ""
    grade: str = ""
    logged: str = ""
    lawful: str = ""


def opinions_of(
    hand: Hand, findings: tuple[Finding, ...], finding: Finding, houses: Iterable[str]
) -> list[HouseOpinion]:
    """What each of `houses` says of a `finding`, which is one of those that the hand's own house has: `findings`.

    A house that does not cover the structure of the hand is left out, and so is everything for a hand of more than
    `MOST_EVENTS` events.
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
    """Whether the rule of a finding could not be judged at its event, or later: a rule may judge a place when more of
    the hand is told.
    """
    notes = [note for note in report.unverifiable if note.code == finding.code]
    return any(note.event >= finding.event or note.more for note in notes)


def _with_finding(name: str, opinion: Opinion, found: Finding) -> HouseOpinion:
    return HouseOpinion(name, opinion, found.code, found.grade, found.logged, found.lawful)
