"""A real browser before the real server: `auditor serve` and `auditor worker` as processes of their own."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from secrets import token_hex

import psycopg
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from psycopg import sql
from sqlalchemy import URL

from auditor.jobs.workplace import open_workplace
from auditor.settings import Settings
from tests.browser.site import PATIENCE, PATIENCE_SECONDS, UPLOAD_BYTES, Site
from tests.cli.command import COMMAND, TOP, environment


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium or Chrome: the one that `./run test` found, else the one on the path.

    For one module and not longer: as long as it is open an event loop runs in this thread, and tests of other modules
    that start one of their own (a worker's) could not.
    """
    asked = os.environ.get("AUDITOR_CHROMIUM") or "chromium"
    program = shutil.which(asked)
    if program is None:
        missing = f"there is no {asked}: on Debian, apt-get install chromium, or ./run test --install"
        if os.environ.get("AUDITOR_BROWSER_REQUIRED") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    # Its sandbox does not start for root, who runs the tests in most containers.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def site(server: URL, template: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a database and a worker of its own, shared by the tests of a module."""
    name = f"auditor_browser_{token_hex(4)}"
    assert template.database is not None
    _on(server, "CREATE DATABASE {} TEMPLATE {}", name, template.database)
    address = server.set(database=name, drivername="postgresql").render_as_string(hide_password=False)
    settings = Settings(data=tmp_path_factory.mktemp("data"), database_url=address)
    place = open_workplace(settings)
    with ExitStack() as stack:
        serving = stack.enter_context(_started(settings, "serve", "--port", "0"))
        stack.enter_context(_started(settings, "worker", "--processes", "1"))
        assert serving.stdout is not None
        found = re.search(r"http://[^/]+", serving.stdout.readline())
        assert found is not None
        yield Site(found[0], place)
    place.close()
    _on(server, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def context(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """A visitor at a desk."""
    opened = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that visitor, who is told of every complaint of the browser."""
    return context.new_page()


@contextmanager
def _started(settings: Settings, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    limited = {**environment(settings), "AUDITOR_UPLOAD_BYTES": str(UPLOAD_BYTES)}
    with subprocess.Popen([*COMMAND, *arguments], cwd=TOP, env=limited, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.terminate()
            try:
                running.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                running.kill()


def _on(server: URL, statement: str, *names: str) -> None:
    address = server.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*[sql.Identifier(name) for name in names]))
