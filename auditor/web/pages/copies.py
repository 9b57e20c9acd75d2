"""The page with two records of the same hand number side by side. A record is one logged copy of a hand. The page shows
the differences. If both records are of the same deal and do not contradict each other, the page also shows the audit
of a hand that is combined from both records.
"""

from typing import Any, Final

import msgspec
from flask import Blueprint

from auditor.engine.copies import Pair, Verdict, compare, compare_tops, contradict, merged, of_one_deal
from auditor.engine.readings import audit_with_readings
from auditor.formats.report import hand_row
from auditor.web.hands.dossier import Dossier, dossier_of
from auditor.web.hands.event_sentences import sentence_of
from auditor.web.hands.grid import Mark, grid_of
from auditor.web.hands.pairing import line_at, line_document
from auditor.web.rendering.documents import hand_document
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.rendering.template_filters import weight
from auditor.web.requests.refusals import Refusal
from auditor.web.requests.request_schemas import NoParameters, parse_query
from auditor.web.rulebook.catalogue import title_of

blueprint: Final = Blueprint("copies", __name__)
COLUMNS: Final = ("verdict", "first_line", "first", "second_line", "second")
_WORDS: Final = {
    Verdict.SAME: "same",
    Verdict.FULLER: "same, but one record has more cards",
    Verdict.ALONE: "only in one record",
    Verdict.DIFFERS: "differs",
}


@page(blueprint, "/hands/<int:hand_id>/beside/<int:other_id>")
def two_records(hand_id: int, other_id: int) -> PageContent:
    """Shows the events of both records side by side. If both records are of the same deal and do not contradict each
    other, also audits one hand that is combined from both records.
    """
    parse_query(NoParameters)
    first, second = dossier_of(hand_id), dossier_of(other_id)
    if first.record.name.deal != second.record.name.deal:
        raise Refusal(
            404, f"The records {hand_id} and {other_id} are not of the same hand. Open a hand to see its records."
        )
    pairs = compare(first.hand, second.hand)
    tops = compare_tops(first.hand, second.hand)
    lines = [line_document(pair, first, second) for pair in pairs]
    one_deal = of_one_deal(first.hand, second.hand)
    document: dict[str, Any] = {
        "records": [hand_document(each.record.name) for each in (first, second)],
        "one_deal": one_deal,
        "contradict": one_deal and contradict(first.hand, second.hand),
        "above": [{"name": name, "first": one, "second": other} for name, one, other in tops],
        "lines": lines,
        "together": None,
    }
    values: dict[str, Any] = {"words": _WORDS, "pairs": _sentences(pairs, first, second), "sides": (first, second)}
    if one_deal and not document["contradict"]:
        values |= _together(first, second, document)
    rows = Rows(COLUMNS, [[each[column] for column in COLUMNS] for each in lines])
    return PageContent("copies.html", document, rows, values)


def _together(first: Dossier, second: Dossier, document: dict[str, Any]) -> dict[str, Any]:
    """Combines both records into one hand, and audits this hand under the house of the first record. Adds the audit to
    `document` under `together`.

    Returns further values for the template.
    """
    hand = merged(first.hand, second.hand)
    report = audit_with_readings(hand, first.house)
    row: dict[str, Any] = msgspec.to_builtins(hand_row("", hand, report))
    row["findings"] = [{**each, "title": title_of(each["code"])} for each in row["findings"]]
    document["together"] = row
    marks = [Mark(each["code"], each["event"], weight(each)) for each in row["findings"]]
    return {
        "grid": grid_of(hand, marks),
        "minor": hand.unit.minor,
        "game_value": hand.game.value,
    }


def _sentences(pairs: tuple[Pair, ...], first: Dossier, second: Dossier) -> list[dict[str, Any]]:
    """Returns for the template one dict for each pair of matching events: the result of the comparison, and for each
    record the sentence in pieces and the line number.
    """
    return [
        {
            "verdict": pair.verdict,
            "cells": [
                {
                    "pieces": sentence_of(side.hand, side.hand.events[at]) if at is not None else [],
                    "line": line_at(at, side),
                }
                for at, side in ((pair.one, first), (pair.other, second))
            ],
        }
        for pair in pairs
    ]
