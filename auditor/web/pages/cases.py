"""The pages of the test cases of a rule. Each page replays the example hand of one case, step by step."""

from typing import Any, Final

from flask import Blueprint, Response, jsonify, render_template

from auditor.engine.findings import Report
from auditor.engine.house import House
from auditor.formats.transcript.cases import Case
from auditor.web.hands.replay.documents import COLUMNS, step_document, step_rows
from auditor.web.hands.replay.drawing import drawing_of
from auditor.web.hands.replay.film import film_document, marks_of, part_with
from auditor.web.hands.replay.places import Place, places_of
from auditor.web.hands.replay.step import Step, step_at
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.film_schemas import PartQuery
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import CaseQuery, parse_query
from auditor.web.rulebook import catalogue
from auditor.web.rulebook.cases import audited, cases_in_order

blueprint: Final = Blueprint("cases", __name__)


@page(blueprint, "/rules/<string(length=4):code>/cases/<int:case>")
def one(code: str, case: int) -> PageContent:
    """Shows the poker table after one event of a test case. The parameter `step` names the event. Without this
    parameter, it is the first event with a finding.
    """
    query = parse_query(CaseQuery)
    chosen = _case(code, case)
    report, house = audited(chosen)
    places = places_of(chosen.hand)
    step = step_at(report, house, places, _event(report, places, query.get("step", "")), known=True)
    document = {
        "rule": code,
        "case": case,
        "title": chosen.title,
        "house": chosen.house,
        "overrides": chosen.overrides,
        **step_document(step),
    }
    values = {
        **_frame_values(report, step),
        "rule_title": catalogue.rule_named(code)["title"],
        "marks": marks_of(report, len(places)),
    }
    return PageContent("case.html", document, Rows(COLUMNS, step_rows(step)), values)


@blueprint.get("/rules/<string(length=4):code>/cases/<int:case>/replay.json")
def film_json(code: str, case: int) -> Response:
    """Returns a part of the film of a test case: the HTML of its steps, for the script that plays the hand. The
    parameter `index` is the index of a step, and the answer is the part with this step. Without `index`, the answer is
    the first part.
    """
    wanted = parse_query(PartQuery).get("index", 0)
    chosen = _case(code, case)
    report, house = audited(chosen)
    places = places_of(chosen.hand)
    part = part_with(places, wanted)
    if not part:
        raise Refusal(404, f"This hand has no step with the index {wanted}. It has {len(places):,} steps.")
    return jsonify(film_document(part, [_frame(report, house, places, place.event) for place in part]))


def _frame(report: Report, house: House, places: list[Place], index: int) -> str:
    step = step_at(report, house, places, index, known=True)
    return render_template("step_frame.html", **_frame_values(report, step))


def _frame_values(report: Report, step: Step) -> dict[str, Any]:
    hand = report.hand
    return {
        "house": report.house_name,
        "view": step,
        "drawing": drawing_of(step, hand.unit.minor),
        "number_of": lambda _: None,
        "titles": {finding.code: catalogue.title_of(finding.code) for finding, _ in step.findings},
        "minor": hand.unit.minor,
        "game_value": hand.game.value,
        "steps_at": "?step=",
        "query": "",
    }


def _case(code: str, number: int) -> Case:
    cases = cases_in_order(code)
    if not 0 < number <= len(cases):
        raise Refusal(404, f"There is no example hand {number} for a rule {code}. Open the page of the rule.")
    return cases[number - 1]


def _event(report: Report, places: list[Place], step: str) -> int:
    """Returns the index of the event with the address `step`. If `step` is empty, returns the index of the first event
    with a finding, or 0 if the hand has no finding. Raises `Refusal` (404) if no event has this address.
    """
    if not step:
        return min([finding.event for finding in report.findings if 0 <= finding.event < len(places)], default=0)
    for place in places:
        if place.address == step:
            return place.event
    raise Refusal(404, f"This hand has no step {step}. Its last step is {places[-1].address}.")
