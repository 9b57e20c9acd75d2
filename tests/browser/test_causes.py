"""A row with several findings and a group of findings are decided on by keys, on a phone, and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from auditor.formats.transcript.cases import read_cases
from tests.browser.keyboard import press
from tests.browser.site import PATIENCE, Site
from tests.browser.walked import axe, look
from tests.dealer.copies import replaced
from tests.engine.many_of_a_kind import KINDS, hand_with
from tests.engine.test_causes import WRONG_BRING_IN
from tests.jobs.logs import log_of
from tests.sampled import one_of

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
NUMBERS = ("701", "702", "703")


@pytest.fixture(scope="module", autouse=True)
def _wrong(site: Site) -> None:
    """Three hands with a wrong bring-in and what follows from it, and a hand with 1,498 equal findings."""
    hand = read_cases(WRONG_BRING_IN)[0].hand
    hands = [replaced(hand, number=number, house="casino") for number in NUMBERS]
    site.sent(log_of(*hands, hand_with([KINDS["check"](at) for at in range(1_500)], "on fourth street")), "all.jsonl")
    site.done()


def to_row(page: Page, words: str) -> None:
    """Presses j until the row with these words has the focus."""
    for _ in range(20):
        press(page, "j")
        if words in page.evaluate("document.activeElement.closest('[data-row]').innerText"):
            return
    raise AssertionError(words)


@pytest.mark.parametrize("width", one_of(2, [1280, 320], first=1))
def test_a_row_and_a_group_are_decided_on_by_keys(width: int, browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, **look("light", width))
    page = context.new_page()
    complaints: list[str] = []

    def looked_at() -> None:
        complaints.extend(axe(page, f"{width} {page.url}"))
        if page.evaluate("document.documentElement.scrollWidth") > width:
            complaints.append(f"{width} {page.url} scrolls sideways")

    page.goto("/findings?all=yes")
    expect(page.locator("[data-row]")).to_have_count(7)
    to_row(page, "and 1 finding that follows from it")
    page.locator("[data-row]:focus-within summary").press("Enter")
    expect(page.locator("details.cause[open]")).to_contain_text("Out of turn")
    looked_at()
    press(page, "c")
    expect(page.locator("[data-done]")).to_have_text("2 findings confirmed.")
    press(page, "u")
    expect(page.locator("[data-done]")).to_have_text("2 findings restored.")
    to_row(page, "and 1,497 equal findings")
    press(page, "c")
    expect(page.locator("h1")).to_have_text("1,001 findings selected")
    page.goto("/findings?all=yes")
    page.get_by_role("link", name="Group these findings").press("Enter")
    expect(page.locator("h1")).to_contain_text("groups of")
    looked_at()
    to_row(page, "Bring-in by the wrong seat")
    press(page, "x")
    expect(page.locator("h1")).to_have_text("3 findings selected")
    looked_at()
    page.get_by_role("button", name="Confirm all").press("Enter")
    expect(page.locator("[data-done]")).to_have_text("3 findings confirmed.")
    expect(page.locator("h1")).to_contain_text("groups of")
    press(page, "u")
    expect(page.locator("[data-done]")).to_have_text("3 findings restored.")
    page.goto("/findings?code=B416")
    page.locator("[data-row] .which a").click()
    expect(page.locator("#found")).to_have_text("1,498 findings in 1 row")
    looked_at()
    page.goto(page.url.partition("?")[0])
    page.get_by_role("link", name="Later events").first.click()
    expect(page.locator("#e150")).to_be_visible()
    context.close()
    assert complaints == [], "\n".join(complaints)


def test_without_scripts_a_row_and_a_group_are_decided_on_too(browser: Browser, site: Site) -> None:
    context = browser.new_context(
        base_url=site.address, java_script_enabled=False, viewport={"width": 320, "height": 800}
    )
    page = context.new_page()
    page.goto("/findings?all=yes")
    row = page.locator("[data-row]").filter(has_text="and 1 finding that follows from it").first
    row.locator("summary").click()
    expect(row.locator("details")).to_contain_text("Out of turn")
    row.get_by_role("button", name="Confirm 2").click()
    expect(page.locator("[data-done]")).to_have_text("2 findings confirmed.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-done]")).to_have_text("2 findings restored.")
    page.goto("/findings/groups?all=yes&by=rule")
    page.locator("[data-row]").filter(has_text="O303").get_by_role("button", name="Decide").click()
    expect(page.locator("h1")).to_have_text("3 findings selected")
    page.get_by_role("button", name="Confirm all").click()
    expect(page.locator("[data-done]")).to_have_text("3 findings confirmed.")
    page.get_by_role("button", name="Undo").click()
    context.close()
