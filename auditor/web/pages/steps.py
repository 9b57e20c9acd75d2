"""The pages of the replayer. Each page shows the poker table after one event of a hand, which is a step, and has its
own address.
"""

from typing import Any, Final

from flask import Blueprint, Response, jsonify, render_template

from auditor.store.queries import findings
from auditor.web.findings.list_navigation import address, list_place_of_hand
from auditor.web.hands.dossier import Dossier, dossier_of
from auditor.web.hands.replay.documents import COLUMNS, step_document, step_rows
from auditor.web.hands.replay.drawing import drawing_of
from auditor.web.hands.replay.film import film_document, marks_of, part_with
from auditor.web.hands.replay.places import Place, places_of
from auditor.web.hands.replay.step import Step, step_at
from auditor.web.rendering.respond import PageContent, Rows, page, redirect_to
from auditor.web.requests.film_schemas import FilmQuery
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import StepQuery, parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import title_of

blueprint: Final = Blueprint("steps", __name__)


@blueprint.get("/hands/<int:hand_id>/step")
@blueprint.get("/hands/<int:hand_id>/step/")
def first(hand_id: int) -> Response:
    """Redirects to a step of the hand: the step with the finding whose number is the parameter `at`. Without `at`, the
    first step.
    """
    query = parse_query(StepQuery)
    places = places_of(dossier_of(hand_id, source=False).hand)
    event = _event_of_finding(hand_id, query.get("at"))
    place = places[event if event < len(places) else 0]
    return redirect_to(address(f"/hands/{hand_id}/step/{place.address}", query))


@page(blueprint, "/hands/<int:hand_id>/step/<int:street>.<int:at>")
def one(hand_id: int, street: int, at: int) -> PageContent:
    """Shows the table after one event of a hand. `street` and `at` are the two numbers of the step in its address, such
    as `6.4`.
    """
    query = parse_query(StepQuery)
    dossier = dossier_of(hand_id, query.get("house", ""), mask="names" in query, source=False)
    places = places_of(dossier.hand)
    index = next((each.event for each in places if (each.street, each.number) == (street, at)), None)
    if index is None:
        raise _no_such_step(f"{street}.{at}", places)
    step = step_at(dossier.report, dossier.house, places, index, known="cards" in query)
    document = _document(hand_id, dossier, query, step)
    values = {
        **_frame_values(hand_id, dossier, query, step),
        **_page_values(dossier, query, len(places)),
    }
    return PageContent("step.html", document, Rows(COLUMNS, step_rows(step)), values)


@blueprint.get("/hands/<int:hand_id>/replay.json")
def film_json(hand_id: int) -> Response:
    """Returns a part of the film of a hand: the HTML of its steps, for the script that plays the hand. The parameter
    `index` is the index of a step, and the answer is the part with this step. Without `index`, the answer is the first
    part.
    """
    query = parse_query(FilmQuery)
    wanted = query.pop("index", 0)
    dossier = dossier_of(hand_id, query.get("house", ""), mask="names" in query, source=False)
    places = places_of(dossier.hand)
    part = part_with(places, wanted)
    if not part:
        raise Refusal(404, f"This hand has no step with the index {wanted}. It has {len(places):,} steps.")
    frames = []
    for place in part:
        step = step_at(dossier.report, dossier.house, places, place.event, known="cards" in query)
        frames.append(render_template("step_frame.html", **_frame_values(hand_id, dossier, query, step)))
    return jsonify(film_document(part, frames))


@blueprint.get("/hands/<int:hand_id>/step/<path:place>")
def none(hand_id: int, place: str) -> Response:
    """Answers 404 for an address such as `/hands/12/step/x`, which is not the address of a step."""
    parse_query(StepQuery)
    raise _no_such_step(place[:40], places_of(dossier_of(hand_id, source=False).hand))


def _event_of_finding(hand_id: int, finding_id: int | None) -> int:
    """Returns the index of the event of a finding. Returns 0 if there is no such finding, if it belongs to another
    hand, or if it has no event.
    """
    if finding_id is None:
        return 0
    with transaction() as connection:
        row = findings.one(connection, finding_id)
    return row.event if row is not None and row.hand_id == hand_id and row.event is not None else 0


def _document(hand_id: int, dossier: Dossier, query: dict[str, Any], step: Step) -> dict[str, Any]:
    hand = dossier.hand
    step_json = step_document(step)
    for each, (finding, _) in zip(step_json["findings"], step.findings, strict=True):
        each["id"] = dossier.number_of(finding)
    return {
        "hand": hand_id,
        "number": hand.number,
        "house": dossier.report.house_name,
        "cards": query.get("cards", "as seen"),
        "names": query.get("names", "shown"),
        "unit": {"currency": hand.unit.currency, "minor": hand.unit.minor},
        **step_json,
    }


def _frame_values(hand_id: int, dossier: Dossier, query: dict[str, Any], step: Step) -> dict[str, Any]:
    """Returns the values for the template of one step. The page of the step and the film of the hand both use this
    template.
    """
    hand = dossier.hand
    return {
        "hand": hand_id,
        "house": dossier.report.house_name,
        "view": step,
        "drawing": drawing_of(step, hand.unit.minor),
        "number_of": dossier.number_of,
        "titles": {finding.code: title_of(finding.code) for finding, _ in step.findings},
        "minor": hand.unit.minor,
        "game_value": hand.game.value,
        "query": address("", query),
    }


def _page_values(dossier: Dossier, query: dict[str, Any], count: int) -> dict[str, Any]:
    """Returns the values that only the page of the step needs, such as the addresses of this step with other settings.
    `count` is the number of steps.
    """
    own: dict[str, Any] = {name: query[name] for name in ("house", "names", "list", "at") if name in query}
    return {
        "list_place": list_place_of_hand(query, "/step"),
        "marks": marks_of(dossier.report, count),
        "stakes": dossier.hand.stakes,
        "digest": dossier.report.hand_digest,
        "house_digest": dossier.house.digest,
        "hand_query": address("", own),
        "cards_query": address("", _turned(query, "cards", "known")),
        "names_query": address("", _turned(query, "names", "masked")),
    }


def _no_such_step(wanted: str, places: list[Place]) -> Refusal:
    last = places[-1].address if places else "0.1"
    return Refusal(404, f"This hand has no step {wanted}. Its last step is {last}.", last=last)


def _turned(query: dict[str, Any], name: str, value: str) -> dict[str, Any]:
    """Returns the parameters for a link that switches a setting. If `query` has `name`, it is removed; else it is set
    to `value`.
    """
    if name in query:
        return {each: kept for each, kept in query.items() if each != name}
    return {**query, name: value}
