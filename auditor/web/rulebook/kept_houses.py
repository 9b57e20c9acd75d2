"""Houses as runs kept them: also those whose file has changed since, or is gone."""

from auditor.engine.hand import Game, Structure
from auditor.engine.house import House, HouseRefused
from auditor.engine.house.registry import in_use, load, names
from auditor.store.findings import houses
from auditor.store.postgres.database import Connection
from auditor.web.requests.refusals import Refusal
from auditor.web.resources import transaction
from auditor.web.rulebook import catalogue


def is_of_today(house: House) -> bool:
    """Whether the file of today still says what this house says."""
    try:
        return load(house.name, house.game, house.structure).digest == house.digest
    except HouseRefused:
        return False


def house_under(connection: Connection, name: str, digest: str) -> House | None:
    """The house of this name that a run kept under this digest; `None` where no run did, or where its lines are too old
    to read.
    """
    lines = houses.lines_of(connection, [bytes.fromhex(digest)])
    try:
        kept = [in_use().kept(each) for each in lines.values()]
    except HouseRefused:
        return None
    return next((house for house in kept if house.name == name), None)


def house_version(name: str, game: str, structure: str, digest: str) -> House:
    """The house under a digest; without one the house of today, or where there is none as the last run had it.

    Raises `Refusal` (404) where there is no such house, or no such version of it.
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
    raise Refusal(404, f"No run kept rules of house {name} under this digest. The page of a run lists its houses.")


def _versions_of_today(name: str) -> list[House]:
    if name not in names():
        return []
    file = in_use().file(name)
    return [load(name, game, structure) for game in file.games for structure in file.structures]


def _last(name: str, game: str, structure: str) -> House:
    """A house that is gone, as the last run had it."""
    with transaction() as connection:
        places = houses.last_lines_of(connection, name)
    for place in (f"{each_game}/{each}" for each_game in Game for each in Structure):
        if place in places and game in ("", place.partition("/")[0]) and structure in ("", place.partition("/")[2]):
            return in_use().kept(places[place])
    return catalogue.house_named(name, game, structure)  # refuses it, and offers the nearest
