"""The registry of houses: the houses that come with the auditor, and the houses that a card room wrote itself. A house
is usually built on another house, its base. The answers that the file of the house lacks come from the base. A house
whose file answers every question needs no base.

Each process uses one registry. The code that starts the process passes the folder of the card room's own houses,
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
from auditor.engine.house.contradictions import contradiction
from auditor.engine.house.files import ALL_GAMES, ROOT, HouseFile, Setting, read_house
from auditor.engine.house.folder import read_folder, refuse_all
from auditor.engine.house.house import house_from_lines, identity_in
from auditor.engine.house.parameter_types import HouseRefused, in_words, nearest
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.universal import with_universal


class Houses:
    """Houses by name. `texts` are the texts of the house files that come with the auditor, by name; `own` are the texts
    of the files that a card room wrote itself. The registry reads a file, or builds a house, only when somebody needs
    the file or the house for the first time.
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
        """Returns a house as its own file states it, without the answers of its base. Raises `HouseRefused` if there is
        no such house, or if its file has a fault.
        """
        if name not in self._texts:
            raise HouseRefused(f'there is no house "{name[:80]}"{self._offer(name)}')
        if name not in self._files:
            self._files[name] = read_house(name, self._texts[name])
        return self._files[name]

    def load(self, name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
        """Returns the complete rules of a house for this game and betting structure.

        If the house does not cover the structure, its base (`ROOT` if the house has no base) may have answers for
        exactly this structure. These answers replace the house's own answers to the same questions, with the status
        `assumed`. If the house's own file also has an answer for exactly this structure, this own answer is kept.

        Raises `HouseRefused` if there is no such house, if the house does not cover the game, or if its file has a
        fault.
        """
        house = self._houses.get((name, game, structure))
        if house is None:
            house = self._houses[name, game, structure] = self._built(name, game, structure)
        return house

    def for_room(self, room: str, game: Game) -> str | None:
        """Returns the name of the house for logs of this card room, or `None` if no house file lists the room. A house
        that the card room wrote itself is preferred to a house that comes with the auditor. Raises `HouseRefused` if
        this preference still leaves two houses.
        """
        claims = self._claims().get((room, game), [])
        claims = [name for name in claims if name in self.own] or claims
        if len(claims) > 1:
            first, second, *_ = claims
            raise HouseRefused(
                f'houses "{first}" and "{second}" both list the room "{room}" for {game}; remove the room from one of'
                " these houses"
            )
        return claims[0] if claims else None

    def check_own(self) -> None:
        """Checks the houses that the card room wrote itself. Raises `HouseRefused` with a sentence for each house that
        has a fault. Also raises `HouseRefused` if two of these houses list the same room for the same game.
        """
        refuse_all(list(self.mistakes().values()))
        for name in self.own:
            for room, game in product(self.file(name).rooms, self.file(name).games):
                self.for_room(room, game)

    def mistakes(self) -> dict[str, str]:
        """Checks the houses that the card room wrote itself. Returns a sentence for each house that has a fault; the
        keys are the names of the houses.
        """
        found: dict[str, str] = {}
        for name in self.own:
            try:
                self._check(name)
            except HouseRefused as refused:
                found[name] = str(refused)
        return found

    def versions(self, name: str) -> dict[str, str]:
        """Returns the digest of the rules of a house for each game and betting structure that it covers, such as
        `stud/fixed`. Raises `HouseRefused` if its file has a fault.
        """
        file = self.file(name)
        both = product(file.games, file.structures)
        return {f"{game}/{structure}": self.load(name, game, structure).digest for game, structure in both}

    def kept(self, lines: str) -> House:
        """Returns the house that the database stored as these lines of text. The file of the house may have been
        changed or deleted since then.

        The lines have no title and no source. They also lack the answers to questions that are newer than the lines. If
        the house can still be loaded, the missing parts come from the loaded house. If not, the missing answers come
        from the house `ROOT`, the title is the name of the house, and the source is empty. Raises `HouseRefused` if the
        lines are not valid.
        """
        name, game, structure = identity_in(lines)
        try:
            today = self.load(name, game, structure)
        except HouseRefused:
            root = {key: setting.filling(ROOT) for key, setting in self.load(ROOT, game).settings.items()}
            today = House(name, game, structure, name, "", root)
        return house_from_lines(lines, today)

    def _claims(self) -> dict[tuple[str, Game], list[str]]:
        """Returns, for each room and game, the names of the houses whose files list this room."""
        if self._by_room is None:
            claims: dict[tuple[str, Game], list[str]] = {}
            for name in self._texts:
                for room, game in product(self.file(name).rooms, self.file(name).games):
                    claims.setdefault((room, game), []).append(name)
            self._by_room = claims
        return self._by_room

    def _check(self, name: str) -> None:
        if name in self._ours:
            raise HouseRefused(
                f'your house "{name}" has the name of a house that comes with the auditor; rename your house file'
            )
        file = self.file(name)
        for game, structure in product(file.games, file.structures):
            self.load(name, game, structure)
        self._need_use(file)

    def _need_use(self, file: HouseFile) -> None:
        """Raises `HouseRefused` if the file has answers that can never apply. Such an answer is for a game or structure
        that this house does not cover, and no house that is built on this house covers it either.
        """
        files = [self.file(name) for name in self._texts if self._is_built_on(name, file.name)]
        for field, parts in (("games", Game), ("structures", Structure)):
            for part in parts:
                settings = file.settings[part.value]
                if settings and not any(part in each.games or part in each.structures for each in files):
                    raise HouseRefused(
                        f'house "{file.name}": {part}.{next(iter(settings))} is for {part}, but the line {field} does'
                        f' not list {part}; add "{part}" to {field}, or remove the answer'
                    )

    def _is_built_on(self, name: str, base: str) -> bool:
        """Whether `base` is the house `name` itself, or its base, or the base of its base, and so on."""
        seen: set[str] = set()
        while name in self._texts and name not in seen:
            if name == base:
                return True
            seen.add(name)
            name = self.file(name).base
        return False

    def _offer(self, name: str) -> str:
        """Returns the end of an error message about an unknown house: a house with a similar name, if any, and the list
        of all houses.
        """
        return f"{nearest(name, self._texts)} the houses are {in_words(self._texts, 'and')}"

    def _built(self, name: str, game: Game, structure: Structure) -> House:
        file = self.file(name)
        if game not in file.games:
            raise HouseRefused(f'house "{name}" does not cover {game}; it covers {in_words(file.games, "and")}')
        settings = self._settings(name, game, structure, ())
        missing = [key for key in PARAMETERS if key not in settings]
        if missing:
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            raise HouseRefused(
                f'house "{name}" has no answer to {", ".join(missing[:3])}{more}; answer all questions, or name a'
                f' base: base = "{ROOT}"'
            )
        house = House(name, game, structure, file.title, file.source, with_universal(settings, game))
        wrong = contradiction(house)
        if wrong:
            raise HouseRefused(f'house "{name}": {wrong}')
        return house

    def _settings(self, name: str, game: Game, structure: Structure, above: tuple[str, ...]) -> dict[str, Setting]:
        """Returns the complete answers of a house by key: the answers of its file, and the other answers from its base.
        This function calls itself for the base. `above` has the names of the houses in the outer calls, to detect a
        house that is directly or indirectly its own base.
        """
        if name in above:
            raise HouseRefused(
                f'house "{name}" is built on itself ({" on ".join([*above, name])}); change the base'
                " of one of these houses"
            )
        file = self.file(name)
        settings: dict[str, Setting] = {}
        if file.base:
            if file.base not in self._texts:
                raise HouseRefused(f'house "{name}" names the unknown base "{file.base[:80]}"{self._offer(file.base)}')
            for key, setting in self._settings(file.base, game, structure, (*above, name)).items():
                settings[key] = setting.filling(file.base)
        own = {**file.settings[ALL_GAMES], **file.settings[game.value], **file.settings[structure.value]}
        if structure not in file.structures:
            own = self._without_those_of_other_structures(own, file, structure, settings)
        settings.update(own)
        return settings

    def _without_those_of_other_structures(
        self, own: dict[str, Setting], file: HouseFile, structure: Structure, settings: dict[str, Setting]
    ) -> dict[str, Setting]:
        """Returns the answers in the house's own file that apply to `structure`, a betting structure that the house
        does not cover. `own` has all answers of that file; most of them were written for other structures. `settings`
        has the answers of the base.

        The answer of the base applies, and the answer in `own` is left out, if both of these conditions are true:

        - A base of the house answers the question for exactly this structure.
        - The house's own file does not answer the question for exactly this structure.

        If the house has no base, `ROOT` takes the place of the base: its answers for exactly this structure are added
        to `settings`.
        """
        meant: set[str] = set()
        above = file
        while above.base:
            above = self.file(above.base)
            meant.update(above.settings[structure.value])
        if not file.base:
            for key, setting in self.file(ROOT).settings[structure.value].items():
                settings[key] = setting.filling(ROOT)
                meant.add(key)
        return {
            key: setting for key, setting in own.items() if key not in meant or key in file.settings[structure.value]
        }


class _InUse:
    """The registry that this process uses, and the folder with the card room's own houses. `houses` is `None` until a
    house is first needed.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.houses: Houses | None = None


_IN_USE: Final = _InUse()


def use_folder(folder: Path | None) -> None:
    """Makes this process use the houses that come with the auditor and the houses in the folder. If `folder` is `None`,
    only the houses that come with the auditor are used. The folder is read when a house is first needed.
    """
    _IN_USE.folder = folder
    _IN_USE.houses = None


def folder_in_use() -> Path | None:
    """Returns the folder with the card room's own houses; `None` if there is no such folder."""
    return _IN_USE.folder


def use_own(texts: Mapping[str, str]) -> None:
    """Makes this process use the houses that come with the auditor and those in `texts`, which maps names to texts of
    house files. Raises `HouseRefused` if a house in `texts` has a fault.
    """
    houses = Houses(_our_texts(), texts)
    houses.check_own()
    _IN_USE.houses = houses


def in_use() -> Houses:
    """Returns the registry of this process. It stays the same while the process runs, even if the house files change.

    Raises `HouseRefused` with a sentence for each of the card room's own houses that has a fault.
    """
    if _IN_USE.houses is None:
        use_own(read_folder(_IN_USE.folder) if _IN_USE.folder is not None else {})
    assert _IN_USE.houses is not None
    return _IN_USE.houses


def load(name: str, game: Game, structure: Structure = Structure.FIXED) -> House:
    """Returns the complete rules of the house `name` for this game and betting structure. Raises `HouseRefused` if
    there is no such house, if the house does not cover the game, or if a house file has a fault.
    """
    return in_use().load(name, game, structure)


def names() -> tuple[str, ...]:
    """Returns the names of all houses in use. Raises `HouseRefused` if a house file has a fault."""
    return in_use().names()


def house_for_room(room: str, game: Game) -> str | None:
    """Returns the name of the house for logs of this card room, or `None` if no house file lists the room. Raises
    `HouseRefused` as `Houses.for_room` does, or if a house file has a fault.
    """
    return in_use().for_room(room, game)


def with_shipped(texts: Mapping[str, str]) -> Houses:
    """Returns a registry with the houses that come with the auditor and those in `texts`. This process keeps using its
    own registry.
    """
    return Houses(_our_texts(), texts)


@functools.cache
def shipped() -> Houses:
    """Returns a registry with only the houses that come with the auditor, not those of a card room."""
    return Houses(_our_texts())


@functools.cache
def _our_texts() -> dict[str, str]:
    folder = importlib.resources.files("auditor.engine") / "houses"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}
