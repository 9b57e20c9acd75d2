"""Reads the folder of a card room's own houses anew, and compares it with the houses that this process uses. The houses
in use stay the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from auditor.engine.house.folder import read_what_can_be_read
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import Houses, in_use, with_shipped


class Standing(StrEnum):
    """How a house file compares with the houses that this process uses."""

    IN_USE = "in use"  # the file has exactly the rules in use
    CHANGED = "changed"  # the file was changed: this process still uses the earlier rules
    NEW = "new"  # the file was added: this process does not use the house yet
    DELETED = "deleted"  # the file was deleted: this process still uses the house
    MISTAKE = "mistake"  # the file cannot be used


@dataclass(frozen=True, slots=True)
class OwnHouse:
    """A house that the card room wrote itself, and how its file compares with the houses in use (`standing`).
    `versions` has the digest of the rules for each game and betting structure. If the file cannot be used, `mistake` is
    the sentence that says why, and `title`, `base` and `versions` are empty. Otherwise `mistake` is empty.
    """

    name: str
    standing: Standing
    title: str
    base: str
    versions: dict[str, str]
    mistake: str


def survey(folder: Path) -> tuple[OwnHouse, ...]:
    """Returns the house files of a folder as they are now, and the houses in use whose files are deleted, sorted by
    name. Raises `HouseRefused` if the folder cannot be read.
    """
    texts, unreadable = read_what_can_be_read(folder)
    mistakes = _mistakes_by_file(texts)
    houses = with_shipped({name: text for name, text in texts.items() if name not in mistakes})
    mistakes |= houses.mistakes()
    try:
        used = in_use()
    except HouseRefused:  # this process has not read its own houses yet, and now it cannot, because files have mistakes
        used = with_shipped({})
    found = [
        *[OwnHouse(name, Standing.MISTAKE, "", "", {}, sentence) for name, sentence in unreadable.items()],
        *[_house(name, houses, used, mistakes.get(name, "")) for name in texts],
        *[_house(name, used, None, "") for name in used.own if name not in texts and f"{name}.toml" not in unreadable],
    ]
    return tuple(sorted(found, key=lambda house: house.name))


def _mistakes_by_file(texts: Mapping[str, str]) -> dict[str, str]:
    """Returns a sentence for each house whose file has a mistake, and for each house that is built on such a house. The
    keys are the names of the houses. Mistakes that show only together with the answers of the base are not found here.
    """
    houses, found = with_shipped(texts), dict[str, str]()
    for name in texts:
        try:
            houses.file(name)
        except HouseRefused as refused:
            found[name] = str(refused)
    while built := [name for name in texts if name not in found and houses.file(name).base in found]:
        for name in built:
            found[name] = f'house "{name}" is built on "{houses.file(name).base}", and that house has a mistake'
    return found


def _house(name: str, houses: Houses, used: Houses | None, mistake: str) -> OwnHouse:
    if mistake:
        return OwnHouse(name, Standing.MISTAKE, "", "", {}, mistake)
    file, versions = houses.file(name), houses.versions(name)
    if used is None:
        standing = Standing.DELETED
    elif name not in used.own:
        standing = Standing.NEW
    else:
        standing = Standing.IN_USE if used.versions(name) == versions else Standing.CHANGED
    return OwnHouse(name, standing, file.title, file.base, versions, "")
