"""Does an act on a case that a form asks for. The form names the state and the last act that the visitor had seen.

If the act is refused, nothing is stored. The answer is the same page again, with the reason, with what other people did
in the meantime, and with everything that the visitor typed.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from flask import Response, request

from auditor.disputes.acts import Act
from auditor.disputes.claims import BadClaim
from auditor.disputes.exhibits import BadExhibit
from auditor.disputes.ledger import BadPosting
from auditor.disputes.rulings import BadRuling
from auditor.disputes.states import State
from auditor.disputes.transitions import ActRefused
from auditor.store.disputes.acts import CaseAct, Seen, Stale, refuse_stale
from auditor.store.postgres.database import Connection
from auditor.web.access.confirmation import FIELD as PASSWORD
from auditor.web.cases.act_words import WORDS, past_words
from auditor.web.cases.amounts import BadAmount, number_in
from auditor.web.cases.reading import actor, case_of
from auditor.web.findings.triage_forms import add_notice
from auditor.web.rendering.respond import PageContent, page_html, redirect_to
from auditor.web.rendering.template_filters import stamp, visible
from auditor.web.requests.guards import insist_on_text
from auditor.web.requests.refusals import Refusal
from auditor.web.resources import transaction

SEEN: Final = frozenset({"seen_state", "seen_act"})
REFUSALS: Final = (ActRefused, BadAmount, BadClaim, BadExhibit, BadPosting, BadRuling)
_CONFLICT: Final = 409
Perform = Callable[[Connection, CaseAct], Act]
Form = Callable[[int], PageContent]


def answer_act(case_id: int, act: Act, form: Form, perform: Perform) -> Response:
    """Does the act in one transaction, and redirects to the page of the case. `perform` stores the act and returns the
    act that was done. `form` makes the page that has the form; it is shown again if the act is refused.
    """
    check_texts()
    wish = CaseAct(case_id, act, actor(), _seen(), comment=request.form.get("comment", ""))
    try:
        with transaction() as connection:
            case_of(connection, case_id)
            refuse_stale(connection, wish)
            done = perform(connection, wish)
    except REFUSALS as refused:
        return form_again(form(case_id), f"/cases/{case_id}", refused, _since(case_id, wish.seen))
    add_notice(f"Case {case_id}: you {WORDS[done].past}")
    return redirect_to(f"/cases/{case_id}")


def check_texts() -> None:
    """Raises `Refusal` if a field of the form is not valid text."""
    for name, value in request.form.items():
        insist_on_text(f"field {name[:20]}", value)


def form_again(content: PageContent, at: str, refused: Exception, since: list[dict[str, Any]]) -> Response:
    """Returns the page with the form again: the refusal, the acts of other people since the visitor loaded the page,
    and the typed texts. The status is 409 if other people acted in between, else 422.
    """
    entered = {name: value for name, value in request.form.items() if name not in ("csrf_token", PASSWORD, *SEEN)}
    status = _CONFLICT if isinstance(refused, Stale) else 422
    values = {**content.values, "since": since}
    again = replace(content, values=values, at=at, query="", refused=str(refused), entered=entered)
    return Response(page_html(again), status=status, content_type="text/html; charset=utf-8")


def _seen() -> Seen:
    state, last = request.form.get("seen_state", ""), number_in(request.form.get("seen_act", ""))
    if state not in list(State) or last is None:
        raise Refusal(422, "The form does not say which state of the case you saw. Load the page of the case again.")
    return Seen(State(state), last)


def _since(case_id: int, seen: Seen) -> list[dict[str, Any]]:
    with transaction() as connection:
        timeline = case_of(connection, case_id).timeline
    later = [each for each in timeline if each.seq > seen.last_act]
    return [{"by": visible(each.by), "words": past_words(each.act), "at": stamp(each.at)} for each in later]
