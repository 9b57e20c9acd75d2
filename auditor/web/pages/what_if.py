"""The page with one hand, audited under two houses (sets of rules) side by side: the findings and the lawful payouts,
and where they differ.
"""

from typing import Any, Final

import msgspec
from flask import Blueprint

from auditor.engine.house.files import ROOT
from auditor.engine.house.registry import in_use, names
from auditor.engine.what_if import WhatIf
from auditor.formats.what_if import what_if_row
from auditor.web.hands.dossier import Dossier, dossier_of, houses_for, report_under
from auditor.web.rendering.documents import hand_document
from auditor.web.rendering.respond import PageContent, Rows, page
from auditor.web.requests.request_schemas import WhatIfQuery, parse_query
from auditor.web.rulebook.catalogue import title_of

blueprint: Final = Blueprint("what_if", __name__)
COLUMNS: Final = (
    "what", "seat", "event", "first_house", "first", "second_house", "second", "house_sensitive",
    "first_severity", "first_certainty", "second_severity", "second_certainty",
)  # fmt: skip


@page(blueprint, "/hands/<int:hand_id>/whatif")
def one(hand_id: int) -> PageContent:
    """Audits one hand under two houses (sets of rules), and compares the results.

    The parameter `as` names the first house; by default it is the house of the stored audit. The parameter `house`
    names the second house; by default it is the base of all houses. If both houses are the same and `as` is not set,
    `_another` chooses the second house.
    """
    query = parse_query(WhatIfQuery)
    dossier = dossier_of(hand_id, query.get("own", ""))
    second = query["house"]
    if second == dossier.report.house_name and "own" not in query:
        second = _another(dossier)
    what_if = WhatIf(dossier.report, report_under(dossier.hand, second))
    document = _document(dossier, what_if)
    values = {
        "houses": houses_for(dossier.hand),
        "minor": dossier.hand.unit.minor,
        "game_value": dossier.hand.game.value,
        "players": {seat.number: seat.player for seat in dossier.hand.seats},
        "unseen": [each.unseen for each in what_if.findings],
        "contradicting": [each.house_name for each in (what_if.first, what_if.second) if each.contradicts_itself],
        "sensitive_findings": sum([each.house_sensitive for each in what_if.findings]),
        "sensitive_dues": sum([each.house_sensitive for each in what_if.due]),
        "permalink": f"/hands/{hand_id}/whatif?house={what_if.second.house_name}&as={what_if.first.house_name}",
    }
    return PageContent("what_if.html", document, Rows(COLUMNS, _rows(document, what_if)), values)


def _another(dossier: Dossier) -> str:
    """Returns the name of a second house to compare with the first house.

    There are three cases:

    - The base of the first house (the house on which it is built) covers the game: the base. If the file of the first
      house was deleted, the base of all houses counts as its base.
    - Not the base, but another house covers the game: the first such house, by name.
    - No other house covers the game: the first house itself.
    """
    own = dossier.report.house_name
    others = [name for name in houses_for(dossier.hand) if name != own]
    base = in_use().file(own).base if own in names() else ROOT
    return base if base in others else next(iter(others), own)


def _document(dossier: Dossier, what_if: WhatIf) -> dict[str, Any]:
    """Returns the dict that `auditor whatif --json` writes, with the titles of rules, the lines in the uploaded file,
    and the record added.
    """
    row: dict[str, Any] = msgspec.to_builtins(what_if_row(dossier.file_name, dossier.hand, what_if))
    for pair in row["findings"]:
        for side in ("first", "second"):
            pair[side] = dossier.placed(pair[side]) if pair[side] is not None else None
    for side in ("first", "second"):
        for each in row[side]["unverifiable"]:
            each["title"] = title_of(each["code"])
        for each in row[side]["beside"]:
            each["findings"] = [dossier.placed(finding) for finding in each["findings"]]
    return {**row, "record": hand_document(dossier.record.name)}


def _rows(document: dict[str, Any], what_if: WhatIf) -> list[list[Any]]:
    """Returns the rows of the CSV: one for each finding, and one for each lawful payout, with the results under both
    houses. If a house has no finding, its text is empty, or `not verifiable` if the rule is not verifiable there.
    """
    houses = [document[side]["house"] for side in ("first", "second")]
    rows: list[list[Any]] = []
    for pair, engine_pair in zip(document["findings"], what_if.findings, strict=True):
        none = "not verifiable" if engine_pair.unseen else ""
        found = pair["first"] or pair["second"]
        texts = [f"{each['logged']} -> {each['lawful']}" if each else none for each in (pair["first"], pair["second"])]
        sensitive = "yes" if pair["house_sensitive"] else "no"
        row = [found["code"], found["seat"], found["event"], houses[0], texts[0], houses[1], texts[1], sensitive]
        rows.append([*row, *_how_serious(pair["first"]), *_how_serious(pair["second"])])
    for due in document["due"]:
        sensitive = "yes" if due["house_sensitive"] else "no"
        kind = "due" if due["seat"] else "rake"
        rows.append([kind, due["seat"], None, houses[0], due["first"], houses[1], due["second"], sensitive, *[""] * 4])
    return rows


def _how_serious(found: dict[str, Any] | None) -> tuple[str, str]:
    """Returns the severity and the certainty of a finding under one house; empty if that house has no finding."""
    return (found["severity"], found["certainty"]) if found is not None else ("", "")
