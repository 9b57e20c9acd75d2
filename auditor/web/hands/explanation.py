"""Explains a hand to one of its players in plain sentences: how many chips the player is owed and why, which rules were
broken, and what happened.
"""

from collections.abc import Sequence
from typing import Any, Final

from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.files import Status
from auditor.engine.rules import BY_CODE
from auditor.web.hands.claim import claim_of
from auditor.web.hands.dossier import Dossier
from auditor.web.hands.finding_sentences import finding_sentences
from auditor.web.hands.payout_decision import SENDING_WORDS, decision_of, not_dismissed
from auditor.web.hands.payout_reasons import reasons_for
from auditor.web.hands.player_events import own_cards, parts_of
from auditor.web.hands.replay.card_faces import veiled_finding
from auditor.web.hands.sections import numbers_of
from auditor.web.rendering.template_filters import chips, moment_utc, stamp, visible
from auditor.web.requests.refusals import Refusal
from auditor.web.rulebook.catalogue import title_of

# A page with more findings than this would be too long for a player.
MOST_FINDINGS: Final = 20
_GAMES: Final = {"stud": "Seven-card stud", "stud8": "Seven-card stud hi-lo", "razz": "Razz"}


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
    happened, left_out = parts_of(dossier.hand, account.seat, {each.event for each in findings})
    return {
        "hand": visible(dossier.hand.number or f"record {dossier.record.name.hand_id}"),
        "facts": _facts(dossier),
        "house": dossier.house.title,
        "house_name": dossier.house.name,
        "seat": account.seat,
        "seats": sorted([each.seat for each in accounts]),
        "own_cards": own_cards(dossier.hand, account.seat),
        "happened": happened,
        "left_out": left_out,
        "wrong_title": claim.wrong_title,
        "wrong": _wrong(dossier, findings),
        "not_listed": max(len(findings) - MOST_FINDINGS, 0),
        "dismissed": len(dossier.report.findings) - len(findings),
        "decision": decided.decision.value,
        "sending": SENDING_WORDS[decided.decision],
        "title": claim.title,
        "owed": claim.sentences,
        "why": reasons_for(dossier.report, dossier.house, account) if claim.names_amount else [],
        "next_step": claim.next_step,
    }


def _facts(dossier: Dossier) -> dict[str, str]:
    """Returns the facts by which the player and the card room recognize the hand."""
    name, hand = dossier.record.name, dossier.hand
    played = stamp(name.played)
    facts = {
        "Game": _GAMES.get(hand.game.value, hand.game.value),
        "Stakes": _stakes(hand),
        "Room": name.room,
        "Table": name.table,
        "Played": moment_utc(played) if played else name.local,
    }
    return {label: visible(text) for label, text in facts.items() if text}


def _stakes(hand: Hand) -> str:
    stakes, minor = hand.stakes, hand.unit.minor
    parts = []
    if stakes.small_bet is not None:
        big_bet = stakes.small_bet * 2 if stakes.big_bet is None else stakes.big_bet
        parts.append(f"{chips(stakes.small_bet, minor)}/{chips(big_bet, minor)}")
    if stakes.ante is not None:
        parts.append(f"ante {chips(stakes.ante, minor)}")
    if stakes.bring_in is not None:
        parts.append(f"bring-in {chips(stakes.bring_in, minor)}")
    return f"{', '.join(parts)} {hand.unit.currency or 'chips'}" if parts else ""


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
        clause, sure = _stated(finding.clause), _sure(finding)
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


def _stated(clause: str) -> str:
    """Returns the clause if the rulebook of the house states it, else an empty text. A clause that the rulebook does
    not state begins with a formula, which `clause_words` replaces.
    """
    return clause if clause_words(clause) == clause else ""


def _sure(finding: Finding) -> str:
    """Returns a sentence that says how certain the rule is."""
    if finding.certainty == "stated" and finding.status == Status.UNIVERSAL:
        return "This rule holds in every card room that we know."
    return _SURE[finding.certainty]


_SURE: Final = {
    "stated": "This rule is certain.",
    "likely": "This rule holds in every card room that we know.",
    "assumed": "The rules of this card room do not state this rule clearly. The card room must decide.",
    "contested": "This rule can be understood in two ways. The card room must decide.",
}
