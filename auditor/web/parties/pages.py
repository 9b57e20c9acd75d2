"""The page of a party of a case, and the forms of this page. The link to the page is the whole sign-in."""

from collections.abc import Callable
from typing import Any, Final

from flask import Blueprint, Response, render_template, request
from marshmallow.validate import OneOf

from auditor.disputes.acts import Act
from auditor.disputes.exhibits import BadExhibit
from auditor.disputes.states import State
from auditor.disputes.transitions import ActRefused
from auditor.store.disputes import acts, evidence
from auditor.store.disputes.acts import CaseAct, Seen, Stale
from auditor.store.disputes.parties import PartyRow, party_of_secret
from auditor.store.disputes.people import party_actor
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import CaseDetail, case_detail
from auditor.store.queries.case_names import document_of_case, names_hidden_from
from auditor.web.cases.amounts import number_in
from auditor.web.cases.downloads import download_of
from auditor.web.parties.documents import Reader, party_document
from auditor.web.parties.hands import hand_document
from auditor.web.parties.names import Veil
from auditor.web.rendering.respond import redirect_to
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import (
    NO_FIELDS,
    NoParameters,
    Query,
    a_text,
    parse_query,
    refuse_unknown_fields,
)
from auditor.web.resources import transaction

blueprint: Final = Blueprint("parties", __name__)
ADDRESS: Final = "/party/<string(maxlength=100):secret>"
NO_LINK: Final = (
    "This link does not work. It may be incomplete, or its time may be over. Copy the whole link again, or ask the card"
    " room for a new one."
)
# The field that says how much of the case the party had read.
_SEEN: Final = frozenset({"last_act"})
_STALE: Final = "Something happened in the case after you opened this page. Read the page again, then try again."
# The value of the parameter `done` after a player filed a claim. The page then shows its own address.
FILED: Final = "claim"
_WORDS: Final = {
    "statement": "Your statement is in the case.",
    "file": "Your file is in the case.",
    "appeal": "The card room has your appeal.",
    "withdrawn": "You withdrew.",
    FILED: "The card room has your claim.",
}


class PartyQuery(Query):
    """The parameter of the page of a party: what the party has just done, for the notice on the page."""

    done = a_text("what was done just now", OneOf(list(_WORDS)))


@blueprint.get(ADDRESS)
def one(secret: str) -> str:
    """Shows a party where the case stands, what to do next, and everything that the party may read."""
    done = parse_query(PartyQuery).get("done", "")
    own = f"{request.host_url}party/{secret}" if done == FILED else ""
    return _page(secret, done=_WORDS.get(done, ""), own=own)


@blueprint.get(f"{ADDRESS}/hand")
def hand(secret: str) -> str:
    """Tells the hand of the case as the party saw it at the table."""
    parse_query(NoParameters)
    return render_template("party_hand.html", secret=secret, **hand_document(_party(secret)))


@blueprint.get(f"{ADDRESS}/evidence/<int(max=9223372036854775807):evidence_id>")
def download(secret: str, evidence_id: int) -> Response:
    """Returns a file of the case as a download."""
    parse_query(NoParameters)
    party = _party(secret)
    with transaction() as connection:
        rows = [each for each in evidence.evidence_of(connection, party.case_id) if each.id == evidence_id]
        content = evidence.content_of(connection, party.case_id, evidence_id)
    if not rows or content is None:
        raise Refusal(404, "This case has no such file. Go back to the page of the case.")
    return download_of(party.case_id, evidence_id, rows[0].media_type, content)


@blueprint.post(f"{ADDRESS}/statement")
def add_statement(secret: str) -> Response:
    """Stores a statement of the party."""
    refuse_unknown_fields(_SEEN | {"comment"})
    comment = typed("comment")
    return _acted(secret, "statement", acts.act, Act.ADD_STATEMENT, comment)


@blueprint.post(f"{ADDRESS}/evidence")
def add_evidence(secret: str) -> Response:
    """Stores a file of the party as evidence."""
    refuse_unknown_fields(_SEEN | {"file", "origin"})
    sent, origin = request.files.get("file"), typed("origin")

    def stored(connection: Connection, wish: CaseAct) -> Seen:
        if sent is None or not sent.filename:
            raise BadExhibit("Choose a file first.")
        return evidence.add_evidence(connection, wish, sent.read(), sent.filename, origin)

    return _acted(secret, "file", stored, Act.ADD_EVIDENCE)


@blueprint.post(f"{ADDRESS}/appeal")
def appeal(secret: str) -> Response:
    """Stores an appeal of the party against the ruling."""
    refuse_unknown_fields(_SEEN | {"reason", "comment"})
    comment = typed("comment")
    return _acted(secret, "appeal", acts.act, Act.APPEAL, comment)


@blueprint.post(f"{ADDRESS}/withdraw")
def withdraw(secret: str) -> Response:
    """Withdraws the claim of the party, or the appeal of the party."""
    refuse_unknown_fields(_SEEN | NO_FIELDS)
    return _acted(secret, "withdrawn", acts.act, Act.WITHDRAW)


def _acted(
    secret: str, done: str, store: Callable[[Connection, CaseAct], Seen], act: Act, comment: str = ""
) -> Response:
    """Stores an act of the party. If the act is refused, the page keeps everything that was typed."""
    party, last_act = _party(secret), _last_act()
    try:
        with transaction() as connection:
            seen = _insist_on_state(connection, party, act, last_act)
            store(connection, CaseAct(party.case_id, act, party_actor(party.id), seen, typed("reason"), comment))
    except (ActRefused, BadExhibit) as refused:
        is_stale = isinstance(refused, Stale)
        page = _page(secret, refused=_STALE if is_stale else str(refused), entered=dict(request.form))
        return Response(page, status=409 if is_stale else 422, content_type="text/html; charset=utf-8")
    return redirect_to(f"/party/{secret}?done={done}")


def _insist_on_state(connection: Connection, party: PartyRow, act: Act, last_act: int) -> Seen:
    """Returns the case as the party had read it. Raises `ActRefused` if the party cannot do the act now.

    No sentence names the state of the case, because the state would say how the adjudicators decide.
    """
    detail = _detail(connection, party)
    states = {0: State.DRAFT, **{each.seq: State(each.to_state) for each in detail.timeline}}
    if states.get(last_act) is not detail.seen.state:
        raise Stale(_STALE)
    if act not in _document(connection, detail, party)["acts"]:
        raise ActRefused("You cannot do this in the case now. Read the page again.")
    return Seen(states[last_act], last_act)


def _party(secret: str) -> PartyRow:
    """Returns the party with this secret. Raises the same refusal for an unknown link and for a link that ended."""
    with transaction() as connection:
        found = party_of_secret(connection, secret)
    if found is None:
        raise Refusal(404, NO_LINK)
    return found


def _detail(connection: Connection, party: PartyRow) -> CaseDetail:
    detail = case_detail(connection, party.case_id, party_actor(party.id))
    assert detail is not None  # the party belongs to this case
    return detail


def _document(connection: Connection, detail: CaseDetail, party: PartyRow) -> dict[str, Any]:
    has_record = document_of_case(connection, party.case_id) is not None
    return party_document(detail, Reader(party, Veil(names_hidden_from(connection, party)), has_record))


def _page(secret: str, done: str = "", refused: str = "", entered: dict[str, str] | None = None, own: str = "") -> str:
    """Returns the page of the party. If `own` is not empty, the page shows this address of its own."""
    party = _party(secret)
    with transaction() as connection:
        document = _document(connection, _detail(connection, party), party)
    notices = {"done": done, "refused": refused, "own": own}
    return render_template("party.html", secret=secret, entered=entered or {}, **notices, **document)


def _last_act() -> int:
    """Returns the number of the last act that the party had read."""
    last_act = number_in(request.form.get("last_act", ""))
    if last_act is None:
        raise Refusal(422, "The form is not complete. Load the page of the case again and use its form.")
    return last_act


def typed(name: str) -> str:
    """Returns a field of the current form; empty if the form has no such field."""
    value = request.form.get(name, "")
    insist_on_text(f"field {name}", value)
    return value
