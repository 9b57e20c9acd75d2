"""A hand in pot, no or spread limit is told by our own formats as what it is, and is lawful in each of them."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Structure
from auditor.engine.house.registry import load
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.converting import TARGETS, converted
from tests.dealer import deal

SEEDS = 20


@pytest.mark.parametrize("target", ["log", "ohh", "transcript"])
@pytest.mark.parametrize("structure", list(Structure))
def test_a_hand_keeps_its_structure(structure: Structure, target: str) -> None:
    house = load("casino", Game.STUD, structure)
    for seed in range(SEEDS):
        hand = deal(seed, house)
        [read] = open_log(converted(hand, TARGETS[target]).text.encode())
        assert isinstance(read, Read)
        assert read.hand.structure is structure
        assert audit(read.hand, house_for(read.hand, "casino")).findings == ()


@pytest.mark.parametrize("structure", [Structure.POT, Structure.NO, Structure.SPREAD])
def test_phh_has_no_word_for_it_and_keeps_it_in_a_field_of_ours(structure: Structure) -> None:
    made = converted(deal(3, load("casino", Game.STUD, structure)), TARGETS["phh"])
    assert "the limit" not in made.lost
    [read] = open_log(made.text.encode())
    assert isinstance(read, Read)
    assert read.hand.structure is structure
