"""Decides what a party reads of a case: no names of other people, no internal comments, no decision before the ruling.

`auditor.store.queries.case_detail` has left out already what no party may read. This module hides names in all texts
that people wrote, and chooses plain words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from auditor.disputes.act_texts import LONGEST_COMMENT
from auditor.disputes.acts import Act, Relation
from auditor.disputes.exhibits import LARGEST, MOST_OF_A_CASE
from auditor.disputes.outcomes import DECLINE_WORDS, OUTCOME_WORDS, AppealGround, DeclineReason
from auditor.disputes.rulings import HOUSE, Ruling, seat_party
from auditor.disputes.states import State
from auditor.store.disputes.decisions import RulingRow
from auditor.store.disputes.parties import PartyRow
from auditor.store.queries.case_detail import DESK, CaseDetail, ClaimRow, LedgerRow, TimelineRow
from auditor.web.parties.names import Veil
from auditor.web.parties.words import DONE, ENTRIES, MAY_ADD, NOTHING, STANDS, TASKS
from auditor.web.rendering.template_filters import chips, size, stamp

_TYPES: Final = {"application/pdf": "PDF"}


@dataclass(frozen=True, slots=True)
class Reader:
    """The party that reads the page, the veil over the names of other people, and whether the case has a record of the
    hand.
    """

    party: PartyRow
    veil: Veil
    has_record: bool

    def is_own(self, party: str) -> bool:
        """Whether the word for a party, such as `seat 3`, means the reader."""
        return party == self.party.label or (self.party.seat is not None and party == seat_party(self.party.seat))

    def word_for(self, party: str) -> str:
        """Returns the word for a party: `you`, `the card room`, or the label without names."""
        if self.is_own(party):
            return "you"
        return "the card room" if party == HOUSE else self.veil.over(party)


def party_document(detail: CaseDetail, reader: Reader) -> dict[str, Any]:
    """Returns the page of a party as a dict for the template."""
    state = detail.seen.state
    acts = _acts(detail, reader)
    return {
        "case": detail.id,
        "label": reader.party.label,
        "is_claimant": Relation.CLAIMANT in detail.relations,
        "stands": STANDS[state],
        "task": _task(state, acts),
        "wanted": _request(detail, reader),
        "declined": _declined(detail),
        "due": stamp(detail.clock.due_at),
        "paused": stamp(detail.clock.paused_at),
        "claims": [_claim(each, reader) for each in detail.claims[-1:]],
        "evidence": _evidence(detail, reader),
        "has_hand": reader.has_record,
        "rulings": [_ruling(each, reader) for each in reversed(detail.rulings)],
        "payments": [each for row in detail.ledgers for each in _payments(row, detail.rulings, reader)],
        "open": _open_amount(detail, reader),
        "happened": [_happened(each, reader) for each in detail.timeline if each.act in DONE],
        "acts": acts,
        "is_appealed": state is State.APPEALED,
        "last_act": detail.seen.last_act,
        "grounds": [each.value for each in AppealGround],
        "longest": LONGEST_COMMENT,
        "largest": size(LARGEST),
        "most_files": MOST_OF_A_CASE,
    }


def _acts(detail: CaseDetail, reader: Reader) -> list[str]:
    """Returns the acts that the page offers. An appeal is withdrawn only by the party that appealed."""
    appeals = [each.by for each in detail.timeline if each.act == Act.APPEAL]
    is_of_other = detail.seen.state is State.APPEALED and appeals[-1:] != [reader.party.label]
    return [each.value for each in detail.acts if not (each is Act.WITHDRAW and is_of_other)]


def _task(state: State, acts: Iterable[str]) -> str:
    if state in TASKS:
        return TASKS[state]
    return MAY_ADD if Act.ADD_STATEMENT in acts else NOTHING


def _request(detail: CaseDetail, reader: Reader) -> str:
    """Returns the text of the card room about the evidence that it waits for; empty in other states."""
    if detail.seen.state is not State.AWAITING_EVIDENCE:
        return ""
    comments = [each.comment for each in detail.timeline if each.act == Act.WAIT_FOR_EVIDENCE]
    return reader.veil.over(comments[-1]) if comments else ""


def _declined(detail: CaseDetail) -> str:
    reasons = [each.reason for each in detail.timeline if each.act == Act.DECLINE]
    return DECLINE_WORDS[DeclineReason(reasons[-1])] if reasons and detail.seen.state is State.DECLINED else ""


def _claim(row: ClaimRow, reader: Reader) -> dict[str, Any]:
    return {
        "hand_number": reader.veil.over(row.hand_number),
        "subject": row.subject,
        "street": row.street,
        "happened": reader.veil.over(row.happened),
        "should": reader.veil.over(row.should),
        "amount": "" if row.amount is None else f"{chips(row.amount, row.minor)} {row.currency or 'chips'}",
        "made": stamp(row.made_at),
    }


def _evidence(detail: CaseDetail, reader: Reader) -> list[dict[str, Any]]:
    """Returns the files. The name of a file may be the name of a person. So a party reads only names of own files."""
    documents = []
    for number, row in enumerate(detail.evidence, 1):
        own = row.by == reader.party.label
        documents.append(
            {
                "id": row.id,
                "name": row.label if own and row.label else f"File {number}",
                "kind": _TYPES.get(row.media_type, "Picture"),
                "size": size(row.size),
                "origin": reader.veil.over(row.origin),
                "by": reader.word_for(row.by),
                "at": stamp(row.at),
                "sha256": row.sha256,
            }
        )
    return documents


def _ruling(row: RulingRow, reader: Reader) -> dict[str, Any]:
    ruling, over = row.ruling, reader.veil.over
    lines = [_line(each.party, each.ruled, each.reason, ruling, reader) for each in ruling.lines if each.ruled]
    extras = [_line(each.party, each.amount, each.reason, ruling, reader) for each in ruling.ex_gratia]
    return {
        "outcome": OUTCOME_WORDS[ruling.outcome],
        "made": stamp(row.made_at),
        "is_replaced": row.replaced_by is not None,
        "facts": [{"text": over(fact.text), "event": fact.event} for fact in ruling.facts],
        "clause": over(ruling.basis.clause),
        "house": ruling.basis.house,
        "source": over(ruling.basis.source),
        "reading": over(ruling.basis.reading),
        "lines": lines,
        "extras": extras,
        "dissent": over(ruling.dissent),
        "digest": row.digest,
    }


def _line(party: str, amount: int, reason: str, ruling: Ruling, reader: Reader) -> dict[str, Any]:
    who = reader.word_for(party)
    verb = ("receive" if amount > 0 else "pay") if who == "you" else ("receives" if amount > 0 else "pays")
    words = f"{who[0].upper()}{who[1:]} {verb} {chips(abs(amount), ruling.minor)} {ruling.currency or 'chips'}."
    return {"words": words, "own": who == "you", "reason": reader.veil.over(reason)}


def _payments(row: LedgerRow, rulings: Iterable[RulingRow], reader: Reader) -> Iterable[dict[str, Any]]:
    ruling = next(each.ruling for each in rulings if each.id == row.ruling_id)
    for posting in row.postings:
        amounts = [amount for party, amount in posting.posting.entries.items() if reader.is_own(party)]
        if amounts:
            yield {
                "kind": ENTRIES[posting.posting.kind],
                "amount": f"{chips(sum(amounts), ruling.minor, signed=True)} {ruling.currency or 'chips'}",
                "reference": reader.veil.over(posting.posting.reference),
                "reason": reader.veil.over(posting.posting.reason),
                "at": stamp(posting.at),
            }


def _open_amount(detail: CaseDetail, reader: Reader) -> str:
    """Returns a sentence about the amount that the reader is still owed, or still owes, under the ruling in force."""
    if not detail.ledgers:
        return ""
    last, ruling = detail.ledgers[-1], detail.rulings[-1].ruling
    amount = sum([each for party, each in last.open_amounts.items() if reader.is_own(party)])
    if not amount:
        return "Nothing is open between you and the others." if last.postings else ""
    words = f"{chips(abs(amount), ruling.minor)} {ruling.currency or 'chips'}"
    return f"You are still owed {words}." if amount > 0 else f"You still owe {words}."


def _happened(row: TimelineRow, reader: Reader) -> dict[str, Any]:
    who = reader.word_for(row.by)
    return {
        "who": "The card room" if who == DESK else f"{who[0].upper()}{who[1:]}",
        "act": DONE[row.act],
        "reason": "" if row.act == Act.DECLINE else row.reason,
        "comment": reader.veil.over(row.comment),
        "at": stamp(row.at),
    }
