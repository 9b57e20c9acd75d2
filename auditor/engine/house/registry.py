"""The registry of houses: ours, and those of one card room's own. It fills the silence of each house from its base.

A process has one registry in use. Whoever starts the process says where the card room's own houses are: the engine
reads no environment.
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
    """Houses by name, made from the texts of their files; `own` are those of one card room. A file is read, and a house
    is built, when somebody first needs it.
    """

    def __init__(self, texts: Mapping[str, str], own: Mapping[str, str] | None = None) -> None:
        self.own: Final = dict(own or {})
        self._ours: Final = frozenset(texts)
        self._texts: Final = dict(sorted({**self.own, **texts}.items()))
        self._files: Final[dict[str, HouseFile]] = {}
        self._houses: Final[dict[tuple[str, Game, Structure], House]] = {}
        self._by_room: dict[tuple[str, Game], list[str]] | None = None

    def names(self) -> tuple[str, ...]:
        """All houses, by the alphabet."""
        return tuple(self._texts)

    def file(self, name: str) -> HouseFile:
        """A house as its own file has it: title, source, games, rooms. Raises `HouseRefused`."""
        if name not in self._texts:
            raise HouseRefused(f'there is no house "{name[:80]}"{self._offer(name)}')
        if name not in self._files:
            self._files[name] = read_house(name, self._texts[name])
        return self._files[name]

    def load(self, name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
        """The house's rules for this game; raises `HouseRefused` where it has none, or where its file is wrong."""
        house = self._houses.get((name, game, structure))
        if house is None:
            house = self._houses[name, game, structure] = self._built(name, game, structure)
        return house

    def for_room(self, room: str, game: Game) -> str | None:
        """The house that audits the logs of this room, `None` where no house names the room. One of the card room's own
        goes before one of ours. Raises `HouseRefused` where two name it.
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
        """The house that a database keeps as these lines, also where its file is gone. The file, where there is one,
        gives the title. Raises `HouseRefused`.
        """
        name, game, structure = identity_in(lines)
        try:
            today = self.load(name, game, structure)
        except HouseRefused:
            root = {key: setting.filling(ROOT) for key, setting in self.load(ROOT, game).settings.items()}
            today = House(name, game, structure, name, "", root)
        return house_from_lines(lines, today)

    def _claims(self) -> dict[tuple[str, Game], list[str]]:
        """The houses that name a room, by the room and the game."""
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
        """Which house somebody may mean who typed this name, and which there are."""
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
        """All settings of a house; its base fills its silences. `above` are the houses that are built on it."""
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
    """The registry of this process, and the folder of own houses, which is read when somebody first needs a house."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.houses: Houses | None = None


_IN_USE: Final = _InUse()


def use_folder(folder: Path | None) -> None:
    """From now on this process has our houses and those of this folder. Nothing is read yet."""
    _IN_USE.folder = folder
    _IN_USE.houses = None


def use_own(texts: Mapping[str, str]) -> None:
    """From now on this process has our houses and those of these texts, by name. Raises `HouseRefused`."""
    houses = Houses(_our_texts(), texts)
    houses.check_own()
    _IN_USE.houses = houses


def in_use() -> Houses:
    """The registry of this process. It never changes while the process runs, whatever happens to the files.

    Raises `HouseRefused` with a sentence for each own house that cannot be used.
    """
    if _IN_USE.houses is None:
        use_own(read_folder(_IN_USE.folder) if _IN_USE.folder is not None else {})
    assert _IN_USE.houses is not None
    return _IN_USE.houses


def load(name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
    """The house of this name for this game; raises `HouseRefused` where there is none."""
    return in_use().load(name, game, structure)


def names() -> tuple[str, ...]:
    """All houses in use."""
    return in_use().names()


def house_for_room(room: str, game: Game) -> str | None:
    """The house that audits the logs of this room, `None` where no house names the room."""
    return in_use().for_room(room, game)


@functools.cache
def shipped() -> Houses:
    """The houses that come with the auditor, and no others."""
    return Houses(_our_texts())


@functools.cache
def _our_texts() -> dict[str, str]:
    folder = importlib.resources.files("auditor.engine") / "houses"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}
