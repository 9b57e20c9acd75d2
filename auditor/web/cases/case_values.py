"""The values of the page of a case, and the same facts as a dict for JSON."""

import datetime as dt
from typing import Any, Final

from auditor.disputes.act_texts import COMMENTS, REASONS
from auditor.disputes.acts import Act
from auditor.disputes.decisions import PROPOSAL
from auditor.disputes.outcomes import Outcome
from auditor.engine.house.parameter_types import HouseRefused
from auditor.store.disputes.decisions import DecisionRow, RulingRow
from auditor.store.disputes.time_limits import time_limit_of
from auditor.store.people.accounts import everybody
from auditor.store.people.roles import DECIDING
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import CaseDetail, ClaimRow, LedgerRow
from auditor.web.cases.act_words import LEDGER, PLAIN, WORDS, past_words
from auditor.web.cases.hand_facts import HandFacts, facts_of
from auditor.web.rendering.template_filters import stamp
from auditor.web.rulebook.catalogue import title_of

MOST_PEOPLE: Final = 200


def case_document(detail: CaseDetail) -> dict[str, Any]:
    """Returns a case as a dict for JSON, as far as the visitor may see it. Amounts are in the smallest unit; times are
    in UTC. The names of the players are not part of it.
    """
    return {
        "case": detail.id,
        "venue": detail.venue,
        "state": detail.seen.state.value,
        "last_act": detail.seen.last_act,
        "rule": detail.rule,
        "hand": detail.hand_id,
        "outcome": detail.outcome,
        "owner": detail.owner,
        "opener": detail.opener,
        "opened_through": detail.opened_through,
        "opened": stamp(detail.opened_at),
        "round": detail.round,
        "clock": _clock(detail),
        "claims": [_claim(each) for each in detail.claims],
        "parties": [{"party": each.id, "side": each.side, "label": each.label} for each in detail.parties],
        "pins": [
            {
                "hand": each.hand_id,
                "record_digest": each.record_digest,
                "house": each.house,
                "house_digest": each.house_digest,
                "rules_version": each.rules_version,
                "report_digest": each.report_digest,
            }
            for each in detail.pins
        ],
        "decisions": [decision_document(each) for each in detail.decisions],
        "decisions_hidden": detail.is_blind,
        "rulings": [ruling_document(each) for each in detail.rulings],
        "ledgers": [_ledger(each) for each in detail.ledgers],
        "timeline": _timeline(detail),
        "exhibits": [
            {"exhibit": each.id, "sha256": each.sha256, "type": each.media_type, "size": each.size, "name": each.label}
            | {"origin": each.origin, "by": each.by, "at": stamp(each.at)}
            for each in detail.evidence
        ],
        "acts": [each.value for each in detail.acts],
    }


def case_values(connection: Connection, detail: CaseDetail) -> dict[str, Any]:
    """Returns the further values of the HTML page of a case."""
    facts = [facts_of(connection, pin) for pin in detail.pins]
    claim = detail.claims[-1] if detail.claims else None
    offered = set(detail.acts)
    return {
        "claim": _claim(claim) if claim else None,
        "claimed_step": facts[0].step(claim.event) if facts and claim else None,
        "facts": [hand_values(each) for each in facts],
        "time_limit": _time_limit(connection, detail.id),
        "title": title_of(detail.rule) if detail.rule else "",
        "plain": [_form(act) for act in PLAIN if act in offered],
        "offers": {act.name.lower(): act in offered for act in Act},
        "ledger_acts": [act for act in LEDGER if act in offered],
        "timeline": [{**each, "words": past_words(each["act"])} for each in _timeline(detail)],
        "people": _people(connection) if Act.ASSIGN in offered else [],
        "parties_of_ruling": parties_of_ruling(facts, detail),
        "outcomes": [each.value for each in Outcome],
        "unit": unit_of(facts, detail),
        "roles": sorted(each.value for each in detail.relations),
    }


def hand_values(facts: HandFacts) -> dict[str, Any]:
    """Returns the values for one pinned hand: findings, settlement and clauses."""
    try:
        clauses = facts.clauses()
    except HouseRefused:  # the kept text of the house is not valid in this version any more
        clauses = []
    return {
        "hand": facts.pin.hand_id,
        "house": facts.pin.house,
        "house_digest": facts.pin.house_digest,
        "record_digest": facts.pin.record_digest,
        "minor": facts.pin.minor,
        "currency": facts.pin.currency,
        "findings": facts.findings(),
        "seats": facts.seats(),
        "clauses": clauses,
        "draft": facts.draft,
    }


def parties_of_ruling(facts: list[HandFacts], detail: CaseDetail) -> list[str]:
    """Returns the parties that a ruling can name. Without a pinned hand, these are the parties of the case."""
    if facts:
        return facts[0].parties()
    return [*[each.label for each in detail.parties], "house"]


def unit_of(facts: list[HandFacts], detail: CaseDetail) -> tuple[str, int]:
    """Returns the currency of the case and its number of decimals."""
    if facts:
        return facts[0].pin.currency, facts[0].pin.minor
    return (detail.claims[-1].currency, detail.claims[-1].minor) if detail.claims else ("", 0)


def decision_document(row: DecisionRow) -> dict[str, Any]:
    """Returns the decision of one adjudicator as a dict for JSON."""
    return {
        "round": row.round,
        "rank": row.rank,
        "is_proposal": row.rank == PROPOSAL,
        "by": row.by,
        "at": stamp(row.at),
        "outcome": row.decision.outcome.value,
        "amounts": dict(row.decision.amounts),
        "comment": row.comment,
        "ruling": row.ruling.document() if row.ruling is not None else None,
    }


def ruling_document(row: RulingRow) -> dict[str, Any]:
    """Returns a final ruling as a dict for JSON."""
    return {
        "ruling": row.id,
        "round": row.round,
        "made": stamp(row.made_at),
        "digest": row.digest,
        "replaces": row.replaces_id,
        "replaced_by": row.replaced_by,
        "amounts": row.ruling.amounts(),
        "document": row.ruling.document(),
    }


def _timeline(detail: CaseDetail) -> list[dict[str, Any]]:
    return [
        {"number": each.seq, "act": each.act, "from": each.from_state, "to": each.to_state, "by": each.by}
        | {"reason": each.reason, "comment": each.comment, "at": stamp(each.at)}
        for each in detail.timeline
    ]


def _form(act: Act) -> dict[str, Any]:
    return {
        "act": act.value,
        "slug": act.value.replace(" ", "-"),
        "button": WORDS[act].button,
        "reasons": REASONS.get(act, ()),
        "question": COMMENTS.get(act, ""),
        "assigns": act is Act.ASSIGN,
    }


def _clock(detail: CaseDetail) -> dict[str, Any]:
    clock = detail.clock
    return {
        "due": stamp(clock.due_at),
        "acknowledge_by": stamp(clock.acknowledge_by),
        "paused": stamp(clock.paused_at),
        "paused_seconds": int(clock.paused.total_seconds()),
        "overdue": clock.is_overdue(dt.datetime.now(dt.UTC)),
    }


def _claim(row: ClaimRow) -> dict[str, Any]:
    names = ("subject", "happened", "should", "street", "event", "amount", "currency", "minor")
    times = {"raised": stamp(row.raised_at), "made": stamp(row.made_at)}
    return {"number": row.hand_number, **{name: getattr(row, name) for name in names}, **times}


def _ledger(row: LedgerRow) -> dict[str, Any]:
    return {
        "ruling": row.ruling_id,
        "open": row.open_amounts,
        "postings": [
            {
                "number": each.posting.number,
                "kind": each.posting.kind.value,
                "entries": dict(each.posting.entries),
                "reference": each.posting.reference,
                "reason": each.posting.reason,
                "reverses": each.posting.reverses,
                "by": each.by,
                "at": stamp(each.at),
            }
            for each in row.postings
        ],
    }


def _time_limit(connection: Connection, case_id: int) -> str:
    try:
        found = time_limit_of(connection, case_id)
    except HouseRefused:
        return ""
    return found.sentence if found is not None else ""


def _people(connection: Connection) -> list[dict[str, Any]]:
    people = [each for each in everybody(connection) if each.disabled_at is None and each.role in DECIDING]
    return [{"name": each.name, "number": each.id} for each in people[:MOST_PEOPLE]]
