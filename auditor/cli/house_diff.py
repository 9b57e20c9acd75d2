"""How two houses differ, as text: the answers that are not the same first, then what is only said otherwise."""

from typing import Final

from auditor.cli.rulebook import GAMES, answer, headed, wrapped
from auditor.cli.terminal_text import counted
from auditor.engine.hand import Game, Structure
from auditor.engine.house import Setting
from auditor.engine.house.differences import Difference, differences, in_both, pair
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.setting_words import setting_document

# What is told of a difference under which heading, the weightiest first.
_PARTS: Final = (
    ("value", "Other answers"),
    ("status", "The same answer, more or less firmly"),
    ("clause", "The same answer, in other words"),
    ("readings", "The same answer, with other readings"),
)


def house_diff(first: str, second: str) -> list[str]:
    """How the houses differ, once for all games and structures where that is the same.

    Raises `HouseRefused` where there is no such house, or where they cover no game together.
    """
    groups: dict[str, tuple[list[tuple[Game, Structure]], tuple[Difference, ...]]] = {}
    for game, structure in in_both(first, second):
        found = differences(*pair(first, second, game, structure))
        told = repr([(setting_document(each.first), setting_document(each.second)) for each in found])
        groups.setdefault(told, ([], found))[0].append((game, structure))
    lines = [f"{first} against {second}"]
    for places, found in groups.values():
        played = "; ".join([f"{GAMES[game]}, {structure} limit" for game, structure in places])
        lines += [*headed(played, "="), *_counted(first, second, found)]
        for part, heading in _PARTS:
            here = [each for each in found if each.differs[0] == part]
            lines += headed(heading, "-") if here else []
            lines += [line for each in here for line in _lines(first, second, each)]
    return lines


def _counted(first: str, second: str, found: tuple[Difference, ...]) -> list[str]:
    if not found:
        return wrapped(f"{first} and {second} say the same: nothing differs.", "")
    values = sum([each.differs[0] == "value" for each in found])
    same = len(PARAMETERS) - values
    told = f"{counted(values, 'answer')} of {len(PARAMETERS)} differ, {same} are the same"
    firmly = f"; of these {len(found) - values} are said more or less firmly, or in other words"
    return wrapped(f"{told}{firmly if len(found) > values else ''}.", "")


def _lines(first: str, second: str, difference: Difference) -> list[str]:
    lines = wrapped(f"{PARAMETERS[difference.key].meaning}  [{difference.key}]", "  ")
    for name, setting in ((first, difference.first), (second, difference.second)):
        lines += _side(name, setting)
    return lines


def _side(name: str, setting: Setting) -> list[str]:
    said = wrapped(f"{name}: {answer(setting.key, setting.value)}; {setting.status}: {setting.clause}", "      ")
    for reading in setting.readings:
        said += wrapped(f"or {answer(setting.key, reading.value)}: {reading.sentence}", "          ")
    return said
