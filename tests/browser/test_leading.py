"""Where a list leads and what a page tells of itself: one key a finding, files with what is found in
them, pages that stand still without scripts, and the API on a narrow screen.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.site import PATIENCE, Site, file
from tests.sampled import one_of
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
ROWS = 12
UNREAD = """
INSERT INTO upload (receipt, venue_id, sha256, size, file_name)
VALUES (gen_random_uuid()::text, 1, decode(repeat('07', 32), 'hex'), 9, 'waits.txt') RETURNING receipt
"""
# The application deletes no upload; what another stands for counts no more.
NO_MORE = "UPDATE upload SET state = 'done', finished_at = now(), superseded_at = now() WHERE file_name = 'waits.txt'"


@pytest.fixture(scope="module", autouse=True)
def _found(site: Site) -> None:
    site.sent(history(*[HandText(number=str(6700000 + place), bet=15) for place in range(ROWS)]), "wrong.txt")


@pytest.fixture
def unread(site: Site) -> Iterator[str]:
    """The receipt of an upload that nobody reads, so that its page stays as it is."""
    with site.place.database.begin() as connection:
        receipt: str = connection.exec_driver_sql(UNREAD).scalar_one()
    yield receipt
    with site.place.database.begin() as connection:
        connection.exec_driver_sql(NO_MORE)


def focus(page: Page) -> Locator:
    return page.locator(":focus")


@pytest.mark.parametrize("width", one_of(2, [1280, 320]))
def test_a_finding_is_one_key_and_the_list_is_two_keys_away(width: int, browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto("/findings")
    page.keyboard.press("Tab")
    expect(focus(page)).to_have_text("To the content")
    page.keyboard.press("Tab")
    expect(focus(page)).to_have_text("Go to the list of findings")
    expect(focus(page)).to_be_in_viewport()
    page.keyboard.press("Enter")
    rows = page.locator("table.found tbody tr")
    expect(rows).to_have_count(ROWS)
    for row in rows.all():
        page.keyboard.press("j")
        expect(row.locator(":focus")).to_have_count(1)
        expect(focus(page)).to_be_in_viewport()
    number = rows.last.locator(".which .anywhere").inner_text()
    page.keyboard.press("Enter")
    page.get_by_role("link", name=re.compile(r"Show event \d+")).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {number}")
    expect(page.locator(":target")).to_have_class(re.compile(r"\boffends\b"))
    context.close()


@pytest.mark.parametrize("width", one_of(2, [1280, 320], first=1))
def test_every_cell_of_a_row_leads_to_its_finding(width: int, browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, viewport={"width": width, "height": 800})
    page = context.new_page()
    for cell in ("th", ".whole", ".street", ".amount", ".stands"):
        page.goto("/findings")
        row = page.locator("table.found tbody tr").nth(3)
        row.scroll_into_view_if_needed()
        number = row.locator(".which .anywhere").inner_text()
        box = row.locator(cell).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page).to_have_title(f"B402 in hand {number} · Stud Auditor")
    context.close()


def test_the_row_of_each_file_leads_to_what_is_found_in_it(page: Page) -> None:
    page.goto("/uploads")
    lawful = history(HandText(number="6800001"))
    faulty = history(HandText(number="6800002", bet=15), HandText(number="6800003", bet=25))
    page.get_by_label("Hand histories").set_input_files([file("lawful.txt", lawful), file("faulty.txt", faulty)])
    page.get_by_role("button", name="Upload and audit").click()
    page.wait_for_url("**/uploads/received?*")
    expect(page.locator("[data-progress=finished]")).to_be_visible()
    expect(page.get_by_role("row", name="lawful.txt")).to_contain_text("1 audited")
    expect(page.get_by_role("row", name="lawful.txt")).to_contain_text("no finding")
    expect(page.get_by_role("row", name="All 2 files")).to_contain_text("2 findings")
    page.get_by_role("row", name="faulty.txt").get_by_role("link", name="2 findings").click()
    expect(page.locator("table.found tbody tr")).to_have_count(2)


@pytest.mark.parametrize("address", ["/uploads/{}", "/uploads/received?receipts={}"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_page_that_stands_still_has_a_notice(
    scripts: bool, address: str, browser: Browser, site: Site, unread: str
) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=scripts)
    page = context.new_page()
    page.goto(address.format(unread))
    again = page.get_by_role("link", name="load this page again")
    expect(page.get_by_text("You can close this page.")).to_be_visible()
    if scripts:
        with page.expect_response(re.compile("/uploads/")):
            pass
        # Neither on the page as it came nor in the part that was fetched anew.
        expect(page.get_by_text("Some hands are not audited yet.")).to_be_hidden()
    else:
        expect(page.get_by_text("Some hands are not audited yet.")).to_be_visible()
        with page.expect_response(re.compile("/uploads/")):
            again.click()
        expect(page).to_have_url(re.compile(re.escape(unread)))
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("waits.txt|1 file received"))
    context.close()


def test_an_answer_of_the_api_fits_a_narrow_screen(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, viewport={"width": 320, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/api/v1/docs/try")
    page.locator("#docs .opblock-summary-control").first.click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    page.locator(".live-responses-table .response-col_status", has_text="200").first.wait_for()
    wide = page.evaluate(
        """() => { const right = document.querySelector("#docs").getBoundingClientRect().right;
                   return [...document.querySelectorAll("#docs *")]
                     .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > right + 1)
                     .map(each => each.className); }"""
    )
    assert (wide, page.evaluate("document.documentElement.scrollWidth")) == ([], 320)
    # A name in pieces of three letters would fit too, and nobody could read it.
    lines = "at => Math.round(at.getBoundingClientRect().height / parseFloat(getComputedStyle(at).fontSize) / 1.5)"
    path = page.locator("#docs .opblock-summary-path").first
    assert path.evaluate(lines) == 1
    for each in page.locator("#docs .opblock.is-open .parameter__name").all():
        assert each.evaluate(lines) == 1
    context.close()
