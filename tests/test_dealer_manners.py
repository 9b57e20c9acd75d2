"""A lawful hand has no finding where players say what they will do, move chips in and have money elsewhere, either."""

from collections import Counter

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Game, Structure
from auditor.engine.house import registry as houses
from tests.dealer import Tables, dealt
from tests.test_dealer import ALL, complaints, never_shown

SEEDS = 20  # of each house; the campaign deals LONG_COUNT
LONG_COUNT = 2_000
MANNERLY = Tables(manners=1.0)
DONE = (e.Announced, e.Elsewhere, e.Changed, e.Hidden, e.Removed, e.Borrowed, e.Declared, e.Motion)

# Whether two who were dealt in may raise nobody knows; nor whether a stack has the chips that its seat, out of the
# hand, took off or borrowed; nor who opens seventh under a common card where the one that opened sixth folded unasked.
OPEN = {"B407", "B418", "L107"}


def audited(name: str, game: Game, structure: Structure, count: int) -> Counter[type[e.Event]]:
    """Asserts that nothing is found in these hands; what was done in them."""
    house = houses.load(name, game, structure)
    done: Counter[type[e.Event]] = Counter()
    for seed in range(count):
        hand, _ = dealt(seed, house, tables=MANNERLY)
        said, unseen = complaints(hand, house)
        assert said == []
        assert unseen <= never_shown(house) | OPEN
        done.update(map(type, hand.events))
    return done


def test_a_lawful_hand_with_manners_has_no_finding() -> None:
    done: Counter[type[e.Event]] = Counter()
    for name, game, structure in ALL:
        done += audited(name, game, structure, SEEDS)
    assert [kind.__name__ for kind in DONE if not done[kind]] == []


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "game", "structure"), ALL)
def test_long_count_of_lawful_hands_with_manners(name: str, game: Game, structure: Structure) -> None:
    audited(name, game, structure, LONG_COUNT)
