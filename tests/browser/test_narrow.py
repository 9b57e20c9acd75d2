"""Nothing is lost where there is little room: on a narrow screen and on paper."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.site import Site
from tests.web.night import NIGHT, HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

NAMES = ("Hippopotamus", "Bo", "Cy")


@pytest.fixture(scope="module")
def hand(site: Site) -> str:
    """The address of a hand with a name that is longer than a narrow column."""
    site.sent(history(HandText(number="4200009", players=NAMES, bet=15)), "narrow.txt")
    site.sent(NIGHT, "night.txt")
    return "/hands?number=4200009"


@pytest.fixture(params=[("screen", 320), ("screen", 800), ("print", 720)], ids=["phone", "tablet", "paper"])
def narrow(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Page]:
    """A page with little room."""
    medium, width = request.param
    context = browser.new_context(base_url=site.address, viewport={"width": width, "height": 700})
    page = context.new_page()
    page.emulate_media(media=medium)
    yield page
    context.close()


def test_acts_amounts_and_names_stay_whole(narrow: Page, hand: str) -> None:
    narrow.goto(hand)
    acts = narrow.locator(".grid .acts span")
    assert "raises to 10" in [each.inner_text() for each in acts.all()]
    for each in [*acts.all(), *narrow.locator("#settled .number, #settled bdi").all()]:
        told = each.evaluate(
            """at => { const box = at.getBoundingClientRect(); const range = document.createRange();
                       range.selectNodeContents(at); const words = range.getBoundingClientRect();
                       const panel = at.closest(".panel").getBoundingClientRect();
                       const shown = at.textContent === "" || box.height > 0;
                       return [at.textContent, shown, words.right <= panel.right + 1]; }"""
        )
        assert told[1:] == [True, True], told
    lines = narrow.locator("#settled bdi").first.evaluate("at => at.getClientRects().length")
    assert lines == 1


def test_the_parts_of_the_desk_stand_in_two_lines_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto("/")
    links = [each.bounding_box() for each in page.locator(".top nav a").all()]
    assert [len({each["y"] for each in half if each}) for half in (links[:4], links[4:])] == [1, 1]
    assert min(each["height"] for each in links if each) >= 24
    assert page.locator(".top nav [aria-current]").inner_text() == "Desk"
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_on_paper_nothing_is_to_be_pressed_and_nothing_folded(browser: Browser, site: Site, hand: str) -> None:
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.goto(hand)
    seen = """at => at.checkVisibility({contentVisibilityAuto: true}) && at.getBoundingClientRect().height > 0"""
    folded = page.locator("details.lead li").first
    shown = [page.locator("main form"), page.locator(".strip")]
    assert [each.evaluate(seen) for each in (folded, *shown)] == [False, True, True]
    page.emulate_media(media="print")
    assert [each.evaluate(seen) for each in (folded, *shown)] == [True, False, False]
    context.close()


def test_panels_beside_each_other_begin_at_one_height(page: Page, hand: str) -> None:
    page.goto("/help")
    panels = page.locator(".halves > .panel").all()
    tops = {each.evaluate("panel => panel.getBoundingClientRect().top") for each in panels}
    assert len(tops) == 1


def test_tables_below_each_other_are_apart(page: Page, hand: str) -> None:
    page.goto(hand)
    first, second = (each.bounding_box() for each in page.locator("#settled table").all())
    assert first is not None
    assert second is not None
    assert second["y"] - first["y"] - first["height"] >= 12
