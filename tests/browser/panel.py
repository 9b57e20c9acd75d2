"""A finding beside its list, as tests open it and wait for it."""

import re

from playwright.sync_api import Locator, Page, expect

LIST = "/findings?code=B402"


def beside(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("B402 Wager of the wrong size"))


def rows(page: Page) -> list[str]:
    """The findings of the list, by number."""
    return [row.get_attribute("data-row") or "" for row in page.locator("[data-row]").all()]


def lead(page: Page, number: str) -> Locator:
    return page.locator(f"[data-row='{number}'] .lead")


def wait_for_panel(page: Page, number: str) -> None:
    """Waits until that finding stands beside the list, its row marked, its number in the address."""
    expect(page.locator("#beside")).to_have_attribute("data-shows", number)
    expect(page.locator("#beside [data-part]")).not_to_have_attribute("inert", "")
    expect(page.locator("[data-row]:has([aria-current])")).to_have_attribute("data-row", number)
    expect(page).to_have_url(re.compile(f"#finding-{number}$"))


def opened(page: Page, at: int = 0, address: str = LIST) -> str:
    """The number of a finding that was opened from its row by keys."""
    page.goto(address)
    for _ in range(at + 1):
        page.keyboard.press("j")
    number = rows(page)[at]
    page.keyboard.press("Enter")
    wait_for_panel(page, number)
    return number
