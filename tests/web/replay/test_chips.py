"""Chips are neither made nor lost from step to step, whatever is dealt; and what is drawn lies on the paper."""

from typing import Final

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.engine.house_of_hand import house_for
from auditor.engine.readings import audit_with_readings
from auditor.web.hands.replay.drawing import drawing_of
from auditor.web.hands.replay.places import places_of
from auditor.web.hands.replay.step import Step, step_at
from tests.dealer import deal
from tests.web.replay.tables import hand_of, steps_of

HOUSES: Final = (("roberts", Game.STUD), ("pokerstars", Game.STUD8), ("roberts", Game.RAZZ))


def steps(hand: Hand) -> list[Step]:
    house = house_for(hand)
    report = audit_with_readings(hand, house)
    places = places_of(hand)
    return [step_at(report, house, places, place.event, known=False) for place in places]


def on_the_table(step: Step) -> int:
    """All chips there are: behind, in the middle with the bets before the seats, and with the house."""
    return sum([view.stack or 0 for view in step.seats]) + step.pot_area.total + step.pot_area.raked


@pytest.mark.parametrize(("name", "game"), HOUSES)
def test_chips_are_kept_at_every_step(name: str, game: Game) -> None:
    house = load(name, game)
    for seed in range(12):
        hand = deal(seed, house)
        if any(isinstance(event, e.TopUp | e.Removed | e.Borrowed | e.Elsewhere) for event in hand.events):
            continue  # chips come from beside the table
        walked = steps(hand)
        assert {on_the_table(step) for step in walked} == {
            sum([seat.stack or 0 for seat in hand.seats if seat.dealt_in])
        }
        for step in walked:
            bets = sum([view.bet for view in step.seats])
            assert 0 <= bets <= step.pot_area.total


@pytest.mark.parametrize(("name", "game"), HOUSES)
def test_pots_and_what_nobody_called_are_all_that_lies_there(name: str, game: Game) -> None:
    house = load(name, game)
    for seed in range(12):
        for step in steps(deal(seed, house)):
            middle = step.pot_area
            if middle.pots and not middle.raked and not any(pot.paid for pot in middle.pots) and step.place.street < 8:
                called = sum([pot.amount for pot in middle.pots])
                assert called + (middle.uncalled.amount if middle.uncalled else 0) == middle.total


def test_no_two_seats_are_drawn_over_each_other() -> None:
    for count in (8, 11):
        text = [f'seat {number} "P{number}" 500' for number in range(1, count + 1)]
        cards = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc"][:count]
        deals = [f"{number} [xx xx] {card}" for number, card in enumerate(cards, 1)]
        told = "\n".join(["stakes 10/20 bring-in 3 ante 1", *text, "antes", *deals, "1 brings in 3"])
        last = places_of(hand_of(told))[-1].address
        drawn = drawing_of(steps_of(told)(last), 0).seats
        boxes = [(seat.spot.x, seat.spot.y) for seat in drawn]
        assert len(boxes) == count
        assert all(0 <= x <= 960 - 232 and 0 <= y <= 606 - 128 for x, y in boxes)
        clear = [abs(a[0] - b[0]) >= 232 or abs(a[1] - b[1]) >= 128 for a in boxes for b in boxes if a < b]
        assert all(clear)


def test_what_a_finding_names_is_pointed_at() -> None:
    told = """\
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500
antes
1 [xx xx] 9h
2 [xx xx] Kd
3 [xx xx] 2d
2 brings in 3
"""
    step = steps_of(told)("3.5")
    assert [(finding.code, weight) for finding, weight in step.findings] == [("O303", "play")]
    # Who brought it in and who should have, with the door cards that decide it, and the chips.
    assert [view.number for view in step.seats if view.pointed] == [2, 3]
    assert [card.name for view in step.seats for card in view.cards if card.pointed] == ["Kd", "2d"]
    assert [view.number for view in step.seats if view.bet_pointed] == [2]
    assert [view.codes for view in step.seats] == [(), ("O303",), ()]
    assert step.sentence == (
        "Step 7, third street. Seat 2 brings in for 3."
        " Play O303, stated: seat 2 (Kd), the rules say seat 3 (2d). Pot 6."
    )
    assert not step.pot_area.pointed


def test_the_pot_that_the_record_states_stands_under_it() -> None:
    told = """\
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
1 brings in 3
2 completes to 10
1 folds
2 gets back 7
2 collects 8
pot 15
end
"""
    step = steps_of(told)("9.2")
    assert [tuple(each) for each in step.pot_area.wrong_totals] == [("Pot", 15, 7)]
    assert step.pot_area.pointed
    assert steps_of(told)("9.1").pot_area.wrong_totals == ()
