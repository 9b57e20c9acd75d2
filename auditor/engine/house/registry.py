"""The shelf of houses: their files read and built when they are asked for, silences filled from their bases."""

import functools
import importlib.resources
from collections.abc import Mapping
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.engine.house import House
from auditor.engine.house.files import ALL_GAMES, HouseFile, Setting, read
from auditor.engine.house.parameter_types import HouseRefused, in_words, nearest
from auditor.engine.house.parameters import PARAMETERS


class Houses:
    """A shelf of houses, by name; built from the texts of their files, which are read when they are asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts: Final = dict(sorted(texts.items()))
        self._files: Final[dict[str, HouseFile]] = {}
        self._houses: Final[dict[tuple[str, Game, Structure], House]] = {}

    def names(self) -> tuple[str, ...]:
        """All houses, by the alphabet."""
        return tuple(self._texts)

    def file(self, name: str) -> HouseFile:
        """A house as its own file has it: title, source, games, rooms. Raises `HouseRefused`."""
        if name not in self._texts:
            close = nearest(name, self._texts)
            raise HouseRefused(f'there is no house "{name[:80]}"{close} the houses are {in_words(self._texts, "and")}')
        if name not in self._files:
            self._files[name] = read(name, self._texts[name])
        return self._files[name]

    def load(self, name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
        """The house's rules for this game; raises `HouseRefused` where it has none, or where its file is wrong."""
        house = self._houses.get((name, game, structure))
        if house is None:
            house = self._houses[name, game, structure] = self._built(name, game, structure)
        return house

    def for_room(self, room: str, game: Game) -> str | None:
        """The house under which logs of this room are audited, `None` where no house claims it."""
        found = None
        for name in self._texts if room else ():
            file = self.file(name)
            if room in file.rooms and game in file.games:
                if found is not None:
                    raise HouseRefused(
                        f'houses "{found}" and "{name}" both claim {game} of room "{room}"; one must give way'
                    )
                found = name
        return found

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
            raise HouseRefused(f'house "{name}" leaves {in_words(missing, "and")} unsaid; state it or name a base')
        return House(name, game, structure, file.title, file.source, settings)

    def _settings(self, name: str, game: Game, structure: Structure, above: tuple[str, ...]) -> dict[str, Setting]:
        """All settings of a house, silences filled from its base; `above` are the houses that are built on it."""
        if name in above:
            raise HouseRefused(f'house "{name}" is its own base ({" on ".join([*above, name])}); change one of them')
        file = self.file(name)
        settings: dict[str, Setting] = {}
        if file.base:
            for key, setting in self._settings(file.base, game, structure, (*above, name)).items():
                settings[key] = setting.filling(file.base)
        settings.update(file.settings[ALL_GAMES])
        settings.update(file.settings[game.value])
        settings.update(file.settings[structure.value])
        return settings


def load(name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
    """The shipped house of this name for this game; raises `HouseRefused` where there is none."""
    return shipped().load(name, game, structure)


def names() -> tuple[str, ...]:
    """All shipped houses."""
    return shipped().names()


def house_for_room(room: str, game: Game) -> str | None:
    """The shipped house under which logs of this room are audited, `None` where no house claims it."""
    return shipped().for_room(room, game)


@functools.cache
def shipped() -> Houses:
    """The houses that come with the auditor."""
    folder = importlib.resources.files("auditor.engine") / "houses"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return Houses({file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files})
