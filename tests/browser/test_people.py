"""Players and owed chips in the browser: from the search to a player, to the hands with wrong payouts, to a hand."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.site import Site
from tests.browser.walked import axe, look
from tests.sampled import one_of
from tests.web.paid import wrongly_paid

pytestmark = [pytest.mark.browser, pytest.mark.database]

ODD = "a/b \u05d0\u05d1"


@pytest.fixture(scope="module")
def paid(site: Site) -> None:
    """Three hands in which a pot went to the wrong player."""
    names = ("Ilse", ODD, "Cedar")
    site.sent(wrongly_paid("1", players=names) + wrongly_paid("2", table="Oak", players=names, day="13"), "paid.txt")
    site.sent(wrongly_paid("3", table="Oak/1"), "other.txt")
    site.done()


@pytest.mark.parametrize("width", one_of(2, [1280, 320], first=1))
def test_from_the_search_to_a_player_and_to_the_hands_that_are_owed(
    width: int, browser: Browser, site: Site, paid: None
) -> None:
    context = browser.new_context(base_url=site.address, **look("light", width))
    page = context.new_page()
    complaints: list[str] = []

    def looked_at() -> None:
        complaints.extend(axe(page, f"{width} {page.url}"))
        if page.evaluate("document.documentElement.scrollWidth") > width:
            complaints.append(f"{width} {page.url} scrolls sideways")

    page.goto("/")
    page.get_by_role("searchbox").fill("a/b")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Search: a/b")
    looked_at()
    page.get_by_role("link", name=ODD).click()
    expect(page.locator("h1")).to_have_text(f"Player {ODD}")
    expect(page.get_by_text("84.00 USD owed by this player")).to_be_visible()
    looked_at()
    page.get_by_role("link", name="Ilse").click()
    expect(page.get_by_text("84.00 USD owed to this player")).to_be_visible()
    page.get_by_role("link", name="2 findings for this player").click()
    expect(page.locator("h1")).to_have_text("2 findings")
    looked_at()
    page.goto("/owed")
    expect(page.get_by_role("rowheader", name="Ilse")).to_be_visible()
    looked_at()
    page.get_by_role("link", name="By table").click()
    page.get_by_role("row").filter(has_text="Oak/1").get_by_role("link", name="1 hand").click()
    expect(page.locator("h1")).to_have_text("Hands with wrong payouts")
    looked_at()
    page.get_by_role("rowheader").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="To correct the payments")).to_be_visible()
    looked_at()
    page.goto("/tables/Oak")
    looked_at()
    page.goto("/days/2026-11-14")
    looked_at()
    context.close()
    assert complaints == [], "\n".join(complaints)
