"""Nothing on a page is cut off, however wide the window is: neither by a panel nor by the window's own edge."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from auditor.store.triage.venues import ask_for_two
from tests.browser.panel import LIST, opened
from tests.browser.site import PATIENCE, Site
from tests.browser.walked import fill
from tests.sampled import one_of
from tests.web.night import HandText, history
from tests.web.signed import account, link

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
WIDTHS = (320, 768, 800, 900, 1024, 1100, 1200, 1240, 1280)
# What hides more than it shows: an edge that cuts, or a panel that has to be scrolled sideways. What is for the ear
# only is clipped on purpose, and where a word is shortened an ellipsis says so.
CUT = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // charts are drawn anew
  const edge = document.documentElement.scrollWidth - innerWidth;
  const cuts = [...document.body.querySelectorAll("*")].filter(each => {
    const style = getComputedStyle(each);
    return each instanceof HTMLElement && each.scrollWidth > each.clientWidth && each.checkVisibility()
      && (["hidden", "clip"].includes(style.overflowX) || each.matches(".panel"))
      && style.clipPath === "none" && style.textOverflow === "clip" && !each.matches("input, select");
  });
  return [...(edge > 0 ? [`the window by ${edge}`] : []),
          ...cuts.map(each => `${each.className} ${each.clientWidth} < ${each.scrollWidth}`)];
}"""

# Words of at most 12 letters that stand in two lines. A longer word may have to, and a number, a digest or a key.
BROKEN = """() => {
  const clipped = each => each && (getComputedStyle(each).clipPath !== "none" || clipped(each.parentElement));
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), broken = [];
  while (words.nextNode()) {
    const around = words.currentNode.parentElement;
    if (!around.checkVisibility() || clipped(around) || around.closest("code, .mono")) continue;
    for (const word of words.currentNode.data.matchAll(/(?<![\\p{L}\\p{N}-])\\p{L}{2,12}(?![\\p{L}\\p{N}-])/gu)) {
      const range = document.createRange();
      range.setStart(words.currentNode, word.index);
      range.setEnd(words.currentNode, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(each => Math.round(each.top)));
      if (tops.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.fixture(scope="module")
def addresses(site: Site) -> list[str]:
    """The pages that are walked, and the house with the longest names of values."""
    return [*fill(site), "/houses/tda"]


def cut(page: Page, address: str) -> list[str]:
    """What is cut off on a page, at any width."""
    page.set_viewport_size({"width": WIDTHS[-1], "height": 768})
    page.goto(address)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        found += [f"{address} at {width}: {each}" for each in page.evaluate(CUT)]
    return found


@pytest.mark.parametrize("turn", one_of(4, range(4)))
def test_no_page_scrolls_sideways_and_no_word_is_broken_on_a_phone(turn: int, page: Page, addresses: list[str]) -> None:
    """At 320 px, which is also 400 % zoom on a small screen; and on a tablet no page scrolls sideways."""
    found = {}
    for address in addresses[turn::4]:
        page.set_viewport_size({"width": 320, "height": 768})
        page.goto(address)
        if broken := page.evaluate(BROKEN):
            found[address] = broken
        for width in (320, 768):
            page.set_viewport_size({"width": width, "height": 768})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found[f"{address} at {width}"] = "scrolls"
    assert found == {}


# A twelfth of the pages, and all of them in the campaign: nine widths of every page take long.
@pytest.mark.parametrize("turn", one_of(12, range(12)))
def test_no_page_is_cut_off_at_any_width(turn: int, page: Page, addresses: list[str]) -> None:
    found = [each for address in addresses[turn::12] for each in cut(page, address)]
    assert found == [], "\n".join(found)


def test_the_acts_of_a_row_are_in_sight_at_any_width(page: Page, addresses: list[str]) -> None:
    page.goto("/findings")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        acts = page.locator("[data-row]").first.locator(".acts")
        acts.scroll_into_view_if_needed()
        for act in acts.locator("button").all():
            expect(act).to_be_in_viewport(ratio=1)


def test_it_is_seen_where_something_is_cut_off(page: Page, addresses: list[str]) -> None:
    page.set_viewport_size({"width": 640, "height": 768})
    page.goto("/findings")
    page.evaluate("document.querySelector('[href*=rows]').remove()")
    assert [each for each in page.evaluate(CUT) if "panel flush" in each] != []


@pytest.fixture(scope="module")
def waited_for(site: Site, addresses: list[str], browser: Browser) -> Iterator[Page]:
    """A page of somebody who has put a dismissal forward. From here on everybody has to sign in."""
    site.sent(history(HandText(number="6690102907123456", bet=19)), "number.txt")
    with site.place.database.begin() as connection:
        ask_for_two(connection, "default", "USD", 500, 2)
    context = browser.new_context(base_url=site.address)
    page = context.new_page()
    page.goto(link(site.place.database, account(site.place.database, "Wilhelmina Ostrowska")))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/settings#password-head")
    page.goto(LIST)
    for key in ("j", "d", "2"):
        page.keyboard.press(key)
    expect(page.locator("[data-row]").first).to_contain_text("waits for a second review")
    yield page
    context.close()


def test_a_row_that_waits_for_a_second_person_is_whole(waited_for: Page) -> None:
    assert cut(waited_for, LIST) == []


def test_the_head_of_a_page_is_one_line_for_whoever_is_signed_in(waited_for: Page) -> None:
    waited_for.goto(LIST)
    for width in WIDTHS[4:]:
        waited_for.set_viewport_size({"width": width, "height": 768})
        parts = waited_for.locator(".top > div > *").all()
        middles = {round(box["y"] + box["height"] / 2) for each in parts if (box := each.bounding_box())}
        assert len(middles) == 1, width


@pytest.mark.parametrize("width", [1100, 1280])
def test_beside_its_finding_a_waiting_row_has_the_number_of_its_hand(width: int, waited_for: Page) -> None:
    waited_for.set_viewport_size({"width": width, "height": 768})
    opened(waited_for)
    number = waited_for.locator("[data-row]").first.locator(".which a")
    assert number.inner_text() == "6690102907123456"
    assert number.evaluate(
        """at => { const [words, ...more] = at.getClientRects(), cell = at.closest(".which").getBoundingClientRect();
                   return [more.length, words.left >= cell.left, words.right <= cell.right]; }"""
    ) == [0, True, True]
