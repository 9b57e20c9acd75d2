"""The pages of cases in a browser: a phone's width, no script, and axe."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE, Site
from tests.browser.walked import axe, look
from tests.web.night import HandText, history
from tests.web.signed import PASSWORD, account, link

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)


def entered(browser: Browser, site: Site, name: str, role: str) -> Page:
    """A narrow page of somebody who is signed in, and who has a password for acts that need it again."""
    context = browser.new_context(base_url=site.address, **look("light", 320))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(link(site.place.database, account(site.place.database, name, role, PASSWORD)))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return page


def fits(page: Page, where: str) -> list[str]:
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, where
    return axe(page, f"{where} at 320")


def test_a_claim_and_a_proposal_at_320(browser: Browser, site: Site) -> None:
    """A reviewer opens a case from a finding, an adjudicator proposes a ruling from the draft: each page fits, and axe
    has no complaint.
    """
    site.sent(history(HandText(number="6900913", bet=13)), "case.txt")
    roles = {"Rita": "reviewer", "Anna": "adjudicator"}
    rita, anna = [entered(browser, site, name, role) for name, role in roles.items()]
    complaints = []
    rita.goto("/cases")
    complaints += fits(rita, "no cases")
    rita.goto("/findings?all=yes")
    rita.locator("[data-row] a.lead").first.click()
    rita.get_by_role("link", name="Open a case").first.click()
    complaints += fits(rita, "open a case")
    rita.get_by_label("The player who claims").select_option(index=1)
    rita.get_by_label("What happened?").fill("The bet was too large.")
    rita.get_by_label("What should have happened?").fill("It is set to the limit.")
    rita.get_by_role("button", name="Open the case").click()
    rita.wait_for_url("**/cases/*")
    complaints += fits(rita, "a case")
    rita.get_by_role("button", name="Acknowledge and admit the claim").click()
    expect(rita.locator("[data-done]")).to_contain_text("you admitted the claim")
    anna.goto(rita.url)
    anna.get_by_role("button", name="Begin the review").click()
    anna.locator("aside summary", has_text="Decline the claim").click()
    complaints += fits(anna, "a case for an adjudicator")
    anna.get_by_role("link", name="Propose a ruling").first.click()
    complaints += fits(anna, "the form of a ruling")
    anna.get_by_label("Outcome").select_option("partly upheld")
    anna.get_by_role("button", name="Propose the ruling").click()
    anna.get_by_label("Your password").fill(PASSWORD)
    anna.get_by_role("button", name="Go on").click()
    expect(anna.locator("h1")).to_contain_text("proposed")
    complaints += fits(anna, "a proposed case")
    rita.goto("/cases")
    complaints += fits(rita, "the list")
    assert complaints == []
    for page in (rita, anna):
        page.context.close()
