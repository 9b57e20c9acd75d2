"""A lawful hand has no finding, whatever the seed, the house, the game and the kind of log that tells it."""

from collections import Counter
from collections.abc import Iterator

import pytest

from auditor.engine import events as e
from auditor.engine import house as houses
from auditor.engine.audit import GAMES, audit
from auditor.engine.choices import ShowdownFirst
from auditor.engine.hand import Game, Hand
from auditor.engine.house import House
from auditor.engine.kinds import Value
from auditor.engine.words import seat
from auditor.formats.transcript.printing import line_of, transcript_of
from tests.dealer import deal, dealt
from tests.dealer.kinds import KINDS, told

SEEDS = 300
SEEDS_OF_A_KIND = 60
LONG_COUNT = 10_000

ALL = [
    (name, game)
    for name in houses.names()
    for game in sorted(GAMES)
    if game in houses.shipped().file(name).games
]  # fmt: skip

# What no log can show. S501: the seat that should open seventh folds unasked, or a room's two-handed tables keep an
# order of their own; where a whole room does, S502 neither. The others: two dealt in may be the last two of an event,
# and then there is no cap.
NEVER_SHOWN = {"S501", "S502", "B402", "B403"}

# What a log of this kind does not show, beside that.
WINNERS = {"P601", "P602", "P603", "P605", "P606", "P607", "P611"}  # unseen cards, unnamed pots, unknown payments
AMOUNTS = {"B402", "B403", "B404", "B406", "O302", "O304", "O306"}  # an ante or a bring-in that is not named
BOARDS = {"B407", "O303"}  # who was dealt to first
NOT_SHOWN = {
    "called": WINNERS | {"D207", "P608"},
    "hero": WINNERS | AMOUNTS | BOARDS | {"D207"},
    "closed": WINNERS | AMOUNTS | BOARDS | {"B408", "D207", "D208", "P608"},
    "broadcast": WINNERS | {"D207", "P608", "P609"},
}

TRAITS = (
    "all-in on the ante, exactly", "all-in on the ante, short", "bring-in short all-in", "burn skipped",
    "burns scrambled", "call all-in for less", "cap reached", "community card", "completed a short all-in",
    "dealt to after a free fold", "double wager", "duty passed on", "enters for the bring-in by a wager line",
    "enters for what others can match",
    "everybody stayed to seventh", "fold out of turn", "fold with nothing to call", "full opening",
    "heads-up past the cap", "low card all-in for the ante", "low that needs a pair", "muck", "odd chip tied for high",
    "odd chip tied for low", "odd chip tied for whole", "odd chip to high", "opening short all-in", "rake by pot",
    "raked", "scoop of both halves", "short all-in, reopens", "short all-in, under half", "showdown",
    "shows the five that play", "side pots: 0", "side pots: 1", "side pots: 2", "side pots: 3", "side pots: 4",
    "side pots: 5", "split high and low", "tie for high", "tie for low", "tie for whole", "turned up before the end",
    "topped up while out of the hand", "uncalled chips", "wins unshown",
)  # fmt: skip


def never_shown(house: House) -> set[str]:
    """Of what no log can show, what none of this house can."""
    own_order = house.showdown_first is ShowdownFirst.ROOM_ORDER
    return NEVER_SHOWN if own_order else NEVER_SHOWN - {"S502"}


def lawful_hands(house: House, count: int, first: int = 0) -> Iterator[tuple[Hand, Counter[str]]]:
    for seed in range(first, first + count):
        yield dealt(seed, house)


def complaints(hand: Hand, house: House) -> tuple[list[str], set[str]]:
    """The findings of a hand as sentences with the hand, and the codes that are not verifiable."""
    report = audit(hand, house)
    said = [
        f"{finding.code} at `{line_of(hand.events[finding.event], hand.unit.minor)}`, {seat(finding.seat)}:"
        f" {finding.logged} -> {finding.lawful}\n{transcript_of(hand)}"
        for finding in report.findings
    ]
    return said, {each.code for each in report.unverifiable}


def audited(house: House, count: int, kind: str = "", first: int = 0) -> tuple[set[str], Counter[str]]:
    """Asserts that nothing is found in `count` hands; what was not verifiable, and what came up."""
    unverifiable: set[str] = set()
    traits: Counter[str] = Counter()
    for hand, came_up in lawful_hands(house, count, first):
        said, unseen = complaints(told(hand, house, kind) if kind else hand, house)
        assert said == []
        unverifiable |= unseen
        traits += came_up
    return unverifiable, traits


@pytest.fixture(scope="module")
def came_up() -> Counter[str]:
    return Counter()


@pytest.mark.parametrize(("name", "game"), ALL)
def test_a_lawful_hand_has_no_finding(name: str, game: Game, came_up: Counter[str]) -> None:
    unverifiable, traits = audited(houses.load(name, game), SEEDS)
    assert unverifiable <= never_shown(houses.load(name, game))
    came_up.update(traits)


def test_what_is_rare_comes_up(came_up: Counter[str]) -> None:
    if not came_up:
        for name, game in ALL:
            came_up.update(audited(houses.load(name, game), SEEDS)[1])
    assert [trait for trait in TRAITS if not came_up[trait]] == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_kind_of_log_makes_a_lawful_hand_wrong(kind: str) -> None:
    unverifiable: set[str] = set()
    for name, game in ALL:
        unverifiable |= audited(houses.load(name, game), SEEDS_OF_A_KIND, kind)[0]
    assert unverifiable - NEVER_SHOWN == NOT_SHOWN[kind] - NEVER_SHOWN


@pytest.mark.parametrize(("name", "game"), ALL)
def test_the_dealer_pays_out_what_was_put_in(name: str, game: Game) -> None:
    """Counted from the events alone, apart from the engine's own bookkeeping."""
    for hand, _ in lawful_hands(houses.load(name, game), 100):
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
    (name, game, key, reading.value)
    for name, game in ALL
    for key, setting in houses.load(name, game).settings.items()
    for reading in setting.readings
]


@pytest.mark.parametrize(("name", "game", "key", "value"), READINGS)
def test_a_hand_that_is_lawful_under_a_reading_has_no_finding_under_it(
    name: str, game: Game, key: str, value: Value
) -> None:
    house = houses.load(name, game).with_value(key, value)
    unverifiable, _ = audited(house, SEEDS // 10)
    assert unverifiable <= never_shown(house)


def test_the_same_seed_deals_the_same_hand() -> None:
    house = houses.load("roberts", Game.STUD8)
    assert deal(7, house).digest() == deal(7, house).digest()
    assert deal(7, house).digest() != deal(8, house).digest()


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "game"), ALL)
def test_long_count_of_lawful_hands(name: str, game: Game) -> None:
    unverifiable, traits = audited(houses.load(name, game), LONG_COUNT)
    assert unverifiable <= never_shown(houses.load(name, game))
    told_of = ", ".join(f"{trait} {count}" for trait, count in sorted(traits.items()))
    print(f"\n{name} {game}: {LONG_COUNT} lawful hands, no finding; {told_of}")


@pytest.mark.campaign
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_long_count_of_every_kind_of_log(kind: str) -> None:
    for name, game in ALL:
        audited(houses.load(name, game), LONG_COUNT // 10, kind, first=LONG_COUNT)
    print(f"\n{kind}: {LONG_COUNT // 10} lawful hands of every house and game, no finding")
