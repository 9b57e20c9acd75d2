"""A lawful hand has no finding where the log tells the time either: time runs out, connections are lost."""

from collections import Counter
from copy import copy

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.house import registry as houses
from auditor.engine.house.parameter_types import Value
from tests.dealer import Tables, dealt
from tests.dealer.copies import replaced
from tests.dealer.kinds import KINDS, recorded_as
from tests.test_dealer import NOT_SHOWN, complaints, never_shown

SEEDS = 150
LONG_COUNT = 5_000
TIMED = Tables(clocks=1.0)
HOUSES = [
    ("qqonline", Game.STUD),
    ("partypoker", Game.STUD8),
    ("partypoker-high", Game.STUD),
    ("strict-test", Game.STUD8),
    ("strict-test", Game.RAZZ),
    ("tda", Game.STUD),
    ("roberts", Game.STUD8),
    ("casino", Game.STUD),
]
READINGS = [
    (name, game, key, reading.value)
    for name, game in HOUSES
    for key, setting in houses.load(name, game).settings.items()
    if key.startswith("clock.")
    for reading in setting.readings
]
# The time of an act, where the log only tells when it was made.
UNTOLD = {"C701", "C702", "C705"}
TRAITS = (
    "acts in the time given for coming back", "back more than once", "checked by the clock",
    "clocked with chips behind", "clocked with nothing in", "folded by the clock", "low card out of time", "never back",
)  # fmt: skip


def audited(house: House, count: int, kind: str = "") -> tuple[set[str], Counter[str]]:
    unverifiable: set[str] = set()
    traits: Counter[str] = Counter()
    for seed in range(count):
        hand, came_up = dealt(seed, house, tables=TIMED)
        said, unseen = complaints(recorded_as(without_times(hand), house, kind) if kind else hand, house)
        assert said == []
        unverifiable |= unseen
        traits += came_up
    return unverifiable, traits


def without_times(hand: Hand) -> Hand:
    """As a room logs it that does not write down when, but why."""
    events = []
    for event in hand.events:
        events.append(copy(event))
        if event.clock is not None:
            events[-1].clock = e.Clock(cause=event.clock.cause) if event.clock.cause else None
    return replaced(hand, events=tuple(events))


@pytest.fixture(scope="module")
def came_up() -> Counter[str]:
    return Counter()


@pytest.mark.parametrize(("name", "game"), HOUSES)
def test_a_lawful_hand_with_a_clock_has_no_finding(name: str, game: Game, came_up: Counter[str]) -> None:
    house = houses.load(name, game)
    unverifiable, traits = audited(house, SEEDS)
    assert unverifiable <= never_shown(house) | UNTOLD
    came_up.update(traits)


@pytest.mark.parametrize(("name", "game", "key", "value"), READINGS)
def test_it_has_none_under_a_reading_of_the_clock(
    name: str, game: Game, key: str, value: Value, came_up: Counter[str]
) -> None:
    house = houses.load(name, game).with_value(key, value)
    unverifiable, traits = audited(house, SEEDS // 3)
    assert unverifiable <= never_shown(house) | UNTOLD
    came_up.update(traits)


def test_what_is_rare_comes_up(came_up: Counter[str]) -> None:
    if not came_up:
        for name, game in HOUSES:
            came_up.update(audited(houses.load(name, game), SEEDS)[1])
    assert [trait for trait in TRAITS if not came_up[trait]] == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_kind_of_log_makes_it_wrong(kind: str) -> None:
    for name, game in HOUSES[:4]:
        house = houses.load(name, game)
        assert audited(house, SEEDS // 3, kind)[0] <= never_shown(house) | NOT_SHOWN[kind] | UNTOLD | {"C704", "C706"}


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "game"), HOUSES)
def test_long_count_of_lawful_hands_with_a_clock(name: str, game: Game) -> None:
    _, traits = audited(houses.load(name, game), LONG_COUNT)
    told_of = ", ".join(f"{trait} {traits[trait]}" for trait in TRAITS)
    print(f"\n{name} {game}: {LONG_COUNT} lawful hands with a clock, no finding; {told_of}")
