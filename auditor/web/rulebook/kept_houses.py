"""Finds houses with the rules that a run used. A run stores its houses, so the file may have changed or be gone.

The digest of a house identifies one version of its rules.
"""

from auditor.engine.hand import Game, Structure
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.registry import in_use, load, names
from auditor.store.findings import houses
from auditor.store.postgres.database import Connection
from auditor.web.requests.refusals import Refusal
from auditor.web.resources import transaction
from auditor.web.rulebook import catalogue


def is_of_today(house: House) -> bool:
    """Whether the house file of today still has the same rules as `house`."""
    try:
        return load(house.name, house.game, house.structure).digest == house.digest
    except HouseRefused:
        return False


def house_under(connection: Connection, name: str, digest: str) -> House | None:
    """Returns the house with this name and digest that a run stored.

    Returns `None` if no run stored it, or if the stored rules are too old to read.
    """
    lines = houses.lines_of(connection, [bytes.fromhex(digest)])
    try:
        kept = [in_use().kept(each) for each in lines.values()]
    except HouseRefused:
        return None
    return next((house for house in kept if house.name == name), None)


def house_version(name: str, game: str, structure: str, digest: str) -> House:
    """Returns the version of a house with this digest. An empty `digest` means the house of today.

    If the house has no file any more, the version of the last run is returned. Raises `Refusal` (404) if there is no
    such house or no such version.
    """
    if digest:
        return _under_digest(name, digest)
    return catalogue.house_named(name, game, structure) if name in names() else _last(name, game, structure)


def _under_digest(name: str, digest: str) -> House:
    with transaction() as connection:
        kept = house_under(connection, name, digest)
    if kept is not None:
        return kept
    for today in _versions_of_today(name):
        if today.digest == digest:
            return today
    raise Refusal(404, f"No run stored rules of house {name} with this digest. The page of a run lists its houses.")


def _versions_of_today(name: str) -> list[House]:
    if name not in names():
        return []
    file = in_use().file(name)
    return [load(name, game, structure) for game in file.games for structure in file.structures]


def _last(name: str, game: str, structure: str) -> House:
    """Returns a house whose file is gone, with the rules of the last run that used it."""
    with transaction() as connection:
        places = houses.last_lines_of(connection, name)
    for place in (f"{each_game}/{each}" for each_game in Game for each in Structure):
        if place in places and game in ("", place.partition("/")[0]) and structure in ("", place.partition("/")[2]):
            return in_use().kept(places[place])
    return catalogue.house_named(name, game, structure)  # raises a refusal that offers the most similar name
