"""The context of a job: the settings, the database, the stored files, and the pin. The pin is the rules version and the
houses that one run (one audit of many hands) uses from its start to its end. Each process opens one context for all its
jobs.
"""

import contextlib
import threading
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from auditor.engine.audit import GAMES
from auditor.engine.hand import Structure
from auditor.engine.house.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load, names
from auditor.engine.what_changed import RULES_VERSION
from auditor.settings import Settings
from auditor.store.evidence.disk_space import Disk, Room, disks_of
from auditor.store.evidence.files import Evidence
from auditor.store.hands.documents import Packer, Unpacker
from auditor.store.postgres.database import Database, NoDatabase, Purpose, address, open_database
from auditor.store.runs.run_rows import Pin


class Workplace:
    """The things that a process needs for its jobs, such as the settings and the database. Each process has its own."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings: Final = settings
        self.database: Final = database
        self.room: Final = Room(lambda: self._disks, settings.free_bytes)
        self.evidence: Final = Evidence(settings.evidence, self.room)
        self.unpacker: Final = Unpacker()
        self.stopping: Final = threading.Event()  # set when this process must stop, so that nothing waits any longer

    @cached_property
    def _disks(self) -> list[Disk]:
        with self.database.begin() as connection:
            return disks_of(self.settings, connection)

    @cached_property
    def packer(self) -> Packer:
        """The packer, which compresses hands with a dictionary. This process loads the newest dictionary when it first
        needs the packer, and keeps that dictionary.
        """
        with self.database.begin() as connection:
            return Packer(connection)

    def open_packer(self) -> None:
        """Loads the dictionary of the packer now, so that this does not happen in the middle of the work."""
        _ = self.packer

    @cached_property
    def pin(self) -> Pin:
        """The rules version and the houses that this process judges with."""
        return current_pin()

    def revive_database(self) -> None:
        """Starts the embedded database server if the settings use that server and the server does not run."""
        if self.settings.database_url is None:
            with contextlib.suppress(NoDatabase):
                address(self.settings)

    def close(self) -> None:
        """Closes the connections to the database."""
        self.database.close()


def open_workplace(settings: Settings, purpose: Purpose = Purpose.WORKER) -> Workplace:
    """Opens a context with the database of these settings. Raises `NoDatabase` if the database cannot be reached."""
    return Workplace(settings, open_database(settings, purpose))


def current_pin() -> Pin:
    """Returns the present pin: the rules version, and every house in use. A house is listed several times: for each
    game that the house covers, once for each betting structure.
    """
    houses: dict[str, str] = {}
    lines: dict[str, str] = {}
    for name in names():
        for game, structure in product(sorted(GAMES), Structure):
            try:
                house = load(name, game, structure)
            except HouseRefused:
                continue
            houses[f"{name}/{game}/{structure}"] = house.digest
            lines[house.digest] = _lines(house)
    return Pin(RULES_VERSION, houses, lines)


@lru_cache(maxsize=1024)
def _lines(house: House) -> str:
    """Returns the text of a house. The text is kept, because to write all houses takes 35 ms."""
    return house.canonical()
