"""The page of one finding: its reasons, the wrong payouts, the decision of people about it, and its history."""

from typing import Any, Final

import msgspec
from flask import Blueprint

from auditor.formats.settled import settlement_row
from auditor.store.queries import findings, triage
from auditor.store.queries.findings import FindingRow
from auditor.store.queries.triage import ActRow, DecisionRow
from auditor.store.triage.comments import comments_on
from auditor.triage.acts import REASONS
from auditor.web.access.visitor import own_venue, visitor
from auditor.web.findings.list_navigation import finding_address, hand_address, list_place_of_finding
from auditor.web.findings.other_houses import MOST_EVENTS, HouseOpinion, Opinion
from auditor.web.findings.second_review import offered_values, waiting_document
from auditor.web.findings.why import Why, why_of
from auditor.web.hands.dossier import Dossier, dossier_of
from auditor.web.hands.event_sentences import plain_text
from auditor.web.hands.pairing import differing
from auditor.web.hands.replay.documents import step_document
from auditor.web.hands.replay.film import player_values
from auditor.web.hands.replay.step import Step
from auditor.web.rendering.documents import finding_document
from auditor.web.rendering.respond import PART, PageContent, Rows, frame, page
from auditor.web.rendering.template_filters import stamp
from auditor.web.requests.refusals import Refusal, no_finding
from auditor.web.requests.request_schemas import FindingQuery, parse_query
from auditor.web.resources import transaction
from auditor.web.rulebook.catalogue import doubt_of, title_of
from auditor.web.teamwork.comments import comment_document, team_values, with_comments

blueprint: Final = Blueprint("finding", __name__)
COLUMNS: Final = ("part", "name", "value", "says")
_OPINION_WORDS: Final = {
    Opinion.SAME: "Same finding",
    Opinion.OTHERWISE: "Same rule and event, but another grade, amount or wording",
    Opinion.ANOTHER: "Another rule is broken at this event",
    Opinion.UNSEEN: "Not verifiable: the record lacks a fact that these houses need",
    Opinion.NOTHING: "No finding at this event",
}


@page(blueprint, "/findings/<int:finding_id>")
def one(finding_id: int) -> PageContent:
    """Shows one finding. If the house of the finding no longer exists, the hand cannot be audited again, and the page
    shows only the stored facts.
    """
    query = parse_query(FindingQuery).get("list", "")
    with transaction() as connection:
        row = findings.one(connection, finding_id) if finding_id < 2**63 else None
        if row is None or own_venue() not in (None, row.venue):
            raise no_finding(finding_id)
        acts = triage.history(connection, row.fingerprint, visitor().name)
        decision = triage.decision(connection, row.fingerprint)
        comments = [comment_document(each) for each in comments_on(connection, row.fingerprint)]
        team = team_values(connection)
        two = waiting_document(connection, row)
        acting = offered_values(connection, row, two)
        list_place = list_place_of_finding(connection, query, row) if query else None
    stored = {**_stored(row, acts, decision), "comments": comments, **two}
    values: dict[str, Any] = {
        "list_place": list_place,
        "hand_link": f"/hands/{row.hand_id}",
        "here": _here(row, query),
        "frame": frame(),
        "minor": row.minor,
        "game_value": row.game,
        "doubt": doubt_of(row.code),
        **acting,
        **team,
        "timeline": with_comments(stored["history"], comments),
        "reasons": REASONS,
    }
    try:
        dossier = dossier_of(row.hand_id, row.house, source=False)
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        document = {**stored, **_NOT_JUDGED, "not_judged": refusal.message}
        return PageContent("finding_stored.html", document, Rows(COLUMNS, _rows(document)), values)
    why = why_of(row, dossier)
    step = why.step()
    document = {**stored, **_judged(why, step), "not_judged": None}
    values |= {
        "why": why,
        "hand_link": hand_address(row, query),
        "step_link": hand_address(row, query, f"/step/{why.place.address}") if why.place is not None else "",
        "view": step,
        "played": _played(why, query),
        "players": why.players,
        "name_notes": dossier.name_notes,
        "opinion_words": _OPINION_WORDS,
        "opinion_groups": _grouped(document["elsewhere"]),
        "too_long": len(dossier.hand.events) > MOST_EVENTS,
    }
    return PageContent("finding.html", document, Rows(COLUMNS, _rows(document)), values)


def _played(why: Why, query: str) -> dict[str, Any] | None:
    """Returns the values for the controls that play the hand, beginning at the event of the finding; `None` if the
    finding is about the whole hand.
    """
    if why.place is None:
        return None
    film = hand_address(why.row, query, "/replay.json", cards="known")
    return player_values(why.dossier.report, film, why.place.event)


def _here(row: FindingRow, query: str) -> str:
    """Returns the address to open after an act on the finding. This is the page of the finding, or, if the page is open
    in the side panel of a list, the address of the list.
    """
    if not query:
        return f"/findings/{row.id}"
    return f"/findings?{query}" if frame() == PART else finding_address(row, query)


def _stored(row: FindingRow, acts: tuple[ActRow, ...], decision: DecisionRow | None) -> dict[str, Any]:
    """Returns as a dict those facts about the finding that are stored in the database. `acts` is the history of the
    finding, and `decision` is the current decision.
    """
    return {
        **finding_document(row),
        "weight": row.severity,
        "triage": row.triage,
        "flagged": row.flagged,
        "reopened": row.reopened,
        "assignee": row.assignee or None,
        "gone_by": row.gone_by or None,
        "decision": _decision(decision),
        "history": [_act(each) for each in acts],
        "earlier": {"id": row.earlier_id} if row.earlier_id is not None else None,
    }


def _judged(why: Why, step: Step | None) -> dict[str, Any]:
    """Returns as a dict those facts about the finding that need a new audit of the hand. This audit was just made.
    `step` is the table at the event of the finding.
    """
    return {
        "found_today": why.found is not None,
        "told": plain_text(why.pieces),
        "where": why.where or None,
        "step": why.place.address if why.place is not None else None,
        "clauses": why.clauses(),
        "due_otherwise": why.due_otherwise(),
        "table": step_document(step)["seats"] if step is not None else [],
        "owed": why.owed() if why.of_money else [],
        "settlement": _settled(why.dossier) if why.of_money else None,
        "elsewhere": [_opinion(each) for each in why.other_houses()],
        "differing": differing(why.row, why.dossier),
    }


# If the hand cannot be audited now because its house no longer exists, the page has these values instead of those of
# `_judged`.
_NOT_JUDGED: Final = {
    "found_today": False,
    "told": "",
    "where": None,
    "step": None,
    "clauses": [],
    "due_otherwise": {},
    "table": [],
    "owed": [],
    "settlement": None,
    "elsewhere": [],
    "differing": None,
}


def _settled(dossier: Dossier) -> dict[str, Any]:
    report = dossier.report
    settled: dict[str, Any] = msgspec.to_builtins(settlement_row(report, report.settlement, report.transfers))
    return settled


def _opinion(each: HouseOpinion) -> dict[str, Any]:
    return {
        "house": each.house,
        "says": each.opinion.value,
        "code": each.code,
        "grade": each.grade,
        "severity": each.severity,
        "certainty": each.certainty,
        "logged": each.logged,
        "lawful": each.lawful,
        "title": title_of(each.code),
    }


def _decision(decision: DecisionRow | None) -> dict[str, Any] | None:
    if decision is None:
        return None
    return {
        "state": decision.state,
        "reason": decision.reason,
        "comment": decision.comment,
        "until": decision.until.isoformat() if decision.until is not None else None,
        "until_house": decision.until_house or None,
        "by": decision.by,
        "second_by": decision.second_by or None,
        "at": stamp(decision.at),
    }


def _act(act: ActRow) -> dict[str, Any]:
    return {
        "id": act.id,
        "at": stamp(act.at),
        "by": act.by or None,
        "run": act.run_id,
        "act": act.act,
        "from": act.from_state,
        "to": act.to_state,
        "flagged": act.flagged,
        "reason": act.reason,
        "comment": act.comment,
        "until": act.until.isoformat() if act.until is not None else None,
        "assignee": act.assignee or None,
        "batch": act.batch_id,
        "may_undo": act.may_undo,
        "undoes": act.undoes_id,
    }


def _grouped(elsewhere: list[dict[str, Any]]) -> list[tuple[Opinion, list[dict[str, Any]]]]:
    """Groups the other houses by their result for this finding: all houses of a group have the same result. Groups
    whose result differs from the finding come first.
    """
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for opinion in (Opinion.OTHERWISE, Opinion.ANOTHER, Opinion.UNSEEN, Opinion.NOTHING, Opinion.SAME):
        for each in elsewhere:
            if each["says"] == opinion:
                groups.setdefault(_result(each), []).append(each)
    return [(Opinion(key[0]), houses) for key, houses in groups.items()]


def _result(each: dict[str, Any]) -> tuple[str, ...]:
    """Returns those facts about the result under another house that the page shows. Houses with the same facts form a
    group.
    """
    if each["says"] == Opinion.SAME:
        return (Opinion.SAME,)
    return (each["says"], each["code"], each["severity"], each["certainty"], each["logged"], each["lawful"])


def _rows(document: dict[str, Any]) -> list[list[Any]]:
    """Returns the rows of the CSV.

    The first cell of each row says which part of the page the row belongs to:

    - the finding
    - its clauses
    - the readings
    - the differences of two records
    - the lawful payouts
    - the other houses
    - the history
    """
    own = ("code", "title", "grade", "severity", "certainty", "house", "number", "street", "seat", "event", "line",
           "logged", "lawful", "amount", "told", "triage", "fingerprint")  # fmt: skip
    rows: list[list[Any]] = [["finding", name, document[name], None] for name in own]
    rows += [["clause", each["key"], each["value"], each["clause"]] for each in document["clauses"]]
    rows += [["reading", reading, None, None] for reading in document["readings"]]
    for each in (document["differing"] or {"differences": []})["differences"]:
        rows.append(["differs", each["what"] or each["first_line"], each["first"], each["second"]])
    for seat in (document["settlement"] or {"seats": []})["seats"]:
        rows.append(["due", f"seat {seat['seat']}", seat["lawful"], f"logged {seat['logged']}"])
    for each in document["elsewhere"]:
        finding = f"{each['code']} {each['logged']} -> {each['lawful']}" if each["code"] else ""
        rows.append(["house", each["house"], each["says"], finding])
    for act in document["history"]:
        by = act["by"] or f"run {act['run']}"
        rows.append(["act", act["at"], act["act"], f"{by}: {act['from']} -> {act['to']} {act['comment']}".strip()])
    return rows
