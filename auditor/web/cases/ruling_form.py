"""The form of a ruling. Its draft is the settlement of the engine; the person who rules changes it where it is wrong.

The text, the status and the house of a clause come from the pinned house, not from the form. So a ruling quotes the
house as it was on that day, and nobody can mistype the quotation.
"""

from collections.abc import Mapping
from typing import Any, Final

from auditor.disputes.decisions import Decision, decision
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import BadRuling, ExGratia, Fact, Line, RuleBasis, Ruling
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.setting_words import setting_document
from auditor.store.disputes.cases import MOST_PARTIES
from auditor.web.cases.amounts import amount_in, amount_words, number_in, typed
from auditor.web.cases.hand_facts import HandFacts

FACTS: Final = 3  # the form has so many fields for facts
# The seats of a table and the house, or the parties of a case and the house.
_MOST_PARTIES: Final = MOST_PARTIES + 1
_OF_FACTS: Final = [name for at in range(1, FACTS + 1) for name in (f"fact-{at}", f"event-{at}")]
_OF_BASIS: Final = ("key", "reading", "clause", "source")
_OF_GRATIA: Final = ("gratia-party", "gratia-amount", "gratia-reason")
# The names of the fields for the amounts that the parties receive or pay, and of all fields of a ruling.
AMOUNTS: Final = frozenset([f"ruled-{at}" for at in range(_MOST_PARTIES)])
FIELDS: Final = frozenset(
    {"outcome", "comment", *_OF_FACTS, *_OF_BASIS, *_OF_GRATIA, *AMOUNTS, *[f"why-{at}" for at in range(_MOST_PARTIES)]}
)


def draft_values(parties: list[str], facts: HandFacts | None, minor: int) -> list[dict[str, Any]]:
    """Returns for each party the amount of the engine and the text of the field, which is the draft of the ruling. The
    amount is `None` if the engine has no settlement for this hand.
    """
    draft = facts.draft if facts is not None else None
    amounts = None if draft is None else {line.party: line.ruled for line in draft}
    return [
        {"at": at, "party": party, "engine": None if amounts is None else amounts.get(party, 0)}
        | {"typed": "" if amounts is None else typed(amounts.get(party, 0), minor)}
        for at, party in enumerate(parties)
    ]


def ruling_in(fields: Mapping[str, str], parties: list[str], facts: HandFacts | None, unit: tuple[str, int]) -> Ruling:
    """Returns the ruling that a form has. Raises `BadRuling` or `BadAmount` for a part that cannot be read."""
    currency, minor = unit
    rows = draft_values(parties, facts, minor)
    lines = [_line(fields, row, minor) for row in rows]
    _check_sum([line.ruled for line in lines], unit)
    return Ruling(
        outcome_in(fields),
        _facts(fields),
        _basis(fields, facts),
        tuple([line for line in lines if line.ruled or line.engine or line.reason]),
        currency,
        minor,
        _ex_gratia(fields, minor),
    )


def decision_in(fields: Mapping[str, str], parties: list[str], unit: tuple[str, int]) -> Decision:
    """Returns the decision of the second adjudicator that a form has: an outcome, and an amount for each party. Raises
    `BadRuling` or `BadAmount`.
    """
    amounts = {
        party: amount_in(fields.get(f"ruled-{at}", ""), unit[1], f"The amount of {party}") or 0
        for at, party in enumerate(parties)
    }
    _check_sum(list(amounts.values()), unit)
    return decision(outcome_in(fields), amounts)


def outcome_in(fields: Mapping[str, str]) -> Outcome:
    """Returns the outcome that a form has. Raises `BadRuling` if there is none."""
    try:
        return Outcome(fields.get("outcome", ""))
    except ValueError:
        raise BadRuling(f"Choose an outcome: {', '.join(Outcome)}.") from None


def _check_sum(amounts: list[int], unit: tuple[str, int]) -> None:
    total = sum(amounts)
    if total:
        words = amount_words(total, *unit, signed=True)
        raise BadRuling(f"The amounts sum to {words}, not to zero. The house is a party too: change its amount.")


def _line(fields: Mapping[str, str], row: Mapping[str, Any], minor: int) -> Line:
    party: str = row["party"]
    engine: int | None = row["engine"]
    ruled = amount_in(fields.get(f"ruled-{row['at']}", ""), minor, f"The amount of {party}") or 0
    if not ruled and engine is None:
        return Line(party, 0, 0)
    return Line(party, engine, ruled, fields.get(f"why-{row['at']}", "").strip())


def _facts(fields: Mapping[str, str]) -> tuple[Fact, ...]:
    found = []
    for at in range(1, FACTS + 1):
        words, event = fields.get(f"fact-{at}", "").strip(), fields.get(f"event-{at}", "").strip()
        if event and number_in(event) is None:
            raise BadRuling(f"Fact {at}: “{event[:20]}” is not the number of an event. The page of the hand has them.")
        if event and not words:
            raise BadRuling(f"Fact {at} has an event, but no text. Write what the event shows.")
        if words:
            found.append(Fact(words, number_in(event)))
    return tuple(found)


def _basis(fields: Mapping[str, str], facts: HandFacts | None) -> RuleBasis:
    key = fields.get("key", "").strip()
    if not key:
        return RuleBasis(fields.get("clause", "").strip(), source=fields.get("source", "").strip())
    if facts is None:
        raise BadRuling("No hand is pinned to this case, so the ruling cannot quote a house. Name another source.")
    try:
        clause = setting_document(facts.house.setting(key))
    except HouseRefused as refused:
        raise BadRuling(
            f"The house {facts.pin.house} has no clause {key[:60]}. Choose a clause of the list."
        ) from refused
    quoted = clause["clause"] or clause["means"]
    reading = fields.get("reading", "").strip()
    return RuleBasis(quoted, key, facts.pin.house, facts.pin.house_digest, clause["status"], reading)


def _ex_gratia(fields: Mapping[str, str], minor: int) -> tuple[ExGratia, ...]:
    amount = amount_in(fields.get("gratia-amount", ""), minor, "The amount ex gratia")
    reason = fields.get("gratia-reason", "").strip()
    if amount is None and not reason:
        return ()
    if amount is None:
        raise BadRuling("The payment ex gratia has a reason, but no amount. Write the amount or delete the reason.")
    return (ExGratia(fields.get("gratia-party", ""), amount, reason),)
