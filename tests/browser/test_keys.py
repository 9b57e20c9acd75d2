"""Keys: a night is worked through by them alone, counted; each presses what stands on the page, and none does anything
to whoever is typing.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from auditor.web.rulebook.keyboard import KEYS
from tests.browser.keyboard import press
from tests.browser.site import PATIENCE, Site
from tests.sampled import one_of
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
MANY = 64


@pytest.fixture(scope="module", autouse=True)
def _night(site: Site) -> None:
    site.sent(history(*[HandText(number=str(6900000 + place), bet=15) for place in range(MANY)]), "wrong.txt")


class Pressed:
    """The keys of a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def __call__(self, *keys: str) -> None:
        press(self.page, *keys)
        self.count += len(keys)


def open_ones(page: Page) -> int:
    """How many are open still, as the API of the pages says."""
    found: int = page.request.get("/findings.json?triage=open").json()["total"]
    return found


def in_hand(page: Page) -> str | None:
    row: str | None = page.evaluate("document.activeElement.closest('[data-row]')?.dataset.row")
    return row


@pytest.mark.parametrize("number", [8, pytest.param(50, marks=pytest.mark.campaign)])
def test_findings_take_at_most_three_keys_each(number: int, page: Page) -> None:
    """Eight in a row, and fifty in the campaign; the last is dismissed."""
    page.goto("/findings")
    before = open_ones(page)
    counted = Pressed(page)
    counted("j")
    for turn in range(number):
        row, begun = in_hand(page), counted.count
        assert row is not None
        counted(*(("c",), ("d", "2"), ("a", "Enter" if turn > 2 else "1"))[turn % 3])
        expect(page.locator(f"[data-row='{row}']")).to_have_count(0)
        assert counted.count - begun <= 3
    assert before - open_ones(page) == number
    assert counted.count <= 3 * number
    for told in ("[data-done]", "#announcer"):
        expect(page.locator(told)).to_have_text("1 finding dismissed.")
    counted("u")
    expect(page.locator("#announcer")).to_have_text("1 finding restored.")
    assert in_hand(page) == row
    assert before - open_ones(page) == number - 1


def test_keys_pressed_ahead_wait_for_what_they_are_meant_for(page: Page) -> None:
    """Three findings in one breath, faster than any answer: each gets its own decision and none gets two."""
    page.goto("/findings")
    rows = page.locator("[data-row]")
    first = [row.get_attribute("data-row") for row in rows.all()[:4]]
    before = open_ones(page)
    page.keyboard.press("j")
    page.evaluate(
        """() => {
             for (const key of ["c", "d", "1", "c"]) {
               const pressed = new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true});
               document.activeElement.dispatchEvent(pressed);
             } }"""
    )
    expect(rows.first).to_have_attribute("data-row", str(first[3]))
    assert before - open_ones(page) == 3
    assert in_hand(page) == first[3]


def test_a_refusal_stands_at_its_button_and_nothing_moves(page: Page) -> None:
    page.goto("/findings")
    page.keyboard.press("j")
    row = in_hand(page)
    page.locator("#list > input[name=back]").evaluate("field => { field.name = 'unheard-of'; }")
    page.keyboard.press("c")
    expect(page.locator(f"[data-row='{row}']").get_by_role("alert")).to_have_text(
        "The form has an unknown field: unheard-of. Load the page again and use its form."
    )
    assert in_hand(page) == row


def test_a_key_held_down_decides_once_and_walks_on(page: Page) -> None:
    page.goto("/findings")
    rows = [row.get_attribute("data-row") for row in page.locator("[data-row]").all()]
    page.keyboard.press("j")
    page.keyboard.down("j")
    page.keyboard.down("j")
    assert in_hand(page) == rows[2]
    before = open_ones(page)
    page.keyboard.down("c")
    page.keyboard.down("c")
    expect(page.locator(f"[data-row='{rows[2]}']")).to_have_count(0)
    assert before - open_ones(page) == 1


def test_a_row_is_chosen_opened_and_left_again(page: Page) -> None:
    page.goto("/findings")
    page.keyboard.press("x")
    expect(page.locator("#announcer")).to_have_text("No row is selected. Press j to go to the first row.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator("[data-row] input:checked")).to_have_count(1)
    row = in_hand(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/findings#finding-{row}")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("/findings$"))
    assert in_hand(page) == row


@pytest.mark.parametrize("width", one_of(2, [1280, 320]))
def test_without_scripts_the_same_forms_decide(width: int, browser: Browser, site: Site) -> None:
    context = browser.new_context(
        base_url=site.address, java_script_enabled=False, viewport={"width": width, "height": 800}
    )
    page = context.new_page()
    page.goto("/findings")
    before = open_ones(page)
    page.locator("#reason-dismiss").select_option("record misread")
    page.get_by_role("button", name="Dismiss", exact=True).first.click()
    expect(page.locator("[data-done]")).to_have_text("1 finding dismissed.")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Confirm", exact=True).first.click()
    expect(page.locator("[data-done]")).to_have_text("1 finding confirmed.")
    assert before - open_ones(page) == 1
    context.close()


def test_the_sheet_lists_the_keys_of_this_page_and_escape_leads_back(page: Page) -> None:
    page.goto("/rules")
    opener = page.get_by_role("link", name="Keys")
    opener.focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys of this page")
    expect(sheet.get_by_role("row")).to_have_text(
        ["KeyWhat it does", "/Search for a name or a number", "?Show the keys of this page"]
    )
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(opener).to_be_focused()
    page.goto("/findings")
    page.keyboard.press("?")
    expect(sheet.get_by_role("row")).to_contain_text(
        ["k↑Previous row", "j↓Next row", "xSelect", "→Open", "cConfirm", "dDismiss"]
    )
    page.keyboard.press("c")
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()


def test_from_a_number_to_the_settlement_in_four_keys_from_anywhere(page: Page, site: Site) -> None:
    site.sent(history(HandText(number="6900001")), "another-record.txt")
    for address, number, keys in (("/", "6900060", ["s"]), ("/nothing", "6900001", ["Enter", "s"])):
        page.goto(address)
        counted = Pressed(page)
        counted("/")
        page.keyboard.type(number)
        counted("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {number}")
        for key in keys:
            counted(key)
            page.wait_for_url("**/hands/*")
        expect(page.locator("#settled")).to_be_in_viewport()
        expect(page).to_have_url(re.compile("#settled$"))
        assert counted.count <= 4


# Every key that stands somewhere. A letter that is typed is no key, whatever it is typed into.
ALL = sorted({key for place in KEYS.values() for keys in place for key in keys.split(" ")})
FIELDS = {
    "search": ("/findings", "#search-text"),
    "checkbox": ("/findings", "[data-row] input[type=checkbox]"),
    "text": ("/findings", "#save-name"),
    "select": ("/hands/1", "#house"),
    "textarea": ("/findings/60", "#dismiss-comment"),
    "date": ("/findings/60", "#until"),
    "file": ("/uploads", "input[type=file]"),
    "contenteditable": ("/findings", "h1"),
}
STATE = """() => [location.href, document.querySelectorAll("dialog[open]").length,
                  document.querySelector("main").ariaBusy,
                  document.querySelectorAll("details.act[open]").length]"""


@pytest.mark.parametrize("kind", FIELDS)
def test_no_key_does_anything_while_something_is_typed(kind: str, page: Page) -> None:
    address, place = FIELDS[kind]
    page.goto(address)
    field = page.locator(place).first
    field.evaluate("""at => { for (let up = at; up; up = up.parentElement) if (up.matches("details")) up.open = true;
                              if (at.matches("h1")) at.contentEditable = "true"; at.focus(); }""")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    before = page.evaluate(STATE)
    for key in ALL:
        page.keyboard.press(key)
        expect(field).to_be_focused()
    assert page.evaluate(STATE) == before
    assert sent == []


def test_no_letter_does_anything_with_a_modifier_or_when_letters_are_off(page: Page) -> None:
    letters = [key for key in ALL if key.isalpha() and len(key) == 1]
    page.goto("/findings")
    page.keyboard.press("j")
    row, before = in_hand(page), page.evaluate(STATE)
    for modifier in ("ctrlKey", "altKey", "metaKey"):
        for key in letters:
            page.evaluate(
                """([key, modifier]) => document.activeElement.dispatchEvent(
                     new KeyboardEvent("keydown", {key, [modifier]: true, bubbles: true, cancelable: true}))""",
                [key, modifier],
            )
    assert (in_hand(page), page.evaluate(STATE)) == (row, before)
    page.goto("/settings")
    page.get_by_role("button", name="Turn off letter keys").click()
    page.goto("/findings")
    before = page.evaluate(STATE)
    for key in ALL:
        if len(key) == 1:
            page.keyboard.press(key)
    assert (in_hand(page), page.evaluate(STATE)) == (None, before)


def test_arrows_go_on_when_keys_of_a_single_letter_are_off(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("button", name="Turn off letter keys").click()
    page.goto("/findings")
    page.keyboard.press("j")
    assert in_hand(page) is None
    page.keyboard.press("ArrowDown")
    first = in_hand(page)
    page.keyboard.press("ArrowDown")
    second = in_hand(page)
    assert None not in (first, second)
    assert first != second
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/findings#finding-{second}")


def test_a_finding_is_decided_on_its_page_and_the_next_is_a_key_away(page: Page) -> None:
    page.goto("/findings")
    page.goto(page.locator(".lead").first.get_attribute("href") or "")
    for keys, told in (
        (("m",), "1 finding assigned."),
        (("g",), "1 finding unassigned."),
        (("d", "1"), "1 finding dismissed."),
        (("r",), "1 finding reopened."),
    ):
        press(page, *keys)
        expect(page.locator("[data-done]")).to_have_text(told)
        expect(page.get_by_role("heading", name="Decision", exact=True)).to_be_focused()
    press(page, "d", "Escape")
    expect(page.locator("summary", has_text="Dismiss")).to_be_focused()
    first = page.url
    press(page, "]")
    page.wait_for_function("first => location.href !== first", arg=first)
    press(page, "[")
    page.wait_for_url(first)
    press(page, "ArrowLeft")
    page.wait_for_url("**/findings?triage=open")
