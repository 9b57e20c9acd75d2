"""`auditor rule` and `auditor house`: all that they print comes from the rules, the houses and the cases."""

import json
from itertools import product

import pytest

from auditor.cli.rule import MOMENTS
from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import load, names, shipped
from auditor.engine.rules import BY_CODE
from auditor.engine.what_changed import AT_LARGE, BY_RULE, NEW, RULES_VERSION
from auditor.formats.transcript.case_files import cases_of
from tests.cli.command import auditor, plain


def test_a_rule_shows_its_law_its_clauses_and_its_cases() -> None:
    ended = auditor("rule", "O303", "--cases", "--house", "casino")
    assert (ended.code, ended.err) == (0, "")
    rule, house = BY_CODE["O303"], load("casino", shipped().file("casino").games[0])
    said = plain(ended.out)
    assert said.startswith(f"O303 {rule.title} ")
    assert plain(rule.law) in said
    for key in rule.cites:
        assert plain(PARAMETERS[key].meaning) in said
        assert plain(f"{house.setting(key).status}: {clause_words(house.setting(key).clause)}") in said
    for case in cases_of("O303"):
        assert case.text in ended.out


def test_cases_stand_as_in_their_file() -> None:
    cases = cases_of("B402")
    assert cases
    said = auditor("rule", "b402", "--cases").out
    assert all(f"== {case.title}\n{case.text}" in said for case in cases)
    assert "!! B402" in said


def test_two_cases_are_enough_unless_all_are_asked_for() -> None:
    cases = cases_of("B402")
    assert len(cases) > 2
    said = auditor("rule", "B402").out
    assert [case.title in said for case in cases[:3]] == [True, True, False]
    assert f"These are 2 of {len(cases)} example hands. To print all, run: auditor rule B402 --cases" in said
    assert '"!! CODE" means: the line breaks the rule CODE.' in plain(said)


def test_without_a_code_every_rule_is_listed_with_its_law() -> None:
    ended = auditor("rule")
    assert ended.code == 0
    said = plain(ended.out)
    assert all(f"{rule.code} {rule.title} {plain(rule.law)}" in said for rule in BY_CODE.values())
    assert all(f"{code} {found.title} {plain(found.law)}" in said for code, found in ACROSS_HANDS.items())
    assert [row["code"] for row in auditor("rule", "--json").rows] == [*BY_CODE, *ACROSS_HANDS]


def test_what_is_found_across_hands_is_a_rule_as_well() -> None:
    said = plain(auditor("rule", "h803").out)
    assert said.startswith("H803 Two records of one hand number disagree ")
    assert "checked across hands" in said
    assert json.loads(auditor("rule", "H803", "--json").out)["grade"] == "fault"


def test_a_rule_across_hands_says_what_is_compared_and_what_the_house_says() -> None:
    said = auditor("rule", "H801", "--house", "classic").out
    assert "checked across hands: each hand with the hand before it at the same table" in " ".join(said.split())
    assert "The clauses of classic" in said
    assert "[table_stakes.rule]" in said


def test_when_a_rule_is_checked_is_said_as_a_dealer_would() -> None:
    """Every kind of event has its words, so no rule can lack them."""
    assert "checked when the hand is over" in auditor("rule", "P605").out
    assert {kind for rule in BY_CODE.values() for kind in rule.on} <= set(MOMENTS)


def test_readings_of_a_clause_are_told() -> None:
    house = load("qqonline", shipped().file("qqonline").games[0])
    (reading, *_) = house.setting("bring_in.ace").readings
    assert plain(reading.sentence) in plain(auditor("rule", "O303", "--house", "qqonline").out)


def test_what_each_version_changed_is_told() -> None:
    said = plain(auditor("rule", "B410").out).partition("Changes by version of the rules ")[2]
    changes = f"rules 2: {BY_RULE[2]['B410']} All rules: {AT_LARGE[2]} rules 1: {NEW} At the end of a line,"
    assert plain(changes) in said
    assert said.index(plain(f"rules 3: All rules: {AT_LARGE[3]}")) < said.index("rules 2: ")
    assert plain(auditor("rule", "H801").out).endswith(" rules 3: This rule is new in this version. ")


@pytest.mark.parametrize(("code", "since"), [("B410", 1), ("C701", 3), ("H803", 1), ("H801", 3)])
def test_what_each_version_changed_as_json(code: str, since: int) -> None:
    told = json.loads(auditor("rule", code, "--json").out)["history"]
    assert [each["version"] for each in told] == list(range(RULES_VERSION, since - 1, -1))
    assert [each["new"] for each in told] == [False] * (len(told) - 1) + [True]
    assert {each["version"]: each["said"] for each in told} == {
        each["version"]: BY_RULE[each["version"]].get(code, "") for each in told
    }
    assert {each["version"]: each["at_large"] for each in told}[3] == AT_LARGE[3]


def test_games_with_the_same_clauses_are_told_once() -> None:
    assert "in stud, stud8 and razz" in auditor("rule", "B402", "--house", "strict-test").out


def test_a_rule_shows_the_clauses_of_the_structures_in_which_it_is_asked() -> None:
    said = plain(auditor("rule", "B415", "--house", "casino").out)
    assert "The clauses of casino, in stud (spread limit)" in said
    assert "stated: In spread limit two kinds of bet are declared beforehand, and each bet is one of them." in said
    assert "fixed" not in said.partition("At the end of a line,")[0]
    told = json.loads(auditor("rule", "B402", "--house", "casino", "--json").out)
    assert [each["structure"] for each in told["houses"]] == ["fixed", "pot", "no", "spread"]


@pytest.mark.parametrize("code", ["O303", "B402", "P605", "L101"])
def test_a_rule_as_json(code: str) -> None:
    said = json.loads(auditor("rule", code, "--json", "--house", "wsop-live").out)
    rule = BY_CODE[code]
    assert (said["code"], said["title"], said["law"], said["why"]) == (code, rule.title, rule.law, rule.why)
    assert [house["game"] for house in said["houses"]] == list(shipped().file("wsop-live").games)
    for house in said["houses"]:
        assert [clause["key"] for clause in house["clauses"]] == list(rule.cites)
    assert [case["title"] for case in said["cases"]] == [case.title for case in cases_of(code)]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["rule", "O3033"], "did you mean O303?"),
        (["rule", "O999"], "the rules with O are O301, "),
        (["rule", "../../pyproject"], "There is no rule"),
        (["rule", "O303", "--house", "robrts"], "did you mean roberts?"),
        (["house", "partypokr"], "did you mean partypoker?"),
        (["hose"], "did you mean house?"),
    ],
)
def test_what_is_not_there_is_refused_with_the_nearest(asked: list[str], says: str) -> None:
    ended = auditor(*asked)
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.err


def test_every_question_is_printed_with_its_key_and_all_its_answers() -> None:
    printed = plain(auditor("house", "--questions").out)
    for key, parameter in PARAMETERS.items():
        assert plain(f"{parameter.meaning} [{key}]") in printed
        for name, meaning in parameter.choices.items():
            assert plain(f'"{name}": {meaning}') in printed
    assert plain("[cap.wagers] a whole number from 0 to 99") in printed


def test_all_houses_are_listed() -> None:
    ended = auditor("house")
    assert [line.split(":")[0] for line in ended.out.splitlines() if not line.startswith(" ")] == list(names())
    assert "logs of pokerstars" in ended.out


@pytest.mark.parametrize("name", ["casino", "roberts", "online-hilo"])
def test_a_house_is_printed_whole_for_every_game_and_structure(name: str) -> None:
    """Every question, answer in words, status, clause and reading; for the games and structures it covers."""
    said = plain(auditor("house", name).out)
    file = shipped().file(name)
    for game, structure in product(file.games, file.structures):
        house = load(name, game, structure)
        assert house.digest in said
        for key, setting in house.settings.items():
            assert plain(PARAMETERS[key].meaning) in said
            assert plain(f"{setting.status}: {clause_words(setting.clause)}") in said
            assert all(plain(reading.sentence) in said for reading in setting.readings)
            choice = PARAMETERS[key].choices.get(str(setting.value), "")
            assert plain(choice) in said


def test_clauses_are_printed_in_the_words_of_the_pages() -> None:
    """A stored clause that begins with Silent is a note for engineers."""
    diff = ("house", "--diff", "casino", "tda")
    for command in (("house", "partypoker-high"), ("rule", "O303", "--house", "partypoker-high"), diff):
        ended = auditor(*command)
        assert ended.code == 0, ended.err
        assert "Silent" not in ended.out, command
        assert "The rulebook does not say" in " ".join(ended.out.split()), command


def test_a_version_that_changed_nothing_for_a_rule_is_left_out() -> None:
    assert "Nothing changed" not in auditor("rule", "S501").out
    assert "Nothing changed" not in auditor("rule", "H801").out
