"""A house as a rulebook: the clauses of the house in words, for a floor manager."""

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.hand import Game
from auditor.engine.house import House, Setting
from auditor.engine.house.parameter_types import Kind, Parameter, Value, in_words
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import in_use, load
from auditor.engine.house.setting_words import means, setting_document

GAMES: Final = {Game.STUD: "Seven-card stud", Game.STUD8: "Seven-card stud hi-lo", Game.RAZZ: "Razz"}
NARROW: Final = 60
WIDE: Final = 110


def entry(name: str) -> list[str]:
    """Returns the lines of a house in the list of houses."""
    file = in_use().file(name)
    rooms = f"; logs of {in_words(file.rooms, 'and')}" if file.rooms else ""
    return [f"{name}: {file.title}", *wrapped(f"{in_words(file.games, 'and')}{rooms}", "    ")]


def rulebook(name: str) -> list[str]:
    """Returns the lines of a whole house, game by game. Raises `HouseRefused` if there is no house of this name."""
    file = in_use().file(name)
    lines = [f"{name}: {file.title}", *wrapped(f"from {file.source}", "  ")]
    if file.base and file.base != name:
        lines += wrapped(f"its open questions are answered by {file.base}, and marked assumed", "  ")
    if file.rooms:
        lines += wrapped(f"logs of {in_words(file.rooms, 'and')} are audited under it", "  ")
    for game in file.games:
        first = load(name, game, file.structures[0])
        lines += [*headed(GAMES[game], "="), f"digest {first.digest}", *_answers(first.settings.values())]
        for structure in file.structures[1:]:
            rules = load(name, game, structure)
            lines += [*headed(f"{GAMES[game]}, {structure} limit: differences", "="), f"digest {rules.digest}"]
            lines += _answers([each for key, each in rules.settings.items() if not _is_same(each, first.settings[key])])
    return lines


def _is_same(one: Setting, other: Setting) -> bool:
    return setting_document(one) == setting_document(other)


def headed(heading: str, line: str) -> list[str]:
    """Returns an empty line and an underlined heading."""
    return ["", heading, line * len(heading)]


def _answers(settings: Iterable[Setting]) -> list[str]:
    """Returns the clauses, chapter by chapter."""
    lines: list[str] = []
    heading = ""
    for setting in settings:
        above = heading_of(PARAMETERS[setting.key])
        if above != heading:
            heading = above
            lines += headed(heading, "-")
        lines += setting_lines(setting)
    return lines


def heading_of(parameter: Parameter) -> str:
    """The heading of the chapter that the parameter is in: `Bring in` for `bring_in.tie`."""
    return parameter.key.split(".")[0].replace("_", " ").capitalize()


def setting_lines(setting: Setting) -> list[str]:
    """Returns the lines of one clause: the question, the answer, the status of the answer, the clause in words, and its
    other readings.
    """
    lines = wrapped(f"{PARAMETERS[setting.key].meaning}  [{setting.key}]", "  ")
    lines += wrapped(f"{answer(setting.key, setting.value)}", "      ")
    lines += wrapped(f"{setting.status}: {setting.clause}", "      ")
    for reading in setting.readings:
        lines += wrapped(f"or {answer(setting.key, reading.value)}: {reading.sentence}", "      ")
    return lines


def answer(key: str, value: Value) -> str:
    """Returns a value in words, followed by its name if it has one."""
    named = f" ({value})" if PARAMETERS[key].kind is Kind.CHOICE else ""
    return means(key, value) + named


def alike(houses: Iterable[House], keys: Sequence[str]) -> list[list[House]]:
    """Groups the games of a house: games whose clauses are the same for all `keys` are in one group."""
    groups: dict[str, list[House]] = {}
    for house in houses:
        answers = repr([setting_document(house.setting(key)) for key in keys])
        groups.setdefault(answers, []).append(house)
    return list(groups.values())


def wrapped(text: str, indent: str) -> list[str]:
    """Splits the text into lines as wide as the terminal. Each line after the first is indented a little more."""
    width = min(max(shutil.get_terminal_size((WIDE, 24)).columns, NARROW), WIDE)
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
