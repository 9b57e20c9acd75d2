"""Names of players that are blank, very long, written from right to left, or full of accents: each hand is kept, and
the pages stay readable.
"""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.site import PATIENCE, Site
from tests.sampled import one_of

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
LONG = "W" * 400
ACCENTS = "Z" + "\u0301" * 60 + "oe"
HEBREW = "\u05d3\u05e0\u05d9"
HAND = f"""\
hand 5501
stakes 10/20 bring-in 3 ante 1
seat 1 "   " 500
seat 2 "{LONG}" 500
seat 3 "{HEBREW}" 500
seat 4 "{ACCENTS}" 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9d
4 [xx xx] Js
1 brings in 3
2 calls 3
3 raises to 30
"""
# The names that are higher than two lines of text, or wider than the window.
TOO_LARGE = """() => [...document.querySelectorAll("main bdi:not(.whole)")].filter(each => {
  if (!each.checkVisibility()) return false;
  const box = each.getBoundingClientRect();
  return box.height > 2 * parseFloat(getComputedStyle(each).lineHeight) || box.right > innerWidth;
}).map(each => each.textContent.slice(0, 20))"""


@pytest.mark.parametrize("width", one_of(2, [1280, 320]))
def test_strange_names_are_kept_and_cut_on_the_screen(width: int, browser: Browser, site: Site) -> None:
    site.sent(HAND.encode(), "names.hand")
    context = browser.new_context(base_url=site.address, viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto("/hands?number=5501")
    hand = page.url.partition("?")[0]
    for address in (
        hand,
        f"{hand}/step/3.4",
        f"{page.request.get(site.address + '/findings.json').json()['findings'][0]['id']}",
    ):
        page.goto(address if address.startswith("http") else f"/findings/{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        assert page.evaluate(TOO_LARGE) == []
    page.goto(hand)
    for name in ("⟨blank name⟩", LONG, HEBREW, ACCENTS):
        expect(page.locator("bdi.cut", has_text=name).first).to_have_text(name)
    paid = page.request.get(f"{hand}.json").json()["settlement"]["seats"]
    assert [seat["player"] for seat in paid] == ["   ", LONG, HEBREW, ACCENTS]
    context.close()
