"""The pages of hands: the list, the search by number, and the page of one hand."""

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

from flask import Blueprint, Response, request

from auditor.engine.house.registry import names
from auditor.store.postgres.database import Connection
from auditor.store.queries import findings, hands
from auditor.store.queries.hands import HandName
from auditor.web.access.visitor import own_venue
from auditor.web.findings.list_navigation import address, carried, list_place_of_hand
from auditor.web.hands.dossier import Dossier, dossier_of, houses_for
from auditor.web.hands.event_sentences import plain_text, sentence_of
from auditor.web.hands.grid import Mark, grid_of
from auditor.web.hands.long_hands import (
    MOST_NOTES,
    cut_cells,
    pages_of_events,
    rows_of_findings,
    sections_in,
    window_of_events,
)
from auditor.web.hands.payout_decision import SENDING_WORDS, decision_of
from auditor.web.hands.replay.film import player_values
from auditor.web.hands.replay.places import places_of
from auditor.web.hands.sections import sections_of
from auditor.web.hands.settlement_sentences import owed_words
from auditor.web.hands.source_lines import bytes_of_hand, charset_of
from auditor.web.rendering.column_heads import heads
from auditor.web.rendering.documents import HAND_COLUMNS, listed_document
from auditor.web.rendering.respond import A_PAGE, PageContent, Rows, page, redirect_to
from auditor.web.rendering.template_filters import weight
from auditor.web.requests.group_schemas import LongHandQuery
from auditor.web.requests.guards import policy
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import HandsQuery, NoParameters, parse_query
from auditor.web.resources import resources, transaction
from auditor.web.rulebook.kept_houses import is_of_today

blueprint: Final = Blueprint("hands", __name__)
_EVENT_COLUMNS: Final = (
    "event",
    "line",
    "told",
    "code",
    "grade",
    "severity",
    "certainty",
    "logged",
    "lawful",
    "amount",
)
# The words that people may type before the number of a hand in the search, as in `hand 77` or `#77`.
_CALLED: Final = re.compile(r"(?i)^(hand\s+)?#?(?=.)")
# A hand without a hand number is named by the number of its record in the database, as in `record 12`.
_RECORD: Final = re.compile(r"(?i)record\s+([0-9]{1,18})")


@page(blueprint, "/hands")
def every() -> PageContent | Response:
    """Lists the newest hands, or the hands sorted by a column, or, with the parameter `number`, the hands with this
    number. If only one hand has the number, redirects to the page of that hand.
    """
    query = parse_query(HandsQuery)
    sort = query.get("sort", "-hand")
    number = query.get("number", "").strip()
    with transaction() as connection:
        if number:
            number, found = looked_up(connection, number, own_venue() or query.get("venue"))
        else:
            found = hands.listed(connection, sort, query.get("before"), query["limit"], own_venue())
        places = hands.placed(connection, [name.hand_id for name in found])
    if number and len(found) == 1 and request.path == "/hands":
        return redirect_to(f"/hands/{found[0].hand_id}")
    documents = [listed_document(name, places.get(name.hand_id)) for name in found]
    following = found[-1].hand_id if not number and len(found) == query["limit"] else None
    rows = Rows(HAND_COLUMNS, [[each[column] for column in HAND_COLUMNS] for each in documents], A_PAGE)
    kept = {name: query[name] for name in ("sort",) if name in query}
    values = {
        "number": number,
        "heads": heads(hands.SORTS, sort, lambda by: address("/hands", {"sort": by} if by != "-hand" else {})),
        "following": address("/hands", {**kept, "before": following}) if following else None,
    }
    return PageContent("hands.html", {"hands": documents, "next": following}, rows, values)


@page(blueprint, "/hands/<int:hand_id>")
def one(hand_id: int) -> PageContent:
    """Shows one hand, audited under the house of its stored audit or under another house. The names of players can be
    masked.
    """
    query = parse_query(LongHandQuery)
    dossier = dossier_of(hand_id, query.get("house", ""), mask="names" in query)
    document = dossier.document()
    sections = sections_of(dossier.hand, dossier.lines, dossier.sources, document["findings"])
    own: dict[str, Any] = {name: query[name] for name in ("house", "names", "list", "at") if name in query}
    window = window_of_events(len(dossier.hand.events), query.get("from_event"), _event_of(query.get("at")))
    found = [each for each in document["findings"] if each["event"] is not None]
    grid = grid_of(dossier.hand, [Mark(each["code"], each["event"], weight(each)) for each in found])
    cut_cells(grid)
    values = {
        "list_place": list_place_of_hand(query),
        "sections": sections,
        "event_sections": sections_in(sections, window),
        **pages_of_events(window, len(dossier.hand.events), own),
        **rows_of_findings(dossier, document["findings"], query.get("from_row", 0)),
        "own_query": own,
        "most_notes": MOST_NOTES,
        "grid": grid,
        "owed": owed_words(dossier.hand, dossier.report.settlement),
        "contradicts_itself": dossier.report.contradicts_itself,
        "houses": sorted({*houses_for(dossier.hand), dossier.house.name}),
        "of_today": is_of_today(dossier.house),
        "gone": dossier.house.name not in names(),
        "damaged": dossier.damaged,
        "sources_known": bool(dossier.sources),
        "game_value": dossier.hand.game.value,
        "minor": dossier.hand.unit.minor,
        "players": {seat.number: seat.player for seat in dossier.hand.seats},
        "permalink": _permalink(dossier),
        "steps": [f"/hands/{hand_id}/step/{each.address}" for each in places_of(dossier.hand)],
        "step_query": address("", carried(query)),
        "played": player_values(dossier.report, address(f"/hands/{hand_id}/replay.json", carried(query)), 0),
        "query": address("", {name: query[name] for name in ("house", "names") if name in query}),
        "masked": "names" in query,
        "sending": SENDING_WORDS[decision_of(dossier).decision],
    }
    return PageContent("hand.html", document, Rows(_EVENT_COLUMNS, _event_rows(dossier, document)), values)


@blueprint.get("/hands/<int:hand_id>/raw")
def raw(hand_id: int) -> Response:
    """Returns the lines of the hand as a download, byte for byte as they are in the uploaded file."""
    parse_query(NoParameters)
    dossier = dossier_of(hand_id)
    standing = dossier.standing
    if standing is None:
        raise Refusal(
            404,
            "The database names no uploaded file for this hand, so there are no lines to download. Open the page of the"
            " hand instead.",
        )
    response = Response(bytes_of_hand(resources().place().evidence, standing))
    # Unknown people wrote these lines of the log. They are sent as plain text, so that a browser does not run them as a
    # page.
    response.headers["Content-Type"] = f"text/plain; charset={charset_of(standing.encoding)}"
    response.headers["Content-Disposition"] = f'attachment; filename="hand-{hand_id}.txt"'
    response.headers["Content-Security-Policy"] = f"{policy()}; sandbox"
    return response


@blueprint.get("/hands/<string(maxlength=64):venue>/<path:number>")
def permalink(venue: str, number: str) -> Response:
    """Redirects from the permanent address of a hand, such as `/hands/main/77`, to the record of the hand. The address
    has the venue, and the number that the card room gave the hand.

    If several records have this number, redirects to their list.
    """
    parse_query(NoParameters)
    with transaction() as connection:
        found = hands.named(connection, number, venue)
    if not found:
        raise Refusal(404, f'There is no hand "{number[:100]}" at the venue {venue}. Check the number.')
    if len(found) == 1:
        return redirect_to(f"/hands/{found[0].hand_id}")
    return redirect_to(f"/hands?venue={quote(venue)}&number={quote(number)}")


def looked_up(connection: Connection, number: str, venue: str | None) -> tuple[str, Sequence[HandName]]:
    """Finds the records for a number that a person typed. Returns the hand number, and the records.

    `hand 77` and `#77` also find the hand number 77. Some hands have no number. Therefore `record 12` finds the record
    with the number 12 in the database.
    """
    found = hands.named(connection, number, venue)
    bare = _CALLED.sub("", number)
    if not found and bare != number:
        number, found = bare, hands.named(connection, bare, venue)
    record = _RECORD.fullmatch(number)
    if not found and record is not None and venue in (None, own_venue()):
        named = hands.names_of(connection, [int(record[1])]).values()
        return number, [name for name in named if venue in (None, name.venue)]
    return number, found


def _event_of(finding_id: int | None) -> int | None:
    """Returns the event of the finding from which the page was opened; `None` if there is no such finding or event."""
    if finding_id is None:
        return None
    with transaction() as connection:
        row = findings.one(connection, finding_id)
    return row.event if row is not None else None


def _permalink(dossier: Dossier) -> str:
    name = dossier.record.name
    return f"/hands/{quote(name.venue, safe='')}/{quote(name.number)}" if name.number else f"/hands/{name.hand_id}"


def _event_rows(dossier: Dossier, document: dict[str, Any]) -> list[list[Any]]:
    """Returns the rows of the CSV: one for each event of the hand. An event with several findings has one row for each
    finding.
    """
    rows = []
    for index, event in enumerate(dossier.hand.events):
        line = dossier.lines[index] if index < len(dossier.lines) else None
        here = [each for each in document["findings"] if each["event"] == index]
        for found in here or [{}]:
            sentence = plain_text(sentence_of(dossier.hand, event))
            rows.append([index, line or None, sentence, *[found.get(name) for name in _EVENT_COLUMNS[3:]]])
    return rows
