"""The acts of people on a case: each view receives one form, and does one act."""

from dataclasses import replace
from typing import Final

from flask import Blueprint, Response, request

from auditor.disputes.acts import Act
from auditor.disputes.ledger import BadPosting, Movement
from auditor.disputes.outcomes import Outcome
from auditor.disputes.rulings import LONGEST_FACT, BadRuling
from auditor.disputes.states import State
from auditor.store.disputes import acts, decisions, evidence, remedies
from auditor.store.disputes.acts import CaseAct
from auditor.store.people.accounts import everybody
from auditor.store.postgres.database import Connection
from auditor.web.access.confirmation import FIELD as PASSWORD
from auditor.web.cases.act_words import PLAIN
from auditor.web.cases.acting import SEEN, answer_act
from auditor.web.cases.amounts import amount_in, amount_words, number_in
from auditor.web.cases.case_values import case_document, hand_values, parties_of_ruling, unit_of
from auditor.web.cases.hand_facts import HandFacts, facts_of
from auditor.web.cases.reading import case_of
from auditor.web.cases.ruling_form import AMOUNTS, FACTS, FIELDS, decision_in, draft_values, ruling_in
from auditor.web.pages.disputes import page_of_case
from auditor.web.rendering.respond import PageContent, Rows, page_html
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, parse_query, refuse_unknown_fields
from auditor.web.resources import transaction

blueprint: Final = Blueprint("dispute_acts", __name__)
_PLAIN_FIELDS: Final = SEEN | {"act", "reason", "comment", "assignee"}


@blueprint.post("/cases/<int:case_id>/act")
def act(case_id: int) -> Response:
    """Does an act that needs at most a reason, a comment or a new owner."""
    refuse_unknown_fields(_PLAIN_FIELDS)
    wanted = next((each for each in PLAIN if each.value == request.form.get("act", "")), None)
    if wanted is None:
        raise Refusal(422, f"Choose an act: {', '.join(PLAIN)}.")

    def perform(connection: Connection, wish: CaseAct) -> Act:
        assignee = _assignee(connection) if wish.act is Act.ASSIGN else None
        acts.act(connection, replace(wish, reason=request.form.get("reason", ""), assignee_id=assignee))
        return wish.act

    return answer_act(case_id, wanted, page_of_case, perform)


@blueprint.post("/cases/<int:case_id>/evidence")
def add_evidence(case_id: int) -> Response:
    """Adds a file to a case."""
    refuse_unknown_fields(SEEN | {"file", "origin"})
    sent = request.files.get("file")
    content, name = (sent.read(), sent.filename or "") if sent is not None else (b"", "")

    def perform(connection: Connection, wish: CaseAct) -> Act:
        evidence.add_evidence(connection, wish, content, name, request.form.get("origin", ""))
        return wish.act

    return answer_act(case_id, Act.ADD_EVIDENCE, page_of_case, perform)


@blueprint.get("/cases/<int:case_id>/ruling")
def ruling_form(case_id: int) -> Response:
    """Shows the form of a ruling. Its draft is the settlement of the engine."""
    parse_query(NoParameters)
    content = _page_of_ruling(case_id)
    if not content.values["may_rule"]:
        words = f"You cannot write a ruling in case {case_id} now. The page of the case has the acts that you can do."
        raise Refusal(409, words, way=("The page of the case", f"/cases/{case_id}"))
    return Response(page_html(content), content_type="text/html; charset=utf-8")


@blueprint.post("/cases/<int:case_id>/ruling")
def rule(case_id: int) -> Response:
    """Proposes a ruling, or records the decision of the third adjudicator, who also writes a complete ruling."""
    refuse_unknown_fields(SEEN | FIELDS | {PASSWORD})
    with transaction() as connection:
        parties, first, unit = _parties(connection, case_id)
    third = request.form.get("seen_state") == State.THIRD_REVIEW.value

    def perform(connection: Connection, wish: CaseAct) -> Act:
        _check_comment()
        own = ruling_in(request.form, parties, first, unit)
        if third:
            return decisions.decide_third(connection, wish, own).act
        decisions.propose(connection, wish, own)
        return wish.act

    return answer_act(case_id, Act.MAJORITY if third else Act.PROPOSE, _page_of_ruling, perform)


@blueprint.post("/cases/<int:case_id>/second")
def decide_second(case_id: int) -> Response:
    """Records the decision of the second adjudicator, who has not seen the proposal."""
    refuse_unknown_fields(SEEN | {"outcome", "comment", PASSWORD} | AMOUNTS)
    with transaction() as connection:
        parties, _, unit = _parties(connection, case_id)

    def perform(connection: Connection, wish: CaseAct) -> Act:
        _check_comment()
        own = decision_in(request.form, parties, unit)
        return decisions.decide_second(connection, case_id, wish.actor, wish.seen, own, wish.comment).act

    return answer_act(case_id, Act.AGREE, page_of_case, perform)


@blueprint.post("/cases/<int:case_id>/settle")
def settle(case_id: int) -> Response:
    """Opens the remedy ledger of the last ruling."""
    refuse_unknown_fields(SEEN)

    def perform(connection: Connection, wish: CaseAct) -> Act:
        after = remedies.settle(connection, wish)
        return Act.NO_REMEDY if after.state is State.NO_REMEDY else Act.ORDER_REMEDY

    return answer_act(case_id, Act.ORDER_REMEDY, page_of_case, perform)


@blueprint.post("/cases/<int:case_id>/pay")
def pay(case_id: int) -> Response:
    """Records a payment with its reference. The service never makes a payment."""
    refuse_unknown_fields(SEEN | {"giver", "taker", "amount", "reference"})
    reference = request.form.get("reference", "")

    def perform(connection: Connection, wish: CaseAct) -> Act:
        remedies.pay(connection, wish, _movement(connection, case_id), reference)
        return wish.act

    return answer_act(case_id, Act.PAY, page_of_case, perform)


@blueprint.post("/cases/<int:case_id>/waive")
def waive(case_id: int) -> Response:
    """Records that a party does not want an amount. The comment says who waives it and why."""
    refuse_unknown_fields(SEEN | {"giver", "taker", "amount", "comment"})

    def perform(connection: Connection, wish: CaseAct) -> Act:
        remedies.waive(connection, wish, _movement(connection, case_id))
        return wish.act

    return answer_act(case_id, Act.WAIVE, page_of_case, perform)


@blueprint.post("/cases/<int:case_id>/reverse")
def reverse(case_id: int) -> Response:
    """Takes a payment or a waiver back. The comment is the reason."""
    refuse_unknown_fields(SEEN | {"posting", "comment"})
    number = number_in(request.form.get("posting", ""))

    def perform(connection: Connection, wish: CaseAct) -> Act:
        if number is None:
            raise BadPosting("Choose the posting that was wrong.")
        remedies.reverse(connection, wish, number)
        return wish.act

    return answer_act(case_id, Act.REVERSE, page_of_case, perform)


def _page_of_ruling(case_id: int) -> PageContent:
    with transaction() as connection:
        detail = case_of(connection, case_id)
        facts = [facts_of(connection, pin) for pin in detail.pins]
    parties, unit = parties_of_ruling(facts, detail), unit_of(facts, detail)
    values = {
        "may_rule": bool({Act.PROPOSE, Act.MAJORITY} & set(detail.acts)),
        "lines": draft_values(parties, facts[0] if facts else None, unit[1]),
        "facts_of_form": range(1, FACTS + 1),
        "hand_facts": hand_values(facts[0]) if facts else None,
        "keys": sorted(facts[0].house.settings) if facts else [],
        "outcomes": [each.value for each in Outcome],
        "unit": unit,
        "longest": LONGEST_FACT,
    }
    return PageContent("ruling_form.html", case_document(detail), Rows((), []), values, at=f"/cases/{case_id}")


def _parties(connection: Connection, case_id: int) -> tuple[list[str], HandFacts | None, tuple[str, int]]:
    """Returns the parties that a ruling can name, the first pinned hand, and the unit of the amounts."""
    detail = case_of(connection, case_id)
    facts = [facts_of(connection, pin) for pin in detail.pins]
    return parties_of_ruling(facts, detail), facts[0] if facts else None, unit_of(facts, detail)


def _movement(connection: Connection, case_id: int) -> Movement:
    """Returns the movement that the form has. Raises `BadPosting` if it is larger than an open amount: the sentence has
    the amounts in the currency of the ruling, as the page shows them.
    """
    detail = case_of(connection, case_id)
    if not detail.rulings:
        raise BadPosting("This case has no ruling yet, so nobody owes an amount.")
    unit = detail.rulings[-1].ruling.currency, detail.rulings[-1].ruling.minor
    open_amounts = detail.ledgers[-1].open_amounts
    amount = amount_in(request.form.get("amount", ""), unit[1], "The amount")
    giver, taker = request.form.get("giver", ""), request.form.get("taker", "")
    if amount is None:
        raise BadPosting("Write the amount.")
    owes, is_owed = max(-open_amounts.get(giver, 0), 0), max(open_amounts.get(taker, 0), 0)
    if amount > min(owes, is_owed):
        words = (
            f"{giver[:60]} owes {amount_words(owes, *unit)}, and {taker[:60]} is owed {amount_words(is_owed, *unit)}"
        )
        raise BadPosting(f"{words}. So {amount_words(amount, *unit)} is too much.")
    return Movement(giver, taker, amount)


def _assignee(connection: Connection) -> int | None:
    """Returns the account that is to own the case; `None` for nobody."""
    name = request.form.get("assignee", "")
    found = [each.id for each in everybody(connection) if each.name == name and each.disabled_at is None]
    if name and not found:
        raise BadRuling(f"There is no account {name[:60]}. Choose an account of the list.")
    return found[0] if found else None


def _check_comment() -> None:
    if len(request.form.get("comment", "")) > LONGEST_FACT:
        raise BadRuling(f"The comment has more than {LONGEST_FACT:,} characters. Shorten the text.")
