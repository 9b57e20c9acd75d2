"""Keeps the open database and the stored files of the application. The first request that needs them opens them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import current_app

from auditor.jobs.context import Workplace, open_workplace
from auditor.settings import Settings
from auditor.store.postgres.database import Connection, Database, Purpose
from auditor.store.postgres.migration import newest
from auditor.store.postgres.readiness import begun
from auditor.store.postgres.venue_views import limit_to
from auditor.web.access.visitor import reach


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
    """Opens a transaction in the database. If the visitor sees only one venue, the transaction finds only the data of
    this venue. Raises `NoDatabase` if the database does not answer.
    """
    within = reach()
    with begun(resources().place().database) as connection:
        if within is not None:
            limit_to(connection, within.venue_id, newest())
        yield connection
