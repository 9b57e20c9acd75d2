"""A ruling in three parts: the facts, the rule, and the settlement.

The settlement of the engine is the draft. If people rule another amount, that line needs a reason. A payment ex gratia
is a kind of its own: the house pays more than the rules require, and says why.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from auditor.disputes.claims import MOST_AMOUNT
from auditor.disputes.outcomes import Outcome

# The house as a party. Every other party is a text such as `seat 3`.
HOUSE: Final = "house"
LONGEST_REASON: Final = 2_000
LONGEST_FACT: Final = 4_000
LONGEST_PARTY: Final = 64
MOST_LINES: Final = 200
MOST_FACTS: Final = 100
_FORM: Final = "ruling/1"


class BadRuling(ValueError):
    """Raised for a ruling that contradicts itself or lacks a part. The message is one sentence that says what to
    change.
    """


def seat_party(seat: int) -> str:
    """Returns the name of a seat as a party, such as `seat 3`."""
    return f"seat {seat}"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that the adjudicators found. `event` is the number of the event of the record, counted from 0, that shows
    the fact. It is `None` if the fact is not about one event.
    """

    text: str
    event: int | None = None


@dataclass(frozen=True, slots=True)
class RuleBasis:
    """The rule that decides the case.

    - If the house has a rule, `key` is the key of the clause, such as `odd.halves`. `house` and `house_digest` name the
      house as it was on that day. `reading` is the reading on which the ruling rests; it may be empty.
    - If no house rule applies, `key` is empty, and `source` names the rulebook or the practice that is used instead.
    - `clause` is the rule in words, and `status` its status, such as `stated`.
    """

    clause: str
    key: str = ""
    house: str = ""
    house_digest: str = ""
    status: str = ""
    reading: str = ""
    source: str = ""

    @property
    def is_of_house(self) -> bool:
        """Whether the rule is a rule of the house."""
        return bool(self.key)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the settlement: the amount that a party is to receive, or, below zero, is to pay.

    `engine` is the amount of the engine; it is `None` if the engine has no settlement for this party. If `ruled`
    differs from `engine`, `reason` says why.
    """

    party: str
    engine: int | None
    ruled: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExGratia:
    """A payment of the house to a party beyond the rules. `amount` is above zero."""

    party: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling. Amounts are in the smallest unit: 10 ** -`minor` of `currency`. `dissent` is the opinion of an
    adjudicator who did not agree; it is empty if there is none.
    """

    outcome: Outcome
    facts: tuple[Fact, ...]
    basis: RuleBasis
    lines: tuple[Line, ...]
    currency: str
    minor: int
    ex_gratia: tuple[ExGratia, ...] = ()
    dissent: str = ""

    def amounts(self) -> dict[str, int]:
        """Returns the amount that each party is to receive in all, or, below zero, is to pay. Parties with nothing to
        receive or pay are left out. The amounts sum to zero.
        """
        totals: dict[str, int] = {}
        for line in self.lines:
            totals[line.party] = totals.get(line.party, 0) + line.ruled
        for extra in self.ex_gratia:
            totals[extra.party] = totals.get(extra.party, 0) + extra.amount
            totals[HOUSE] = totals.get(HOUSE, 0) - extra.amount
        return {party: amount for party, amount in sorted(totals.items()) if amount}

    def document(self) -> dict[str, Any]:
        """Returns the ruling as a dictionary for JSON. `ruling_from` reads the dictionary back."""
        return {
            "form": _FORM,
            "outcome": self.outcome.value,
            "facts": [{"text": fact.text, "event": fact.event} for fact in self.facts],
            "basis": {name: getattr(self.basis, name) for name in RuleBasis.__slots__},
            "lines": [
                {"party": line.party, "engine": line.engine, "ruled": line.ruled, "reason": line.reason}
                for line in self.lines
            ],
            "ex_gratia": [{"party": e.party, "amount": e.amount, "reason": e.reason} for e in self.ex_gratia],
            "currency": self.currency,
            "minor": self.minor,
            "dissent": self.dissent,
        }

    def canonical(self) -> str:
        """Returns the ruling as JSON text that is always the same for the same ruling."""
        return json.dumps(self.document(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def digest(self) -> bytes:
        """Returns the SHA-256 of `canonical()`."""
        return hashlib.sha256(self.canonical().encode("utf-8", "surrogatepass")).digest()


def ruling_from(document: Mapping[str, Any]) -> Ruling:
    """Returns the ruling that `Ruling.document` wrote. Raises `BadRuling` if the dictionary is of another form."""
    if document.get("form") != _FORM:
        raise BadRuling(f'A stored ruling has the unknown form "{document.get("form")}".')
    return Ruling(
        Outcome(document["outcome"]),
        tuple([Fact(**fact) for fact in document["facts"]]),
        RuleBasis(**document["basis"]),
        tuple([Line(**line) for line in document["lines"]]),
        document["currency"],
        document["minor"],
        tuple([ExGratia(**extra) for extra in document["ex_gratia"]]),
        document["dissent"],
    )


def draft_lines(differences: Mapping[int, int], rake_difference: int, unaccounted: int = 0) -> tuple[Line, ...]:
    """Returns the settlement of the engine as the draft of a ruling: each party is to receive what the log paid too
    little. `differences` has, for each seat number, the logged amount minus the lawful amount. The house answers for
    the rake and for chips that are unaccounted for. Raises `BadRuling` if the differences do not sum to zero.
    """
    if sum(differences.values()) + rake_difference + unaccounted:
        raise BadRuling("The differences of the settlement do not sum to zero.")
    amounts = {seat_party(seat): -over for seat, over in sorted(differences.items())}
    amounts[HOUSE] = -(rake_difference + unaccounted)
    return tuple([Line(party, amount, amount) for party, amount in amounts.items() if amount])


def checked(ruling: Ruling) -> Ruling:
    """Returns the ruling if it is complete and does not contradict itself. Otherwise raises `BadRuling`."""
    _check_facts(ruling.facts)
    _check_basis(ruling)
    _check_lines(ruling.lines)
    _check_ex_gratia(ruling.ex_gratia)
    if len(ruling.dissent) > LONGEST_FACT:
        raise BadRuling(f"The dissent has more than {LONGEST_FACT:,} characters. Shorten the text.")
    if ruling.outcome is Outcome.NOT_UPHELD and any(line.ruled for line in ruling.lines):
        raise BadRuling("The claim is not upheld, but the settlement moves chips. Change the outcome or the amounts.")
    return ruling


def _check_facts(facts: tuple[Fact, ...]) -> None:
    if not facts or len(facts) > MOST_FACTS:
        raise BadRuling(f"A ruling needs 1 to {MOST_FACTS} facts.")
    for fact in facts:
        if not fact.text.strip() or len(fact.text) > LONGEST_FACT:
            raise BadRuling(f"The text of a fact has 1 to {LONGEST_FACT:,} characters.")
        if fact.event is not None and fact.event < 0:
            raise BadRuling("The number of an event is 0 or more.")


def _check_basis(ruling: Ruling) -> None:
    basis = ruling.basis
    if not basis.clause.strip():
        raise BadRuling("The rule has no text. Write the clause of the house, or the rule that is used instead.")
    if basis.is_of_house and not (basis.house and basis.house_digest and basis.status):
        raise BadRuling("A rule of the house needs the house, its digest and the status of the clause.")
    if not basis.is_of_house and not basis.source.strip():
        raise BadRuling("No house rule applies, so name the rulebook or the practice that is used instead.")
    if ruling.outcome is Outcome.NO_HOUSE_RULE and basis.is_of_house:
        raise BadRuling('The outcome is "no house rule applies", but the ruling rests on a rule of the house.')


def _check_lines(lines: tuple[Line, ...]) -> None:
    if len(lines) > MOST_LINES:
        raise BadRuling(f"The settlement has more than {MOST_LINES} lines.")
    _check_parties([line.party for line in lines])
    for line in lines:
        _check_amounts(line.ruled, line.engine or 0)
        if line.ruled != line.engine and not line.reason.strip():
            raise BadRuling(f"{line.party}: the ruled amount differs from the amount of the engine. Write the reason.")
        _check_reason(line.reason)
    if sum([line.ruled for line in lines]):
        raise BadRuling("The ruled amounts do not sum to zero. The house is a party too.")


def _check_ex_gratia(extras: tuple[ExGratia, ...]) -> None:
    _check_parties([extra.party for extra in extras])
    for extra in extras:
        _check_amounts(extra.amount)
        if extra.party == HOUSE or extra.amount <= 0:
            raise BadRuling("A payment ex gratia goes from the house to another party, and is above zero.")
        if not extra.reason.strip():
            raise BadRuling(f"{extra.party}: a payment ex gratia needs a reason.")
        _check_reason(extra.reason)


def _check_parties(parties: Iterable[str]) -> None:
    listed = list(parties)
    if len(set(listed)) != len(listed):
        raise BadRuling("The settlement lists a party twice.")
    for party in listed:
        if not party or len(party) > LONGEST_PARTY or not party.isprintable():
            raise BadRuling(f"The name of a party has 1 to {LONGEST_PARTY} visible characters.")


def _check_amounts(*amounts: int) -> None:
    if any(abs(amount) > MOST_AMOUNT for amount in amounts):
        raise BadRuling("An amount has more than 15 digits.")


def _check_reason(reason: str) -> None:
    if len(reason) > LONGEST_REASON:
        raise BadRuling(f"A reason has more than {LONGEST_REASON:,} characters. Shorten the text.")
