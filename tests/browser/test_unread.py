"""An unread shape in the browser: found on its page, marked, its upload read again, the counts change, taken back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.walked import axe
from tests.formats.test_unread import HAND

pytestmark = [pytest.mark.browser, pytest.mark.database]

SHAPE = "The moon rises over table NUMBER"


@pytest.fixture(scope="module")
def upload(site: Site) -> str:
    """The receipt of a file with two lines that nobody knows, of one shape, and one of another."""
    lines = "The moon rises over table 5\nThe moon rises over table 6\nThe stars shine"
    return site.sent(HAND.format(line=lines).encode(), "moon.txt").receipt


def counts(page: Page) -> list[str]:
    """The unread lines of each upload in the list, the latest first."""
    page.goto("/uploads")
    return [row.locator(".sub").first.inner_text() if "not understood" in row.inner_text() else "" for row in
            page.locator("table.rows tbody tr").all()]  # fmt: skip


def test_a_shape_is_marked_its_upload_read_again_and_the_mark_taken_back(
    page: Page, site: Site, upload: str, complaints: list[str]
) -> None:
    assert counts(page) == ["3 lines not understood"]
    page.get_by_role("link", name="Unread", exact=True).click()
    page.get_by_role("link", name=SHAPE).click()
    assert page.locator("h1").inner_text() == SHAPE
    page.get_by_role("button", name="Mark as no effect on the play").click()
    expect(page.locator("[data-done]")).to_contain_text("the auditor will read 1 upload again")
    expect(page.locator("[data-done]")).to_be_focused()
    site.done()
    assert counts(page) == ["1 line not understood", "3 lines not understood"]
    page.goto(f"/uploads/{upload}")
    expect(page.get_by_text("Superseded")).to_be_visible()

    page.goto("/unread?mark=marked")
    expect(page.get_by_role("link", name=SHAPE)).to_be_visible()
    expect(page.get_by_text("no effect on the play, says this machine")).to_be_visible()
    page.get_by_role("link", name=SHAPE).click()
    page.get_by_role("button", name="Remove the mark").click()
    expect(page.locator("[data-done]")).to_contain_text("no longer marked; the auditor will read 1 upload again")
    site.done()
    assert counts(page) == ["3 lines not understood", "1 line not understood", "3 lines not understood"]
    page.goto("/unread")
    assert page.locator("tbody tr").first.locator("td").nth(1).inner_text() == "2"


def test_it_goes_without_scripts(browser: object, site: Site, upload: str) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto("/unread")
    page.get_by_role("link", name="The stars shine").click()
    page.get_by_role("button", name="Mark as no effect on the play").click()
    expect(page.get_by_role("button", name="Remove the mark")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Mark as no effect on the play")).to_be_visible()
    context.close()
    site.done()


def test_the_keys_lead_from_the_list_to_the_shape_and_back(page: Page, upload: str) -> None:
    page.goto("/unread")
    page.keyboard.press("j")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/unread/*")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/unread")


def test_a_hand_shows_its_lines_apart_and_in_the_log(page: Page, upload: str) -> None:
    page.goto("/hands/1")
    expect(page.get_by_role("heading", name="3 lines not understood")).to_be_visible()
    assert page.locator(".event.not-understood").count() == 3


@pytest.mark.parametrize("address", ["/unread", "/unread/1", "/hands/1"])
def test_it_is_readable_for_all_and_fits_a_phone(address: str, page: Page, upload: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(address)
    assert axe(page, address) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
