"""The form with which a player without an account files a claim. The player opens the form by a link of the venue."""

from typing import Any, Final

from flask import Blueprint, Response, render_template, request

from auditor.disputes.act_texts import LONGEST_COMMENT
from auditor.disputes.acts import Act
from auditor.disputes.claims import LONGEST_NUMBER, LONGEST_TEXT, BadClaim, Claim, Subject
from auditor.disputes.exhibits import LARGEST, BadExhibit
from auditor.disputes.rulings import seat_party
from auditor.disputes.transitions import ActRefused
from auditor.store.disputes import acts, cases, claim_links, evidence, parties
from auditor.store.disputes.acts import CaseAct, seen_now
from auditor.store.disputes.cases import NewCase, NewParty
from auditor.store.disputes.claim_links import ClaimLink, link_of_secret
from auditor.store.disputes.people import party_actor
from auditor.store.postgres.database import Connection
from auditor.web.cases.amounts import BadAmount, amount_in
from auditor.web.cases.claim_form import subject_in
from auditor.web.parties.pages import FILED, NO_LINK, typed
from auditor.web.rendering.respond import redirect_to
from auditor.web.rendering.template_filters import size
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, parse_query, refuse_unknown_fields
from auditor.web.resources import transaction

blueprint: Final = Blueprint("claims", __name__)
ADDRESS: Final = "/claim/<string(maxlength=100):secret>"
MOST_FILES: Final = 3
LAST_SEAT: Final = 11
_STREETS: Final = ("3", "4", "5", "6", "7")
_FIELDS: Final = frozenset(
    {"hand_number", "seat", "subject", "street", "act", "happened", "should", "amount", "name", "file"}
)
_LONGEST_NAME: Final = 200
_LONGEST_ACT: Final = 200
# The decimals of an amount whose hand is not known yet.
_MOST_DECIMALS: Final = 2


@blueprint.get(ADDRESS)
def form(secret: str) -> str:
    """Shows the form of a claim."""
    parse_query(NoParameters)
    return _form(_link(secret), secret)


@blueprint.post(ADDRESS)
def file(secret: str) -> Response:
    """Files the claim, and redirects to the page of the player, whose address is the link to the case. So a person who
    loads the answer again does not file the claim again.
    """
    refuse_unknown_fields(_FIELDS)
    link = _link(secret)
    try:
        with transaction() as connection:
            own = _filed(connection, link)
    except (BadAmount, BadClaim, BadExhibit, ActRefused) as refused:
        page = _form(link, secret, str(refused), dict(request.form))
        return Response(page, status=422, content_type="text/html; charset=utf-8")
    return redirect_to(f"/party/{own}?done={FILED}")


def _filed(connection: Connection, link: ClaimLink) -> str:
    """Stores the claim with its files. Returns the secret of the player.

    The seat that a player types is only the label of the party: nobody has checked it. So the player sees the own cards
    of the hand only if the card room wrote the seat into the link.
    """
    claim_links.use(connection, link)
    minor = link.minor if link.hand_id is not None else _MOST_DECIMALS
    act = typed("act").strip()
    happened = typed("happened").strip()
    if len(act) > _LONGEST_ACT:
        raise BadClaim(f"The text about the act has more than {_LONGEST_ACT} characters. Shorten the text.")
    claim = Claim(
        link.hand_number or (f"record {link.hand_id}" if link.hand_id is not None else typed("hand_number")),
        subject_in(typed("subject")),
        f"{happened}\n\nThe act: {act}" if act and happened else happened,
        typed("should"),
        int(typed("street")) if typed("street") in _STREETS else None,
        None,
        amount_in(typed("amount"), minor, "The claimed amount"),
    )
    name = typed("name").strip()
    if not name or len(name) > _LONGEST_NAME:
        raise BadClaim(f"Write your name as the card room knows it, in 1 to {_LONGEST_NAME} characters.")
    party = NewParty("claimant", seat_party(_seat(link)), name, link.seat)
    new = NewCase(link.venue_id, None, "link", claim, (party,), link.currency, minor, link.hand_id)
    opened = cases.open_case(connection, new)
    actor = party_actor(opened.party_ids[0])
    files = [each for each in request.files.getlist("file") if each.filename]
    if len(files) > MOST_FILES:
        raise BadExhibit(f"Send at most {MOST_FILES} files with the claim. You can add more files later.")
    for each in files:
        wish = CaseAct(opened.case_id, Act.ADD_EVIDENCE, actor, seen_now(connection, opened.case_id))
        evidence.add_evidence(connection, wish, each.read(), each.filename or "", "sent with the claim")
    acts.act(connection, CaseAct(opened.case_id, Act.SUBMIT, actor, seen_now(connection, opened.case_id)))
    return parties.new_link(connection, opened.party_ids[0], None)


def _seat(link: ClaimLink) -> int:
    if link.seat is not None:
        return link.seat
    seat = typed("seat")
    if seat not in [str(each) for each in range(1, LAST_SEAT + 1)]:
        raise BadClaim(f"Choose your seat from 1 to {LAST_SEAT}.")
    return int(seat)


def _link(secret: str) -> ClaimLink:
    """Returns the link. Raises the same refusal for an unknown link and for a link that ended."""
    with transaction() as connection:
        found = link_of_secret(connection, secret)
    if found is None:
        raise Refusal(404, NO_LINK)
    return found


def _form(link: ClaimLink, secret: str, refused: str = "", entered: dict[str, Any] | None = None) -> str:
    return render_template(
        "claim.html",
        link=link,
        secret=secret,
        refused=refused,
        entered=entered or {},
        subjects=_SUBJECTS,
        streets=_STREETS,
        seats=range(1, LAST_SEAT + 1),
        longest=min(LONGEST_TEXT, LONGEST_COMMENT) - _LONGEST_ACT - 20,
        longest_number=LONGEST_NUMBER,
        longest_act=_LONGEST_ACT,
        longest_name=_LONGEST_NAME,
        most_files=MOST_FILES,
        largest=size(LARGEST),
    )


_SUBJECTS: Final = {
    Subject.SUM: "how the pot was counted, divided or paid",
    Subject.READING: "which hand is the best",
    Subject.PLAY: "something else, such as an act out of turn",
}
