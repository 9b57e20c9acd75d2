"""The second factor in the browser, by keys and at a phone's width: set up, signed in with, and asked again."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE, Site
from tests.browser.walked import axe, look
from tests.web.signed import PASSWORD, account, code_of

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)


def typed(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).focus()
    page.keyboard.type(text)


def headed(page: Page, words: str) -> None:
    """The page with this heading is there, and everybody can use it."""
    expect(page.get_by_role("heading", name=words, exact=True)).to_be_visible()
    assert axe(page, words) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), words


def test_from_the_qr_code_to_a_recovery_code(browser: Browser, site: Site) -> None:
    account(site.place.database, "Fay", "reviewer", PASSWORD)
    context = browser.new_context(base_url=site.address, **look("dark", 320))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/sign-in?next=/settings/second-factor")
    typed(page, "Name", "Fay")
    typed(page, "Password", PASSWORD)
    page.keyboard.press("Enter")
    headed(page, "Second factor")
    page.get_by_role("button", name="Set up the second factor").press("Enter")
    typed(page, "Your password", PASSWORD)
    page.keyboard.press("Enter")
    headed(page, "Second factor")
    picture = page.get_by_role("img", name="QR code")
    assert picture.evaluate("each => each.naturalWidth") > 100
    secret = page.locator("code.mono").inner_text()
    typed(page, "Code", code_of(secret))
    page.keyboard.press("Enter")
    headed(page, "Your recovery codes")
    codes = page.locator("ol li").all_inner_texts()
    assert len(codes) == 10
    page.get_by_role("link", name="I have written them down").press("Enter")
    headed(page, "Second factor")
    page.goto("/settings")
    page.get_by_role("button", name="Sign out", exact=False).first.press("Enter")
    page.goto("/sign-in?next=/hands")
    typed(page, "Name", "Fay")
    typed(page, "Password", PASSWORD)
    page.keyboard.press("Enter")
    headed(page, "Type your code")
    typed(page, "Code", "123")
    page.keyboard.press("Enter")
    expect(page.locator("[data-refused]")).to_contain_text("This code is wrong")
    headed(page, "Type your code")
    typed(page, "Code", codes[0])
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/hands$"))
    page.goto("/settings/second-factor")
    page.get_by_role("button", name="Remove the second factor").press("Enter")
    headed(page, "Type your code")
    typed(page, "Code of your app, or a recovery code", codes[1])
    page.keyboard.press("Enter")
    expect(page.locator("[data-done]")).to_contain_text("Your second factor is removed")
    context.close()
