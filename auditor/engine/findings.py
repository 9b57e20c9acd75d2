"""The results of an audit: findings, rules that could not be verified, and the report that contains both.

The canonical form of a report is the text from which the digest of the report is computed.
"""

import hashlib
from enum import StrEnum
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement
from auditor.engine.table import Table


class Grade(StrEnum):
    """How serious a finding is."""

    FAULT = "fault"  # the log cannot be true
    VIOLATION = "violation"  # a stated rule was broken
    IRREGULAR = "irregular"  # the rule is assumed or hedged, or the house has discretion


class Unseen(Exception):
    """The law needs a fact that the log does not show, so the rule is *not verifiable* here."""


class Finding:
    """One difference between the log and the law.

    A rule fills in `logged` and `lawful` in words, and `amount` in the smallest unit if money moved. `cites` is `None`
    if all parameters of the rule apply. A rule sets `seat` and `at` (the index of an event) if they differ from those
    of the current event. The audit adds the other fields.

    `more` counts further findings of the same rule that are not listed. A finding is *contested* if it is absent under
    another reading of a clause; `readings` names each such reading.
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
        self.subject: Final = subject  # the pot or card of the finding, if any: part of its identity
        self.event = at  # -1 until the audit fills in the current event
        self.code = ""
        self.grade = ""
        self.line = 0
        self.street = 0
        self.clause = ""
        self.status = ""
        self.readings: tuple[str, ...] = ()
        self.more = 0

    def words(self) -> str:
        """Returns the finding as text of the report's canonical form: one line, and one more line for each reading
        under which the finding is absent. The line number in the log is left out, because it is not part of the hand.
        """
        line = (
            f"{self.code} {self.grade} {self.event} {self.street} {self.seat} {self.amount} {self.status}"
            f" {self.logged} -> {self.lawful} [{self.clause}] {self.subject}"
        )
        return "\n".join([line, *[f"not under {reading}" for reading in self.readings]])

    def standing_for(self, more: int) -> "Finding":
        """Returns a copy of this finding whose words also report `more` unlisted findings of the same rule."""
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
    """A rule that could not be judged at an event. `more` counts later events of this kind that are not listed."""

    __slots__ = ("code", "event", "more")

    def __init__(self, code: str, event: int, more: int = 0) -> None:
        self.code: Final = code
        self.event: Final = event
        self.more: Final = more

    def words(self) -> str:
        """Returns the note as one line of the report's canonical form."""
        return f"unverifiable {self.code} {self.event}{f' and {self.more} more' if self.more else ''}"

    def standing_for(self, more: int) -> "Unverifiable":
        """Returns a copy of this note that also counts `more` unlisted notes of the same rule."""
        return Unverifiable(self.code, self.event, more)


class Beside:
    """The effect that another reading of one clause has on a hand. `reading` names the reading, as in `cap.scope =
    per_player`, and `sentence` explains it. `findings` are the findings that are new or different under the reading.
    `settlement` is the lawful payout under the reading; `None` if the payout is the same.
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
        """Returns the effect as lines of the report's canonical form."""
        lines = [f"under {self.reading}: {self.sentence}"]
        lines += [finding.words() for finding in self.findings]
        if self.settlement is not None:
            lines.append(self.settlement.words())
        return "\n".join(lines)


class Report:
    """The audit of one hand under one house. It depends only on the hand, the house and the rules version. `beside` has
    the effects of other readings. `table` is the table at the end of the log.
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
        """The number of findings, including those that are not listed."""
        return sum([1 + finding.more for finding in self.findings])

    @property
    def hand_digest(self) -> str:
        """The digest of the hand that was audited."""
        return self.hand.digest()

    def digest(self) -> str:
        """Returns the SHA-256 of the hand, the house, the rules version and all results, in hex."""
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
    """Returns the first `most` findings. For each rule with more findings, one further finding follows, which counts
    those that are not listed.
    """
    rest = findings[most:]
    listed = _first_of_each([finding.code for finding in rest])
    return findings[:most] + [rest[at].standing_for(more) if more else rest[at] for at, more in listed]


def abridged_notes(notes: list[Unverifiable], most: int) -> list[Unverifiable]:
    """Returns the first `most` notes. For each rule with more notes, one further note follows, which counts those that
    are not listed.
    """
    rest = notes[most:]
    return notes[:most] + [rest[at].standing_for(more) for at, more in _first_of_each([note.code for note in rest])]


def _first_of_each(codes: list[str]) -> list[tuple[int, int]]:
    """Returns the first index of each code, and the number of later occurrences of that code."""
    first: dict[str, int] = {}
    for at, code in enumerate(codes):
        first.setdefault(code, at)
    return [(at, codes.count(code) - 1) for code, at in first.items()]


# The result of a rule: no finding, one finding or several.
Verdict = Finding | tuple[Finding, ...] | None
