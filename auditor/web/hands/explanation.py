"""Explains a hand to one of its players in plain sentences: what happened, which rules were broken, and how many chips
the player is owed.
"""

from collections.abc import Sequence
from typing import Any, Final

from auditor.engine.events import Street
from auditor.engine.findings import Finding
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.files import Status
from auditor.engine.rules import BY_CODE
from auditor.web.hands.claim import claim_of
from auditor.web.hands.dossier import Dossier
from auditor.web.hands.event_sentences import STREET_WORDS, plain_text, sentence_of
from auditor.web.hands.finding_sentences import finding_sentences
from auditor.web.hands.payout_decision import SENDING_WORDS, decision_of, not_dismissed
from auditor.web.hands.replay.card_faces import veiled, veiled_finding
from auditor.web.hands.sections import NAMES, numbers_of
from auditor.web.rendering.template_filters import visible
from auditor.web.requests.refusals import Refusal
from auditor.web.rulebook.catalogue import title_of

# A page with more events or findings than this would be too long for a player.
MOST_EVENTS: Final = 300
MOST_FINDINGS: Final = 20


def explanation(dossier: Dossier, seat: int | None) -> dict[str, Any]:
    """Returns the explanation of a hand for the player in this seat, as a dict for JSON. If `seat` is `None`, the
    explanation is for the seat that is owed the most. Raises `Refusal` if the hand has no such seat.
    """
    accounts = dossier.report.settlement.seats
    most_owed = sorted(accounts, key=lambda each: each.difference or 0)
    account = next((each for each in most_owed if seat in (each.seat, None)), None)
    if account is None:
        raise Refusal(404, f"This hand has no seat {seat or 1}. Open the hand and choose one of its seats.")
    findings = not_dismissed(dossier)
    decided = decision_of(dossier)
    claim = claim_of(dossier, account, decided)
    return {
        "hand": visible(dossier.hand.number or f"record {dossier.record.name.hand_id}"),
        "house": dossier.house.title,
        "house_name": dossier.house.name,
        "seat": account.seat,
        "seats": sorted([each.seat for each in accounts]),
        "happened": _happened(dossier),
        "left_out": max(len(dossier.hand.events) - MOST_EVENTS, 0),
        "wrong": _wrong(dossier, findings),
        "not_listed": max(len(findings) - MOST_FINDINGS, 0),
        "dismissed": len(dossier.report.findings) - len(findings),
        "decision": decided.decision.value,
        "sending": SENDING_WORDS[decided.decision],
        "title": claim.title,
        "owed": claim.sentences,
    }


def _happened(dossier: Dossier) -> list[dict[str, Any]]:
    """Returns the sentences about the events, grouped by the parts of the hand, such as fourth street. Cards that the
    other players could not see stay hidden.
    """
    hand = dossier.hand
    parts: list[dict[str, Any]] = []
    for event, number in list(zip(hand.events, numbers_of(hand), strict=True))[:MOST_EVENTS]:
        if not parts or parts[-1]["name"] != NAMES[number]:
            parts.append({"name": NAMES[number], "sentences": []})
        if isinstance(event, Street) and event.street in STREET_WORDS:
            continue  # the heading names the street already
        sentence = plain_text(sentence_of(hand, veiled(event))).strip()
        parts[-1]["sentences"].append(f"{_seat(sentence)}.")
    return parts


def _seat(sentence: str) -> str:
    """Puts the word `Seat` before a sentence that begins with the number of a seat."""
    return f"Seat {sentence}" if sentence[:1].isdigit() else sentence


def _wrong(dossier: Dossier, findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Returns the findings as entries. Findings of one rule with the same clause and the same certainty share one
    entry, so that a player reads the rule only once.

    Each finding has two sentences: what the log has, and what the rules require. If several findings of an entry have
    the same two sentences, the entry has these sentences once, with the number of these findings (`times`).
    """
    hand = dossier.hand
    sections = numbers_of(hand)
    entries: dict[tuple[str, str, str], dict[str, Any]] = {}
    for finding in findings[:MOST_FINDINGS]:
        clause, sure = clause_words(finding.clause), _sure(finding)
        shown = veiled_finding(hand, finding)
        sentences = finding_sentences(hand, shown, sections[finding.event])
        entry = entries.setdefault(
            (finding.code, clause, sure),
            {
                "title": title_of(finding.code),
                "law": BY_CODE[finding.code].law if finding.code in BY_CODE else "",
                "rule": clause,
                "sure": sure,
                "differences": {},
            },
        )
        same = entry["differences"].setdefault(sentences, {**sentences._asdict(), "times": 0})
        same["times"] += 1
    return [{**entry, "differences": list(entry["differences"].values())} for entry in entries.values()]


def _sure(finding: Finding) -> str:
    """Returns a sentence that says how certain the rule is."""
    if finding.certainty == "stated" and finding.status == Status.UNIVERSAL:
        return "All rulebooks in the auditor have this rule."
    return _SURE[finding.certainty]


_SURE: Final = {
    "stated": "This rule is certain.",
    "likely": "The house does not state this rule clearly, but all other houses have it.",
    "assumed": "The house does not state this rule clearly. A person must decide.",
    "contested": "This rule can be understood in two ways. A person must decide.",
}
