"""The results of an audit: findings, rules that could not be verified, and the report that holds both."""

import hashlib
from enum import StrEnum
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement
from auditor.engine.table import Table


class Grade(StrEnum):
    """The weight of a finding."""

    FAULT = "fault"  # the log cannot be true
    VIOLATION = "violation"  # a stated rule was broken
    IRREGULAR = "irregular"  # the rule is assumed or hedged, or the house has discretion


class Unseen(Exception):
    """The law needs something that the log does not have: the rule is *not verifiable* here."""


class Finding:
    """One difference between the log and the law.

    A rule fills in `logged` and `lawful` in words, and `amount` where money moved (smallest unit). It fills in `cites`
    where it used fewer parameters than it declares, `seat` and `at` (an event's index) where they differ from the
    current event's. The audit adds the other fields. `more` counts further findings of the same rule that are not
    listed. A finding is *contested* where it is absent under another reading of a clause: `readings` names each such
    reading.
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
        "more",
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
        self.event = at  # the audit fills in the current event where a rule names none
        self.code = ""
        self.grade = ""
        self.line = 0
        self.street = 0
        self.clause = ""
        self.status = ""
        self.readings: tuple[str, ...] = ()
        self.more = 0

    def words(self) -> str:
        """The finding in the report's canonical form, without its line number, which is not part of the hand: one line,
        and one more for each reading under which it does not stand.
        """
        line = (
            f"{self.code} {self.grade} {self.event} {self.street} {self.seat} {self.amount} {self.status}"
            f" {self.logged} -> {self.lawful} [{self.clause}] {self.subject}"
        )
        return "\n".join([line, *[f"not under {reading}" for reading in self.readings]])

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
        other.more = more
        return other


class Unverifiable:
    """A rule that could not be judged at an event; `more` counts later events like it that are not listed."""

    __slots__ = ("code", "event", "more")

    def __init__(self, code: str, event: int, more: int = 0) -> None:
        self.code: Final = code
        self.event: Final = event
        self.more: Final = more

    def words(self) -> str:
        """The note as one line of the report's canonical form."""
        return f"unverifiable {self.code} {self.event}{f' and {self.more} more' if self.more else ''}"

    def standing_for(self, more: int) -> "Unverifiable":
        """This note, which stands for as many more of its rule that are not listed."""
        return Unverifiable(self.code, self.event, more)


class Beside:
    """The effect of another reading of one clause on a hand. `reading` names it, as in `cap.scope = per_player`;
    `sentence` explains it. `findings` are new or different under it. `settlement` is the lawful payout under it, `None`
    where that is the same.
    """

    __slots__ = ("findings", "reading", "sentence", "settlement")

    def __init__(
        self, reading: str, sentence: str, findings: tuple[Finding, ...], settlement: Settlement | None
    ) -> None:
        self.reading: Final = reading
        self.sentence: Final = sentence
        self.findings: Final = findings
        self.settlement: Final = settlement

    def words(self) -> str:
        """Its lines of the report's canonical form."""
        lines = [f"under {self.reading}: {self.sentence}"]
        lines += [finding.words() for finding in self.findings]
        if self.settlement is not None:
            lines.append(self.settlement.words())
        return "\n".join(lines)


class Report:
    """The audit of one hand under one house: a pure function of both and of the rules version. `beside` has the effects
    of other readings. `table` is the table at the end of the log.
    """

    __slots__ = (
        "beside",
        "findings",
        "hand",
        "house_digest",
        "house_name",
        "rules_version",
        "settlement",
        "table",
        "unverifiable",
    )

    def __init__(
        self,
        hand: Hand,
        house_name: str,
        house_digest: str,
        rules_version: int,
        findings: tuple[Finding, ...],
        unverifiable: tuple[Unverifiable, ...],
        settlement: Settlement,
        beside: tuple[Beside, ...] = (),
        table: Table | None = None,
    ) -> None:
        self.hand: Final = hand
        self.house_name: Final = house_name
        self.house_digest: Final = house_digest
        self.rules_version: Final = rules_version
        self.findings: Final = findings
        self.unverifiable: Final = unverifiable
        self.settlement: Final = settlement
        self.beside: Final = beside
        self.table: Final = table

    @property
    def found(self) -> int:
        """The number of findings, unlisted ones included."""
        return sum([1 + finding.more for finding in self.findings])

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
            lines.append(unverifiable.words())
        lines.append(self.settlement.words())
        for beside in self.beside:
            lines.append(beside.words())
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def abridged(findings: list[Finding], most: int) -> list[Finding]:
    """The first `most` findings and, of each rule with more, one finding that stands for those that are not listed."""
    rest = findings[most:]
    listed = _first_of_each([finding.code for finding in rest])
    return findings[:most] + [rest[at].standing_for(more) if more else rest[at] for at, more in listed]


def abridged_notes(notes: list[Unverifiable], most: int) -> list[Unverifiable]:
    """The same for rules that could not be verified."""
    rest = notes[most:]
    return notes[:most] + [rest[at].standing_for(more) for at, more in _first_of_each([note.code for note in rest])]


def _first_of_each(codes: list[str]) -> list[tuple[int, int]]:
    """The first index of each code, and how many more of that code follow."""
    first: dict[str, int] = {}
    for at, code in enumerate(codes):
        first.setdefault(code, at)
    return [(at, codes.count(code) - 1) for code, at in first.items()]


# The result of a rule: nothing, one finding or several.
Verdict = Finding | tuple[Finding, ...] | None
