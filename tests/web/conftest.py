"""The application over a real database, and a way to put files through it to the end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.jobs.workplace import Workplace
from auditor.settings import Settings
from auditor.store.uploads import Receipt
from auditor.web import create_app
from tests.web.night import NIGHT


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The application as it is served. Failures are answered, as for everybody, and not raised into the test."""
    made = create_app(settings)
    yield made
    made.extensions["auditor"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor of this machine, who calls the server by a name that it answers to."""
    return app.test_client()


@pytest.fixture
def bare(tmp_path: Path) -> FlaskClient:
    """A visitor of an application whose database does not answer."""
    nowhere = Settings(data=tmp_path / "data", database_url="postgresql://nobody@127.0.0.1:9/none")
    return create_app(nowhere).test_client()


@pytest.fixture
def sent(place: Workplace) -> Callable[..., Receipt]:
    """Puts a file through the queue to its end."""

    def send(data: bytes, file_name: str = "night.txt", house: str = "") -> Receipt:
        receipt = receive(place, data, file_name, house)
        drain(place)
        return receipt

    return send


@pytest.fixture
def night(sent: Callable[..., Receipt]) -> Receipt:
    """An evening that was uploaded and audited: of everything one."""
    return sent(NIGHT)
