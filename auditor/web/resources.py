"""Keeps the open database and the stored files of the application. The first request that needs them opens them."""

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
    """The settings, the open database and the stored files of the application.

    The database and the files together are called the workplace. The first call of `place` opens it.
    """

    def __init__(self, settings: Settings, database: Database | None) -> None:
        self.settings: Final = settings
        self._place = None if database is None else Workplace(settings, database)
        self._turn: Final = threading.Lock()

    def place(self) -> Workplace:
        """Returns the open database and the stored files. Raises `NoDatabase` if the database does not answer."""
        with self._turn:
            if self._place is None:
                self._place = open_workplace(self.settings, Purpose.WEB)
            return self._place

    def close(self) -> None:
        """Closes the connections to the database, if the database is open."""
        with self._turn:
            if self._place is not None:
                self._place.close()


def resources() -> Resources:
    """Returns the settings, the database and the stored files of the application that answers the current request."""
    found = current_app.extensions["auditor"]
    assert isinstance(found, Resources)
    return found


@contextmanager
def transaction() -> Iterator[Connection]:
    """Opens a transaction in the database. Raises `NoDatabase` if the database does not answer."""
    with begun(resources().place().database) as connection:
        yield connection
