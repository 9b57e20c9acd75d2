"""Decisions on a finding beside its list: list and finding both tell of them, and the next one comes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.panel import beside, lead, opened, rows, wait_for_panel
from tests.browser.site import PATIENCE, Site
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
MANY = 12


@pytest.fixture(scope="module", autouse=True)
def _night(site: Site) -> None:
    site.sent(history(*[HandText(number=str(7400000 + place), bet=15) for place in range(MANY)]), "wrong.txt")


@pytest.mark.usefixtures("complaints")
def test_list_and_finding_have_the_decision(page: Page) -> None:
    """In a list of everything what is decided stays where it is."""
    number = opened(page, 2, "/findings?code=B402&grade=violation")
    row = page.locator(f"[data-row='{number}']")
    decision = beside(page).get_by_role("region", name="Decision")
    for keys, state in ((("c",), "confirmed"), (("r",), "open"), (("d", "2"), "dismissed"), (("u",), "open")):
        for key in keys:
            page.keyboard.press(key)
        expect(row.locator(".stands")).to_contain_text(state)
        expect(decision).to_contain_text(state.capitalize())
        wait_for_panel(page, number)
    expect(page.locator("#announcer")).to_have_text("1 finding restored.")
    expect(lead(page, number)).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.press("1")
    expect(decision).to_contain_text("until the house's rules change")
    expect(lead(page, number)).to_be_focused()


@pytest.mark.usefixtures("complaints")
def test_a_list_of_what_is_open_is_worked_through_beside_it(page: Page) -> None:
    """What is decided leaves the list, and the next one comes: into the hand, and beside the list."""
    opened(page, 0, "/findings?triage=open&code=B402")
    numbers = rows(page)
    page.keyboard.press("c")
    wait_for_panel(page, numbers[1])
    expect(beside(page).get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator("[data-done]")).to_have_text("1 finding confirmed.")
    page.keyboard.press("j")
    page.keyboard.press("k")
    wait_for_panel(page, numbers[1])
    for keys, after in ((("c",), 2), (("d", "1"), 3), (("a", "1"), 4)):
        for key in keys:
            page.keyboard.press(key)
        wait_for_panel(page, numbers[after])
        expect(lead(page, numbers[after])).to_be_focused()
    page.keyboard.press("u")
    wait_for_panel(page, numbers[3])
    expect(lead(page, numbers[3])).to_be_focused()


def test_keys_pressed_ahead_decide_what_is_in_hand_and_nothing_twice(page: Page) -> None:
    opened(page, 0, "/findings?triage=open&code=B402")
    numbers = rows(page)
    page.evaluate(
        """() => { for (const key of ["c", "c", "r"]) document.activeElement.dispatchEvent(
                     new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})); }"""
    )
    wait_for_panel(page, numbers[2])
    states = [page.request.get(f"/findings/{each}.json").json()["triage"] for each in numbers[:3]]
    assert states == ["confirmed", "confirmed", "open"]


def test_when_nothing_is_left_the_last_one_stays_with_what_was_decided(page: Page) -> None:
    opened(page, 0, "/findings?triage=open&code=B402")
    last = rows(page)[-1]
    for left in range(len(rows(page)) - 1, -1, -1):
        page.keyboard.press("c")
        expect(page.locator("[data-row]")).to_have_count(left)
    expect(page.locator("#beside")).to_have_attribute("data-shows", last)
    expect(beside(page).get_by_role("region", name="Decision")).to_contain_text("Confirmed")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
