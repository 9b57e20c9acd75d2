"""A lawful hand has no finding, whatever the seed, the house, the game and the kind of log that tells it."""

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from auditor.engine import events as e
from auditor.engine.audit import GAMES, audit
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house import House
from auditor.engine.house import registry as houses
from auditor.engine.house.choices import ShowdownFirst
from auditor.engine.house.parameter_types import Value
from auditor.engine.words import seat
from auditor.formats.transcript.printing import line_of, transcript_of
from tests.dealer import deal
from tests.dealer.kinds import KINDS, recorded_as
from tests.sampled import one_of

# Hands of each house, game and structure. The campaign has a thousand of each kind of log, and in
# tests/test_dealer_coverage.py ten thousand plain ones.
SEEDS = 100
SEEDS_OF_A_KIND = 40
SEEDS_OF_A_READING = 30
LONG_COUNT = 10_000

ALL = [
    (name, game, structure)
    for name in houses.names()
    for game in sorted(GAMES)
    if game in houses.shipped().file(name).games
    for structure in houses.shipped().file(name).structures
]  # fmt: skip

# What no log can show, or these do not. C701: they tell no times. S501: the seat that should open seventh folds
# unasked, or a room's two-handed tables keep an order of their own; where a whole room does, S502 neither. The others:
# two dealt in may be the last two of an event, and then there is no cap.
NEVER_SHOWN = {"C701", "S501", "S502", "B402", "B403"}

# What a log of this kind does not show, beside that.
WINNERS = {"P601", "P602", "P603", "P605", "P606", "P607", "P611"}  # unseen cards, unnamed pots, unknown payments
# An ante or a bring-in that is not named.
AMOUNTS = {"B402", "B403", "B404", "B406", "B414", "B415", "O302", "O304", "O306"}
BOARDS = {"B407", "O303"}  # who was dealt to first
NOT_SHOWN = {
    "called": WINNERS | {"D207", "P608"},
    "hero": WINNERS | AMOUNTS | BOARDS | {"D207"},
    "closed": WINNERS | AMOUNTS | BOARDS | {"B408", "D207", "D208", "P608"},
    "broadcast": WINNERS | {"D207", "P608", "P609"},
}


def never_shown(house: House) -> set[str]:
    """Of what no log can show, what none of this house can."""
    own_order = house.showdown_first is ShowdownFirst.ROOM_ORDER
    shown = (set() if own_order else {"S502"}) | (set() if house.clock_time else {"C701"})
    return NEVER_SHOWN - shown


def lawful_hands(house: House, count: int, first: int = 0) -> Iterator[Hand]:
    for seed in range(first, first + count):
        yield deal(seed, house)


@cache
def first_hands(name: str, game: Game, structure: Structure) -> list[Hand]:
    """Those that are told as every kind of log too: dealt once for both."""
    return list(lawful_hands(houses.load(name, game, structure), SEEDS_OF_A_KIND))


def complaints(hand: Hand, house: House) -> tuple[list[str], set[str]]:
    """The findings of a hand as sentences with the hand, and the codes that are not verifiable."""
    report = audit(hand, house)
    said = [
        f"{finding.code} at `{line_of(hand.events[finding.event], hand.unit.minor)}`, {seat(finding.seat)}:"
        f" {finding.logged} -> {finding.lawful}\n{transcript_of(hand)}"
        for finding in report.findings
    ]
    return said, {each.code for each in report.unverifiable}


def audited(house: House, hands: Iterable[Hand]) -> set[str]:
    """Asserts that nothing is found in the hands; what was not verifiable."""
    unverifiable: set[str] = set()
    for hand in hands:
        said, unseen = complaints(hand, house)
        assert said == []
        unverifiable |= unseen
    return unverifiable


@pytest.fixture(scope="module", params=one_of(3, ALL), ids="-".join)
def dealt(request: pytest.FixtureRequest) -> tuple[House, list[Hand]]:
    """One house after the other, and what is dealt under it."""
    house = houses.load(*request.param)
    later = lawful_hands(house, SEEDS - SEEDS_OF_A_KIND, first=SEEDS_OF_A_KIND)
    return house, [*first_hands(*request.param), *later]


def test_a_lawful_hand_has_no_finding(dealt: tuple[House, list[Hand]]) -> None:
    house, hands = dealt
    assert audited(house, hands) <= never_shown(house)


@cache
def told_of_as_every_kind() -> dict[str, tuple[list[str], set[str]]]:
    """By kind of log what is found in hands that are told so, and what was not verifiable: each is dealt once."""
    told_of: dict[str, tuple[list[str], set[str]]] = {kind: ([], set()) for kind in KINDS}
    for name, game, structure in ALL:
        house = houses.load(name, game, structure)
        for hand in first_hands(name, game, structure):
            for kind, (found, unverifiable) in told_of.items():
                said, unseen = complaints(recorded_as(hand, house, kind), house)
                found.extend(said)
                unverifiable.update(unseen)
    return told_of


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_kind_of_log_makes_a_lawful_hand_wrong(kind: str) -> None:
    found, unverifiable = told_of_as_every_kind()[kind]
    assert found == []
    assert unverifiable - NEVER_SHOWN == NOT_SHOWN[kind] - NEVER_SHOWN


def test_the_dealer_pays_out_what_was_put_in(dealt: tuple[House, list[Hand]]) -> None:
    """Counted from the events alone, apart from the engine's own bookkeeping."""
    for hand in dealt[1]:
        put_in = paid = 0
        front: dict[int, int] = {}
        for event in hand.events:
            match event:
                case e.Street():
                    front = {}
                case e.Ante():
                    put_in += event.amount
                case e.BringIn() | e.Call() | e.Wager():
                    put_in += event.to - front.get(event.seat, 0)
                    front[event.seat] = event.to
                case e.Return() | e.Collect() | e.Rake():
                    paid += event.amount
        assert put_in == paid


READINGS = [
    (name, game, structure, key, reading.value)
    for name, game, structure in ALL
    for key, setting in houses.load(name, game, structure).settings.items()
    for reading in setting.readings
]


@pytest.mark.parametrize(("name", "game", "structure", "key", "value"), READINGS)
def test_a_hand_that_is_lawful_under_a_reading_has_no_finding_under_it(
    name: str, game: Game, structure: Structure, key: str, value: Value
) -> None:
    house = houses.load(name, game, structure).with_value(key, value)
    assert audited(house, lawful_hands(house, SEEDS_OF_A_READING)) <= never_shown(house)


def test_the_same_seed_deals_the_same_hand() -> None:
    house = houses.load("roberts", Game.STUD8)
    assert deal(7, house).digest() == deal(7, house).digest()
    assert deal(7, house).digest() != deal(8, house).digest()


@pytest.mark.campaign
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_long_count_of_every_kind_of_log(kind: str) -> None:
    for name, game, structure in ALL:
        house = houses.load(name, game, structure)
        audited(
            house, (recorded_as(hand, house, kind) for hand in lawful_hands(house, LONG_COUNT // 10, first=LONG_COUNT))
        )
    print(f"\n{kind}: {LONG_COUNT // 10} lawful hands of every house and game, no finding")
