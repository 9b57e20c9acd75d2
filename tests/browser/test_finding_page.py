"""The page of a finding as people use it: words opened by keyboard, decisions without scripts, what is on paper."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.site import Site
from tests.sampled import one_of
from tests.web.night import NIGHT
from tests.web.test_explained import WRONG_AWARD

pytestmark = [pytest.mark.browser, pytest.mark.database]
# The width between the margins of the paper, 182 mm, in the pixels of a browser.
A4: ViewportSize = {"width": 688, "height": 1000}
# What stands out of the page to the right, so that it would be cut on paper.
CUT = """[...document.querySelectorAll("main *")].filter(each => each.getClientRects().length
    && each.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(each => each.outerHTML)"""


@pytest.fixture(scope="module")
def finding(site: Site) -> str:
    """The address of a finding."""
    site.sent(NIGHT, "night.txt")
    return "/findings/1"


def test_a_word_opens_its_line_by_keyboard_and_escape_closes_it(page: Page, finding: str) -> None:
    page.goto(finding)
    word = page.get_by_role("button", name="Fingerprint")
    line = page.locator("#word-fingerprint")
    expect(line).to_be_hidden()
    word.focus()
    page.keyboard.press("Enter")
    expect(line).to_be_visible()
    expect(line).to_contain_text("The code of a finding. It is the same in every audit of the hand")
    page.keyboard.press("Tab")
    expect(line.get_by_role("link", name="All words")).to_be_focused()
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    expect(word).to_be_focused()


@pytest.mark.parametrize("width", one_of(2, [1280, 320]))
def test_without_scripts_a_word_opens_and_a_reason_dismisses(
    width: int, browser: Browser, site: Site, finding: str
) -> None:
    context = browser.new_context(
        base_url=site.address, java_script_enabled=False, viewport={"width": width, "height": 800}
    )
    page = context.new_page()
    page.goto(finding)
    page.locator("button.term").first.click()
    expect(page.locator(".meaning:popover-open")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_text("Dismiss …").click()
    page.get_by_role("button", name="Record misread").click()
    expect(page.locator("section[aria-labelledby=decision]")).to_contain_text("Dismissed")
    page.get_by_role("button", name="Reopen").click()
    expect(page.locator("section[aria-labelledby=decision]")).to_contain_text("Open")
    context.close()


def test_on_a4_nothing_is_cut_and_only_the_screen_has_links_to_press(page: Page, site: Site, finding: str) -> None:
    """The link that opens the plain page without an account is a secret, and stays off the paper."""
    site.sent(WRONG_AWARD, "wrong.hand")
    wrong = page.request.get("/findings.json?code=P601").json()["findings"][0]
    plain = f"/hands/{wrong['hand_id']}/explained?seat=2"
    page.set_viewport_size(A4)
    for address in (finding, f"/findings/{wrong['id']}", plain, "/owed"):
        page.emulate_media(media="print")
        page.goto(address)
        assert [each.inner_text() for each in page.locator("nav, header, footer").all() if each.is_visible()] == []
        assert "/explained/" not in page.locator("main").inner_text(), address
        assert page.evaluate(CUT) == [], address
        assert page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF"), address
    page.goto(finding)
    unseen = page.locator(".card.unseen").first
    assert unseen.evaluate("each => getComputedStyle(each).printColorAdjust") == "exact"
    page.emulate_media(media="screen")
    page.goto(plain)
    expect(page.get_by_role("heading", name="Send this page to the player")).to_be_visible()


def test_on_paper_everything_is_there_and_nothing_to_be_pressed(browser: Browser, site: Site, finding: str) -> None:
    context = browser.new_context(base_url=site.address, viewport={"width": 720, "height": 1000})
    page = context.new_page()
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(finding)
    shown = [each.inner_text() for each in page.locator("h2").all() if each.is_visible()]
    assert shown[:4] == ["What is wrong", "What pokerstars says", "Decision", "The table at that moment"]
    assert [
        each.inner_text() for each in page.locator("main button:not(.term), summary").all() if each.is_visible()
    ] == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    context.close()
