"""The results of an audit: findings, rules that could not be verified, and the report that contains both. A report has
a canonical form: a text with all its results, from which its digest (a SHA-256) is computed.
"""

import hashlib
from enum import StrEnum
from typing import Final

from auditor.engine.hand import Hand
from auditor.engine.settlement import Settlement
from auditor.engine.settlement.restitution import Transfer, restitution
from auditor.engine.table import Table


class Grade(StrEnum):
    """The kind of a finding: the log is impossible, or a rule was broken. For a broken rule, the grade also says
    whether the house states the rule.
    """

    FAULT = "fault"  # the log states something that cannot have happened
    VIOLATION = "violation"  # a rule that the house states was broken
    # The house does not state the broken rule, or states it with a word such as "usually". Or the act may have a lawful
    # reason that the log need not record.
    IRREGULAR = "irregular"


class Severity(StrEnum):
    """How serious the offence of a finding is for the players. The most serious value comes first. Each rule names the
    severity of its findings. A serious finding may still be uncertain: see `Certainty`.
    """

    MONEY = "money"  # a pot, the rake or an uncalled bet was paid wrongly
    INTEGRITY = "integrity"  # the deck, cards or seats are wrong, or a card was shown too early or not at all
    LOG = "log"  # the log contradicts itself, so nobody knows what happened
    PLAY = "play"  # a forbidden act changed the decision that other players faced, or the chips that they play for
    PROCEDURE = "procedure"  # only the order or the form is wrong


class Certainty(StrEnum):
    """How certain it is that a finding is right. The most certain value comes first. A clause is the answer of a house
    to one question of its rules. An answer is unsure if its `Status` is assumed or hedged.
    """

    STATED = "stated"  # none of the clauses that decide the finding is unsure
    # Some of these clauses are unsure, but all houses that come with the auditor have the same answers there.
    LIKELY = "likely"
    # Some of these clauses are unsure, and a house that comes with the auditor has another answer there. Or the act may
    # have a lawful reason that the log need not record.
    ASSUMED = "assumed"
    CONTESTED = "contested"  # if a clause is understood in another way, there is no finding


class Unseen(Exception):
    """Raised when a judgement needs a fact that the log does not show. The audit then notes the rule as *not
    verifiable* at this event.
    """


class Finding:
    """One difference between the log and the house rules.

    A rule always fills in `logged` (what the log says) and `lawful` (what the rules require), both in words. It fills
    in these fields only if necessary:

    - `amount`, in the smallest unit of money, if the finding is about an amount
    - `cites`, the keys of the parameters (questions to a house) that may matter, if not all parameters of the rule
      matter here
    - `seat`, if it is not the seat of the current event
    - `event` (the argument `at`), the index of the event that the finding is about, if it is not the current event
    - `subject`, if the finding is about one pot or one card
    - `severity`, if it differs from the severity of the rule

    The audit fills in the other fields, and keeps in `cites` only the parameters that decide the finding.

    If `contradicts_money` is true, the finding says that the log contradicts itself about money (see `Rule`).

    `more` counts further findings of the same rule that are not listed. A finding is *contested* if it disappears under
    another reading of a clause, which is another way to understand the clause. `readings` names each such reading.

    `street` is the street of the event that the finding is about. `asked_on` is the street on which the rule ran. The
    two streets differ if the rule ran at an event of a later street. The method `words` uses `asked_on` and not
    `street`, because earlier versions had only this street, and the digests of reports must stay the same.
    """

    __slots__ = (
        "amount",
        "asked_on",
        "certainty",
        "cites",
        "clause",
        "code",
        "contradicts_money",
        "event",
        "grade",
        "lawful",
        "line",
        "logged",
        "more",
        "readings",
        "seat",
        "severity",
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
        severity: str = "",
    ) -> None:
        self.logged: Final = logged
        self.lawful: Final = lawful
        self.amount: Final = amount
        self.cites = cites
        self.seat = seat
        # the pot or card that the finding is about, if any; it distinguishes two findings of one rule at one event
        self.subject: Final = subject
        self.event = at  # the index of the event; -1 until the audit sets the current event
        self.code = ""
        self.contradicts_money = False
        self.grade = ""
        self.severity = severity
        self.certainty = ""
        self.line = 0
        self.street = 0
        self.asked_on = 0
        self.clause = ""
        self.status = ""
        self.readings: tuple[str, ...] = ()
        self.more = 0

    def words(self) -> str:
        """Returns the finding as text for the canonical form of a report, from which the report's digest is computed.
        The text has one line, and one more line for each reading of a clause (way to understand it) under which the
        finding disappears. The line number in the file is left out, because the same hand may be in several files.
        """
        line = (
            f"{self.code} {self.grade} {self.event} {self.asked_on} {self.seat} {self.amount} {self.status}"
            f" {self.logged} -> {self.lawful} [{self.clause}] {self.subject}"
        )
        return "\n".join([line, *[f"not under {reading}" for reading in self.readings]])

    def standing_for(self, more: int) -> "Finding":
        """Returns a copy of this finding that stands for `more` further findings of the same rule, which the report
        does not list. Its text states their number.
        """
        other = self.with_words(f"{self.logged}; of {self.code} {more:,} more, not listed", self.lawful)
        other.more = more
        return other

    def with_words(self, logged: str, lawful: str) -> "Finding":
        """Returns a copy of this finding with other words for what the log says and what the rules require."""
        other = Finding(logged, lawful, self.amount, self.cites, self.seat, self.subject, self.event)
        other.code = self.code
        other.contradicts_money = self.contradicts_money
        other.grade = self.grade
        other.severity = self.severity
        other.certainty = self.certainty
        other.line = self.line
        other.street = self.street
        other.asked_on = self.asked_on
        other.clause = self.clause
        other.status = self.status
        other.readings = self.readings
        other.more = self.more
        return other


class Unverifiable:
    """A note that the rule `code` could not be judged at the event with the index `event`, because the log does not
    show enough. `more` counts further notes of the same rule that are not listed.
    """

    __slots__ = ("code", "event", "more")

    def __init__(self, code: str, event: int, more: int = 0) -> None:
        self.code: Final = code
        self.event: Final = event
        self.more: Final = more

    def words(self) -> str:
        """Returns the note as a line of the canonical form of a report, from which the report's digest is computed."""
        return f"unverifiable {self.code} {self.event}{f' and {self.more} more' if self.more else ''}"

    def standing_for(self, more: int) -> "Unverifiable":
        """Returns a copy of this note that stands for `more` further notes of the same rule, which the report does not
        list.
        """
        return Unverifiable(self.code, self.event, more)


class Beside:
    """The differences that another reading of one clause makes in the report of a hand. A reading is one way to
    understand a clause. `reading` names it, such as `cap.scope = per_player`, and `sentence` explains it. `findings`
    are the findings that are new or different under this reading. `settlement` is the lawful payout under this reading,
    or `None` if the payout is the same. `transfers` correct the payout under this reading. There are none if the payout
    is the same, or if the log contradicts itself about money under this reading.
    """

    __slots__ = ("findings", "reading", "sentence", "settlement", "transfers")

    def __init__(
        self,
        reading: str,
        sentence: str,
        findings: tuple[Finding, ...],
        settlement: Settlement | None,
        transfers: tuple[Transfer, ...],
    ) -> None:
        self.reading: Final = reading
        self.sentence: Final = sentence
        self.findings: Final = findings
        self.settlement: Final = settlement
        self.transfers: Final = transfers

    def words(self) -> str:
        """Returns lines that say how the report under this reading differs from the main report. They are part of the
        text from which the report's digest is computed.
        """
        lines = [f"under {self.reading}: {self.sentence}"]
        lines += [finding.words() for finding in self.findings]
        if self.settlement is not None:
            lines.append(self.settlement.words())
        return "\n".join(lines)


class Report:
    """The result of auditing one hand under one house. It depends only on the hand, the house and the version of the
    rules. `beside` lists the differences that other readings of the house's clauses (other ways to understand them)
    would make in this report. `table` is the state of the poker table at the end of the log.
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
    def contradicts_itself(self) -> bool:
        """Whether the log contradicts itself about money. Then nobody can say who owes what, until a person decides
        which lines of the log are correct.
        """
        return any(finding.contradicts_money for finding in self.findings)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The fewest transfers that correct the payout. There are none if nothing was paid wrongly, if a payment is
        unknown, or if the log contradicts itself about money.
        """
        return () if self.contradicts_itself else restitution(self.settlement)

    @property
    def hand_digest(self) -> str:
        """The digest (a SHA-256 in hex) of the hand that was audited."""
        return self.hand.digest()

    def digest(self) -> str:
        """Returns the SHA-256 in hex of the hand's digest, the house's digest, the version of the rules, and all
        results.
        """
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
    """Returns the first `most` findings. If a rule has further findings, the first of these is added, and its text
    states how many more there are.
    """
    rest = findings[most:]
    listed = _first_of_each([finding.code for finding in rest])
    return findings[:most] + [rest[at].standing_for(more) if more else rest[at] for at, more in listed]


def abridged_notes(notes: list[Unverifiable], most: int) -> list[Unverifiable]:
    """Returns the first `most` notes about rules that could not be verified. If a rule has further notes, the first of
    these is added, and its field `more` counts the others.
    """
    rest = notes[most:]
    return notes[:most] + [rest[at].standing_for(more) for at, more in _first_of_each([note.code for note in rest])]


def _first_of_each(codes: list[str]) -> list[tuple[int, int]]:
    """Returns a pair for each rule code in the list: the index of its first occurrence, and the number of its later
    occurrences.
    """
    first: dict[str, int] = {}
    for at, code in enumerate(codes):
        first.setdefault(code, at)
    return [(at, codes.count(code) - 1) for code, at in first.items()]


# The result of a rule's function: `None` if the function finds nothing, else one finding or several.
Verdict = Finding | tuple[Finding, ...] | None
