"""The database and the kept files behind the pages, opened at the first request."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import current_app

from auditor.jobs.context import Workplace, open_workplace
from auditor.settings import Settings
from auditor.store.postgres.database import Connection, Database, Purpose
from auditor.store.postgres.readiness import begun


class Resources:
    """Settings, and the workplace once somebody asked for it."""

    def __init__(self, settings: Settings, database: Database | None) -> None:
        self.settings: Final = settings
        self._place = None if database is None else Workplace(settings, database)
        self._turn: Final = threading.Lock()

    def place(self) -> Workplace:
        """The database and the kept files. Raises `NoDatabase`."""
        with self._turn:
            if self._place is None:
                self._place = open_workplace(self.settings, Purpose.WEB)
            return self._place

    def close(self) -> None:
        """Gives up the connections."""
        with self._turn:
            if self._place is not None:
                self._place.close()


def resources() -> Resources:
    """What the application at hand was made with."""
    found = current_app.extensions["auditor"]
    assert isinstance(found, Resources)
    return found


@contextmanager
def transaction() -> Iterator[Connection]:
    """A transaction to read in. Raises `NoDatabase`."""
    with begun(resources().place().database) as connection:
        yield connection
