"""Everybody can use every page: axe finds nothing, light and dark, wide and narrow."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebError, expect

from auditor.jobs.receiving import receive
from tests.browser.site import Site
from tests.browser.walked import SCHEMES, WIDTHS, axe, fill, look
from tests.sampled import one_of
from tests.web.signed import account, link

pytestmark = [pytest.mark.browser, pytest.mark.database]

# Widths and schemes of colours in pairs. A sixth of the pages are looked at, each in one of the pairs, and in the
# campaign all pages in all: axe looks long at every colour.
PAIRS = [(width, scheme) for width in WIDTHS for scheme in SCHEMES]
TURNS = 6 * len(PAIRS)


@pytest.fixture(scope="module")
def addresses(site: Site) -> list[str]:
    """The pages, with hands behind them."""
    return fill(site)


@pytest.fixture
def seen(browser: Browser, site: Site) -> Iterator[Page]:
    """A page on a phone in the dark."""
    context = browser.new_context(base_url=site.address, **look("dark", 320))
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("turn", one_of(TURNS, range(TURNS)))
def test_axe_finds_nothing(turn: int, browser: Browser, site: Site, addresses: list[str]) -> None:
    """And no script stumbles."""
    complaints: list[str] = []
    stumbled: list[str] = []

    def stumble(error: WebError) -> None:
        stumbled.append(str(error.error))

    for place, (width, scheme) in enumerate(PAIRS):
        context = browser.new_context(base_url=site.address, **look(scheme, width))
        page = context.new_page()
        context.on("weberror", stumble)
        for address in addresses[(place + turn) % TURNS :: TURNS]:
            page.goto(address)
            complaints += axe(page, f"{scheme} {width} {address}", scheme)
        context.close()
    assert complaints == [], "\n".join(complaints)
    assert stumbled == []


def test_axe_finds_a_planted_violation(seen: Page, addresses: list[str]) -> None:
    seen.goto("/uploads")
    seen.evaluate("document.querySelector('label[for=house]').remove()")
    assert [complaint for complaint in axe(seen, "a form") if "select-name" in complaint]


def test_swagger_ui_runs_under_the_policy_and_its_frame_is_found_good(seen: Page, addresses: list[str]) -> None:
    """What it draws itself is not for axe: all of it stands on the page of the API, which is."""
    complaints: list[str] = []
    seen.on("console", lambda message: complaints.append(message.text))
    seen.goto("/api/v1/docs/try")
    seen.locator("#docs .opblock").first.wait_for()
    seen.locator("#docs .opblock-summary-control").first.click()
    seen.get_by_role("button", name="Try it out").click()
    seen.get_by_role("button", name="Execute").click()
    seen.locator(".live-responses-table .response-col_status", has_text="200").first.wait_for()
    assert complaints == []
    seen.locator("#docs").evaluate("docs => docs.remove()")
    assert axe(seen, "around it") == []


def test_forms_that_are_open_and_folded_parts_are_found_good_too(seen: Page, addresses: list[str]) -> None:
    for address in ("/findings", "/findings/1", "/hands/2", "/runs/1"):
        seen.goto(address)
        for part in seen.locator("details").all():
            part.evaluate("part => part.open = true")
        assert axe(seen, address) == []


def test_an_upload_under_way_is_found_good_too(seen: Page, site: Site) -> None:
    receipt = receive(site.place, b"x" * 100_000, f"under-way-{seen.viewport_size}.txt")
    seen.goto(f"/uploads/{receipt.receipt}")
    assert axe(seen, "an upload") == []


TABBED = (
    "/uploads",
    "/findings?limit=8",
    "/findings/1?list=all%3Dyes",
    "/hands/2",
    "/hands/2/step/4.4",
    "/settings",
    "/",
)
# In a list, the Tab key stops only in one row: see test_every_control_of_a_row_is_reached_from_its_row.
WANTED = """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
                   .filter(each => each.checkVisibility() && !each.disabled && each.tabIndex >= 0).length"""
# Where the focus is: its number among all elements, whether it is in sight and not under something else, and marked.
SPOT = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const box = at.getBoundingClientRect();
  const over = document.elementFromPoint(box.x + Math.min(box.width / 2, 8), box.y + box.height / 2);
  const seen = over !== null && (at.contains(over) || over.contains(at) || over.closest("label")?.control === at);
  return [[...document.querySelectorAll("*")].indexOf(at), seen, getComputedStyle(at).outlineStyle !== "none",
          at.outerHTML.slice(0, 90)];
}"""


@pytest.mark.parametrize("width", one_of(2, [1280, 320], first=1))
def test_every_action_is_reached_by_keyboard_and_seen(
    width: int, browser: Browser, site: Site, addresses: list[str]
) -> None:
    context = browser.new_context(base_url=site.address, **look("light", width))
    page = context.new_page()
    for address in TABBED:
        page.goto(address)
        wanted = page.evaluate(WANTED)
        reached = set()
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            spot = page.evaluate(SPOT)
            if spot is None:
                break  # past the last: the focus is not trapped
            reached.add(spot[0])
            assert spot[1:3] == [True, True], f"{address}: {spot[3]} is not seen"
        assert len(reached) >= wanted, f"{address}: {len(reached)} of {wanted} reached"
    context.close()


@pytest.mark.parametrize("width", one_of(2, [1280, 320]))
def test_every_control_of_a_row_is_reached_from_its_row(
    width: int, browser: Browser, site: Site, addresses: list[str]
) -> None:
    """An arrow key chooses the row; Tab and Shift+Tab go through its controls, and each is seen."""
    context = browser.new_context(base_url=site.address, **look("light", width))
    page = context.new_page()
    page.goto("/findings?limit=8")
    for row in page.locator("[data-row]").all():
        page.keyboard.press("ArrowDown")
        wanted = row.locator("a[href], button, input:not([type=hidden])").count()
        page.keyboard.press("Shift+Tab")  # the checkbox stands before the link
        reached = set()
        while row.locator(":focus").count():
            spot = page.evaluate(SPOT)
            reached.add(spot[0])
            assert spot[1:3] == [True, True], f"{spot[3]} is not seen"
            page.keyboard.press("Tab")
        assert len(reached) == wanted
        page.keyboard.press("Shift+Tab")
        expect(row.locator(".lead")).to_be_focused()
    context.close()


def test_signing_in_and_what_is_one_s_own_are_found_good(browser: Browser, site: Site, addresses: list[str]) -> None:
    """The last of these tests: from here on everybody has to sign in."""
    number = account(site.place.database, "Ann")
    complaints: list[str] = []
    for scheme, width in zip(SCHEMES, WIDTHS, strict=True):
        context = browser.new_context(base_url=site.address, **look(scheme, width))
        page = context.new_page()
        page.goto("/findings")
        complaints += axe(page, f"{scheme} {width} signing in")
        page.goto(link(site.place.database, number))
        page.get_by_role("button", name="Sign in").click()
        for address in ("/settings", "/"):
            page.goto(address)
            complaints += axe(page, f"{scheme} {width} {address} of Ann")
            complaints += [f"{address}: wide"] * (page.evaluate("document.documentElement.scrollWidth") > width)
        context.close()
    assert complaints == [], "\n".join(complaints)
