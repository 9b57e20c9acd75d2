"""One finding in full, and what a program decides about it: by the same code as the page, second person included."""

from typing import Any, Final

from flask import request
from marshmallow import Schema, fields

from auditor.store.queries import findings
from auditor.web.access.visitor import own_venue
from auditor.web.api import outgoing as out
from auditor.web.api.described import answers, document_of, subject
from auditor.web.api.hands import SettlementSchema
from auditor.web.api.schemas import FindingSchema
from auditor.web.findings.triage_forms import done_document, wish_of
from auditor.web.pages import finding, triage
from auditor.web.rendering.documents import finding_document
from auditor.web.requests.refusals import Refusal, no_finding
from auditor.web.requests.request_schemas import DecisionBody, NoParameters, parse_parameters
from auditor.web.resources import transaction

blueprint: Final = subject("Decisions", "One finding in full, and what people and programs decide about it.")
TYPE: Final = "application/json"


class DecisionSchema(Schema):
    """The decision that holds."""

    state = out.text("confirmed, dismissed or accepted")
    reason = out.text()
    comment = out.text()
    until = out.text("the last day of an acceptance", allow_none=True)
    until_house = out.text("the digest of the house as long as which an acceptance holds", allow_none=True)
    by = out.text("who decided")
    second_by = out.text("the second person", allow_none=True)
    at = out.text(out.WHEN)


# One thing that a person or a run did about a finding. `from` is no name in Python.
_Act: Final = Schema.from_dict(
    {
        "id": out.number(),
        "at": out.text(out.WHEN),
        "by": out.text("the person; null: a run did it", allow_none=True),
        "run": out.number(allow_none=True),
        "act": out.text(),
        "from": out.text("the state before"),
        "to": out.text("the state after"),
        "flagged": fields.Boolean(dump_only=True, allow_none=True),
        "reason": out.text(),
        "comment": out.text(),
        "until": out.text(allow_none=True),
        "assignee": out.text(allow_none=True),
        "batch": out.number("acts that were done at once have the same", allow_none=True),
        "may_undo": out.flag("whether you may undo it"),
        "undoes": out.number("the act that it undid", allow_none=True),
    },
    name="Act",
)


class ProposalSchema(Schema):
    """A dismissal that waits for a second person."""

    number = out.number("`of` of the answer to it")
    by = out.text()
    reason = out.text()
    comment = out.text()
    at = out.text(out.WHEN)
    fresh = out.flag("the evidence did not change since, so another person can still agree")


class LimitSchema(Schema):
    """The amount from which on a dismissal takes two people."""

    venue = out.text()
    amount = out.number(out.CHIPS)
    currency = out.text()
    minor = out.number()


class OpinionSchema(Schema):
    """The verdict of another house on the same place."""

    house = out.text()
    says = out.text()
    code = out.text()
    grade = out.text()
    logged = out.text()
    lawful = out.text()
    title = out.text()


class EarlierSchema(Schema):
    """The finding on an earlier record of this hand."""

    id = out.number()


class FindingDetailSchema(FindingSchema):
    """A finding with why it is one, what was decided, and everything that was done about it."""

    assignee = out.text("to whom it is assigned; null: nobody", allow_none=True)
    gone_by = out.text("record, engine or rules; null: it is not gone, or nobody knows", allow_none=True)
    weight = out.text("its grade, or contested")
    decision = fields.Nested(DecisionSchema, allow_none=True)
    history = fields.List(fields.Nested(_Act))
    earlier = fields.Nested(EarlierSchema, allow_none=True)
    takes_two = fields.Nested(LimitSchema, allow_none=True)
    waits = fields.Nested(ProposalSchema, allow_none=True)
    not_judged = out.text("why its house cannot be asked today; else null", allow_none=True)
    found_today = out.flag("whether the rules of today find it")
    told = out.text("the event, in words")
    where = out.text(allow_none=True)
    step = out.text("the step of the hand", allow_none=True)
    clauses = fields.List(fields.Dict(), metadata={"description": "what its house says to each question"})
    due_otherwise = fields.Dict(metadata={"description": "by reading, what seats are due then"})
    table = fields.List(fields.Dict(), metadata={"description": "the seats as they stood"})
    owed = out.texts("who was paid too much and who too little")
    settlement = fields.Nested(SettlementSchema, allow_none=True)
    elsewhere = fields.List(fields.Nested(OpinionSchema), metadata={"description": "what other houses say"})
    differing = fields.Dict(allow_none=True, metadata={"description": "where two records contradict each other"})


class DecidedSchema(Schema):
    """The result of a decision."""

    batch = out.number("what was done at once, to undo it on the page")
    done = out.number("findings that were decided")
    records = out.number("records that they are on")
    left = out.number("findings that were left as they are")
    put_forward = out.number("dismissals that wait for a second person now")
    words = out.text("all of it in words")
    finding = fields.Nested(FindingSchema)


@answers(blueprint, "/findings/<int:finding_id>", FindingDetailSchema, NoParameters, missing=True)
def one_finding(_query: Any, finding_id: int) -> Any:
    """One finding."""
    return document_of(finding.one(finding_id))


@answers(
    blueprint,
    "/findings/<int(max=9223372036854775807):finding_id>/decisions",
    DecidedSchema,
    NoParameters,
    method="POST",
    takes=DecisionBody,
    missing=True,
)
def decide(_query: Any, finding_id: int) -> Any:
    """Confirms, dismisses, accepts, opens again or assigns one finding, in the name of the token's account; or answers
    a dismissal that waits for a second person.
    """
    # No form of another site can send this type.
    sent = request.get_json(silent=True) if request.mimetype == TYPE else None
    if not isinstance(sent, dict):
        raise Refusal(422, f'The body must be a JSON object such as {{"act": "confirm"}}, sent as {TYPE}.')
    asked = {name: str(value) for name, value in parse_parameters(DecisionBody, sent).items()}
    wished = wish_of(asked)
    done, _ = triage.decided(finding_id, wished)
    with transaction() as connection:
        row = findings.one(connection, finding_id)
    if row is None or own_venue() not in (None, row.venue):
        raise no_finding(finding_id)
    return {**done_document(done, wished.act), "finding": finding_document(row)}
