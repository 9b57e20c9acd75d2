"""Keys as a person presses them: on a page that stands."""

from playwright.sync_api import Page, expect


def press(page: Page, *keys: str) -> None:
    """Presses these keys one after the other. A page that is still loading hears no key, so each waits for its page."""
    for key in keys:
        expect(page.locator("html.keyed")).to_be_attached()
        page.keyboard.press(key)
