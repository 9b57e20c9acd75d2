"""Every value of every house of the rulebook is one that some hand notices.

`fixtures/houses/KEY.hand` holds the cases of a parameter: transcripts as in `fixtures/rules`, with a line `houses` that
names all houses under which exactly the marked findings come. A line `games` before it, where it is not stud alone: the
hand is judged as each of these games that the house covers. Then each value of each house is changed to every other
that it might have, and one of its cases has to fail: the rulebook's own mutation test.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game, Structure
from auditor.engine.house import House
from auditor.engine.house.parameter_types import Kind, Parameter, Value, text_of
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import load, shipped
from auditor.formats.transcript.cases import Case, read_cases
from tests.sampled import one_of

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "houses"
SEEDS = ("qqonline", "partypoker", "classic", "online-hilo", "casino")
HOUSES = (*SEEDS, "roberts", "wsop-live", "wsop-tournament", "tda")
NAMED = re.compile(r"^houses (.+)$", re.MULTILINE)
GAMES = re.compile(r"^games (.+)\n", re.MULTILINE)

UNSCHEDULED = tuple([name for name in HOUSES if name != "wsop-live"])
UNRAKED = ("wsop-tournament", "tda")
UNCLOCKED = tuple([name for name in HOUSES if name not in ("qqonline", "partypoker")])
UNTIMED = tuple([name for name in UNCLOCKED if name != "tda"])


def each_of(names: tuple[str, ...], *keys: str) -> list[str]:
    """These keys, each led by each of these houses."""
    return [f"{name}:{key}" for name, key in product(names, keys)]


# What no hand can tell, and why: a key, led by the game, structure or house where it holds for that one alone.
UNTOLD: dict[str, str] = {
    "stud:low.qualifier": "High stud has no low.",
    "razz:low.qualifier": "At razz every hand is a low: a qualifier is a question of hi-lo.",
    "razz:hand.best": "At razz nobody plays for high: a sixth card is a question of equal high hands.",
    "fixed:betting.pot_limit": "In fixed limit no wager is measured by the pot.",
    "fixed:betting.least_raise": "In fixed limit a raise is of one size, which is no least one.",
    "fixed:betting.spread": "In fixed limit no sizes are declared to choose from.",
    "stud:odd.halves": "In high stud no pot is halved.",
    "razz:odd.halves": "At razz no pot is halved.",
    "stud:odd.tied_low": "High stud has no lows that could be tied.",
    "dispute.deadline": "When a dispute is too late is a question about the claim, and not about the hand.",
    "qqonline:odd.cards": "The place at the table decides, and no card.",
    **dict.fromkeys(each_of(UNSCHEDULED, "rake.percent", "rake.cap"), "No schedule is a percentage up to a cap."),
    **dict.fromkeys(each_of(UNRAKED, "rake.third_street", "rake.from"), "Nothing is taken from tournament chips."),
    **dict.fromkeys(
        each_of(UNTIMED, "clock.runs", "clock.tolerance", "clock.reconnection", "clock.reconnections"),
        "No time is laid down that could run, be off or be added to.",
    ),
    **dict.fromkeys(
        each_of(UNCLOCKED, "clock.ante_counts", "clock.disconnect_needs_money"),
        "Out of time nobody is all-in, whatever he has in the pot.",
    ),
    "tda:clock.reconnections": "Nothing is added to the time that is left, be it once or each time.",
}
# Values of which no hand can tell the one from the other, and why: led as above, and in the order of the alphabet.
ALIKE: dict[str, str] = {
    "opener.tie = first_dealt, left_of_dealer": "The deal begins left of the dealer: one fact under two names.",
    "razz:odd.tied = any, highest_card": "At razz tied hands are tied lows, unless the place decides.",
    "wsop-tournament:rake.schedule = none, percent": "A percentage of nothing is nothing.",
    "tda:rake.schedule = none, percent": "A percentage of nothing is nothing.",
}


def cases_of(key: str) -> list[Case]:
    """The cases of a parameter, one for each house that they name."""
    path = FOLDER / f"{key}.hand"
    if not path.is_file():
        return []
    found = []
    for section in re.split(r"^(?===)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        named = NAMED.search(section)
        assert named, f"{path.name}: no line of houses in {section.splitlines()[0]}"
        told = GAMES.search(section)
        games = [Game(word) for word in told[1].split()] if told else [Game.STUD]
        for house in named[1].split():
            covered = [game for game in games if game in shipped().file(house).games]
            assert covered, f"{path.name}: {house} covers none of the games in {section.splitlines()[0]}"
            for game in covered:
                # Both take the place of one line, so that places stay what they are.
                found += read_cases(GAMES.sub("", NAMED.sub(f"house {house}\ngame {game}", section)))
    return found


@cache
def cases() -> dict[str, list[Case]]:
    return {key: cases_of(key) for key in PARAMETERS}


def house_of(case: Case) -> House:
    return load(case.house, case.hand.game, case.hand.structure)


def fails(case: Case, house: House) -> bool:
    """Whether the findings are others than those that are marked, or what is marked as such could be verified."""
    report = audit(case.hand, house)
    found = sorted([(finding.code, finding.event) for finding in report.findings])
    unverifiable = {(missing.code, missing.event) for missing in report.unverifiable}
    return found != sorted(case.expected) or not set(case.unverifiable) <= unverifiable


def others(parameter: Parameter, value: Value) -> Iterator[Value]:
    """Every other value that the parameter might have; of a number the next ones, of stakes what is near."""
    if parameter.kind is Kind.BOOLEAN:
        yield not value
    elif parameter.kind is Kind.CHOICE:
        yield from [choice for choice in parameter.choices if choice != value]
    elif isinstance(value, int):
        yield from [near for near in (value - 1, value + 1) if parameter.least <= near <= parameter.most]
    elif isinstance(value, tuple):
        yield tuple([(small, big, "0.33") for small, big, _ in value]) if value else (("10", "20", "0.33"),)


def is_untold(key: str, name: str, game: Game, structure: Structure) -> bool:
    """Whether no hand can tell this value of this house."""
    return not {key, f"{game}:{key}", f"{structure}:{key}", f"{name}:{key}"}.isdisjoint(UNTOLD)


def are_alike(key: str, house: House, value: Value) -> bool:
    """Whether no hand can tell this value from the one that the house has."""
    pair = f"{key} = {', '.join(sorted([text_of(house.setting(key).value), text_of(value)]))}"
    return not {pair, f"{house.game}:{pair}", f"{house.structure}:{pair}", f"{house.name}:{pair}"}.isdisjoint(ALIKE)


def cells() -> Iterator[tuple[str, House]]:
    """Every value of every house, game by game; structures beside fixed limit only for what a house says of them."""
    for name in HOUSES:
        file = shipped().file(name)
        for game, structure in product(file.games, file.structures):
            for key in PARAMETERS:
                if is_untold(key, name, game, structure):
                    continue
                if structure is Structure.FIXED or key in file.settings[structure.value]:
                    yield key, load(name, game, structure)


@pytest.mark.parametrize("key", [path.stem for path in sorted(FOLDER.glob("*.hand"))])
def test_a_hand_is_judged_as_each_house_that_it_names_would_judge_it(key: str) -> None:
    for case in cases()[key]:
        assert (case.title, case.house, fails(case, house_of(case))) == (case.title, case.house, False)


@pytest.mark.parametrize("key", PARAMETERS)
def test_each_value_of_each_house_is_noticed(key: str) -> None:
    missed = []
    for found, house in cells():
        if found != key:
            continue
        own = [case for case in cases()[key] if case.house == house.name and of_the_same(case, house)]
        for value in others(PARAMETERS[key], house.setting(key).value):
            changed = with_value(house, key, value)
            if not are_alike(key, house, value) and not any(fails(case, changed) for case in own):
                missed.append(f"{house.name} {house.game} {house.structure}: {house.setting(key).value} -> {value}")
    assert missed == []


SILENT = sorted({named.rpartition(":")[2].partition(" ")[0] for named in (*UNTOLD, *ALIKE)})


@pytest.mark.parametrize("key", one_of(6, SILENT))
def test_what_no_hand_can_tell_changes_no_case_of_any_rule_or_house(key: str) -> None:
    for case in all_cases():
        house = house_of(case)
        untold = is_untold(key, house.name, house.game, house.structure)
        values = [
            value
            for value in others(PARAMETERS[key], house.setting(key).value)
            if untold or are_alike(key, house, value)
        ]
        before = outcome(case, house) if values else ()
        for value in values:
            after = outcome(case, with_value(house, key, value))
            assert (case.title, value, after) == (case.title, value, before)


@cache
def with_value(house: House, key: str, value: Value) -> House:
    """The house with one value changed: the same one for every case."""
    return house.with_value(key, value)


@cache
def all_cases() -> list[Case]:
    """Those of rules and of parameters, but for those that have changed a value already."""
    of_rules = [read_cases(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.parent.glob("rules/*.hand"))]
    return [case for case in chain(*of_rules, *cases().values()) if not case.overrides]


@cache
def outcome(case: Case, house: House) -> tuple[object, ...]:
    """All that the report of a case says, but for what the house says to it."""
    report = audit(case.hand, house)
    found = [(each.code, each.event, each.seat, each.logged, each.lawful, each.amount) for each in report.findings]
    return found, [(each.code, each.event) for each in report.unverifiable], report.settlement.words()


def of_the_same(case: Case, house: House) -> bool:
    return case.hand.game is house.game and case.hand.structure is house.structure


def test_every_file_is_of_a_parameter_and_what_no_hand_can_tell_is_none_of_them() -> None:
    assert {path.stem for path in FOLDER.glob("*.hand")} <= set(PARAMETERS)
    assert {key.rpartition(":")[2].partition(" ")[0] for key in (*UNTOLD, *ALIKE)} <= set(PARAMETERS)
