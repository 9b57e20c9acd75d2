"""House files: one TOML file for each house, which has only the differences from its base.

This module reads and checks the files. It adds no value if a file has none.

base  = "roberts"
title = "..."
games = ["stud"]

[bring_in.tie]             # heading and key: applies to all games of the house
value  = "first_dealt"
status = "stated"
clause = "What the house says, in our words."
readings = { suit = "How else that can be read." }

[stud8.opener.all_in]      # game before heading and key: applies to that game only
[pot.cap.wagers]           # structure before heading and key: applies to that structure only
"""

import tomllib
from enum import StrEnum
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house.parameter_types import HouseRefused, Parameter, Value, in_words, nearest, text_of
from auditor.engine.house.parameters import HEADINGS, parameter_of

# The base of every house that names no other base. A house takes each value that it does not have from its base.
ROOT: Final = "roberts"
ALL_GAMES: Final = ""

_HEAD: Final = ("base", "title", "source", "games", "structures", "rooms")
_FIELDS: Final = ("value", "status", "clause", "readings")
# Every finding stores its clauses, so very long clauses would fill a database.
_MOST_CHARACTERS: Final = 1_000


class Status(StrEnum):
    """The certainty with which a house has a value; the first status is the most certain."""

    STATED = "stated"  # the house says so
    ASSUMED = "assumed"  # the house is silent; the clause says where the value is from
    HEDGED = "hedged"  # the house says "usually", "in most", "might"


class Reading:
    """Another value that a clause can mean. `sentence` explains how the clause is then understood."""

    __slots__ = ("sentence", "value")

    def __init__(self, value: Value, sentence: str) -> None:
        self.value: Final = value
        self.sentence: Final = sentence


class Setting:
    """A house's answer to one parameter: the value, its status, the clause in our words, and the other readings of the
    clause.

    `filled_from` is the name of the base if the value is from the base; it is empty if the house's own file has the
    value.
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
        """Returns this setting of `base` as the answer of a house that is built on `base` and has no answer
        of its own.
        """
        if self.filled_from:
            return self
        clause = f"Silent; filled from {base}: {self.clause.removeprefix('Silent; ')}"
        return Setting(self.key, self.value, Status.ASSUMED, clause, self.readings, base)


class HouseFile:
    """One house as written in its file. The keys of `settings` are games or structures; the key `ALL_GAMES` has the
    settings for every game.
    """

    __slots__ = ("base", "games", "name", "rooms", "settings", "source", "structures", "title")

    def __init__(self, name: str, head: "_Head", settings: dict[str, dict[str, Setting]]) -> None:
        self.name: Final = name
        self.base: Final = head.base()
        self.title: Final = head.sentence("title", "the full name of the house")
        self.source: Final = head.sentence("source", "where its rules are written down")
        self.games: Final = tuple([_game(word) for word in head.words("games")])
        self.structures: Final = tuple([_structure(word) for word in head.words("structures", (Structure.FIXED,))])
        self.rooms: Final = head.words("rooms", ())
        self.settings: Final = settings


class _Head:
    """The lines before the first table of a house file."""

    __slots__ = ("_document",)

    def __init__(self, document: dict[str, object]) -> None:
        self._document: Final = document

    def base(self) -> str:
        """Returns the name of the base; empty for a house that answers every parameter itself."""
        value = self._document.get("base", ROOT)
        if not isinstance(value, str):
            raise HouseRefused('base must be a text: base = "..."')
        return value

    def sentence(self, field: str, meaning: str) -> str:
        """Returns the text of a field that must exist. Raises `HouseRefused` if it is missing, with the meaning of the
        field.
        """
        value = self._document.get(field, "")
        if not isinstance(value, str):
            raise HouseRefused(f'{field} must be a text: {field} = "..."')
        text = _plain(field, value)
        if not text:
            raise HouseRefused(f'{field} is missing ({meaning}); write above the first table: {field} = "..."')
        return text

    def words(self, field: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Returns the list of texts in a field, without repetitions. Raises `HouseRefused` if the field is not such a
        list. An empty list is refused too, except for rooms.
        """
        value = self._document.get(field, default)
        if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
            raise HouseRefused(f'{field} must be a list: {field} = ["..."]')
        if not value and field != "rooms":
            raise HouseRefused(f'{field} is missing; write above the first table: {field} = ["stud"]')
        return tuple(dict.fromkeys([_plain(field, word) for word in value]))


def read_house(name: str, text: str) -> HouseFile:
    """Reads a house from the text of its file. Raises `HouseRefused` with one sentence that names the house and the
    place.
    """
    try:
        return _house_file(name, tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise HouseRefused(f'house "{name}" is not TOML: {fault}') from fault
    except HouseRefused as refusal:
        raise HouseRefused(f'house "{name}": {refusal}') from refusal
    except (RecursionError, ValueError) as fault:
        raise HouseRefused(f'house "{name}" is not TOML: a number is too long, or lists are nested too deep') from fault


def _house_file(name: str, document: dict[str, object]) -> HouseFile:
    settings: dict[str, dict[str, Setting]] = {ALL_GAMES: {}}
    for part in (*Game, *Structure):
        settings[part.value] = {}
    for heading, table in document.items():
        if heading in _HEAD:
            continue
        if not isinstance(table, dict) and heading not in settings and heading not in HEADINGS:
            raise HouseRefused(
                f'there is no line "{heading[:80]}"{nearest(heading, _HEAD)} above the first table a house has '
                f"{in_words(_HEAD, 'and')}"
            )
        if heading in settings:
            for inner, entries in _table(heading, table).items():
                _gather(inner, entries, settings[heading])
        else:
            _gather(heading, table, settings[ALL_GAMES])
    return HouseFile(name, _Head(document), settings)


def _gather(heading: str, table: object, into: dict[str, Setting]) -> None:
    """Checks the settings under one heading and adds them to `into`, by their keys."""
    for inner, entry in _table(heading, table).items():
        key = f"{heading}.{inner}"
        into[key] = _setting(key, _table(key, entry))


def _setting(key: str, entry: dict[str, object]) -> Setting:
    """Checks one entry of a house file and returns it as a setting."""
    parameter = parameter_of(key)
    for field in entry:
        if field in _HEAD:
            raise HouseRefused(f"{key} has a line {field}; write that line above the first table")
        if field not in _FIELDS:
            raise HouseRefused(f"{key} has a line {field}{nearest(field, _FIELDS)} it takes {in_words(_FIELDS, 'and')}")
    if "value" not in entry:
        raise HouseRefused(f"{key} has no value; choose {parameter.wanted()}")
    value = parameter.checked(entry["value"])
    clause = entry.get("clause")
    if not isinstance(clause, str) or not clause.strip():
        raise HouseRefused(f"{key} has no clause; say what the house says, or that it is silent")
    readings = _readings(parameter, value, entry.get("readings", {}))
    return Setting(key, value, _status(key, entry.get("status")), _plain(f"the clause of {key}", clause), readings)


def _readings(parameter: Parameter, value: Value, table: object) -> tuple[Reading, ...]:
    """Returns the other readings of a value, sorted by name."""
    key = parameter.key
    if not isinstance(table, dict):
        raise HouseRefused(
            f'{key}.readings stands alone; write a table of other values, each with a sentence: {{ name = "..." }}'
        )
    readings = []
    for name, sentence in sorted(table.items()):
        reading = parameter.parsed(name)
        if reading == value:
            raise HouseRefused(f"{key} has its own value {text_of(value)} as a reading; name another value")
        if not isinstance(sentence, str) or not sentence.strip():
            raise HouseRefused(f"{key} has a reading {name} without a sentence; say how the clause is read then")
        readings.append(Reading(reading, _plain(f"the reading {name} of {key}", sentence)))
    return tuple(readings)


def _plain(place: str, text: str) -> str:
    """Returns the text on one line. Raises `HouseRefused` if the text is too long or has an invisible character."""
    line = " ".join(text.split())
    hidden = next((letter for letter in line if not letter.isprintable()), "")
    if hidden:
        raise HouseRefused(f"{place} has a character that cannot be seen, U+{ord(hidden):04X}; remove it")
    if len(line) > _MOST_CHARACTERS:
        raise HouseRefused(f"{place} has {len(line):,} characters; write at most {_MOST_CHARACTERS:,}")
    return line


def _status(key: str, word: object) -> Status:
    for status in Status:
        if word == status.value:
            return status
    raise HouseRefused(f"{key} needs a status; choose {in_words(list(Status), 'or')}")


def _game(word: str) -> Game:
    for game in Game:
        if word == game.value:
            return game
    raise HouseRefused(f'games names "{word}"; choose from {in_words(list(Game), "and")}')


def _structure(word: str) -> Structure:
    for structure in Structure:
        if word == structure.value:
            return structure
    raise HouseRefused(f'structures names "{word}"; choose from {in_words(list(Structure), "and")}')


def _table(place: str, value: object) -> dict[str, object]:
    """Returns `value` if it is a TOML table. Raises `HouseRefused` if it is something else."""
    if not isinstance(value, dict):
        raise HouseRefused(f"{place} stands alone; write it as a table [heading.key] with value, status and clause")
    return value
