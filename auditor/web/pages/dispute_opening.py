"""The form that opens a case about a hand, from the page of the hand or of a finding."""

from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Blueprint, Response, request

from auditor.disputes.acts import Act
from auditor.disputes.claims import LONGEST_TEXT, BadClaim, Subject
from auditor.disputes.transitions import ActRefused
from auditor.engine.hand import Hand
from auditor.formats.log import decode
from auditor.store.disputes import acts, pins
from auditor.store.disputes.acts import CaseAct
from auditor.store.disputes.cases import open_case
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Connection
from auditor.store.queries import findings, hands
from auditor.store.queries.cases import cases_of_hand
from auditor.store.triage.venues import number_of
from auditor.web.access.visitor import own_venue
from auditor.web.cases.acting import REFUSALS, check_texts, form_again
from auditor.web.cases.amounts import typed
from auditor.web.cases.claim_form import FIELDS, event_choices, new_case
from auditor.web.cases.reading import actor, venues_of_visitor
from auditor.web.findings.triage_forms import add_notice
from auditor.web.rendering.respond import PageContent, Rows, page_html, redirect_to
from auditor.web.requests.case_schemas import OpenCaseQuery
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import parse_query, refuse_unknown_fields
from auditor.web.resources import transaction

blueprint: Final = Blueprint("dispute_opening", __name__)


@dataclass(frozen=True, slots=True)
class _OfHand:
    """The hand that a case is about: its number in the room, its venue, and its record."""

    hand: Hand
    number: str
    venue: str


@blueprint.get("/hands/<int:hand_id>/case")
def form(hand_id: int) -> Response:
    """Shows the form that opens a case about a hand. From a finding, the form is filled with the facts of it."""
    finding_id = parse_query(OpenCaseQuery).get("finding")
    actor()
    return Response(page_html(_page(hand_id, finding_id)), content_type=_HTML)


@blueprint.post("/hands/<int:hand_id>/case")
def open_one(hand_id: int) -> Response:
    """Opens a case about a hand, pins the hand to the case, and submits the claim."""
    refuse_unknown_fields(FIELDS)
    check_texts()
    who = actor()
    assert who.account_id is not None
    try:
        with transaction() as connection:
            of = _of_hand(connection, hand_id)
            wanted = new_case(request.form, request.form.getlist("others"), of.hand, of.number, who.account_id)
            if wanted.rule and wanted.rule not in _codes(connection, hand_id):
                raise BadClaim(f"This hand has no finding of a rule {wanted.rule[:20]}. Choose a rule of the list.")
            opened = open_case(connection, replace(wanted, venue_id=number_of(connection, of.venue), hand_id=hand_id))
            _pin(connection, opened.case_id, hand_id)
            acts.act(connection, CaseAct(opened.case_id, Act.SUBMIT, who, acts.seen_now(connection, opened.case_id)))
    except REFUSALS as refused:
        return form_again(_page(hand_id, None), f"/hands/{hand_id}/case", refused, [])
    add_notice(f"Case {opened.case_id} is open, and the claim is submitted")
    return redirect_to(f"/cases/{opened.case_id}")


def _page(hand_id: int, finding_id: int | None) -> PageContent:
    with transaction() as connection:
        of = _of_hand(connection, hand_id)
        row = findings.one(connection, finding_id) if finding_id is not None else None
        codes = _codes(connection, hand_id)
        known = cases_of_hand(connection, hand_id, venues_of_visitor())
    if finding_id is not None and (row is None or row.hand_id != hand_id):
        raise Refusal(404, f"Hand {hand_id} has no finding {finding_id}.")
    minor = of.hand.unit.minor
    filled: dict[str, Any] = {}
    if row is not None:
        filled = {
            "player": str(row.seat or ""),
            "event": "" if row.event is None else str(row.event),
            "amount": typed(abs(row.amount), minor) if row.amount is not None else "",
            "rule": row.code,
        }
    values = {
        "hand": hand_id,
        "number": of.number,
        "venue": of.venue,
        "unit": (of.hand.unit.currency, minor),
        "seats": [seat.number for seat in of.hand.seats],
        "events": event_choices(of.hand),
        "last_event": len(of.hand.events) - 1,
        "subjects": [each.value for each in Subject],
        "codes": codes,
        "filled": filled,
        "known": [each.id for each in known],
        "longest": LONGEST_TEXT,
        "since": [],
    }
    return PageContent("open_case.html", {}, Rows((), []), values, at=f"/hands/{hand_id}/case", query="")


def _of_hand(connection: Connection, hand_id: int) -> _OfHand:
    record = hands.record(connection, Unpacker(), hand_id, own_venue()) if hand_id < 2**63 else None
    if record is None:
        raise Refusal(404, f"There is no hand {hand_id}. Search for the number that the card room gave the hand.")
    return _OfHand(decode(record.document), record.name.number or f"record {hand_id}", record.name.venue)


def _codes(connection: Connection, hand_id: int) -> list[str]:
    return sorted({each.code for each in findings.of_hand(connection, hand_id)})


def _pin(connection: Connection, case_id: int, hand_id: int) -> None:
    """Pins the hand with its latest report. A hand without a report stays unpinned: the case then has the record, but
    no draft of a settlement.
    """
    try:
        pins.pin_hand(connection, case_id, hand_id)
    except ActRefused:
        return


_HTML: Final = "text/html; charset=utf-8"
