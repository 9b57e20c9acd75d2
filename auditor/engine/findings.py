"""What an audit says: findings, what could not be verified, and the report that holds them."""

import hashlib
from enum import StrEnum
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement


class Grade(StrEnum):
    """The weight of a finding."""

    FAULT = "fault"  # the log cannot be true
    VIOLATION = "violation"  # a stated rule was broken
    IRREGULAR = "irregular"  # the rule is assumed or hedged, or the house has discretion


class Unseen(Exception):
    """The law needs something that the log does not show: the rule is *not verifiable* here."""


class Finding:
    """One difference between the log and the law.

    A rule gives `logged` and `lawful` in words, `amount` where money moved (smallest unit), `cites` where it used
    fewer parameters than it declares, `seat` and `at` (an event's index) where they are not those of the event at
    hand. The audit adds the rest.
    """

    __slots__ = (
        "amount",
        "cites",
        "clause",
        "code",
        "event",
        "grade",
        "lawful",
        "line",
        "logged",
        "readings",
        "seat",
        "status",
        "street",
        "subject",
    )

    def __init__(
        self,
        logged: str,
        lawful: str,
        amount: int | None = None,
        cites: tuple[str, ...] | None = None,
        seat: int = 0,
        subject: str = "",
        at: int = -1,
    ) -> None:
        self.logged: Final = logged
        self.lawful: Final = lawful
        self.amount: Final = amount
        self.cites = cites
        self.seat = seat
        self.subject: Final = subject  # a pot or a card, where the finding is about one: part of its identity
        self.event = at  # the audit puts the event at hand where a rule names none
        self.code = ""
        self.grade = ""
        self.line = 0
        self.street = 0
        self.clause = ""
        self.status = ""
        self.readings: tuple[str, ...] = ()

    def words(self) -> str:
        """The finding as one line of the report's canonical form (no line number: it is not part of the hand)."""
        return (
            f"{self.code} {self.grade} {self.event} {self.street} {self.seat} {self.amount} {self.status}"
            f" {self.logged} -> {self.lawful} [{self.clause}] {self.subject}"
        )

    def standing_for(self, more: int) -> "Finding":
        """This finding, with words for as many more of its rule that are not listed."""
        logged = f"{self.logged}; of {self.code} {more:,} more, not listed"
        other = Finding(logged, self.lawful, self.amount, self.cites, self.seat, self.subject, self.event)
        other.code = self.code
        other.grade = self.grade
        other.line = self.line
        other.street = self.street
        other.clause = self.clause
        other.status = self.status
        other.readings = self.readings
        return other


class Unverifiable:
    """A rule that could not be judged at an event."""

    __slots__ = ("code", "event")

    def __init__(self, code: str, event: int) -> None:
        self.code: Final = code
        self.event: Final = event


class Report:
    """The audit of one hand under one house: a pure function of both and of the rules version."""

    __slots__ = ("findings", "hand", "house_digest", "house_name", "rules_version", "settlement", "unverifiable")

    def __init__(
        self,
        hand: Hand,
        house_name: str,
        house_digest: str,
        rules_version: int,
        findings: tuple[Finding, ...],
        unverifiable: tuple[Unverifiable, ...],
        settlement: Settlement,
    ) -> None:
        self.hand: Final = hand
        self.house_name: Final = house_name
        self.house_digest: Final = house_digest
        self.rules_version: Final = rules_version
        self.findings: Final = findings
        self.unverifiable: Final = unverifiable
        self.settlement: Final = settlement

    @property
    def hand_digest(self) -> str:
        """The digest of the hand that was audited."""
        return self.hand.digest()

    def digest(self) -> str:
        """SHA-256 over the hand, the house, the rules version and every outcome, in hex."""
        lines = [f"report/1 {self.hand_digest} {self.house_digest} {self.rules_version}"]
        for finding in self.findings:
            lines.append(finding.words())
        for unverifiable in self.unverifiable:
            lines.append(f"unverifiable {unverifiable.code} {unverifiable.event}")
        lines.append(self.settlement.words())
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def abridged(findings: list[Finding], most: int) -> list[Finding]:
    """The first `most` findings and, of each rule that has more, the next one: it says how many follow that are not
    listed.
    """
    more: dict[str, int] = {}
    for finding in findings[most:]:
        more[finding.code] = more.get(finding.code, -1) + 1
    kept = findings[:most]
    for finding in findings[most:]:
        left_out = more.pop(finding.code, -1)
        if left_out >= 0:
            kept.append(finding.standing_for(left_out) if left_out else finding)
    return kept


# What a rule gives back: nothing, one finding or several.
Verdict = Finding | tuple[Finding, ...] | None
