"""A list over a slow line: how long until a person can work with it, and until a decision shows that it was heard."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.panel import LIST, rows
from tests.browser.site import PATIENCE, Site
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.campaign, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
MANY: Final = 60  # more than a page of the list has
LINE: Final = {"offline": False, "latency": 100, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
TIMES: Final = 5
USABLE_SECONDS: Final = 2.0
HEARD_SECONDS: Final = 0.1
# When the page has its first picture, and when its scripts have run, so that keys work. In milliseconds.
_USABLE: Final = """
() => Math.max(performance.getEntriesByName("first-contentful-paint")[0].startTime,
               performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd)
"""
# The time from the key until the next picture after `main` says that it is busy.
_LISTEN: Final = """
() => {
  window.heard = new Promise((tell) => addEventListener("keydown", (event) => {
    const main = document.querySelector("main");
    const seen = () => requestAnimationFrame(() => setTimeout(() => {
      const shown = getComputedStyle(main, "::before");
      tell([performance.now() - event.timeStamp, main.getAttribute("aria-busy"), shown.content, shown.visibility]);
    }));
    if (main.getAttribute("aria-busy") === "true") return seen();
    new MutationObserver((_, observer) => { observer.disconnect(); seen(); }).observe(main, { attributes: true });
  }, { once: true, capture: true }));
}
"""


@pytest.fixture(scope="module", autouse=True)
def _night(site: Site) -> None:
    site.sent(history(*[HandText(number=str(7500000 + place), bet=15) for place in range(MANY)]), "wrong.txt")


@pytest.fixture
def slow(browser: Browser, site: Site) -> Iterator[Page]:
    """A page behind a line of 400 kbit/s, of a visitor who was never here."""
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    line: CDPSession = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    yield page
    context.close()


def test_a_list_is_usable_soon(slow: Page) -> None:
    for address in (LIST, "/findings", f"{LIST}&rows=findings"):
        slow.context.new_cdp_session(slow).send("Network.clearBrowserCache")
        slow.goto(address)
        seconds = slow.evaluate(_USABLE) / 1000
        sizes = (
            "() => performance.getEntries().map((each) => each.transferSize || 0).reduce((sum, one) => sum + one, 0)"
        )
        print(f"\n{address}: usable after {seconds:.2f} s, {slow.evaluate(sizes):,} bytes", end="")
        slow.keyboard.press("j")
        expect(slow.locator("[data-row] :focus")).to_have_count(1)
        slow.goto(address)
        again = slow.evaluate(_USABLE) / 1000
        print(f", again after {again:.2f} s", end="")
        assert seconds <= USABLE_SECONDS
        assert again <= USABLE_SECONDS


def test_a_decision_shows_at_once_that_it_was_heard(slow: Page) -> None:
    took: list[float] = []
    slow.goto(f"{LIST}&triage=open")
    slow.keyboard.press("j")
    for _ in range(TIMES):
        first = rows(slow)[0]
        expect(slow.locator(f"[data-row='{first}'] :focus")).to_have_count(1)
        slow.evaluate(_LISTEN)
        slow.keyboard.press("c")
        milliseconds, *shown = slow.evaluate("() => window.heard")
        took.append(milliseconds / 1000)
        assert shown == ["true", '"One moment …"', "visible"]
        expect(slow.locator(f"[data-row='{first}']")).to_have_count(0)
        expect(slow.locator("main")).not_to_have_attribute("aria-busy", "true")
    print(f"\na decision was heard after {', '.join([f'{each * 1000:.0f}' for each in sorted(took)])} ms", end="")
    assert sorted(took)[TIMES // 2] <= HEARD_SECONDS
