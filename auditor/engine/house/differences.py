"""Compares two houses question by question, for the games and betting structures that both houses cover."""

from itertools import product
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house import House, Setting
from auditor.engine.house.parameter_types import HouseRefused, in_words
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import in_use, load


class Difference:
    """One question that two houses do not answer in the same way. `key` names the question, `first` and `second` are
    the answers. `differs` lists the parts of the answers that differ: `value`, `status`, `clause` or `readings`.
    """

    __slots__ = ("differs", "first", "key", "second")

    def __init__(self, key: str, differs: tuple[str, ...], first: Setting, second: Setting) -> None:
        self.key: Final = key
        self.differs: Final = differs
        self.first: Final = first
        self.second: Final = second


def differences(first: House, second: House) -> tuple[Difference, ...]:
    """Returns a `Difference` for each question that the two houses do not answer in the same way, in the order of
    `PARAMETERS`.
    """
    return tuple([each for each in [_difference(key, first, second) for key in PARAMETERS] if each is not None])


def in_both(first: str, second: str) -> list[tuple[Game, Structure]]:
    """Returns every pair of a game and a betting structure that both houses cover. Raises `HouseRefused` if there is no
    such pair, or if one of the houses does not exist.
    """
    one, other = in_use().file(first), in_use().file(second)
    games = [game for game in one.games if game in other.games]
    structures = [structure for structure in one.structures if structure in other.structures]
    if not games or not structures:
        raise HouseRefused(
            f'houses "{first}" and "{second}" have no game in common, so nobody can compare them; '
            f"{first} covers {_covers(one.games, one.structures)}, {second} {_covers(other.games, other.structures)}"
        )
    return list(product(games, structures))


def pair(first: str, second: str, game: Game, structure: Structure) -> tuple[House, House]:
    """Returns the rules of both houses for a game and betting structure. Raises `HouseRefused` if one of the houses
    does not exist or does not cover the game.
    """
    return load(first, game, structure), load(second, game, structure)


def _covers(games: tuple[Game, ...], structures: tuple[Structure, ...]) -> str:
    return f"{in_words(games, 'and')} in {in_words(structures, 'and')} limit"


def _difference(key: str, first: House, second: House) -> Difference | None:
    one, other = first.setting(key), second.setting(key)
    pairs = (
        ("value", one.value == other.value),
        ("status", one.status is other.status),
        ("clause", one.clause == other.clause),
        ("readings", _readings(one) == _readings(other)),
    )
    differs = tuple([name for name, same in pairs if not same])
    return Difference(key, differs, one, other) if differs else None


def _readings(setting: Setting) -> list[tuple[object, str]]:
    return [(reading.value, reading.sentence) for reading in setting.readings]
