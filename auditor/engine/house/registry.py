"""The registry of houses: those that come with the auditor, and those of one card room. Each house takes its missing
answers from its base.

A process has one registry in use. The code that starts the process passes the folder of the card room's own houses,
because the engine reads no environment variables.
"""

import functools
import importlib.resources
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house import House
from auditor.engine.house.files import ALL_GAMES, ROOT, HouseFile, Setting, read_house
from auditor.engine.house.folder import read_folder, refuse_all
from auditor.engine.house.house import house_from_lines, identity_in
from auditor.engine.house.parameter_types import HouseRefused, in_words, nearest
from auditor.engine.house.parameters import PARAMETERS


class Houses:
    """Houses by name, made from the texts of their files. `own` are the texts of one card room. A file is read, and a
    house is built, when it is first needed.
    """

    def __init__(self, texts: Mapping[str, str], own: Mapping[str, str] | None = None) -> None:
        self.own: Final = dict(own or {})
        self._ours: Final = frozenset(texts)
        self._texts: Final = dict(sorted({**self.own, **texts}.items()))
        self._files: Final[dict[str, HouseFile]] = {}
        self._houses: Final[dict[tuple[str, Game, Structure], House]] = {}
        self._by_room: dict[tuple[str, Game], list[str]] | None = None

    def names(self) -> tuple[str, ...]:
        """Returns the names of all houses, in alphabetical order."""
        return tuple(self._texts)

    def file(self, name: str) -> HouseFile:
        """Returns a house as written in its own file: title, source, games, rooms. Raises `HouseRefused` if there is no
        such house, or if its file has a fault.
        """
        if name not in self._texts:
            raise HouseRefused(f'there is no house "{name[:80]}"{self._offer(name)}')
        if name not in self._files:
            self._files[name] = read_house(name, self._texts[name])
        return self._files[name]

    def load(self, name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
        """Returns the rules of a house for this game. Raises `HouseRefused` if the house does not cover the game, or if
        its file has a fault.
        """
        house = self._houses.get((name, game, structure))
        if house is None:
            house = self._houses[name, game, structure] = self._built(name, game, structure)
        return house

    def for_room(self, room: str, game: Game) -> str | None:
        """Returns the name of the house that audits the logs of this room; `None` if no house names the room. A house
        of the card room itself is preferred to one that comes with the auditor. Raises `HouseRefused` if two houses
        claim the room.
        """
        claims = self._claims().get((room, game), [])
        claims = [name for name in claims if name in self.own] or claims
        if len(claims) > 1:
            first, second, *_ = claims
            raise HouseRefused(
                f'houses "{first}" and "{second}" both claim {game} of room "{room}"; take the room out of one of them'
            )
        return claims[0] if claims else None

    def check_own(self) -> None:
        """Raises `HouseRefused` with a sentence for each of the card room's own houses that cannot be used."""
        refusals = []
        for name in self.own:
            try:
                self._check(name)
            except HouseRefused as refused:
                refusals.append(str(refused))
        refuse_all(refusals)
        for name in self.own:
            for room, game in product(self.file(name).rooms, self.file(name).games):
                self.for_room(room, game)

    def kept(self, lines: str) -> House:
        """Returns the house that a database stores as these lines, even if its file no longer exists. If the file
        exists, the title of the house is from the file. Raises `HouseRefused` if the lines are not valid.
        """
        name, game, structure = identity_in(lines)
        try:
            today = self.load(name, game, structure)
        except HouseRefused:
            root = {key: setting.filling(ROOT) for key, setting in self.load(ROOT, game).settings.items()}
            today = House(name, game, structure, name, "", root)
        return house_from_lines(lines, today)

    def _claims(self) -> dict[tuple[str, Game], list[str]]:
        """Returns the names of the houses that claim a room, by room and game."""
        if self._by_room is None:
            claims: dict[tuple[str, Game], list[str]] = {}
            for name in self._texts:
                for room, game in product(self.file(name).rooms, self.file(name).games):
                    claims.setdefault((room, game), []).append(name)
            self._by_room = claims
        return self._by_room

    def _check(self, name: str) -> None:
        if name in self._ours:
            raise HouseRefused(f'house "{name}" of your own has the name of one of ours; give its file another name')
        file = self.file(name)
        for game, structure in product(file.games, file.structures):
            self.load(name, game, structure)

    def _offer(self, name: str) -> str:
        """Returns the end of a message about an unknown house: the house with a similar name, and all houses."""
        return f"{nearest(name, self._texts)} the houses are {in_words(self._texts, 'and')}"

    def _built(self, name: str, game: Game, structure: Structure) -> House:
        file = self.file(name)
        if game not in file.games:
            raise HouseRefused(f'house "{name}" does not cover {game}; it covers {in_words(file.games, "and")}')
        if structure not in file.structures:
            raise HouseRefused(
                f'house "{name}" does not cover {structure} limit; it covers {in_words(file.structures, "and")} limit'
            )
        settings = self._settings(name, game, structure, ())
        missing = [key for key in PARAMETERS if key not in settings]
        if missing:
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            raise HouseRefused(
                f'house "{name}" does not answer {", ".join(missing[:3])}{more}; answer all, or name a base: '
                f'base = "{ROOT}"'
            )
        return House(name, game, structure, file.title, file.source, settings)

    def _settings(self, name: str, game: Game, structure: Structure, above: tuple[str, ...]) -> dict[str, Setting]:
        """Returns all settings of a house; missing answers are from its base. `above` are the houses that are built on
        this house.
        """
        if name in above:
            raise HouseRefused(f'house "{name}" is its own base ({" on ".join([*above, name])}); change one of them')
        file = self.file(name)
        settings: dict[str, Setting] = {}
        if file.base:
            if file.base not in self._texts:
                raise HouseRefused(f'house "{name}": there is no base "{file.base[:80]}"{self._offer(file.base)}')
            for key, setting in self._settings(file.base, game, structure, (*above, name)).items():
                settings[key] = setting.filling(file.base)
        settings.update(file.settings[ALL_GAMES])
        settings.update(file.settings[game.value])
        settings.update(file.settings[structure.value])
        return settings


class _InUse:
    """The registry of this process, and the folder of the card room's own houses. The folder is read when a house is
    first needed.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.houses: Houses | None = None


_IN_USE: Final = _InUse()


def use_folder(folder: Path | None) -> None:
    """Makes this process use the shipped houses and those in the folder. The folder is read later, when a house is
    needed.
    """
    _IN_USE.folder = folder
    _IN_USE.houses = None


def use_own(texts: Mapping[str, str]) -> None:
    """Makes this process use the shipped houses and those in `texts`, by name. Raises `HouseRefused` if one of them
    cannot be used.
    """
    houses = Houses(_our_texts(), texts)
    houses.check_own()
    _IN_USE.houses = houses


def in_use() -> Houses:
    """Returns the registry of this process. It stays the same while the process runs, even if the files change.

    Raises `HouseRefused` with a sentence for each own house that cannot be used.
    """
    if _IN_USE.houses is None:
        use_own(read_folder(_IN_USE.folder) if _IN_USE.folder is not None else {})
    assert _IN_USE.houses is not None
    return _IN_USE.houses


def load(name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
    """Returns the rules of the house with this name for this game. Raises `HouseRefused` if there are none."""
    return in_use().load(name, game, structure)


def names() -> tuple[str, ...]:
    """Returns the names of all houses in use."""
    return in_use().names()


def house_for_room(room: str, game: Game) -> str | None:
    """Returns the name of the house that audits the logs of this room; `None` if no house names the room."""
    return in_use().for_room(room, game)


@functools.cache
def shipped() -> Houses:
    """Returns the registry with only the houses that come with the auditor."""
    return Houses(_our_texts())


@functools.cache
def _our_texts() -> dict[str, str]:
    folder = importlib.resources.files("auditor.engine") / "houses"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}
