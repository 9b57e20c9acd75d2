"""Everybody can use every page: axe finds nothing, light and dark, wide and narrow; no page scrolls sideways."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from auditor.jobs.receiving import receive
from tests.browser.site import Site
from tests.web.night import NIGHT, Told, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

# Every kind of page, and each state of it that looks different.
PAGES = (
    "/",
    "/uploads",
    "/uploads/{done}",
    "/uploads/{done}?again=1",
    "/uploads/{unreadable}",
    "/uploads/received?receipts={done},{unreadable}&again=2",
    "/findings",
    "/findings?code=B402&street=4",
    "/findings?code=P601",
    "/hands",
    "/hands?number=1",
    "/hands/1",
    "/hands/2",
    "/hands/2?house=casino",
    "/hands/4",
    "/hands/4/beside/1",
    "/rules",
    "/rules/L102",
    "/rules/O306?house=casino",
    "/houses",
    "/houses/casino",
    "/runs",
    "/runs/1",
    "/help",
    "/api/v1/docs",
    "/nothing",
    "/findings?limit=0",
)
LOOKS = [("light", 1280), ("light", 320), ("dark", 1280), ("dark", 320)]
LONG = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenh"


@pytest.fixture(scope="module")
def addresses(site: Site) -> list[str]:
    """The pages, with hands behind them: lawful, faulty, contradicting, with names as long as names may be."""
    done = site.sent(NIGHT, f"{LONG}{LONG}.txt")
    site.sent(history(Told(number="4200003", players=(LONG, "Bo", "Cy"), table=LONG, bet=15)), "long.txt")
    site.sent(history(Told(number="4200001", bet=15)), "other.txt")
    unreadable = site.sent(b"%PDF-1.7", "paper.pdf")
    return [each.format(done=done.receipt, unreadable=unreadable.receipt) for each in PAGES]


@pytest.fixture(params=LOOKS, ids=[f"{scheme}-{width}" for scheme, width in LOOKS])
def look(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A page in one theme and width."""
    scheme, width = request.param
    context = browser.new_context(
        base_url=site.address, color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def test_axe_finds_nothing(look: Page, addresses: list[str]) -> None:
    complaints = []
    for address in addresses:
        look.goto(address)
        complaints += axe(look, address)
    assert complaints == [], "\n".join(complaints)


def test_axe_would_say_what_is_wrong(look: Page, addresses: list[str]) -> None:
    look.goto("/uploads")
    look.evaluate("document.querySelector('label[for=house]').remove()")
    assert [complaint for complaint in axe(look, "a form") if "select-name" in complaint]


def test_no_page_scrolls_sideways(browser: Browser, site: Site, addresses: list[str]) -> None:
    """At 320 px, which is also 400 % zoom on a small screen."""
    context = browser.new_context(base_url=site.address, viewport={"width": 320, "height": 640})
    page = context.new_page()
    wide = []
    for address in [*addresses, "/api/v1/docs/try"]:
        page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 320:
            wide.append(f"{address}: {width}")
    context.close()
    assert wide == []


def test_swagger_ui_runs_under_the_policy_and_its_frame_is_found_good(look: Page, addresses: list[str]) -> None:
    """What it draws itself is not for axe: all of it stands on the page of the API, which is."""
    complaints: list[str] = []
    look.on("console", lambda message: complaints.append(message.text))
    look.goto("/api/v1/docs/try")
    look.locator("#docs .opblock").first.wait_for()
    look.locator("#docs .opblock-summary-control").first.click()
    look.get_by_role("button", name="Try it out").click()
    look.get_by_role("button", name="Execute").click()
    look.locator(".live-responses-table .response-col_status", has_text="200").first.wait_for()
    assert complaints == []
    look.locator("#docs").evaluate("docs => docs.remove()")
    assert axe(look, "around it") == []


def test_forms_that_are_open_and_folded_parts_are_found_good_too(look: Page, addresses: list[str]) -> None:
    for address in ("/findings", "/hands/2", "/runs/1"):
        look.goto(address)
        for part in look.locator("details").all():
            part.evaluate("part => part.open = true")
        assert axe(look, address) == []


def test_an_upload_under_way_is_found_good_too(look: Page, site: Site) -> None:
    receipt = receive(site.place, b"x" * 100_000, f"under-way-{look.viewport_size}.txt")
    look.goto(f"/uploads/{receipt.receipt}")
    assert axe(look, "an upload") == []


def test_every_action_is_reached_by_keyboard_and_seen(browser: Browser, site: Site, addresses: list[str]) -> None:
    context = browser.new_context(base_url=site.address, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    for address in ("/uploads", "/findings", "/hands/2"):
        page.goto(address)
        wanted = page.evaluate(
            """() => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
                       .filter(each => each.checkVisibility()).length"""
        )
        reached = set()
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            spot = page.evaluate(
                """() => { const at = document.activeElement; const box = at.getBoundingClientRect();
                           return [[...document.querySelectorAll("*")].indexOf(at), box.width > 0 && box.height > 0,
                                   getComputedStyle(at).outlineStyle !== "none"]; }"""
            )
            if spot[0] > 0 and page.evaluate("document.activeElement !== document.body"):
                reached.add(spot[0])
                assert spot[1], f"{address}: focus is nowhere"
                assert spot[2], f"{address}: focus is not seen"
        assert len(reached) >= wanted, f"{address}: {len(reached)} of {wanted} reached"
    context.close()


def axe(page: Page, address: str) -> list[str]:
    """What axe finds wrong, a line each."""
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{address}: {each['id']} {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
        for each in found.response["violations"]
    ]
