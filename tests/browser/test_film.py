"""A hand that is played: what the script shows is what the server draws, step by step, and no key press is lost."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from auditor.formats import Read, open_log
from auditor.formats.converting import TARGETS, converted
from auditor.web.hands.replay.film import STEPS_OF_PART
from tests.browser.site import Site
from tests.browser.walked import axe
from tests.cli.command import TOP, auditor
from tests.sampled import one_of
from tests.web.night import HandText, history
from tests.web.replay import hands

pytestmark = [pytest.mark.browser, pytest.mark.database]

DEMO = TOP / "fixtures" / "demo"
FIXED = (hands.RAISED, hands.HIDDEN, hands.RUN_OUT, hands.SPLIT, hands.SHORT_ANTE, hands.RAZZ, hands.EIGHT)
LAST = "document.querySelector('.scrubber').max"

# Goes through the steps of a hand, forwards or backwards, and compares what is drawn with the page of each step.
COMPARED = """async (forwards) => {
  const count = Number(document.querySelector(".scrubber").max) + 1;
  const scrubber = document.querySelector(".scrubber");
  const different = [];
  for (let turn = 0; turn < count; turn += 1) {
    const at = forwards ? (turn + 1) % count : count - 1 - turn;
    scrubber.value = at;
    const drawn = new Promise((resolve) => {
      const watching = new MutationObserver(() => { watching.disconnect(); resolve(); });
      watching.observe(scrubber, { attributes: true });
    });
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
    await drawn;
    const page = document.querySelector("#replay");
    const address = page.querySelector(".steps [aria-current]").href;
    const text = await (await fetch(address, { headers: { Accept: "text/html" } })).text();
    const sent = new DOMParser().parseFromString(text, "text/html").querySelector("#replay");
    const copy = page.cloneNode(true);
    copy.querySelectorAll(".gathered").forEach((each) => each.remove());
    if (!copy.isEqualNode(document.adoptNode(sent))) different.push(address);
  }
  return [count, different];
}"""


@pytest.fixture(autouse=True)
def still(page: Page) -> None:
    """A reader who wants no movement, so that nothing is on its way while it is compared."""
    page.emulate_media(reduced_motion="reduce")


@pytest.fixture(scope="module", autouse=True)
def played(site: Site) -> None:
    """Hand 1 has a finding. Then the fixed hands of the replayer, and the longest hands of the demonstration.
    Hand 14 has a film of several parts.
    """
    site.sent(history(HandText(number="4200009", bet=15)), "planted.txt")
    for number, text in enumerate(FIXED):
        site.sent(text.encode(), f"fixed-{number}.hand")
    for number, text in enumerate(longest(("winamax.txt", "roberts.hand", "mixed.txt", "bovada.txt", "ipoker.xml"))):
        site.sent(text.encode(), f"long-{number}.jsonl")
    site.sent(hands.long_hand(STEPS_OF_PART + 20), "long.hand")


def longest(names: tuple[str, ...]) -> Iterator[str]:
    """The hand with the most events of each file, as our own log writes it."""
    for name in names:
        log = open_log(io.BytesIO(Path(DEMO / name).read_bytes()))
        read = [each.hand for each in log if isinstance(each, Read)]
        hand = max(read, key=lambda each: len(each.events))
        yield converted(hand, TARGETS["log"], 1, "").text


@pytest.mark.parametrize("hand", one_of(12, range(1, 14), first=10))
def test_every_step_is_drawn_as_the_server_draws_it(page: Page, hand: int) -> None:
    page.goto(f"/hands/{hand}/step?cards=known" if hand % 2 else f"/hands/{hand}/step")
    count, different = page.evaluate(COMPARED, hand % 3 > 0)
    assert count > 10
    assert different == []


def test_forty_presses_move_forty_steps_and_no_step_is_asked_for(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/hands/")[2]))
    page.goto("/hands/9/step/0.1")
    for _ in range(40):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    expect(page.locator(".player")).to_have_attribute("data-at", "40")
    expect(page.locator("#announcer")).to_contain_text("Step 40, ")
    address = page.locator(".steps [aria-current]").get_attribute("href")
    page.wait_for_url(f"**/hands/9/step/{address}")
    assert [each for each in asked if each] == ["9/step/0.1", "9/replay.json"]
    assert page.title().startswith("Hand ")
    assert ", step 40 · " in page.title()
    assert page.locator(".forms a").first.get_attribute("href") == f"/hands/9/step/{address}.json"
    assert page.locator("#go-hand").get_attribute("href") == "/hands/9#e40"


def test_the_space_bar_plays_and_pauses_and_the_end_is_an_end(page: Page) -> None:
    page.goto("/hands/1/step/0.1")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.keyboard.press("Space")
    player = page.locator(".player")
    expect(player).to_have_attribute("data-at", "1")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1500)
    expect(player).to_have_attribute("data-at", "2")
    page.get_by_label("Speed").select_option("very fast")
    page.clock.run_for(1500)
    expect(player).to_have_attribute("data-at", "3")
    page.clock.run_for(200)
    expect(player).to_have_attribute("data-at", "4")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(60_000)
    expect(player).to_have_attribute("data-at", "4")
    page.keyboard.press("End")
    expect(player).to_have_attribute("data-at", page.evaluate(LAST))
    page.keyboard.press("Space")
    expect(player).to_have_attribute("data-at", "1")


@pytest.mark.parametrize(("wish", "moving"), [("no-preference", {"translate", "opacity"}), ("reduce", set())])
def test_chips_move_unless_the_reader_wants_no_movement(
    page: Page, wish: Literal["no-preference", "reduce"], moving: set[str]
) -> None:
    page.emulate_media(reduced_motion=wish)
    page.goto("/hands/1/step/3.6")
    moved = page.evaluate(
        """async () => {
          const player = document.querySelector(".player");
          const shown = new Promise((resolve) => {
            new MutationObserver(resolve).observe(player, { attributeFilter: ["data-at"] });
          });
          document.getElementById("go-next-street").click();
          await shown;
          return document.getAnimations().map((each) => each.transitionProperty);
        }"""
    )
    assert set(moved) == moving


def test_the_scrubber_says_where_it_is_and_shows_the_findings(page: Page) -> None:
    page.goto("/hands/1/step/0.1")
    scrubber = page.get_by_role("slider", name="Step")
    scrubber.focus()
    page.keyboard.press("ArrowRight")
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile("^Step 1, antes"))
    page.wait_for_url("**/step/0.2")
    count = int(page.evaluate(LAST))
    assert page.locator(".marks text").all_text_contents() == ["■"]
    assert page.locator(".marks text").get_attribute("x") == f"{round(100 * 14 / count)}%"
    scrubber.fill("14")
    expect(page.locator(".why")).to_contain_text("B402")


@pytest.mark.parametrize("address", ["/hands/1", "/findings/1", "/rules/B402/cases/1"])
def test_a_hand_is_played_on_every_page_that_is_about_it(page: Page, address: str, complaints: list[str]) -> None:
    page.goto(address)
    assert page.locator(".player").count() == 1
    # The clock stands still, so that the hand does not reach its end before the second press.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.get_by_role("slider", name="Step").fill("0")
    expect(page.locator(".player")).to_have_attribute("data-at", "0")
    page.keyboard.press("Space")
    expect(page.locator(".player")).to_have_attribute("data-at", "1")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.clock.run_for(60_000)
    expect(page.locator(".now")).to_contain_text("1 · ")
    page.clock.resume()
    assert page.locator(".oval .seat").count() >= 2
    assert page.url.endswith(address) == ("rules" not in address)
    assert axe(page, address) == []


def test_a_case_is_walked_without_scripts(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/rules/B402")
    page.get_by_role("link", name="Replay this hand").first.click()
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    expect(page.locator(".why")).to_contain_text("B402")
    page.get_by_role("link", name="Previous step").click()
    page.wait_for_url("**/rules/B402/cases/1?step=3.5")
    context.close()


def test_a_file_plays_the_hand_without_a_server(page: Page, tmp_path: Path, complaints: list[str]) -> None:
    hand, out = tmp_path / "split.hand", tmp_path / "split.html"
    hand.write_text(hands.SPLIT)
    assert auditor("replay", hand, "-o", out).code == 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(out.as_uri())
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("Shift+ArrowRight", 4), ("End", 46), ("ArrowLeft", 45)):
        page.keyboard.press(key)
        expect(page.locator(".player")).to_have_attribute("data-at", str(at))
    page.wait_for_url("**/split.html#step=9.4")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".player")).to_have_attribute("data-at", "46")
    expect(page.locator(".now")).to_contain_text("The record ends")
    assert axe(page, "the file") == []
    page.goto(f"{out.as_uri()}#step=8.1")
    page.reload()
    expect(page.locator(".now")).to_contain_text("Ann shows")
    assert {each.partition(":")[0] for each in asked} == {"file"}


def test_a_long_hand_is_played_in_parts(page: Page) -> None:
    """The keys go over the border of two parts, to the end and back, and the page asks for each part once."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/replay.json")[2]))
    page.goto("/hands/14/step/3.146")
    player = page.locator(".player")
    begun = int(player.get_attribute("data-at") or "")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-at", str(begun + 5))
    page.keyboard.press("End")
    expect(player).to_have_attribute("data-at", str(STEPS_OF_PART + 26))
    expect(page.locator(".now")).to_contain_text("The record ends")
    page.keyboard.press("Home")
    expect(player).to_have_attribute("data-at", "0")
    assert begun < STEPS_OF_PART <= begun + 5
    assert [each for each in asked if each] == [f"?index={begun}", f"?index={STEPS_OF_PART}"]


@pytest.mark.parametrize(("wish", "moving"), [("no-preference", True), ("reduce", False)])
def test_the_chips_move_to_the_winner(page: Page, wish: Literal["no-preference", "reduce"], moving: bool) -> None:
    page.emulate_media(reduced_motion=wish)
    page.goto("/hands/1/step/0.1")
    page.keyboard.press("End")
    expect(page.locator(".player")).to_have_attribute("data-at", page.evaluate(LAST))
    page.evaluate(
        """() => {
          window.moved = [];
          new MutationObserver(() => {
            const paid = document.querySelector(".paid");
            if (paid) window.moved.push(...paid.getAnimations().map((each) => each.transitionProperty));
          }).observe(document.querySelector(".player"), { attributeFilter: ["data-at"] });
        }"""
    )
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.locator(".paid").wait_for(state="attached")
    assert ("translate" in page.evaluate("window.moved")) == moving


def test_a_hand_without_a_film_is_walked_by_its_links(page: Page, site: Site) -> None:
    page.route("**/replay.json*", lambda route: route.fulfill(status=422, json={"message": "This hand is too long."}))
    page.goto("/hands/2/step/3.1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/step/3.2")
    expect(page.locator("h1")).to_be_visible()
