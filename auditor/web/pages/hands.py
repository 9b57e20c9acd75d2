"""Hands: finding one by its number, and everything about one on a single page."""

from typing import Any, Final
from urllib.parse import quote

from flask import Blueprint, Response, redirect, request

from auditor.engine.house import names, shipped
from auditor.store.queries import hands
from auditor.store.queries.newest import newest
from auditor.web.asked import HandAsked, HandsAsked, Nothing, asked
from auditor.web.documents import HAND_COLUMNS, listed_document
from auditor.web.dossier import Dossier, dossier_of
from auditor.web.grid import Mark, grid_of
from auditor.web.guards import policy
from auditor.web.opened import opened, reading
from auditor.web.owed import owed_words
from auditor.web.refusals import Refusal
from auditor.web.sections import sections_of
from auditor.web.shown import Rows, Shown, page
from auditor.web.sources import bytes_of_hand, charset_of
from auditor.web.told import plain, told

blueprint: Final = Blueprint("hands", __name__)
_EVENT_COLUMNS: Final = ("event", "line", "told", "code", "grade", "logged", "lawful", "amount")


@page(blueprint, "/hands")
def every() -> Shown | Response:
    """The newest hands, or those with a number: if there is but one, its page."""
    query = asked(HandsAsked)
    number = query.get("number", "").strip()
    with reading() as connection:
        if number:
            found = hands.named(connection, number, query.get("venue"))
        else:
            found = newest(connection, query.get("before"), query["limit"])
        places = hands.placed(connection, [name.hand_id for name in found])
    if number and len(found) == 1 and request.path == "/hands":
        return redirect(f"/hands/{found[0].hand_id}")  # type: ignore[return-value]
    documents = [listed_document(name, places.get(name.hand_id)) for name in found]
    following = found[-1].hand_id if not number and len(found) == query["limit"] else None
    rows = Rows(HAND_COLUMNS, [[each[column] for column in HAND_COLUMNS] for each in documents])
    return Shown("hands.html", {"hands": documents, "next": following}, rows, {"number": number})


@page(blueprint, "/hands/<int:hand_id>")
def one(hand_id: int) -> Shown:
    """One hand under the house it was audited under, or under another one."""
    dossier = dossier_of(hand_id, asked(HandAsked).get("house", ""))
    document = dossier.document()
    sections = sections_of(dossier.hand, dossier.lines, dossier.sources, document["findings"])
    marks = [Mark(each["code"], each["event"]) for each in document["findings"] if each["event"] is not None]
    grades = {each["code"]: each["grade"] for each in document["findings"]}
    values = {
        "sections": sections,
        "grid": grid_of(dossier.hand, marks),
        "grades": grades,
        "owed": owed_words(dossier.hand, dossier.report.settlement),
        "houses": [name for name in names() if dossier.hand.game in shipped().file(name).games],
        "damaged": dossier.damaged,
        "sources_known": bool(dossier.sources),
        "game_value": dossier.hand.game.value,
        "minor": dossier.hand.unit.minor,
        "players": {seat.number: seat.player for seat in dossier.hand.seats},
        "permalink": _permalink(dossier),
    }
    return Shown("hand.html", document, Rows(_EVENT_COLUMNS, _event_rows(dossier, document)), values)


@blueprint.get("/hands/<int:hand_id>/raw")
def raw(hand_id: int) -> Response:
    """The bytes of the hand as they were sent, to be saved and not to be looked at in a browser."""
    asked(Nothing)
    dossier = dossier_of(hand_id)
    standing = dossier.standing
    if standing is None or dossier.damaged:
        raise Refusal(404, dossier.damaged or "The file this hand came from is no longer known.")
    response = Response(bytes_of_hand(opened().place().evidence, standing))
    # Whatever the sender wrote into it, a browser must neither show it as a page nor run it.
    response.headers["Content-Type"] = f"text/plain; charset={charset_of(standing.encoding)}"
    response.headers["Content-Disposition"] = f'attachment; filename="hand-{hand_id}.txt"'
    response.headers["Content-Security-Policy"] = f"{policy()}; sandbox"
    return response


@blueprint.get("/hands/<string(maxlength=64):venue>/<path:number>")
def permalink(venue: str, number: str) -> Response:
    """The lasting address of a hand: the room's own number. Leads to the one record, or to the list of several."""
    asked(Nothing)
    with reading() as connection:
        found = hands.named(connection, number, venue)
    if not found:
        raise Refusal(404, f'There is no hand "{number[:100]}" at {venue}. Look at the number once more.')
    if len(found) == 1:
        return redirect(f"/hands/{found[0].hand_id}")  # type: ignore[return-value]
    return redirect(f"/hands?venue={quote(venue)}&number={quote(number)}")  # type: ignore[return-value]


def _permalink(dossier: Dossier) -> str:
    name = dossier.record.name
    return f"/hands/{quote(name.venue, safe='')}/{quote(name.number)}" if name.number else f"/hands/{name.hand_id}"


def _event_rows(dossier: Dossier, document: dict[str, Any]) -> list[list[Any]]:
    """A row an event, and one more for each further finding on it."""
    rows = []
    for index, event in enumerate(dossier.hand.events):
        line = dossier.lines[index] if index < len(dossier.lines) else None
        here = [each for each in document["findings"] if each["event"] == index]
        for found in here or [{}]:
            told_words = plain(told(dossier.hand, event))
            rows.append([index, line or None, told_words, *[found.get(name) for name in _EVENT_COLUMNS[3:]]])
    return rows
