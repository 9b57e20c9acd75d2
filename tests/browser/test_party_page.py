"""The pages of players without an account: on a phone, without script, on paper, and before axe."""

import re

import pytest
from playwright.sync_api import Browser

from auditor.disputes.states import State
from auditor.store.disputes import claim_links, parties
from auditor.store.disputes.claim_links import WantedLink
from tests.browser.site import Site, file
from tests.browser.walked import axe, look
from tests.store.disputes.cases import PICTURE, bring_to, desk
from tests.web.test_parties import FOLDED

pytestmark = [pytest.mark.database, pytest.mark.browser]
NARROW = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def of_the_desk(browser: Browser, site: Site) -> list[str]:
    """Makes a link on the page of the desk, on a phone, before there are accounts. Returns the complaints."""
    context = browser.new_context(base_url=site.address, **look("dark", 320))
    page, complaints = context.new_page(), []
    page.goto("/hands/1")
    page.get_by_role("link", name="Make a claim link").click()
    page.get_by_role("button", name="Make a link").first.click()
    for _ in range(2):
        complaints += axe(page, f"320 {page.url}", "dark")
        complaints += [] if page.evaluate(NARROW) else [f"320 {page.url} is too wide"]
        page.goto("/cases/links")
    context.close()
    return complaints


def test_from_the_claim_on_a_phone_without_script_to_the_ruling(browser: Browser, site: Site) -> None:
    site.sent(FOLDED, "folded.hand")
    complaints = of_the_desk(browser, site)
    with site.place.database.begin() as connection:
        made = bring_to(desk(connection), State.CLOSED, hand_id=1)
        ruled = f"/party/{parties.new_link(connection, made.claimant.party_id or 0, None)}"
        claim, other = [
            f"/claim/{claim_links.make(connection, wanted, None)}"
            for wanted in (WantedLink(hand_id=1, seat=3), WantedLink("default"))
        ]
    phone = browser.new_context(base_url=site.address, java_script_enabled=False, **look("light", 320))
    page = phone.new_page()
    page.goto(claim)
    page.get_by_label("Your name").fill("Zara Canary")
    page.get_by_label("What happened?").fill("The odd chip went to the low hand.")
    page.get_by_label("What should have happened?").fill("The odd chip goes to the high hand.")
    page.get_by_label("How much").fill("1")
    page.get_by_label("Pictures or PDF").set_input_files([file("table.png", PICTURE, "image/png")])
    page.get_by_role("button", name="File the claim").click()
    own = page.get_by_label("The link to your case").input_value()
    assert re.sub("^https?://[^/]+", "", page.url) == re.sub("^https?://[^/]+", "", f"{own}?done=claim")
    page.reload()
    assert page.get_by_label("The link to your case").input_value() == own
    page.get_by_label("What do you want to say?").fill("I said so at the table at once.")
    page.get_by_role("button", name="Add the statement").click()
    assert "Your statement is in the case." in page.locator("main").inner_text()
    page.get_by_text("Withdraw the claim", exact=True).click()
    page.get_by_role("button", name="Withdraw the claim now").click()
    assert "The claim was withdrawn" in page.locator("main").inner_text()
    page.emulate_media(media="print")
    assert not page.get_by_role("button").count()
    phone.close()
    for width, scheme in ((320, "light"), (1280, "dark")):
        context = browser.new_context(base_url=site.address, **look(scheme, width))
        page = context.new_page()
        for address in (ruled, f"{ruled}/hand", own, other, "/claim/unknown"):
            page.goto(address)
            complaints += axe(page, f"{scheme} {width} {address}", scheme)
            complaints += [] if page.evaluate(NARROW) else [f"{width} {address} is too wide"]
        context.close()
    assert complaints == [], "\n".join(complaints)
