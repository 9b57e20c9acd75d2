"""Where a rule is asked: in which games and structures of a house it means anything."""

from itertools import product

from auditor.engine.house import House
from auditor.engine.house.registry import in_use, load
from auditor.engine.rule import Rule


def houses_asking(rule: Rule, name: str) -> list[House]:
    """The house for every game and structure in which it has the rule asked; where it never does, for each game in its
    first structure, so that it can be shown why. Raises `HouseRefused` where there is no such house.
    """
    file = in_use().file(name)
    every = [load(name, game, structure) for structure, game in product(file.structures, file.games)]
    asking = [house for house in every if rule.moot is None or not rule.moot(house)]
    return asking or every[: len(file.games)]
