"""Finds a house with the rules that a run used. A run is one audit of many hands.

A run stores the rules of its houses in the database, because the file of a house may change later or be deleted. The
digest of a house identifies one version of its rules.
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
    """Whether the file of the house still has the same rules as `house`."""
    try:
        return load(house.name, house.game, house.structure).digest == house.digest
    except HouseRefused:
        return False


def house_under(connection: Connection, name: str, digest: str) -> House | None:
    """Returns the house `name` with the rules that have this digest, as a run stored them.

    Returns `None` if no run stored these rules, or if this version of the program cannot read them any more.
    """
    lines = houses.lines_of(connection, [bytes.fromhex(digest)])
    try:
        kept = [in_use().kept(each) for each in lines.values()]
    except HouseRefused:
        return None
    return next((house for house in kept if house.name == name), None)


def house_version(name: str, game: str, structure: str, digest: str) -> House:
    """Returns the house `name` with one version of its rules.

    There are three cases:

    - `digest` is not empty: the rules with this digest. `game` and `structure` are ignored.
    - `digest` is empty, and the house has a file: the rules in the file today.
    - `digest` is empty, and the file was deleted: the rules that the last run used.

    In the last two cases, an empty `game` or `structure` means the first one of the house. Raises `Refusal` (404) if
    there are no such rules.
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
    words = f"No run used this version of the rules of house {name}."
    raise Refusal(404, f"{words} The page of a run has links to the versions of the rules that the run used.")


def _versions_of_today(name: str) -> list[House]:
    if name not in names():
        return []
    file = in_use().file(name)
    return [load(name, game, structure) for game in file.games for structure in file.structures]


def _last(name: str, game: str, structure: str) -> House:
    """Returns a house whose file was deleted, with the rules that the last run used for this game and structure. If
    `game` or `structure` is empty, the first one for which rules are stored is used.
    """
    with transaction() as connection:
        places = houses.last_lines_of(connection, name)
    for place in (f"{each_game}/{each}" for each_game in Game for each in Structure):
        if place in places and game in ("", place.partition("/")[0]) and structure in ("", place.partition("/")[2]):
            return in_use().kept(places[place])
    # This call always raises a refusal. The refusal suggests the house whose name is the most similar.
    return catalogue.house_named(name, game, structure)
