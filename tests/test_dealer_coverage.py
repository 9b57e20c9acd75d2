"""What is rare comes up among the hands that the lawful dealer deals, in every house that can have it."""

from collections import Counter

import pytest

from auditor.engine.events import Community
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house import House
from auditor.engine.house import registry as houses
from auditor.engine.house.choices import OpenerSeventhCommunity
from tests.dealer import dealt
from tests.dealer.coverage import ALL_SORTS, EVENTS, came_up, missing, table
from tests.test_dealer import ALL, complaints, never_shown
from tests.test_dealer_clock import UNTOLD
from tests.test_dealer_manners import OPEN

SEEDS = 60
LONG_COUNT = 10_000
Rows = dict[str, tuple[House, Counter[str]]]


def counted(house: House, count: int) -> Counter[str]:
    """What came up in hands of all sorts, in none of which anything is found."""
    came: Counter[str] = Counter()
    for seed in range(count):
        hand, traits = dealt(seed, house, tables=ALL_SORTS)
        said, unverifiable = complaints(hand, house)
        assert said == []
        assert unverifiable <= never_shown(house) | UNTOLD | OPEN | _open_on_seventh(hand, house)
        came += came_up(hand, traits)
    return came


def _open_on_seventh(hand: Hand, house: House) -> set[str]:
    """With a common card who opened sixth opens again; if the one who had to folded instead, it is open who does."""
    again = house.opener_seventh_community is OpenerSeventhCommunity.AS_SIXTH
    return {"B407"} if again and any(isinstance(event, Community) for event in hand.events) else set()


def test_what_is_rare_comes_up_and_is_lawful() -> None:
    came: Counter[str] = Counter()
    for name, game, structure in ALL:
        came += counted(houses.load(name, game, structure), SEEDS)
    assert [event for event in EVENTS if not came[event]] == []


@pytest.fixture(scope="module")
def rows() -> Rows:
    return {}


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "game", "structure"), ALL)
def test_long_count_of_lawful_hands(name: str, game: Game, structure: Structure, rows: Rows) -> None:
    house = houses.load(name, game, structure)
    came = counted(house, LONG_COUNT)
    rows[f"{name}/{game}/{structure}"] = house, came
    assert missing(house, came) == []


@pytest.mark.campaign
def test_what_came_up_is_told(rows: Rows) -> None:
    print(
        f"\n{LONG_COUNT} lawful hands of each of {len(rows)} houses, games and structures, in which nothing is found:"
    )
    print(table(rows))
