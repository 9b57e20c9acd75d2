"""The sample histories of the demonstration are what their maker makes, and hold what it says they hold."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from auditor.engine.audit import GAMES, audit
from auditor.engine.events import LogEnd
from auditor.engine.hand import Game
from auditor.engine.house import registry as houses
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, Skipped, open_log
from tests.dealer import deal
from tests.make_demo import BROADCAST, FOLDER, LOG, POKERSTARS, ROOMS, TRANSCRIPT, Form, Sample, findings, samples

MOST_BYTES = 2_000_000
LEAST_HANDS = 400


@pytest.fixture(scope="module")
def made() -> list[Sample]:
    return samples()


@cache
def outcomes(path: Path) -> list[object]:
    """What is read from a sample, once for all tests."""
    return list(open_log(path.read_bytes()))


def test_the_samples_are_what_the_maker_makes(made: list[Sample]) -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(sample.name for sample in made)
    other = [sample.name for sample in made if (FOLDER / sample.name).read_bytes() != sample.data]
    assert other == [], "python -m tests.make_demo makes them anew, if what changed was meant to"
    assert sum(len(sample.data) for sample in made) < MOST_BYTES


def test_nothing_is_found_but_what_was_planted(made: list[Sample]) -> None:
    """Each file is read as it lies there, and audited under the house that its hands or their room choose."""
    hands: Counter[str] = Counter()
    for sample in made:
        found: dict[int, list[str]] = {}
        for place, outcome in enumerate(outcomes(FOLDER / sample.name)):
            if isinstance(outcome, Skipped):
                hands["skipped"] += 1
                continue
            assert isinstance(outcome, Read), f"{sample.name}, hand {place + 1}"
            house = house_for(outcome.hand)
            hands[f"{house.name} {house.game}"] += 1
            codes = [finding.code for finding in audit(outcome.hand, house).findings]
            if codes:
                found[place] = codes
        assert found == {place: [code] for place, code in sample.planted.items()}, sample.name
    assert hands["skipped"] == 1
    assert hands.total() >= LEAST_HANDS
    expected = {
        f"{name} {game}" for name in houses.names() for game in GAMES if game in houses.shipped().file(name).games
    }
    assert set(hands) - {"skipped"} == expected


def test_one_hand_in_twenty_is_wrong(made: list[Sample]) -> None:
    planted = [code for sample in made for code in sample.planted.values()]
    hands = sum(len(outcomes(FOLDER / sample.name)) for sample in made)
    assert 0.04 < len(planted) / hands < 0.06
    assert len(set(planted)) > 20


def test_a_hand_breaks_off_among_whole_ones() -> None:
    ends = [
        outcome.hand.events[-1] for outcome in outcomes(FOLDER / "mixed.txt") if isinstance(outcome, Read)
    ]  # fmt: skip
    assert [end.complete for end in ends if isinstance(end, LogEnd)] == [True, False, True]


def test_no_hand_number_comes_twice() -> None:
    numbers: Counter[str] = Counter()
    for path in FOLDER.iterdir():
        for outcome in outcomes(path):
            if isinstance(outcome, Read) and outcome.hand.number is not None:
                numbers[outcome.hand.number] += 1
    assert [number for number, times in numbers.items() if times > 1] == []


@pytest.mark.parametrize(
    ("form", "name", "game"),
    [
        (TRANSCRIPT, "casino", Game.STUD),
        (TRANSCRIPT, "wsop-live", Game.STUD8),
        (TRANSCRIPT, "wsop-live", Game.RAZZ),
        (LOG, "roberts", Game.STUD8),
        (LOG, "roberts", Game.RAZZ),
        (BROADCAST, "roberts", Game.STUD),
        (BROADCAST, "roberts", Game.STUD8),
        (BROADCAST, "roberts", Game.RAZZ),
        (POKERSTARS, "pokerstars", Game.STUD),
        (POKERSTARS, "pokerstars", Game.STUD8),
        (POKERSTARS, "pokerstars", Game.RAZZ),
        *[(form, name, game) for _, name, form in ROOMS for game in houses.shipped().file(name).games],
    ],
)
@pytest.mark.parametrize("number", [25, pytest.param(100, marks=pytest.mark.campaign)])
def test_hardly_a_lawful_hand_is_lost_in_writing(form: Form, name: str, game: Game, number: int) -> None:
    """Of lawful hands that are written down and read again, at most one in twelve comes out with a finding: those
    that the form has no way to tell. The campaign writes a hundred of each.
    """
    house = houses.load(name, game)
    hands = [form.prepare(deal(seed, house), house) for seed in range(number)]
    lost = [hand.number for hand in hands if findings(form.write([hand]), house)]
    assert len(lost) <= number // 12, lost
