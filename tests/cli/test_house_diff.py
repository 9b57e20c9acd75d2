"""How two houses differ: every difference and no other, for the games that both cover."""

from itertools import product

import pytest

from auditor.engine.hand import Game, Structure
from auditor.engine.house import HouseRefused
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.differences import differences, in_both, pair
from auditor.engine.house.registry import load, names
from tests.cli.command import auditor, plain

FIXED = (Game.STUD, Structure.FIXED)


def test_every_difference_is_told_with_both_answers_and_clauses() -> None:
    ended = auditor("house", "--diff", "casino", "qqonline")
    assert (ended.code, ended.err) == (0, "")
    said = plain(ended.out)
    casino, qqonline = pair("casino", "qqonline", *FIXED)
    found = {each.key for each in differences(casino, qqonline)}
    assert {"bring_in.tie", "odd.tied", "deal.burn_fourth"} < found
    for key in casino.settings:
        one, other = casino.setting(key), qqonline.setting(key)
        assert (f"[{key}]" in said) == (key in found)
        assert (key in found) == (
            (one.value, one.status, one.clause) != (other.value, other.status, other.clause)
            or [(each.value, each.sentence) for each in one.readings]
            != [(each.value, each.sentence) for each in other.readings]
        )
        if key in found:
            assert plain(f"; {one.status}: {clause_words(one.clause)}") in said
            assert plain(f"; {other.status}: {clause_words(other.clause)}") in said


def test_other_answers_come_before_other_words() -> None:
    said = auditor("house", "--diff", "casino", "qqonline").out
    other, words = said.index("\nOther answers\n"), said.index("\nThe same answer, in other words\n")
    assert other < said.index("[bring_in.tie]") < words
    values = sum([each.differs[0] == "value" for each in differences(*pair("casino", "qqonline", *FIXED))])
    assert f"{values} answers of " in said


def test_games_that_differ_alike_are_told_once() -> None:
    said = auditor("house", "--diff", "absolute", "ongame").out
    assert said.count("====\n") == len({tuple(_told(game)) for game in Game})


def _told(game: Game) -> list[tuple[str, str, str]]:
    found = differences(*pair("absolute", "ongame", game, Structure.FIXED))
    return [(each.key, each.first.clause, each.second.clause) for each in found]


def test_where_nothing_differs_that_is_said() -> None:
    ended = auditor("house", "--diff", "Casino", "casino")
    assert ended.code == 0
    assert ended.out.splitlines()[-1] == "The rules of casino and casino are the same, word for word."
    assert "; Seven-card stud, spread limit\n" in ended.out


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["--diff", "casino", "partypokr"], "did you mean partypoker? the houses are absolute, "),
        (["--diff", "casino", "partypoker"], "casino covers stud in fixed, pot, no and spread limit, partypoker stud8"),
        (["--diff", "casino"], "requires 2 arguments"),
        (
            ["roberts", "--diff", "casino", "classic"],
            "Give only one of these: the name of a house, --diff with the names of two houses, or --questions.",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(asked: list[str], says: str) -> None:
    ended = auditor("house", *asked)
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.err


def test_any_two_houses_can_be_compared_or_cover_no_game_together() -> None:
    """The same both ways round; a difference names at least one thing that differs."""
    compared = 0
    for first, second in product(names(), repeat=2):
        try:
            places = in_both(first, second)
        except HouseRefused:
            continue
        compared += 1
        assert places == [place for place in product(Game, Structure) if place in places]
        for place in places:
            found = differences(*pair(first, second, *place))
            assert [each.key for each in found] == [each.key for each in differences(*pair(second, first, *place))]
            assert all(each.differs for each in found)
            assert bool(found) == (first != second)
            assert load(first, *place).digest
    assert compared > len(names())
