"""A zip and another encoding, by the keyboard alone and on a narrow screen."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE, Site, file
from tests.printers.zips import DEFLATED, Packed, zipped
from tests.sampled import one_of
from tests.web.night import NIGHT, HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

COLLECTED = re.compile(r"/uploads/[0-9a-f]{4}(-[0-9a-f]{4}){3}")
LONG = "2026/november/a folder with quite a long name/evening of the 12th, table Ivy.txt"


def archive(first: int) -> bytes:
    """Three files, their hands numbered from `first`: a good one, one with a password, one in another encoding."""
    cyrillic = history(HandText(number=f"{first + 2}", players=("Яна", "Bo", "Cy"))).decode().encode("cp1251")
    return zipped(
        Packed(LONG.encode(), NIGHT.replace(b"42", b"%d" % first), DEFLATED),
        Packed(b"locked.txt", history(HandText(number=f"{first + 1}")), flags=1),
        Packed(b"cyrillic.txt", cyrillic),
    )


@pytest.fixture(params=one_of(2, [1280, 320]), ids=["desk", "phone"])
def desk(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(base_url=site.address, viewport={"width": request.param, "height": 800})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def tabbed(page: Page, name: str) -> None:
    """Goes on by the tabulator until what is called so has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        held = page.evaluate(
            "() => document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
        )
        if held.strip() == name:
            return
    raise AssertionError(f"{name} is not reached by the keyboard")


def assert_fits(page: Page) -> None:
    wide, room = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
    for choice in page.locator("main select").all():
        box = choice.evaluate(
            """at => { const form = at.form; const edge = getComputedStyle(form);
                       return [at.getBoundingClientRect().right,
                               form.getBoundingClientRect().right - parseFloat(edge.paddingRight)]; }"""
        )
        assert box[0] <= box[1] + 1, "a list of choices stays within its panel"
    faults = Axe().run(page).response["violations"]
    assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


def test_an_archive_goes_in_and_one_of_its_files_is_read_again_by_the_keyboard(desk: Page) -> None:
    desk.goto("/uploads")
    assert_fits(desk)
    assert desk.viewport_size is not None
    zip_file = file("november.zip", archive(desk.viewport_size["width"]), "application/zip")
    desk.get_by_label("Hand histories").set_input_files(zip_file)
    tabbed(desk, "Upload and audit")
    desk.keyboard.press("Enter")
    desk.wait_for_url(COLLECTED)
    expect(desk.locator("[data-progress=finished]")).to_be_visible()
    rows = desk.get_by_role("region", name="Files in the archive").locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("4 hands = ")
    expect(rows.nth(1)).to_contain_text("This file is encrypted. Pack the file again without a password.")
    assert_fits(desk)

    tabbed(desk, "cyrillic.txt")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("cyrillic.txt")
    before = desk.url
    assert_fits(desk)
    tabbed(desk, "Do the names of players look wrong? Re-read the file in this encoding")
    desk.keyboard.type("Windows-1251")
    tabbed(desk, "Re-read the file")
    desk.keyboard.press("Enter")
    desk.wait_for_url(lambda url: url != before)
    expect(desk.locator("[data-progress=finished]")).to_be_visible()
    expect(desk.get_by_role("region", name="Result")).to_contain_text("encoding Windows-1251, Cyrillic")
    assert_fits(desk)
    desk.goto(before)
    expect(desk.get_by_text("Superseded: the auditor read the file again in another encoding.")).to_be_visible()
    assert_fits(desk)
