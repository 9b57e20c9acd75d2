"""The replayer in a browser: its keys, its buttons, what it says aloud; without scripts; good for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE, Site
from tests.sampled import one_of
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

# A bet of the wrong size on fourth street: event 14, the fourth of its street.
FOUND = "/hands/1/step/4.4"
LOOKS = (("light", 1280), ("dark", 768), ("light", 320))


@pytest.fixture(scope="module", autouse=True)
def hand(site: Site) -> None:
    """One hand with a fault in it."""
    site.sent(history(HandText(number="4200009", bet=15)), "planted.txt")


def at(page: Page, address: str) -> None:
    """Waits for the step: its address, and the table that belongs to it."""
    page.wait_for_url(f"**/hands/1/step/{address}")
    page.locator(f'#go-link[href="{address}"]').wait_for()


def test_keys_walk_through_the_hand_and_each_step_is_announced(page: Page) -> None:
    page.goto(FOUND)
    walked = (
        ("ArrowRight", "4.5"),
        ("ArrowLeft", "4.4"),
        ("Shift+ArrowRight", "5.1"),
        ("Shift+ArrowLeft", "4.1"),
        ("n", "4.4"),
        ("Home", "0.1"),
        ("n", "4.4"),
        ("h", "4.4?cards=known"),
        ("h", "4.4"),
        ("End", "9.5"),
        ("p", "4.4"),
    )
    for key, address in walked:
        page.keyboard.press(key)
        at(page, address)
    expect(page.locator("#announcer")).to_contain_text("Step 14, fourth street. Birch bets 15. Play B402, stated:")
    page.go_back()
    at(page, "9.5")


def test_a_key_pressed_twice_at_once_is_two_steps(page: Page) -> None:
    page.goto("/hands/1/step/3.1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, "3.3")


def test_every_key_has_its_button_and_focus_stays_on_it(page: Page) -> None:
    page.goto(FOUND)
    told = page.locator(".player [aria-keyshortcuts]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-keyshortcuts'))"
    )
    assert sorted(told) == sorted(
        ["Home", "Shift+ArrowLeft", "ArrowLeft", "ArrowRight", "Shift+ArrowRight", "End", "p", "n", "h", "y", "Space"]
    )
    small = page.locator(".player :is(a, button, input, select):visible").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).filter(box => box.width < 24 || box.height < 24).length"
    )
    assert small <= 2  # the code and the title of the finding stand in a sentence
    page.locator("#go-next").press("Enter")
    at(page, "4.5")
    expect(page.locator("#go-next")).to_be_focused()


def test_a_key_leads_to_the_hand_beside_in_the_list_and_back(page: Page, site: Site) -> None:
    """At each to the step that was found fault with; what is walked in between keeps the list."""
    site.sent(history(HandText(number="4200010", bet=15)), "beside.txt")
    first, second = page.request.get("/findings.json?code=B402").json()["findings"]
    page.goto(f"/hands/{first['hand_id']}/step/3.1?list=code%3DB402&at={first['id']}")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/step/3.2?list=code%3DB402&at={first['id']}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("row", name="Next hand")).to_contain_text("]")
    page.keyboard.press("Escape")
    there = "/hands/{hand_id}/step/4.4?house={house}&list=code%3DB402&at={id}"
    for key, found in (("]", second), ("[", first)):
        page.keyboard.press(key)
        page.wait_for_url(f"**{there.format(**found)}")
    for each in page.get_by_role("navigation", name="In the list").get_by_role("link").all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
    page.get_by_role("link", name="List").click()
    page.wait_for_url("**/findings?code=B402")


def test_without_scripts_the_links_do_the_same(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/hands/1")
    page.get_by_role("link", name="show the table").click()
    page.wait_for_url(f"**{FOUND}")
    page.get_by_role("link", name="Next step").click()
    page.wait_for_url("**/4.5")
    page.get_by_role("link", name="Hide names").click()
    page.wait_for_url("**names=masked")
    assert "Birch" not in page.content()
    context.close()


@pytest.mark.parametrize("look", one_of(3, LOOKS, first=1))
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    browser: Browser, site: Site, look: tuple[str, int]
) -> None:
    scheme, width = look
    context = browser.new_context(
        base_url=site.address,
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": 800},
    )
    page = context.new_page()
    page.goto(f"{FOUND}?cards=known")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    rank = page.locator(".oval .seat .k").first
    size = rank.evaluate("at => parseFloat(getComputedStyle(at).fontSize) * at.getScreenCTM().a")
    assert size >= 11
    # The picture or the grid: never both, never neither. Without the press, the grid is there for screen readers only.
    for pressed in (False, True):
        page.get_by_label("Show the table as a grid").set_checked(pressed)
        assert page.locator(".oval").is_visible() == (not pressed)
        assert page.locator(".aligned").first.evaluate("at => at.clientWidth > 1") == pressed
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()
