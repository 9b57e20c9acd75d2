"""Reads and checks house files: one TOML file for each house. A house is built on another house, its base. The file has
only the answers that differ from the answers of the base. The registry adds the other answers from the base.

An example of a house file:

base  = "roberts"
title = "..."
games = ["stud"]

[bring_in.tie]             # heading and key: applies to all games of the house
value  = "first_dealt"
status = "stated"
clause = "What the house says, in our words."
readings = { suit = "How else the clause can be understood." }

[stud8.opener.all_in]      # game before heading and key: applies to that game only
[pot.cap.wagers]           # structure before heading and key: applies to that structure only
"""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house.file_lines import line_of
from auditor.engine.house.parameter_types import HouseRefused, Parameter, Value, in_words, nearest, text_of
from auditor.engine.house.parameters import HEADINGS, parameter_of

# The base of each house whose file names no base. A house takes the answers that its file lacks from its base.
ROOT: Final = "roberts"
ALL_GAMES: Final = ""

_HEAD: Final = ("base", "title", "source", "games", "structures", "rooms")
_FIELDS: Final = ("value", "status", "clause", "readings")
# The largest number of characters in a clause or another text of a house file. Every finding in the database has a copy
# of its clauses, so longer clauses would take much space.
_MOST_CHARACTERS: Final = 1_000


class Status(StrEnum):
    """How certain an answer of a house is. The order is from the most certain to the least certain. A hedged answer is
    less certain than an assumed answer: if both decide a finding, the status of the finding is `hedged`.
    """

    STATED = "stated"  # the rules of the house say so
    UNIVERSAL = "universal"  # the rules of the house do not answer the question, but every rulebook has this answer
    ASSUMED = "assumed"  # the rules of the house do not answer the question; the clause names the source of the value
    HEDGED = "hedged"  # the rules of the house say so, but with a word such as "usually" or "might"


# The firm statuses. If all answers that decide a finding have one of these statuses, the grade of the finding is
# `violation`. Otherwise the grade is `irregular`. Only a rule with a grade of its own is different.
FIRM: Final = frozenset([Status.STATED, Status.UNIVERSAL])
# A house file cannot use this status. The auditor itself sets it, in the module `universal`.
_GIVEN_BY_US: Final = frozenset([Status.UNIVERSAL])


class Reading:
    """Another way to understand a clause. `value` is the answer to the question (parameter) if the clause is understood
    in this way. `sentence` explains this reading.
    """

    __slots__ = ("sentence", "value")

    def __init__(self, value: Value, sentence: str) -> None:
        self.value: Final = value
        self.sentence: Final = sentence


class Setting:
    """The answer of a house to one parameter, that is, to one question of its rules: the value, its status, the clause
    (the answer in our words), and the other ways to understand the clause (`readings`).

    If the answer comes from a base of the house, `filled_from` is the name of that base. Otherwise it is empty.
    """

    __slots__ = ("clause", "filled_from", "key", "readings", "status", "value")

    def __init__(
        self,
        key: str,
        value: Value,
        status: Status,
        clause: str,
        readings: tuple[Reading, ...] = (),
        filled_from: str = "",
    ) -> None:
        self.key: Final = key
        self.value: Final = value
        self.status: Final = status
        self.clause: Final = clause
        self.readings: Final = readings
        self.filled_from: Final = filled_from

    def filling(self, base: str) -> "Setting":
        """This setting is an answer of the house `base`. Returns the same answer for a house that is built on `base`
        and has no answer of its own. The value stays the same, the status is `assumed`, and the clause names `base`.

        If `base` took this answer from its own base, returns the setting unchanged, because its clause already names
        that house.
        """
        if self.filled_from:
            return self
        clause = f"Silent; filled from {base}: {self.clause.removeprefix('Silent; ')}"
        return Setting(self.key, self.value, Status.ASSUMED, clause, self.readings, base)

    def as_universal(self) -> "Setting":
        """Returns this answer with the status `universal`."""
        return Setting(self.key, self.value, Status.UNIVERSAL, self.clause, self.readings, self.filled_from)


class HouseFile:
    """One house as its file states it, without the answers of its base. `settings` has the answers by game or betting
    structure, such as `stud8` or `pot`; under `ALL_GAMES` are the answers for every game.
    """

    __slots__ = ("base", "games", "name", "rooms", "settings", "source", "structures", "title")

    def __init__(self, name: str, head: "_Head", settings: dict[str, dict[str, Setting]]) -> None:
        self.name: Final = name
        with _at("base"):
            self.base: Final = head.base()
        with _at("title"):
            self.title: Final = head.sentence("title", "the full name of the house")
        with _at("source"):
            self.source: Final = head.sentence("source", "the source of the rules of the house")
        with _at("games"):
            self.games: Final = tuple([_game(word) for word in head.words("games")])
        with _at("structures"):
            self.structures: Final = tuple([_structure(word) for word in head.words("structures", (Structure.FIXED,))])
        with _at("rooms"):
            self.rooms: Final = head.words("rooms", ())
        self.settings: Final = settings


class _Head:
    """The fields at the top of a house file: base, title, source, games, structures and rooms."""

    __slots__ = ("_document",)

    def __init__(self, document: dict[str, object]) -> None:
        self._document: Final = document

    def base(self) -> str:
        """Returns the name of the house's base. If the file has no line `base`, the base is `ROOT`. An empty name means
        that the house has no base, so its file must answer every parameter. Raises `HouseRefused` if the value is not a
        text.
        """
        value = self._document.get("base", ROOT)
        if not isinstance(value, str):
            raise HouseRefused('base must be the name of a house in quotes, such as base = "roberts"')
        return value

    def sentence(self, field: str, meaning: str) -> str:
        """Returns the text of a required field. Raises `HouseRefused` if the field is missing or is not a text. If it
        is missing, the message explains the field with `meaning`.
        """
        value = self._document.get(field, "")
        if not isinstance(value, str):
            raise HouseRefused(f'{field} must be text in quotes: {field} = "..."')
        text = _plain(field, value)
        if not text:
            raise HouseRefused(f'{field} is missing; at the top of the file, write {meaning}: {field} = "..."')
        return text

    def words(self, field: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Returns the texts in a list field, such as `games`, without repetitions. If the file lacks the field, the
        list is `default`. Raises `HouseRefused` if the field is not a list of texts, or if the list is empty. Only the
        list `rooms` may be empty.
        """
        value = self._document.get(field, default)
        if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
            raise HouseRefused(f'{field} must be a list of texts in quotes: {field} = ["..."]')
        if not value and field != "rooms":
            example = "fixed" if field == "structures" else "stud"
            raise HouseRefused(f'{field} is missing; at the top of the file, write {field} = ["{example}"]')
        return tuple(dict.fromkeys([_plain(field, word) for word in value]))


def read_house(name: str, text: str) -> HouseFile:
    """Reads a house from the text of its TOML file. Raises `HouseRefused` if the file has a fault. The message is one
    sentence that names the house, the fault, and the line if it is known.
    """
    try:
        return _house_file(name, tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise HouseRefused(f'house "{name}" is not valid TOML: {fault}') from fault
    except HouseRefused as refusal:
        line = line_of(text, refusal.place) if refusal.place else 0
        where = f", line {line}" if line else ""
        raise HouseRefused(f'house "{name}"{where}: {refusal}') from refusal
    except (RecursionError, ValueError) as fault:
        raise HouseRefused(
            f'house "{name}" is not valid TOML: a number is too long, or too many lists are inside other lists'
        ) from fault


@contextmanager
def _at(*place: str) -> Iterator[None]:
    """A context for the code that checks one entry of a house file; `place` has the keys of the entry. If the code
    raises `HouseRefused`, the keys are added to the exception, so that the message can name the line.
    """
    try:
        yield
    except HouseRefused as refusal:
        refusal.place = (*place, *refusal.place)
        raise


def _house_file(name: str, document: dict[str, object]) -> HouseFile:
    settings: dict[str, dict[str, Setting]] = {ALL_GAMES: {}}
    for part in (*Game, *Structure):
        settings[part.value] = {}
    for heading, table in document.items():
        if heading in _HEAD:
            continue
        with _at(heading):
            if not isinstance(table, dict) and heading not in settings and heading not in HEADINGS:
                raise HouseRefused(
                    f'the top of the file has an unknown line "{heading[:80]}"{nearest(heading, _HEAD)} the possible'
                    f" lines are {in_words(_HEAD, 'and')}"
                )
            if heading in settings:
                for inner, entries in _table(heading, table).items():
                    with _at(inner):
                        _gather(inner, entries, settings[heading])
            else:
                _gather(heading, table, settings[ALL_GAMES])
    return HouseFile(name, _Head(document), settings)


def _gather(heading: str, table: object, into: dict[str, Setting]) -> None:
    """Checks all answers under one heading, such as `bring_in`, and adds them to `into` by their keys, such as
    `bring_in.tie`.
    """
    for inner, entry in _table(heading, table).items():
        key = f"{heading}.{inner}"
        with _at(inner):
            into[key] = _setting(key, _table(key, entry))


def _setting(key: str, entry: dict[str, object]) -> Setting:
    """Checks one entry of a house file, such as `[bring_in.tie]`, and returns it as a `Setting`. Raises `HouseRefused`
    if the entry has a fault.
    """
    parameter = parameter_of(key)
    for field in entry:
        with _at(field):
            if field in _HEAD:
                raise HouseRefused(f"{key} has a line {field}; move this line to the top of the file")
            if field not in _FIELDS:
                raise HouseRefused(
                    f"{key} has an unknown line {field}{nearest(field, _FIELDS)} the possible lines are"
                    f" {in_words(_FIELDS, 'and')}"
                )
    if "value" not in entry:
        raise HouseRefused(f"{key} has no value; choose {parameter.wanted()}")
    with _at("value"):
        value = parameter.checked(entry["value"])
    clause = entry.get("clause")
    with _at("clause"):
        if not isinstance(clause, str) or not clause.strip():
            raise HouseRefused(
                f"{key} has no clause; write what the rules of the house say, or that they do not answer this question"
            )
    with _at("readings"):
        readings = _readings(parameter, value, entry.get("readings", {}))
    with _at("status"):
        status = _status(key, entry.get("status"))
    with _at("clause"):
        return Setting(key, value, status, _plain(f"the clause of {key}", clause), readings)


def _readings(parameter: Parameter, value: Value, table: object) -> tuple[Reading, ...]:
    """Checks the `readings` table in a house's answer to `parameter`. Returns the readings, which are other ways to
    understand the clause, sorted by the names of their values. Raises `HouseRefused` if the table has a fault.
    """
    key = parameter.key
    if not isinstance(table, dict):
        raise HouseRefused(f'{key}.readings must list other values of {key}, each with a sentence: {{ value = "..." }}')
    readings = []
    for name, sentence in sorted(table.items()):
        reading = parameter.parsed(name)
        if reading == value:
            raise HouseRefused(
                f"{key} lists its own value {text_of(value)} among the other readings; remove this"
                " reading, or choose another value"
            )
        if not isinstance(sentence, str) or not sentence.strip():
            raise HouseRefused(
                f"{key} has a reading {name} without a sentence; explain how this reading understands the clause"
            )
        readings.append(Reading(reading, _plain(f"the reading {name} of {key}", sentence)))
    return tuple(readings)


def _plain(place: str, text: str) -> str:
    """Returns the text on one line, with single spaces. Raises `HouseRefused` if the text is too long or has an
    invisible character. `place` names the text in the message.
    """
    line = " ".join(text.split())
    hidden = next((letter for letter in line if not letter.isprintable()), "")
    if hidden:
        raise HouseRefused(f"{place} has the invisible character U+{ord(hidden):04X}; remove this character")
    if len(line) > _MOST_CHARACTERS:
        raise HouseRefused(f"{place} has {len(line):,} characters; write at most {_MOST_CHARACTERS:,} characters")
    return line


def _status(key: str, word: object) -> Status:
    possible = [status for status in Status if status not in _GIVEN_BY_US]
    for status in possible:
        if word == status.value:
            return status
    raise HouseRefused(f"{key} has no valid status; choose {in_words(possible, 'or')}")


def _game(word: str) -> Game:
    for game in Game:
        if word == game.value:
            return game
    raise HouseRefused(
        f'the line games lists "{word}", which is no game of the auditor; choose from {in_words(list(Game), "and")}'
    )


def _structure(word: str) -> Structure:
    for structure in Structure:
        if word == structure.value:
            return structure
    raise HouseRefused(
        f'the line structures lists "{word}", which is no betting structure; choose from'
        f" {in_words(list(Structure), 'and')}"
    )


def _table(place: str, value: object) -> dict[str, object]:
    """Returns `value` if it is a TOML table. Raises `HouseRefused` if it is something else."""
    if not isinstance(value, dict):
        raise HouseRefused(
            f"{place} needs a value, a status and a clause; write these three lines below a line such as [bring_in.tie]"
        )
    return value
