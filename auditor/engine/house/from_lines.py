"""A house read back from the lines that its digest is of: so old reports can be held against the rules of their day."""

from typing import Final

from auditor.engine.house import House
from auditor.engine.house.files import Reading, Setting, Status
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.parameters import PARAMETERS

_HEAD: Final = "house/2"


def house_told(lines: str, today: House) -> House:
    """The house whose `canonical()` these lines are; what it was not asked yet it answers as `today`.

    Raises `HouseRefused` where it is another one, or a house of today could not answer so.
    """
    head, *told = [[_text(word) for word in line.split(" ")] for line in lines.splitlines()] or [[]]
    if head != [_HEAD, today.name, today.game, today.structure]:
        raise HouseRefused(f'"{lines[:80]}" tells no rules of {today.name} for {today.game} that can be read')
    try:
        settings = _answers(told)
    except (LookupError, ValueError) as wrong:
        raise HouseRefused(f"{today.name} answered then as no house can be read to answer now: {wrong}") from wrong
    return House(today.name, today.game, today.structure, today.title, today.source, {**today.settings, **settings})


def _answers(told: list[list[str]]) -> dict[str, Setting]:
    """What the lines below the first say to the parameters that there still are."""
    answers = {key: (value, Status(rest[0]), rest[1]) for key, mark, value, *rest in told if mark == "="}
    readings: dict[str, list[Reading]] = {key: [] for key in answers}
    for key, mark, value, *rest in told:
        if mark == "?" and key in PARAMETERS:
            readings[key].append(Reading(PARAMETERS[key].parsed(value), rest[0]))
    return {
        key: Setting(key, PARAMETERS[key].parsed(value), status, clause, tuple(readings[key]))
        for key, (value, status, clause) in answers.items()
        if key in PARAMETERS
    }


def _text(word: str) -> str:
    """What a word of these lines stands for."""
    return "" if word == "-" else word.encode("ascii").decode("unicode_escape")
