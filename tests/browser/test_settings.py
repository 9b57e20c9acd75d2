"""Settings in the browser, by keys: an admin invites a reviewer, sets an amount, and chooses time zone and theme."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.site import PATIENCE, Site
from tests.browser.walked import axe, look
from tests.web.night import NIGHT
from tests.web.signed import PASSWORD, account

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
PAGES = (
    "/settings",
    "/settings/accounts",
    "/settings/venues",
    "/settings/ingest",
    "/settings/houses",
    "/settings/changes",
)
PREVIEW = "/settings/retention?venue=default&days=30"


@pytest.fixture(scope="module")
def admin(site: Site) -> str:
    """The name of an admin with a password; a file is there, so that pages show times."""
    site.sent(NIGHT, "night.txt")
    account(site.place.database, "Ada", "admin", PASSWORD)
    return "Ada"


@pytest.fixture(params=["1280 with scripts", "320 without scripts"])
def desk(request: pytest.FixtureRequest, browser: Browser, site: Site, admin: str) -> Iterator[BrowserContext]:
    """The browser of the admin, who signs in by keys."""
    width, _, scripts = request.param.partition(" ")
    context = browser.new_context(
        base_url=site.address, java_script_enabled=scripts == "with scripts", **look("light", int(width))
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/sign-in")
    typed(page, "Name", admin)
    typed(page, "Password", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.address}/")
    yield context
    context.close()


def typed(page: Page, label: str, text: str) -> None:
    """Types into a field, which is reached as the keyboard reaches it."""
    page.get_by_label(label, exact=True).focus()
    page.keyboard.type(text)


def pressed(page: Page, name: str) -> None:
    """Presses a button with the keyboard."""
    page.get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def chosen(page: Page, label: str, option: str) -> None:
    page.get_by_label(label, exact=True).select_option(option)


def test_an_admin_invites_a_reviewer_sets_an_amount_and_chooses_the_look(
    desk: BrowserContext, browser: Browser, site: Site
) -> None:
    page = desk.pages[0]
    width = page.viewport_size["width"] if page.viewport_size else 0
    name = f"Bob{width}"
    page.goto("/settings/accounts")
    typed(page, "Name of the account", name)
    chosen(page, "Role", "reviewer")
    pressed(page, "Make an account and a link")
    expect(page.get_by_role("heading", name="Type your password")).to_be_visible()
    typed(page, "Your password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("[data-done]")).to_have_text(f"{name} is invited as reviewer.")
    link = page.get_by_label("The link").input_value()

    guest = browser.new_context(base_url=site.address).new_page()
    guest.goto(link)
    guest.get_by_role("button", name="Sign in").press("Enter")
    guest.goto("/settings")
    typed(guest, "New password", "seven slow brown kites")
    typed(guest, "Repeat the new password", "seven slow brown kites")
    pressed(guest, "Set the password")
    expect(guest.get_by_role("button", name="Change the password")).to_be_visible()
    assert guest.goto("/settings/accounts").status == 403  # type: ignore[union-attr]
    guest.context.close()

    page.goto("/settings/venues")
    typed(page, "Currency", "eur")
    typed(page, "Amount", f"{width}.50")
    pressed(page, "Require a second review")
    expect(page.locator("[data-done]")).to_have_text(
        f"default: two people must now agree to dismiss or accept a finding of {width}.50 EUR or more."
    )
    page.goto("/settings")
    chosen(page, "Time zone of the times on all pages", "Asia/Tokyo")
    chosen(page, "Theme", "dark")
    pressed(page, "Save")
    expect(page.locator("[data-done]")).to_have_text("Saved: time zone Asia/Tokyo, theme dark.")
    page.goto("/runs")
    expect(page.locator("td time").first).to_contain_text("JST")
    assert page.locator("td time").first.get_attribute("title", timeout=PATIENCE).endswith(" UTC")  # type: ignore[union-attr]
    assert page.locator("html").get_attribute("data-theme") == "dark"
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(19, 21, 23)"
    page.goto("/settings")
    chosen(page, "Theme", "light")
    pressed(page, "Save")
    expect(page.locator("[data-done]")).to_have_text("Saved: time zone Asia/Tokyo, theme light.")
    assert page.evaluate(background) == "rgb(248, 248, 246)"
    page.goto("/settings/changes")
    made = page.locator("tbody tr td:nth-child(3)").all_inner_texts()
    assert made[:3] == ["second review", "password set", "account made"]


@pytest.mark.campaign
def test_axe_finds_nothing_on_the_pages_of_an_admin(browser: Browser, site: Site, admin: str) -> None:
    complaints: list[str] = []
    for scheme, width in (("light", 1280), ("dark", 320)):
        context = browser.new_context(base_url=site.address, **look(scheme, width))
        page = context.new_page()
        page.goto("/sign-in")
        typed(page, "Name", admin)
        typed(page, "Password", PASSWORD)
        pressed(page, "Sign in")
        page.wait_for_url(f"{site.address}/")
        for address in (*PAGES, PREVIEW):
            page.goto(address)
            complaints += axe(page, f"{scheme} {width} {address}", scheme)
            complaints += [f"{width} {address}: wide"] * (page.evaluate("document.documentElement.scrollWidth") > width)
        page.goto("/settings/venues")
        typed(page, "Currency", "USD")
        typed(page, "Amount", "5")
        pressed(page, "Require a second review")
        expect(page.get_by_role("heading", name="Type your password")).to_be_visible()
        complaints += axe(page, f"{scheme} {width} the password", scheme)
        context.close()
    assert complaints == [], "\n".join(complaints)
