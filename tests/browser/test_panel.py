"""A finding beside its list: opened, followed and closed by keys, with the address and the focus where they
are looked for; where there is little room, and without scripts, its own page opens as ever.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.panel import LIST, beside, lead, opened, rows, wait_for_panel
from tests.browser.site import PATIENCE, Site
from tests.browser.walked import SCHEMES, axe, look
from tests.sampled import one_of
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
MANY = 12


@pytest.fixture(scope="module", autouse=True)
def _night(site: Site) -> None:
    site.sent(history(*[HandText(number=str(7300000 + place), bet=15) for place in range(MANY)]), "wrong.txt")


@pytest.mark.usefixtures("complaints")
@pytest.mark.parametrize("key", ["Enter", "ArrowRight"])
@pytest.mark.parametrize("closing", one_of(3, ["Escape", "ArrowLeft", "Close"]))
def test_a_key_leads_into_the_finding_and_another_back_to_its_row(key: str, closing: str, page: Page) -> None:
    page.goto(LIST)
    page.keyboard.press("j")
    page.keyboard.press("j")
    number = rows(page)[1]
    page.keyboard.press(key)
    wait_for_panel(page, number)
    expect(beside(page).get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_title(re.compile(r"B402 in hand \d+ · Stud Auditor"))
    assert page.locator("table.found").is_visible()
    if closing == "Close":
        beside(page).get_by_role("button", name="Close").press("Enter")
    else:
        page.keyboard.press(closing)
    expect(page.locator("#beside")).to_be_hidden()
    expect(lead(page, number)).to_be_focused()
    expect(page).to_have_url(re.compile(r"code=B402$"))
    expect(page).to_have_title("Findings · Stud Auditor")


@pytest.mark.usefixtures("complaints")
def test_the_panel_has_the_text_of_the_page(page: Page) -> None:
    number = opened(page)
    parts = "all => all.map(each => each.innerText)"
    headings = beside(page).locator("h1, h2, h3").evaluate_all(parts)
    own = beside(page).get_by_role("link", name="Open as a page").get_attribute("href")
    assert own == f"/findings/{number}?list=code%3DB402"
    page.goto(own)
    assert page.locator("article").locator("h1, h2, h3").evaluate_all(parts) == headings


@pytest.mark.usefixtures("complaints")
def test_it_follows_the_row_in_hand_and_leaves_the_focus_there(page: Page) -> None:
    opened(page)
    page.keyboard.press("Shift+Tab")
    numbers = rows(page)
    for key, at in (("j", 1), ("j", 2), ("k", 1)):
        page.keyboard.press(key)
        wait_for_panel(page, numbers[at])
        expect(lead(page, numbers[at])).to_be_focused()
    hand = page.locator(f"[data-row='{numbers[1]}'] .which a").inner_text()
    expect(page.locator("#announcer")).to_have_text(f"Beside the list: B402 in hand {hand}.")
    for _ in range(5):
        page.keyboard.press("j")
    wait_for_panel(page, numbers[6])
    page.keyboard.press("ArrowRight")
    expect(beside(page).get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.usefixtures("complaints")
def test_with_the_focus_in_it_the_tick_and_the_neighbours_of_its_row_are_meant(page: Page) -> None:
    number = opened(page, 1)
    tick = page.get_by_role("checkbox", checked=True)
    page.keyboard.press("x")
    expect(tick).to_have_value(number)
    hand = page.locator(f"[data-row='{number}'] .which a").inner_text()
    expect(page.locator("#announcer")).to_have_text(f"B402, hand {hand}: selected.")
    expect(beside(page).get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("x")
    expect(tick).to_have_count(0)
    expect(page.locator("#announcer")).to_have_text(f"B402, hand {hand}: not selected.")
    page.keyboard.press("j")
    wait_for_panel(page, rows(page)[2])
    page.keyboard.press("x")
    expect(tick).to_have_value(rows(page)[2])


def test_with_the_focus_in_it_an_act_is_its_own_and_never_that_of_a_row(page: Page) -> None:
    number = opened(page)
    page.keyboard.press("d")
    expect(beside(page).locator("details.act[open]")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate("document.querySelectorAll('#beside .act, #beside form').forEach(each => each.remove())")
    beside(page).get_by_role("heading", level=1).focus()
    for key in ("c", "d", "a", "m"):
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("x")  # what was pressed before it is done, or never will be
    expect(page.get_by_role("checkbox", checked=True)).to_have_value(number)
    expect(page.locator("[data-done]")).to_have_count(0)


def test_back_closes_it_forward_opens_it_and_walking_does_not_lengthen_the_way(page: Page) -> None:
    page.goto("/rules")
    opened(page, 1)
    page.keyboard.press("j")
    number = rows(page)[2]
    wait_for_panel(page, number)
    page.go_back()
    expect(page.locator("#beside")).to_be_hidden()
    assert page.url.endswith(LIST)
    page.go_forward()
    wait_for_panel(page, number)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"code=B402$"))
    page.keyboard.press("Enter")
    wait_for_panel(page, number)
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))


def test_closed_and_opened_in_one_breath_it_is_open(page: Page) -> None:
    number = opened(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    wait_for_panel(page, number)
    page.go_back()
    expect(page.locator("#beside")).to_be_hidden()


@pytest.mark.usefixtures("complaints")
@pytest.mark.parametrize(("presses", "is_open"), [(["lead"], True), (["lead", "close"], False)])
def test_opened_again_before_the_step_back_ends_it_is_as_the_last_press_left_it(
    presses: list[str], is_open: bool, page: Page
) -> None:
    """All presses come in one turn of the script, so before the browser has gone back."""
    page.goto("/rules")
    number = opened(page)
    page.evaluate(
        """([number, presses]) => new Promise((gone) => {
             const places = {lead: `[data-row="${number}"] .lead`, close: "[data-close]"};
             window.addEventListener("popstate", () => setTimeout(gone), {once: true});
             for (const press of ["close", ...presses]) document.querySelector(places[press]).click();
           })""",
        [number, presses],
    )
    if is_open:
        wait_for_panel(page, number)
        page.go_back()
    expect(page.locator("#beside")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"code=B402$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))


def test_it_is_there_again_after_a_reload_and_for_whoever_is_sent_the_address(page: Page) -> None:
    number = opened(page, 3)
    page.reload()
    wait_for_panel(page, number)
    expect(beside(page).get_by_role("heading", level=1)).to_be_focused()
    address, other = page.url, page.context.new_page()
    other.goto(address)
    wait_for_panel(other, number)
    other.keyboard.press("j")
    wait_for_panel(other, rows(other)[4])
    other.keyboard.press("Escape")
    expect(other).to_have_url(re.compile(r"code=B402$"))
    beside(page).get_by_role("link", name="Show the table").click()
    page.wait_for_url("**/step/*")
    page.go_back()
    wait_for_panel(page, number)


def test_a_missing_finding_is_refused_once_and_back_leads_away(page: Page) -> None:
    page.goto("/")
    page.goto(f"{LIST}#finding-999999")
    expect(page.locator("[data-refused]")).to_have_text(
        "There is no finding 999999. The list of findings shows all findings."
    )
    page.get_by_role("link", name="The list of findings").click()
    expect(page.locator("[data-row]").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/findings\?all=yes$"))
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_press_opens_it_and_with_control_its_page_opens_as_ever(page: Page) -> None:
    page.goto(LIST)
    number = rows(page)[0]
    lead(page, number).click()
    wait_for_panel(page, number)
    with page.context.expect_page() as other:
        lead(page, rows(page)[1]).click(modifiers=["Control"])
    other.value.wait_for_url("**/findings/*?list=code%3DB402")
    wait_for_panel(page, rows(page)[1])  # pressed, it is the row in hand
    expect(lead(page, rows(page)[1])).to_be_focused()


def test_on_a_narrow_screen_and_without_scripts_its_page_opens(browser: Browser, site: Site) -> None:
    for width, scripts in ((320, True), (1090, True), (1280, False)):
        context = browser.new_context(
            base_url=site.address, java_script_enabled=scripts, viewport={"width": width, "height": 800}
        )
        page = context.new_page()
        page.goto(LIST)
        page.locator(".lead").first.press("Enter")
        page.wait_for_url("**/findings/*?list=code%3DB402")
        expect(page.get_by_role("link", name="List")).to_be_visible()
        context.close()


def test_a_window_that_becomes_narrow_keeps_the_finding_and_the_list_comes_back(page: Page) -> None:
    number = opened(page)
    page.set_viewport_size({"width": 320, "height": 700})
    expect(beside(page)).to_be_visible()
    expect(page.locator("table.found")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert axe(page, "a finding alone in its list") == []
    page.keyboard.press("Escape")
    expect(lead(page, number)).to_be_focused()


def test_escape_closes_first_what_was_opened_last(page: Page) -> None:
    number = opened(page)
    beside(page).get_by_role("button", name="At stake").press("Enter")
    expect(page.locator(".meaning:popover-open")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".meaning:popover-open")).to_have_count(0)
    page.keyboard.press("d")
    expect(page.locator("details.act[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("details.act[open]")).to_have_count(0)
    wait_for_panel(page, number)
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys of this page")
    expect(sheet.get_by_role("row", name="Close the finding")).to_contain_text("Esc←")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    wait_for_panel(page, number)


@pytest.mark.campaign
@pytest.mark.parametrize("width", [1280, 1110])
def test_axe_finds_nothing_with_it_open(width: int, browser: Browser, site: Site) -> None:
    for scheme in SCHEMES:
        context = browser.new_context(base_url=site.address, **look(scheme, width))
        page = context.new_page()
        opened(page, 1)
        page.keyboard.press("d")
        assert axe(page, f"{scheme} {width}", scheme) == []
        assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
        context.close()


def test_tab_reaches_all_of_it_and_goes_on(page: Page) -> None:
    opened(page)
    wanted = (
        beside(page).locator("article").locator("a:visible, button:visible, summary:visible, textarea:visible").count()
    )
    page.keyboard.press("Shift+Tab")  # what stands above the heading
    reached = set()
    while page.evaluate("document.activeElement.closest('#beside')") is not None:
        reached.add(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        page.keyboard.press("Tab")
    assert len(reached) == wanted
    expect(page.locator("footer :focus")).to_have_count(1)
