"""The application over a real database, and a way to put files through it to the end."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache, FileSystemBytecodeCache
from sqlalchemy import URL

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.store.postgres.database import Database, Purpose
from auditor.store.uploads.upload_rows import Receipt
from auditor.web import create_app
from auditor.web.resources import Resources
from tests.databases import RISKS, Copies
from tests.web.night import NIGHT, File, Files
from tests.web.signed import account, browser

NOWHERE = "postgresql://nobody@127.0.0.1:9/none"


@dataclass(frozen=True)
class Evening:
    """Files that were received and audited: a database that nobody is connected to, and a data folder, to copy.
    `receipts` are those of the files, in their order.
    """

    url: URL
    data: Path
    receipts: tuple[Receipt, ...]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> BytecodeCache:
    """Templates, each compiled once for all tests: it would take most of the time of a page."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture(scope="session")
def made(compiled: BytecodeCache, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application, made once: that takes longer than most pages do. Who adds something to it makes his own."""
    app = create_app(Settings(data=tmp_path_factory.mktemp("made") / "data", database_url=NOWHERE))
    app.jinja_env.bytecode_cache = compiled
    del app.extensions["auditor"]  # whoever uses it says over what
    return app


@pytest.fixture
def served_over(made: Flask) -> Iterator[Callable[[Settings], Flask]]:
    """The application over a database, that of the test or none at all: one of the two, until the test ends."""
    with ExitStack() as stack:

        def opened(settings: Settings) -> Flask:
            assert "auditor" not in made.extensions, "a test has `app` or `bare`: the two are one application"
            made.extensions["auditor"] = Resources(settings, None)
            stack.callback(lambda: made.extensions.pop("auditor").close())
            return made

        yield opened


@pytest.fixture
def app(settings: Settings, served_over: Callable[[Settings], Flask]) -> Flask:
    """The application as it is served, over this test's database. Failures are answered, as for everybody, and not
    raised into the test.
    """
    return served_over(settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor of this machine, who calls the server by a name that it answers to."""
    return app.test_client()


@pytest.fixture
def bare(served_over: Callable[[Settings], Flask], tmp_path: Path) -> FlaskClient:
    """A visitor of an application whose database does not answer."""
    return served_over(Settings(data=tmp_path / "data", database_url=NOWHERE)).test_client()


@pytest.fixture
def sent(place: Workplace) -> Callable[..., Receipt]:
    """Puts a file through the queue to its end."""

    def send(data: bytes, file_name: str = "night.txt", house: str = "") -> Receipt:
        receipt = receive(place, data, file_name, house)
        drain(place)
        return receipt

    return send


@pytest.fixture
def night(evenings: Callable[[Files], Evening]) -> Receipt:
    """An evening that was uploaded and audited: of everything one."""
    return evenings((File(NIGHT),)).receipts[0]


@pytest.fixture
def beforehand(request: pytest.FixtureRequest) -> Files:
    """What was received before the test begins. Tests that begin with the same files share the work of auditing them.

    A module may name its own files in `BEFOREHAND`, by the fixture that a test asks for.
    """
    files: dict[str, Files] = {"night": (File(NIGHT),), **getattr(request.module, "BEFOREHAND", {})}
    return next((files[name] for name in files if name in request.fixturenames), ())


@pytest.fixture
def original(template: URL, beforehand: Files, evenings: Callable[[Files], Evening]) -> URL:
    """What the database of a test is a copy of: what was received beforehand is in it."""
    return evenings(beforehand).url if beforehand else template


@pytest.fixture
def folder(tmp_path: Path, beforehand: Files, evenings: Callable[[Files], Evening]) -> Path:
    """A data folder of this test's own, with the files that were received beforehand."""
    if beforehand:
        shutil.copytree(evenings(beforehand).data, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(scope="session")
def evenings(
    copies: Copies, template: URL, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Files], Evening]]:
    """Evenings that were uploaded and audited, each once for all tests, which have copies of it."""
    made: dict[Files, Evening] = {}
    with ExitStack() as stack:

        def evening(files: Files) -> Evening:
            if files not in made:
                made[files] = _received(stack.enter_context(copies.of(template)), tmp_path_factory, files)
            return made[files]

        yield evening


def _received(url: URL, folders: pytest.TempPathFactory, files: Files) -> Evening:
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    data = folders.mktemp("evening") / "data"
    settings = Settings(data=data, database_url=address, allowed_risks=RISKS, free_bytes=0, factor_required=False)
    place = Workplace(settings, Database(url, Purpose.WORKER))
    receipts = []
    for file in files:
        receipts.append(receive(place, *file))
        drain(place)
    place.close()
    return Evening(url, settings.data, tuple(receipts))


@pytest.fixture
def ada(app: Flask, database: Database) -> FlaskClient:
    return browser(app, database, account(database, "Ada"))


@pytest.fixture
def bob(app: Flask, database: Database) -> FlaskClient:
    return browser(app, database, account(database, "Bob"))
