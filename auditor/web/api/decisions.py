"""The part of the API that returns one finding in full, and receives the decisions of programs about findings.

The pages use the same code for decisions. So a dismissal or an acceptance through the API also waits for a second
person if a large amount is at stake.
"""

from typing import Any, Final

from flask import request
from marshmallow import Schema, fields

from auditor.store.queries import findings
from auditor.store.triage.unseen import Changed
from auditor.web.access.visitor import own_venue
from auditor.web.api import outgoing as out
from auditor.web.api.described import answers, document_of, subject
from auditor.web.api.hands import SettlementSchema
from auditor.web.api.schemas import FindingSchema
from auditor.web.findings import conflicts
from auditor.web.findings.triage_forms import done_document, wish_of
from auditor.web.pages import finding, triage
from auditor.web.rendering.documents import finding_document
from auditor.web.requests.refusals import Refusal, no_finding
from auditor.web.requests.request_schemas import DecisionBody, NoParameters, parse_parameters
from auditor.web.resources import transaction

blueprint: Final = subject(
    "Decisions", "One finding with all details, and the decisions of people and programs about the finding."
)
TYPE: Final = "application/json"


class DecisionSchema(Schema):
    """The fields of the current decision on a finding: its state and reason, and the people who decided."""

    state = out.text("confirmed, dismissed or accepted")
    reason = out.text()
    comment = out.text()
    until = out.text("the last day of an acceptance", allow_none=True)
    until_house = out.text("the digest of the house's rules; the acceptance ends if the rules change", allow_none=True)
    by = out.text("the person who decided")
    second_by = out.text("the second reviewer, who agreed", allow_none=True)
    at = out.text(out.WHEN)


# The fields of one act on a finding, such as a dismissal. A person or a run did the act. This is not a `class`
# statement, because the name of one field, `from`, is a keyword of Python.
_Act: Final = Schema.from_dict(
    {
        "id": out.number(),
        "at": out.text(out.WHEN),
        "by": out.text("the person who did the act; null: a run did the act", allow_none=True),
        "run": out.number(allow_none=True),
        "act": out.text(),
        "from": out.text("the state before"),
        "to": out.text("the state after"),
        "flagged": fields.Boolean(dump_only=True, allow_none=True),
        "reason": out.text(),
        "comment": out.text(),
        "until": out.text(allow_none=True),
        "assignee": out.text(allow_none=True),
        "batch": out.number(
            "the number of the act; acts on several findings that were done together have the same number",
            allow_none=True,
        ),
        "may_undo": out.flag("whether you may undo the act"),
        "undoes": out.number("the number of the act that this act undid", allow_none=True),
    },
    name="Act",
)


class ProposalSchema(Schema):
    """The fields of a proposed dismissal or acceptance of a finding, which waits until a second person agrees."""

    number = out.number("the number of the proposal; to agree or disagree, send this number as `of`")
    by = out.text()
    reason = out.text()
    comment = out.text()
    at = out.text(out.WHEN)
    fresh = out.flag(
        "whether another person can still agree: the evidence is unchanged, and the last day of a"
        " proposed acceptance is not over"
    )
    accepts = out.flag("whether the proposal is an acceptance; false: a dismissal")
    until = out.text("the last day of a proposed acceptance; null: it ends when the rules change", allow_none=True)


class LimitSchema(Schema):
    """The fields of the smallest amount, in one venue and currency, at which a dismissal or an acceptance needs two
    people. A finding about money or integrity without an amount needs two people as well.
    """

    venue = out.text()
    amount = out.number(out.CHIPS)
    currency = out.text()
    minor = out.number()


class OpinionSchema(Schema):
    """The fields of the result under another house (set of rules). The hand is audited under that house, and the result
    is compared with the finding.

    `says` is the result of this comparison:

    - `same`: that audit has the same finding
    - `otherwise`: that audit has the same finding, but with another grade, amount or text
    - `another`: that audit has a finding of another broken rule at the same event
    - `unseen`: the rule is not verifiable under that house
    - `nothing`: that audit has no finding at the same event

    The fields from `code` on are those of the finding in that audit; empty if there is none.
    """

    house = out.text()
    says = out.text()
    code = out.text()
    grade = out.text()
    severity = out.text()
    certainty = out.text()
    logged = out.text()
    lawful = out.text()
    title = out.text()


class EarlierSchema(Schema):
    """The number of the earlier record that a cross-hand finding names. A cross-hand finding compares a hand with an
    earlier hand.
    """

    id = out.number()


class CommentSchema(Schema):
    """The fields of a comment on a finding."""

    id = out.number("the number of the comment")
    by = out.text("the account that wrote the comment")
    at = out.text(out.WHEN)
    text = out.text("plain text; empty if the comment is withdrawn")
    withdrawn = out.text("when its writer withdrew the comment; null: not withdrawn", allow_none=True)


class FindingDetailSchema(FindingSchema):
    """The fields of a finding in full: its reasons, the decision about it, and its history of acts."""

    assignee = out.text("the account to which the finding is assigned; null: nobody", allow_none=True)
    gone_by = out.text(
        "why the finding is gone: record, engine or rules; null: not gone, or cause unknown", allow_none=True
    )
    weight = out.text("the severity of the finding")
    decision = fields.Nested(DecisionSchema, allow_none=True)
    history = fields.List(fields.Nested(_Act))
    comments = fields.List(fields.Nested(CommentSchema), metadata={"description": "the last 200, the oldest first"})
    earlier = fields.Nested(EarlierSchema, allow_none=True)
    takes_two = fields.Nested(LimitSchema, allow_none=True)
    waits = fields.Nested(ProposalSchema, allow_none=True)
    not_judged = out.text(
        "why the hand cannot be audited under its house today; null: it can be audited", allow_none=True
    )
    found_today = out.flag("whether an audit with today's rules gives this finding")
    told = out.text("the event of the finding, in words")
    where = out.text(allow_none=True)
    step = out.text("the address of the page with the table at this event", allow_none=True)
    clauses = fields.List(fields.Dict(), metadata={"description": "the clauses on which the finding depends"})
    due_otherwise = fields.Dict(
        metadata={"description": "for each reading without this finding: the lawful payouts that differ"}
    )
    table = fields.List(fields.Dict(), metadata={"description": "each seat after the event of the finding"})
    owed = out.texts("sentences about the seats that were paid too much or too little")
    settlement = fields.Nested(SettlementSchema, allow_none=True)
    elsewhere = fields.List(fields.Nested(OpinionSchema), metadata={"description": "the results under other houses"})
    differing = fields.Dict(allow_none=True, metadata={"description": "the places where two records of a hand differ"})


class DecidedSchema(Schema):
    """The fields of the answer to a decision: how many findings were decided, and how many not."""

    batch = out.number("the number of these acts; the pages undo the acts with this number")
    done = out.number("the number of findings that were decided")
    records = out.number("the number of hand records with these findings")
    left = out.number("the number of findings that were not changed")
    put_forward = out.number("the number of proposals that now wait for a second review")
    unknown_names = out.texts("the words after an @ in the comment that are no name of an account")
    words = out.text("a sentence with the whole result")
    finding = fields.Nested(FindingSchema)


# The fields of an act in the history of a finding that the program has not seen yet. This is not a `class` statement,
# because the name of one field, `from`, is a keyword of Python.
_UnseenAct: Final = Schema.from_dict(
    {
        "id": out.number(),
        "finding": out.number("the number of the finding"),
        "code": out.text(),
        "number": out.text("the room's hand number", allow_none=True),
        "hand_id": out.number(),
        "at": out.text(out.WHEN),
        "by": out.text("the person who did the act; null: a run did the act", allow_none=True),
        "run": out.number(allow_none=True),
        "act": out.text(),
        "from": out.text("the state before"),
        "to": out.text("the state after"),
        "reason": out.text(),
        "comment": out.text(),
        "until": out.text(allow_none=True),
        "assignee": out.text(allow_none=True),
    },
    name="UnseenAct",
)


class ChangedSchema(Schema):
    """The fields of the answer to a refused decision: somebody changed the finding after the act whose number is
    `based_on` in the request. The decision is not stored.
    """

    code = out.text("CHANGED")
    status = out.number()
    message = out.text("who changed the finding, and when")
    changes = fields.List(fields.Nested(_UnseenAct), metadata={"description": "what changed, the latest act first"})
    based_on = out.number("send this number to do the act on the finding as it is now")
    finding = fields.Nested(FindingSchema, metadata={"description": "the finding as it is now"})


@answers(blueprint, "/findings/<int:finding_id>", FindingDetailSchema, NoParameters, missing=True)
def one_finding(_query: Any, finding_id: int) -> Any:
    """Returns one finding in full."""
    return document_of(finding.one(finding_id))


@answers(
    blueprint,
    "/findings/<int(max=9223372036854775807):finding_id>/decisions",
    DecidedSchema,
    NoParameters,
    method="POST",
    takes=DecisionBody,
    missing=True,
    conflict=ChangedSchema,
)
def decide(_query: Any, finding_id: int) -> Any:
    """Confirms, dismisses, accepts, reopens or assigns one finding, in the name of the token's account. Also answers a
    proposal that waits for a second person. You may send `based_on`, the number of the last act on the finding that you
    know. If somebody has acted on the finding after that act, nothing is done, and the answer is 409. The same decision
    sent twice with the same `based_on` is done once.
    """
    # Only this type is accepted, because an HTML form of another site cannot send it.
    sent = request.get_json(silent=True) if request.mimetype == TYPE else None
    if not isinstance(sent, dict):
        raise Refusal(422, f'Send a JSON object such as {{"act": "confirm"}}, with the Content-Type {TYPE}.')
    body = parse_parameters(DecisionBody, sent)
    based_on = body.pop("based_on", None)
    wish = wish_of({name: str(value) for name, value in body.items()})
    try:
        done, _ = triage.decided(finding_id, wish, based_on)
    except Changed as error:
        raise conflicts.refusal(error, finding_id) from error
    with transaction() as connection:
        row = findings.one(connection, finding_id)
    if row is None or own_venue() not in (None, row.venue):
        raise no_finding(finding_id)
    return {**done_document(done, wish.act), "finding": finding_document(row)}
