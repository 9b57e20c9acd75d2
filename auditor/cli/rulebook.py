"""A house's answers in words, as a floor manager would read them."""

import shutil
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Final

from auditor.engine.hand import Game
from auditor.engine.house import House, Setting, load, shipped
from auditor.engine.kinds import Kind, Value, in_words, text_of
from auditor.engine.parameters import PARAMETERS

GAMES: Final = {Game.STUD: "Seven-card stud", Game.STUD8: "Seven-card stud hi-lo", Game.RAZZ: "Razz"}
NARROW: Final = 60
WIDE: Final = 110


def means(key: str, value: Value) -> str:
    """A value of the parameter in card-room words."""
    parameter = PARAMETERS[key]
    if parameter.kind is Kind.CHOICE:
        return parameter.choices[str(value)]
    if parameter.kind is Kind.BOOLEAN:
        return "yes" if value else "no"
    if parameter.kind is Kind.STAKES and isinstance(value, tuple):
        return in_words([f"{small}/{big} with an ante of {ante}" for small, big, ante in value], "and") or "none"
    return text_of(value)


def entry(name: str) -> list[str]:
    """A house in the list of houses."""
    file = shipped().file(name)
    rooms = f"; logs of {in_words(file.rooms, 'and')}" if file.rooms else ""
    return [f"{name}: {file.title}", *wrapped(f"{in_words(file.games, 'and')}{rooms}", "    ")]


def rulebook(name: str) -> list[str]:
    """A whole house, game by game. Raises `HouseRefused` where there is none of this name."""
    file = shipped().file(name)
    lines = [f"{name}: {file.title}", *wrapped(f"from {file.source}", "  ")]
    if file.base != name:
        lines += wrapped(f"what it leaves unsaid is filled from {file.base}, and assumed", "  ")
    if file.rooms:
        lines += wrapped(f"logs of {in_words(file.rooms, 'and')} are audited under it", "  ")
    for game in file.games:
        rules = load(name, game)
        lines += ["", GAMES[game], "=" * len(GAMES[game]), f"digest {rules.digest}"]
        heading = ""
        for key, setting in rules.settings.items():
            above = key.split(".")[0].replace("_", " ").capitalize()
            if above != heading:
                heading = above
                lines += ["", heading, "-" * len(heading)]
            lines += setting_lines(setting)
    return lines


def setting_lines(setting: Setting) -> list[str]:
    """One answer: the question, the answer, how firm it is and what the house says, and how else that can be read."""
    lines = wrapped(f"{PARAMETERS[setting.key].meaning}  [{setting.key}]", "  ")
    lines += wrapped(f"{answer(setting.key, setting.value)}", "      ")
    lines += wrapped(f"{setting.status}: {setting.clause}", "      ")
    for reading in setting.readings:
        lines += wrapped(f"or {answer(setting.key, reading.value)}: {reading.sentence}", "      ")
    return lines


def answer(key: str, value: Value) -> str:
    """A value in words and, where it has one, by its name."""
    named = f" ({value})" if PARAMETERS[key].kind is Kind.CHOICE else ""
    return means(key, value) + named


def setting_document(setting: Setting) -> dict[str, Any]:
    """One answer as JSON, with the keys that the pages use."""
    return {
        "key": setting.key,
        "asks": PARAMETERS[setting.key].meaning,
        "value": text_of(setting.value),
        "means": means(setting.key, setting.value),
        "status": setting.status.value,
        "clause": setting.clause,
        "readings": [
            {"value": text_of(each.value), "means": means(setting.key, each.value), "sentence": each.sentence}
            for each in setting.readings
        ],
    }


def alike(houses: Iterable[House], keys: Sequence[str]) -> list[list[House]]:
    """The games of a house, gathered where all these answers are the same."""
    groups: dict[str, list[House]] = {}
    for house in houses:
        said = repr([setting_document(house.setting(key)) for key in keys])
        groups.setdefault(said, []).append(house)
    return list(groups.values())


def wrapped(text: str, indent: str) -> list[str]:
    """The text in lines as wide as the terminal; further lines are indented a little more."""
    width = min(max(shutil.get_terminal_size((WIDE, 24)).columns, NARROW), WIDE)
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=f"{indent}  ", break_long_words=False)
