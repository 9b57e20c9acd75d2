"""Writes a step of the replayer as a dict for JSON, and as the rows of a CSV. A step is the table after one event."""

from typing import Any, Final

import msgspec

from auditor.formats.report import finding_row
from auditor.web.hands.event_sentences import plain_text
from auditor.web.hands.replay.card_faces import TableCard
from auditor.web.hands.replay.places import Ways
from auditor.web.hands.replay.pot_area import PotArea
from auditor.web.hands.replay.seats import SeatView
from auditor.web.hands.replay.step import Step
from auditor.web.hands.replay.strength import Strength

COLUMNS: Final = ("what", "name", "stack", "bet", "amount", "cards", "eligible", "state", "codes")


def step_document(step: Step) -> dict[str, Any]:
    """Returns the step as a dict for JSON. Chips are integers in the smallest unit.

    A card is written as its name, such as `Td`, or as `xx` if the reader may not see it.
    """
    return {
        "step": step.place.address,
        "street": step.street,
        "event": step.place.event,
        "steps": step.count,
        "told": plain_text(step.pieces),
        "sentence": step.sentence,
        "seats": [_seat(view) for view in step.seats],
        "pot": _middle(step.pot_area),
        "findings": [msgspec.to_builtins(finding_row(finding)) for finding, _ in step.findings],
        "ways": _ways(step.ways),
    }


def step_rows(step: Step) -> list[list[Any]]:
    """Returns the rows of the CSV: one for each seat, then the pots, the uncalled chips, and the totals in the log that
    are wrong.
    """
    rows: list[list[Any]] = []
    for view in step.seats:
        cards = " ".join([card.name for card in view.cards])
        codes = " ".join(view.codes)
        rows.append(["seat", view.name, view.stack, view.bet, None, cards, None, ", ".join(_states(view)), codes])
    middle = step.pot_area
    community = " ".join([card.name for card in middle.community])
    rows.append(["pot", "all", None, None, middle.total, community, None, None, None])
    for pot in middle.pots:
        eligible = " ".join([str(seat) for seat in pot.eligible])
        rows.append(["pot", pot.name, None, None, pot.amount, None, eligible, None, None])
    if middle.uncalled:
        rows.append(["uncalled", f"seat {middle.uncalled.seat}", None, None, middle.uncalled.amount, *[None] * 4])
    for each in middle.wrong_totals:
        rows.append(["record says", each.pot, None, None, each.amount, *[None] * 4])
    return rows


def _states(view: SeatView) -> list[str]:
    """Returns the states of a seat in words, such as `["ALL-IN", "TO ACT"]`."""
    states = [view.state] if view.state else []
    return states + [word for word, holds in (("BRING-IN", view.brought_in), ("TO ACT", view.to_act)) if holds]


def _seat(view: SeatView) -> dict[str, Any]:
    return {
        "seat": view.number,
        "player": view.player or None,
        "stack": view.stack,
        "bet": view.bet,
        "cards": [_card(card) for card in view.cards],
        "folded": view.folded or None,
        "all_in": view.all_in,
        "out_of_time": view.clocked,
        "brought_in": view.brought_in,
        "to_act": view.to_act,
        "codes": list(view.codes),
        "strength": _strength(view.strength),
    }


def _strength(strength: Strength | None) -> dict[str, Any] | None:
    if strength is None:
        return None
    return {"high": strength.high or None, "low": strength.low or None, "wins": sorted(strength.wins)}


def _card(card: TableCard) -> dict[str, Any]:
    return {"card": card.name, "face": card.face, "seventh": card.last, "best": list(card.best)}


def _middle(middle: PotArea) -> dict[str, Any]:
    return {
        "total": middle.total,
        "pots": [each._asdict() for each in middle.pots],
        "uncalled": middle.uncalled._asdict() if middle.uncalled else None,
        "raked": middle.raked,
        "odd_chips": [each._asdict() for each in middle.odd],
        "record_says": [each._asdict() for each in middle.wrong_totals],
        "community": [each.name for each in middle.community],
    }


def _ways(ways: Ways) -> dict[str, str | None]:
    return {name: place.address if place else None for name, place in ways._asdict().items()}
