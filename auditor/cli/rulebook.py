"""Writes a house (a set of rules) as the text of a rulebook, for the floor manager of a card room."""

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from auditor.engine.hand import Game
from auditor.engine.house import House, Setting
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.parameter_types import Kind, Parameter, Value, in_words
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import in_use, load
from auditor.engine.house.setting_words import means, setting_document

GAMES: Final = {Game.STUD: "Seven-card stud", Game.STUD8: "Seven-card stud hi-lo", Game.RAZZ: "Razz"}
NARROW: Final = 60
WIDE: Final = 110


def entry(name: str) -> list[str]:
    """Returns the lines about one house for the list of houses: its title, its games, and the rooms whose logs it
    applies to.
    """
    file = in_use().file(name)
    rooms = f"; logs of {in_words(file.rooms, 'and')}" if file.rooms else ""
    return [f"{name}: {file.title}", *wrapped(f"{in_words(file.games, 'and')}{rooms}", "    ")]


def rulebook(name: str) -> list[str]:
    """Returns the lines of a house's whole rulebook, game by game. Raises `HouseRefused` if there is no house of this
    name.
    """
    file = in_use().file(name)
    lines = [f"{name}: {file.title}", *wrapped(f"from {file.source}", "  ")]
    if file.base and file.base != name:
        lines += wrapped(
            f"if this house does not answer a question, the answer of {file.base} applies and is marked assumed", "  "
        )
    if file.rooms:
        lines += wrapped(f"the auditor uses this house for logs of {in_words(file.rooms, 'and')}", "  ")
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
    """Returns three lines: an empty line, the heading, and an underline made of the character `line`."""
    return ["", heading, line * len(heading)]


def _answers(settings: Iterable[Setting]) -> list[str]:
    """Returns lines of text with the answers of a house, in chapters such as `Bring in`. Each chapter has a heading."""
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
    """Returns the heading of the chapter that contains the parameter: `Bring in` for `bring_in.tie`."""
    return parameter.key.split(".")[0].replace("_", " ").capitalize()


def setting_lines(setting: Setting) -> list[str]:
    """Returns the lines about one answer of a house: the question, the answer, its status (stated, hedged or assumed),
    the clause in words, and the other readings of the clause.
    """
    lines = wrapped(f"{PARAMETERS[setting.key].meaning}  [{setting.key}]", "  ")
    lines += wrapped(f"{answer(setting.key, setting.value)}", "      ")
    lines += wrapped(status_and_clause(setting), "      ")
    for reading in setting.readings:
        lines += wrapped(f"or {answer(setting.key, reading.value)}: {reading.sentence}", "      ")
    return lines


def status_and_clause(setting: Setting) -> str:
    """Returns the status of a house's answer and its clause, in the words that the web pages use."""
    return f"{setting.status}: {clause_words(setting.clause)}"


def answer(key: str, value: Value) -> str:
    """Returns the value of the parameter `key` in words. If house files write the value as a name, the name follows in
    brackets: `... (first_dealt)`.
    """
    named = f" ({value})" if PARAMETERS[key].kind is Kind.CHOICE else ""
    return means(key, value) + named


def alike(houses: Iterable[House], keys: Sequence[str]) -> list[list[House]]:
    """Divides `houses` into groups. `houses` has the rules of one house, once for each game and betting structure.
    Within a group, the answers to all parameters in `keys` are the same.
    """
    groups: dict[str, list[House]] = {}
    for house in houses:
        answers = repr([setting_document(house.setting(key)) for key in keys])
        groups.setdefault(answers, []).append(house)
    return list(groups.values())


def wrapped(text: str, indent: str) -> list[str]:
    """Splits the text into lines as wide as the terminal. The first line begins with `indent`, each later line with
    `indent` and two more spaces.
    """
    width = min(max(shutil.get_terminal_size((WIDE, 24)).columns, NARROW), WIDE)
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
