"""Receives the forms with which people decide on findings: on one finding, or on a stored selection of findings. A
decision can be undone for a day.
"""

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, request

from auditor.store.postgres.database import Connection
from auditor.store.queries import findings, selections
from auditor.store.queries.cause_rows import numbers_of_cause
from auditor.store.queries.filtering import resolved
from auditor.store.queries.groups import WAYS
from auditor.store.queries.second_reviews import limits
from auditor.store.queries.selections import SelectionRow
from auditor.store.queries.triage import only_finding
from auditor.store.triage import decisions
from auditor.store.triage import selections as kept
from auditor.store.triage.unseen import Changed
from auditor.triage.acts import REASONS, Act, Wish
from auditor.web.access.visitor import own_venue, visitor
from auditor.web.findings import conflicts
from auditor.web.findings.facets import filters_of, in_words
from auditor.web.findings.groups import groups_address
from auditor.web.findings.list_navigation import address
from auditor.web.findings.refused_forms import with_refusal_on
from auditor.web.findings.triage_forms import (
    FIELDS,
    add_notice,
    answer,
    back_to,
    based_on,
    based_on_in_rows,
    based_on_of_cause,
    changing,
    done_words,
    notices,
    refuse_unknown_act_fields,
    wish,
)
from auditor.web.pages import finding
from auditor.web.pages.findings import AllRows, of
from auditor.web.rendering.documents import FINDING_COLUMNS, finding_document
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import stamp, visible
from auditor.web.requests.findings_schemas import parse_list
from auditor.web.requests.group_schemas import SelectionQuery
from auditor.web.requests.parameters import query_text
from auditor.web.requests.refusals import Refusal, no_finding
from auditor.web.requests.request_schemas import LONGEST_LIST, parse_query, refuse_unknown_fields
from auditor.web.resources import transaction
from auditor.web.teamwork.comments import team_values

blueprint: Final = Blueprint("triage", __name__)
blueprint.add_app_template_global(notices)
blueprint.add_app_template_global(done_words)
_SELECTING: Final = frozenset(
    {"csrf_token", "all", "query", "finding", "cause", "only", "reason-dismiss", "reason-accept", "back"}
)
_NAMING: Final = frozenset({"csrf_token", "name", "query", "back"})
_GOING_BACK: Final = frozenset({"csrf_token", "back"})
_SHOWN: Final = 20


def _list(**_of_form: Any) -> PageContent:
    """Makes the page with the list of findings from which the current form was sent. This page is shown again if the
    form is refused. The function ignores its arguments, which are the arguments of the view that received the form.
    """
    return of(parse_list(request.form.get("query", "")))


@blueprint.post("/findings/<int(max=9223372036854775807):finding_id>/act")
@with_refusal_on(finding.one, "/findings/{finding_id}")
def act(finding_id: int) -> Response:
    """Confirms, dismisses, accepts, reopens or assigns one finding, or answers a proposal."""
    wanted = wish()
    return _act(finding_id, wanted, wanted.act)


@blueprint.post("/findings/<int(max=9223372036854775807):finding_id>/give-back")
@with_refusal_on(finding.one, "/findings/{finding_id}")
def unassign(finding_id: int) -> Response:
    """Removes the assignee of a finding, so that it is assigned to nobody."""
    refuse_unknown_act_fields(FIELDS)
    return _act(finding_id, Wish(Act.ASSIGN), "give back")


def _act(finding_id: int, wanted: Wish, word: str) -> Response:
    try:
        done, row = decided(finding_id, wanted, based_on())
    except Changed as error:
        return conflicts.on_finding(error, finding_id)
    return answer(done, word, back_to(f"/findings/{finding_id}"), row)


def decided(finding_id: int, wanted: Wish, seen: int | None) -> tuple[decisions.Done, findings.FindingRow]:
    """Does the act `wanted` on a finding. Returns the result, and the finding as it was before the act.

    `seen` is the last act on the finding that the visitor has seen; `None` if a program sent no such number. Raises
    `Changed` if there is a later act, and `Refusal` if there is no such finding, or if the act is not possible.
    """
    with changing() as connection:
        row = insist_on_finding(connection, finding_id)
        return decisions.act(connection, finding_id, wanted, visitor().name, seen), row


@blueprint.post("/findings/select")
@with_refusal_on(_list, "/findings")
def select() -> Response:
    """Stores a selection of findings and redirects to its page. The selection has the findings that the visitor ticked,
    or all findings that match the filters now.

    Findings that match the filters only later are not added to the selection.
    """
    refuse_unknown_act_fields(_SELECTING)
    filters = _selected()
    with changing() as connection:
        resolving = resolved(connection, filters)
        number = kept.freeze(connection, resolving, in_words(filters), visitor().name, based_on_in_rows())
    return redirect_to(address(f"/selections/{number}", _opened_from()))


@page(blueprint, "/selections/<int(max=9223372036854775807):selection_id>")
def selection(selection_id: int) -> PageContent:
    """Shows a selection, which is a stored list of findings that does not change, with a form for an act on all of
    them.
    """
    asked = parse_query(SelectionQuery)
    query = asked.get("list", "")
    if query:
        _filters(query)  # raises a refusal if the query is not valid
    with transaction() as connection:
        row = _one(selection_id, selections.one(connection, selection_id))
        found = findings.page(connection, {"selection": str(selection_id)}, size=_SHOWN)
        takes_two = bool(limits(connection))
        team = team_values(connection)
    listed = [finding_document(each) for each in found.findings]
    document = {
        "id": row.id,
        "words": row.words,
        "count": row.count,
        "made_by": row.made_by,
        "made": stamp(row.made_at),
        "filters": dict(row.filters),
        "findings": listed,
    }
    rows = Rows(FINDING_COLUMNS, AllRows({"selection": str(selection_id)}))
    here = f"/findings?{query}" if query else "/findings"
    if "by" in asked:
        here = groups_address(_filters(query), asked["by"])
    values = {"here": here, "reasons": REASONS, "takes_two": takes_two, **team}
    return PageContent("selection.html", document, rows, values)


@blueprint.post("/selections/<int(max=9223372036854775807):selection_id>/act")
@with_refusal_on(selection, "/selections/{selection_id}")
def act_on_all(selection_id: int) -> Response:
    """Does one act, such as a dismissal, on every finding of a stored selection."""
    wanted = wish()
    try:
        with changing() as connection:
            _one(selection_id, selections.one(connection, selection_id))
            done = decisions.act_on_selection(connection, selection_id, wanted, visitor().name)
    except Changed as error:
        return conflicts.on_selection(error, selection_id)
    return answer(done, wanted.act, back_to("/findings"))


@blueprint.post("/findings/<int(max=9223372036854775807):finding_id>/cause/act")
@with_refusal_on(_list, "/findings")
def act_on_cause(finding_id: int) -> Response:
    """Does one act on the findings of one row of the list. The findings of a row have the same cause, and `finding_id`
    is one of them.

    The form names the findings of the row, each in a field such as `based_on-12`. The value of this field is the last
    act on the finding 12 that the visitor has seen. Findings with the same cause that the form does not name stay
    unchanged.
    """
    wanted = wish()
    with changing() as connection:
        insist_on_finding(connection, finding_id)
        seen = based_on_of_cause(numbers_of_cause(connection, finding_id))
        filters = {"picked": ",".join(map(str, seen))}
        number = kept.freeze(connection, filters, in_words({"cause": f"{finding_id}"}), visitor().name, seen)
    try:
        with changing() as connection:
            done = decisions.act_on_selection(connection, number, wanted, visitor().name)
    except Changed as error:
        return conflicts.on_selection(error, number)
    return answer(done, wanted.act, back_to("/findings"))


@blueprint.post("/acts/<int(max=9223372036854775807):batch_id>/undo")
def undo(batch_id: int) -> Response:
    """Undoes an act on one or more findings. `batch_id` is the number of the act. If one act decided several findings,
    it has one number for all of them.
    """
    refuse_unknown_fields(_GOING_BACK)
    try:
        with changing() as connection:
            done = decisions.undo(connection, batch_id, visitor().name)
            row = _only_finding(connection, batch_id)
    except Changed as error:
        with transaction() as connection:
            row = _only_finding(connection, batch_id)
        return conflicts.on_undo(error, row)
    return answer(done, "undo", back_to("/findings"), row, undone=batch_id)


def _only_finding(connection: Connection, batch_id: int) -> findings.FindingRow | None:
    number = only_finding(connection, batch_id)
    return findings.one(connection, number) if number is not None else None


@blueprint.post("/filters")
@with_refusal_on(_list, "/findings")
def save() -> Response:
    """Stores the filters of the list of findings under the name that the visitor typed."""
    refuse_unknown_fields(_NAMING)
    query = request.form.get("query", "")
    _filters(query)
    with changing() as connection:
        kept.save_filter(connection, visitor().name, request.form.get("name", ""), query)
    add_notice(f"Filters saved as {visible(request.form['name'].strip())}")
    return redirect_to(back_to("/findings"))


@blueprint.post("/filters/<int(max=9223372036854775807):filter_id>/delete")
def drop(filter_id: int) -> Response:
    """Deletes filters that the visitor saved under a name."""
    refuse_unknown_fields(_GOING_BACK)
    with changing() as connection:
        if not kept.drop_filter(connection, visitor().name, filter_id):
            raise Refusal(
                404, "These saved filters are not yours, or were already deleted. Load the list of findings again."
            )
    add_notice("Saved filters deleted")
    return redirect_to(back_to("/findings"))


def insist_on_finding(connection: Connection, finding_id: int) -> findings.FindingRow:
    """Returns the finding with this number. Raises `Refusal` if there is none, or if the visitor is a program whose
    token belongs to another venue.
    """
    row = findings.one(connection, finding_id)
    if row is None or own_venue() not in (None, row.venue):
        raise no_finding(finding_id)
    return row


def _selected() -> dict[str, str]:
    """Returns the filters that find the findings of the new selection.

    There are three cases:

    - The visitor selected all findings of the list: the filters of the list.
    - The visitor ticked rows that stand for causes: the filters of the list, and `cause` with the causes of these rows.
    - The visitor ticked single findings: `picked` with the numbers of these findings.
    """
    ticked, query = request.form.getlist("finding"), request.form.get("query", "")
    causes = request.form.getlist("only") or request.form.getlist("cause")
    if "all" in request.form:
        return _filters(query)
    if causes:
        return _filters(query_text({**_filters(query), "cause": ",".join(causes)}))
    if not ticked:
        raise Refusal(422, "No finding is selected. Select findings in the list, or select all matching findings.")
    return _filters(f"picked={','.join(ticked)}")


def _opened_from() -> dict[str, str]:
    """Returns the query of the list from which the form was sent, as the parameter `list` for the next address. If the
    form was sent from the page of groups, the parameter `by` has the way of grouping. Empty if the form was not sent
    from a list, or if the query is too long.
    """
    path, _, query = back_to("").partition("?")
    if not 0 < len(query) <= LONGEST_LIST:
        return {}
    if path == "/findings/groups":
        own = parse_qsl(query, keep_blank_values=True)
        return {
            "list": urlencode([(name, value) for name, value in own if name not in ("by", "names", "after")]),
            "by": dict(own).get("by", WAYS[0]),
        }
    return {"list": query} if path == "/findings" else {}


def _filters(query: str) -> dict[str, str]:
    """Returns those parameters in the query of a list that are filters. Raises `Refusal` if the query is not valid."""
    return filters_of(parse_list(query))


def _one(selection_id: int, row: SelectionRow | None) -> SelectionRow:
    if row is None:
        raise Refusal(404, f"There is no selection {selection_id}. Select findings in the list of findings.")
    return row
