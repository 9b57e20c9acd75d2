"""The list of findings is short to pass: its rows begin high in the window, and Tab stops only in one of them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE, Site
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
ROWS = 50
MOST_STOPS = 60
# The number of the row with the focus, counted from 0; -1 if the focus is in no row.
ROW_AT = """() => [...document.querySelectorAll("[data-row]")].indexOf(document.activeElement.closest("[data-row]"))"""
IN_SIGHT = """() => [...document.querySelectorAll("[data-row]")]
                     .filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"""
NOT_STOPS = """all => all.filter(each => each.tabIndex < 0).length"""
CONTROLS = "[data-row] :is(a[href], button, input:not([type=hidden]))"


@pytest.fixture(scope="module", autouse=True)
def _night(site: Site) -> None:
    site.sent(history(*[HandText(number=str(7400000 + place), bet=15) for place in range(ROWS + 4)]), "wrong.txt")


def tabs_to_a_row(page: Page) -> int:
    """How often Tab is pressed until the focus is in a row."""
    for count in range(1, 500):
        page.keyboard.press("Tab")
        if page.evaluate(ROW_AT) >= 0:
            return count
    raise AssertionError


def test_the_last_of_fifty_rows_is_at_most_sixty_stops_away(page: Page) -> None:
    page.goto("/findings")
    expect(page.locator("[data-row]")).to_have_count(ROWS)
    stops = tabs_to_a_row(page)
    for _ in range(ROWS - 1):
        page.keyboard.press("ArrowDown")
    assert page.evaluate(ROW_AT) == ROWS - 1
    assert stops <= MOST_STOPS
    for key in ("Shift+Tab", "Tab", "Tab", "Tab"):  # the checkbox, the finding, the hand, the first button
        page.keyboard.press(key)
        assert page.evaluate(ROW_AT) == ROWS - 1
    expect(page.locator(":focus")).to_have_text("Confirm")


def test_tab_passes_the_list_in_one_row(page: Page) -> None:
    page.goto("/findings")
    stops = tabs_to_a_row(page)
    while page.evaluate(ROW_AT) >= 0:
        assert page.evaluate(ROW_AT) == 0
        page.keyboard.press("Tab")
        stops += 1
    expect(page.locator(":focus")).to_have_text("Next 50")
    assert stops <= MOST_STOPS
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(ROW_AT) == 0


def test_after_an_act_and_after_a_click_one_row_is_the_stop(page: Page) -> None:
    page.goto("/findings")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(page.locator("[data-done]")).to_have_text("1 finding assigned.")
    assert page.evaluate(ROW_AT) == 1
    in_a_row = page.locator("[data-row]").first.locator(":is(a[href], button, input:not([type=hidden]))").count()
    controls = page.locator(CONTROLS)
    assert controls.evaluate_all(NOT_STOPS) == in_a_row * (ROWS - 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#announcer")).to_have_text("1 finding restored.")
    page.locator("[data-row] input[type=checkbox]").nth(3).click()
    assert controls.evaluate_all(NOT_STOPS) == in_a_row * (ROWS - 1)
    page.keyboard.press("Tab")
    assert page.evaluate(ROW_AT) == 3


def test_ten_rows_stand_above_the_fold(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    for address in ("/findings", "/findings?triage=open&code=B402"):
        page.goto(address)
        assert page.evaluate(IN_SIGHT) >= 10, address
    page.get_by_text("Filters", exact=True).click()
    expect(page.get_by_role("heading", name="Severity")).to_be_visible()
    context.close()


def test_without_scripts_every_control_is_a_plain_stop(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/findings")
    assert page.locator("[tabindex]:not(dialog *)").count() == 0
    page.get_by_text("How to read this list").click()
    expect(page.get_by_text("Each row is a difference between the log and the house rules.")).to_be_visible()
    context.close()
