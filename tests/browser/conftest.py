"""A real browser before the real server: `auditor serve` and a worker in processes of their own."""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from sqlalchemy import URL

from auditor.jobs.context import open_workplace
from auditor.settings import Settings
from tests.browser.site import PATIENCE, PATIENCE_SECONDS, UPLOAD_BYTES, Site
from tests.cli.command import auditing, environment, going_on
from tests.databases import RISKS, Copies


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium or Chrome: the one that `./run test` found, else the one on the path.

    For the tests of this folder and not longer: as long as it is open an event loop runs in this thread, and tests of
    other folders that start one of their own (a worker's) could not.
    """
    name = os.environ.get("AUDITOR_CHROMIUM") or "chromium"
    program = shutil.which(name)
    if program is None:
        missing = f"there is no {name}: on Debian, apt-get install chromium-headless-shell, or ./run test --install"
        if os.environ.get("AUDITOR_BROWSER_REQUIRED") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    # The headless shell takes its language from the environment; no page can use the language of the locale C.
    english: dict[str, str | float | bool] = {**os.environ, "LC_ALL": "en_US.UTF-8"}
    arguments = ["--disable-gpu"]  # where tests run there is no graphics card, and none need be emulated
    # Its sandbox does not start for root, who runs the tests in most containers.
    arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=arguments, env=english)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def site(copies: Copies, template: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a database and a worker of its own, shared by the tests of a module."""
    with copies.of(template) as url:
        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        data = tmp_path_factory.mktemp("data")
        settings = Settings(data=data, database_url=address, allowed_risks=RISKS, free_bytes=0, factor_required=False)
        with _served(settings) as served:
            yield served


@contextmanager
def _served(settings: Settings) -> Iterator[Site]:
    place = open_workplace(settings)
    within = {**environment(settings), "AUDITOR_UPLOAD_BYTES": str(UPLOAD_BYTES)}
    with ExitStack() as stack:
        said = stack.enter_context(going_on("serve", "--port", "0", within=within, patience_seconds=PATIENCE_SECONDS))
        stack.enter_context(auditing(settings, PATIENCE_SECONDS))
        yield Site(_address_in(said), place)
    place.close()


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


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser complains of, which is nothing: neither the policy nor a script."""
    said: list[str] = []
    page.on("console", lambda message: said.extend([message.text] if message.type in ("error", "warning") else []))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield said
    assert said == []


def _address_in(said: Path) -> str:
    """Where the pages are served, once it was said."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        found = re.search(r"http://[^/]+/", said.read_text(encoding="utf-8") if said.exists() else "")
        if found is not None:
            return found[0].rstrip("/")
        time.sleep(0.02)
    pytest.fail("the server does not say where it serves")
