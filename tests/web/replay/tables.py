"""Hands for the replayer, and a step of one as a few lines that can be read and compared as a whole."""

from collections.abc import Callable

from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.formats.outcomes import Rejected
from auditor.formats.transcript import transcribed
from auditor.web.hands.replay.drawing import pot_area_lines
from auditor.web.hands.replay.places import places_of
from auditor.web.hands.replay.seats import SeatView
from auditor.web.hands.replay.step import Step, step_at


def hand_of(text: str) -> Hand:
    """The hand of a transcript."""
    read = transcribed(text.splitlines(), 1)
    assert not isinstance(read, Rejected), read
    return read.hand()


def steps_of(text: str) -> Callable[..., Step]:
    """The steps of a transcript by their addresses."""
    hand = hand_of(text)
    house = house_for(hand)
    report: Report = audit_with_readings(hand, house)
    places = places_of(hand)
    by_address = {place.address: place.event for place in places}

    def step(address: str, *, known: bool = False) -> Step:
        return step_at(report, house, places, by_address[address], known=known)

    return step


def lines(step: Step) -> list[str]:
    """A line a seat: `1 Ann 490 bets 10: (xx xx) 2c [ALL-IN]`, cards that lie down in brackets; then the middle."""
    players = {view.number: view.name for view in step.seats}
    community = [f"for all: {card.name}" for card in step.pot_area.community]
    return (
        [_seat(view) for view in step.seats]
        + [text for _, text in pot_area_lines(step.pot_area, players, 0)]
        + community
    )


def _seat(view: SeatView) -> str:
    down = " ".join([card.name for card in view.cards if card.face == "down" and not card.last])
    up = "".join([f" {card.name}" for card in view.cards if card.face == "up"])
    last = "".join([f" ({card.name})" for card in view.cards if card.last])
    states = [view.state, "bring-in" if view.brought_in else "", "to act" if view.to_act else "", *view.codes]
    told = ", ".join([state for state in states if state])
    bet = f" bets {view.bet}" if view.bet else ""
    return f"{view.name} {view.stack}{bet}: ({down}){up}{last}{f' [{told}]' if told else ''}"
