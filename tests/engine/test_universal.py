"""Answers that every rulebook has are as firm as stated ones."""

from auditor.engine.hand import Game
from auditor.engine.house import Setting
from auditor.engine.house.files import Reading, Status
from auditor.engine.house.registry import load, names, shipped
from auditor.engine.house.universal import UNIVERSAL, with_universal


def test_a_universal_answer_is_that_of_every_house_and_some_rulebook_states_it() -> None:
    for game, answers in UNIVERSAL.items():
        settings = [load(name, game).settings for name in names() if game in shipped().file(name).games]
        for key, value in answers.items():
            assert {each[key].value for each in settings} == {value}, key
            unread = [each[key] for each in settings if not each[key].readings]
            assert {setting.status for setting in unread} == {"stated", "universal"}, key


def test_a_house_that_understands_a_universal_clause_in_another_way_assumes_it() -> None:
    value, readings = True, (Reading(False, "Side pots may be left out."),)
    own = {"pots.rule": Setting("pots.rule", value, Status.ASSUMED, "Silent.", readings)}
    assert with_universal(own, Game.STUD)["pots.rule"].status == "assumed"
