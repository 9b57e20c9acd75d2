"""Two people who sign in, by keys: one puts a dismissal forward, the other finds it on the desk, looks, and agrees."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from auditor.store.triage.venues import ask_for_two
from tests.browser.site import PATIENCE, Site
from tests.browser.walked import SCHEMES, WIDTHS, axe, look
from tests.web.night import HandText, history
from tests.web.signed import account, link

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
NAMES = ("Ada", "Bob")


@pytest.fixture(scope="module")
def accounts(site: Site) -> dict[str, int]:
    """Two reviewers at a venue where it takes both, and four hands with a wager of the wrong size."""
    site.sent(history(*[HandText(number=str(6900000 + bet), bet=bet) for bet in range(13, 17)]), "wrong.txt")
    with site.place.database.begin() as connection:
        ask_for_two(connection, "default", "USD", 500, 2)
    return {name: account(site.place.database, name) for name in NAMES}


def entered(browser: Browser, site: Site, number: int, scheme: str = "light", width: int = 1280) -> Page:
    """A page of somebody who is signed in."""
    context = browser.new_context(base_url=site.address, **look(scheme, width))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(link(site.place.database, number))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/settings#password-head")
    page.goto("/")
    return page


@pytest.fixture
def desks(browser: Browser, site: Site, accounts: dict[str, int]) -> Iterator[tuple[Page, Page]]:
    """The desks of the two, side by side."""
    pages = [entered(browser, site, accounts[name]) for name in NAMES]
    yield pages[0], pages[1]
    for page in pages:
        page.context.close()


def put_forward(page: Page) -> None:
    """The one with the most at stake, by keys, from the list."""
    page.goto("/findings")
    for key in ("j", "d", "2"):
        page.keyboard.press(key)
    expect(page.locator("[data-done]")).to_have_text("1 finding waiting for a second review.")


def decision(page: Page) -> str:
    return page.locator("section[aria-labelledby=decision]").inner_text()


def test_two_people_dismiss_what_one_alone_does_not(desks: tuple[Page, Page]) -> None:
    ada, bob = desks
    put_forward(ada)
    expect(ada.locator("[data-row]").first).to_contain_text("open, waits for a second review")
    bob.goto("/")
    bob.locator("section[aria-labelledby=mine] .second").get_by_role("link", name="1", exact=True).click()
    bob.wait_for_url("**/findings?second=Bob")
    for key in ("j", "d"):
        bob.keyboard.press(key)
    bob.wait_for_url("**/findings/*?list=second%3DBob#decision")
    expect(bob.locator(".waits")).to_be_in_viewport()
    bob.keyboard.press("d")
    expect(bob.locator("summary", has_text="Agree or disagree")).to_be_focused()
    bob.keyboard.press("Escape")
    expect(bob.get_by_role("button", name="Not explained")).to_be_hidden()
    for keys, told in (
        (("d", "3"), "1 finding not decided, because you disagreed."),
        (("u",), "1 finding restored."),
        (("d", "1"), "1 finding decided as proposed, because you agreed."),
    ):
        for key in keys:
            bob.keyboard.press(key)
        expect(bob.locator("[data-done]")).to_have_text(told)
    assert "Ada, second review by Bob" in decision(bob)
    bob.keyboard.press("u")
    expect(bob.locator("[data-done]")).to_have_text("1 finding restored.")
    ada.goto(bob.url)
    ada.get_by_role("button", name="Withdraw the proposal").click()
    expect(ada.locator("[data-done]")).to_have_text("1 finding no longer waiting for a second review.")
    assert "Waits" not in decision(ada)


PAIRS = [*zip(SCHEMES, WIDTHS, strict=True)]


@pytest.mark.campaign
@pytest.mark.parametrize(("scheme", "width"), PAIRS)
def test_what_waits_is_found_good_by_axe_and_fits_without_scripts_too(
    scheme: str, width: int, browser: Browser, site: Site, accounts: dict[str, int], desks: tuple[Page, Page]
) -> None:
    put_forward(desks[0])
    complaints: list[str] = []
    for name in NAMES:
        page = entered(browser, site, accounts[name], scheme, width)
        page.goto("/findings?second=")
        row = page.locator("[data-row]").first.get_attribute("data-row")
        for address in ("/", "/findings?second=", f"/findings/{row}", "/settings"):
            page.goto(address)
            for part in page.locator("details.act").all():
                part.evaluate("part => part.open = true")
            complaints += axe(page, f"{scheme} {width} {address} of {name}", scheme)
            complaints += [f"{address}: wide"] * (page.evaluate("document.documentElement.scrollWidth") > width)
        page.context.close()
    assert complaints == [], "\n".join(complaints)
    context = browser.new_context(
        base_url=site.address, java_script_enabled=False, storage_state=desks[1].context.storage_state()
    )
    page = context.new_page()
    page.goto("/findings?second=Bob")
    page.get_by_role("link", name="Agree?").first.click()
    page.get_by_text("Agree or disagree …").click()
    page.get_by_role("button", name="The finding stands").click()
    expect(page.locator("[data-done]")).to_have_text("1 finding not decided, because you disagreed.")
    context.close()
