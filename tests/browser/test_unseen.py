"""Two people at one finding at once, in two browsers: the second is shown in place what the first did, and nothing that
was typed is lost; also on a narrow page without scripts, and where a session ended in between.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.panel import beside, lead, opened, rows
from tests.browser.site import PATIENCE, Site
from tests.browser.walked import axe, look
from tests.sampled import one_of
from tests.web.night import HandText, history
from tests.web.signed import PASSWORD, account, link

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
LIST = "/findings?triage=open&code=B402"
TYPED = "It was a string bet, as the floor said."
CHANGED = "This finding changed in the meantime"


@pytest.fixture(scope="module")
def accounts(site: Site) -> dict[str, int]:
    """Two reviewers, and hands with a wager of the wrong size."""
    site.sent(history(*[HandText(number=str(6800000 + place), bet=15) for place in range(12)]), "wrong.txt")
    return {name: account(site.place.database, name, password=PASSWORD) for name in ("Ada", "Bob")}


def entered(browser: Browser, site: Site, number: int, width: int = 1280, *, scripts: bool = True) -> Page:
    """A page of somebody who is signed in."""
    context = browser.new_context(base_url=site.address, java_script_enabled=scripts, **look("light", width))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(link(site.place.database, number))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{site.address}/")
    return page


@pytest.fixture
def ada(browser: Browser, site: Site, accounts: dict[str, int]) -> Iterator[Page]:
    page = entered(browser, site, accounts["Ada"])
    yield page
    page.context.close()


@pytest.fixture
def bob(browser: Browser, site: Site, accounts: dict[str, int]) -> Iterator[Page]:
    page = entered(browser, site, accounts["Bob"])
    yield page
    page.context.close()


def dialog(page: Page) -> Locator:
    """What the script shows in place."""
    return page.get_by_role("dialog", name=CHANGED)


def told(page: Page) -> Locator:
    return page.locator("[data-done]")


def acts(page: Page, number: str) -> list[tuple[str, str]]:
    """The history of a finding, the latest first."""
    history_of = page.request.get(f"/findings/{number}.json").json()["history"]
    return [(each["act"], each["by"]) for each in history_of]


def confirm_by_keys(page: Page, number: str) -> None:
    page.goto(f"/findings/{number}")
    page.keyboard.press("c")
    expect(told(page)).to_have_text("1 finding confirmed.")


def test_in_a_list_by_keys_the_change_is_shown_and_escape_leads_to_the_list_as_it_is(ada: Page, bob: Page) -> None:
    bob.goto(LIST)
    first, second = rows(bob)[:2]
    confirm_by_keys(ada, first)
    for key in ("j", "d", "2"):
        bob.keyboard.press(key)
    expect(dialog(bob)).to_be_visible()
    expect(bob.get_by_role("heading", name=CHANGED)).to_be_focused()
    expect(dialog(bob)).to_contain_text("is now confirmed by Ada.")
    expect(dialog(bob).get_by_label("Reason")).to_have_value("record misread")
    assert axe(bob, "the dialog") == []
    bob.keyboard.press("Escape")
    expect(dialog(bob)).to_have_count(0)
    expect(bob.locator(f"[data-row='{first}']")).to_have_count(0)
    expect(lead(bob, second)).to_be_focused()
    expect(bob.locator("#announcer")).to_have_text("Nothing was done. The page is up to date now.")
    assert acts(bob, first) == [("confirm", "Ada")]
    bob.keyboard.press("c")
    expect(told(bob)).to_have_text("1 finding confirmed.")
    bob.keyboard.press("u")
    expect(told(bob)).to_have_text("1 finding restored.")
    assert acts(bob, second) == [("undo", "Bob"), ("confirm", "Bob")]


def test_in_a_list_by_keys_the_act_is_done_anyway(ada: Page, bob: Page) -> None:
    bob.goto(LIST)
    number = rows(bob)[0]
    confirm_by_keys(ada, number)
    for key in ("j", "d", "1"):
        bob.keyboard.press(key)
    expect(bob.get_by_role("heading", name=CHANGED)).to_be_focused()
    while bob.evaluate("document.activeElement.textContent") != "Dismiss anyway":
        bob.keyboard.press("Tab")
    bob.keyboard.press("Enter")
    expect(told(bob)).to_have_text("1 finding dismissed.")
    expect(dialog(bob)).to_have_count(0)
    assert acts(bob, number)[:2] == [("dismiss", "Bob"), ("confirm", "Ada")]


def test_beside_the_list_the_finding_is_shown_as_it_is_now(ada: Page, bob: Page) -> None:
    number = opened(bob, 0, "/findings?code=B402")
    confirm_by_keys(ada, number)
    bob.keyboard.press("m")
    expect(dialog(bob)).to_contain_text("confirmed the finding")
    dialog(bob).get_by_role("link", name="Do nothing and go back").click()
    expect(dialog(bob)).to_have_count(0)
    expect(beside(bob).get_by_role("region", name="Decision")).to_contain_text("Confirmed")
    bob.keyboard.press("m")
    expect(told(bob)).to_have_text("1 finding assigned.")
    assert acts(bob, number)[:2] == [("assign", "Bob"), ("confirm", "Ada")]


def test_on_its_page_what_was_typed_stays_in_the_form(ada: Page, bob: Page) -> None:
    bob.goto(LIST)
    number = rows(bob)[0]
    bob.goto(f"/findings/{number}")
    bob.get_by_text("Accept until …").click()
    bob.locator("#accept-comment").fill(TYPED)
    bob.locator("#until").fill("2999-12-31")
    confirm_by_keys(ada, number)
    bob.get_by_role("button", name="The room is mending it").click()
    expect(dialog(bob).get_by_label("Comment")).to_have_value(TYPED)
    expect(dialog(bob).get_by_label("Until")).to_have_value("2999-12-31")
    expect(dialog(bob).get_by_label("Reason")).to_have_value("the room is mending it")
    confirm_by_keys(ada, number)
    seen = dialog(bob).locator("[name=based_on]")
    before = seen.input_value()
    dialog(bob).get_by_role("button", name="Accept anyway").click()
    expect(seen).not_to_have_value(before)  # the answer has come: a press before it does nothing
    expect(dialog(bob).locator("tbody tr")).to_have_count(1)
    expect(dialog(bob).get_by_label("Comment")).to_have_value(TYPED)
    dialog(bob).get_by_role("button", name="Accept anyway").click()
    expect(told(bob)).to_have_text("1 finding accepted.")
    expect(bob.get_by_role("region", name="Decision")).to_contain_text(TYPED)
    assert [act for act, _ in acts(bob, number)] == ["accept", "confirm", "confirm"]


@pytest.mark.parametrize("width", one_of(2, [1280, 320], first=1))
def test_without_scripts_the_page_tells_what_changed_and_keeps_what_was_typed(
    width: int, browser: Browser, site: Site, accounts: dict[str, int], ada: Page
) -> None:
    page = entered(browser, site, accounts["Bob"], width, scripts=False)
    ada.goto(LIST)
    number = rows(ada)[0]
    page.goto(f"/findings/{number}")
    page.get_by_text("Dismiss …").click()
    page.locator("#dismiss-comment").fill(TYPED)
    confirm_by_keys(ada, number)
    page.get_by_role("button", name="Record misread").click()
    expect(page.get_by_role("heading", name="Nothing was done")).to_be_visible()
    expect(page.get_by_role("heading", name=CHANGED)).to_be_visible()
    expect(page.get_by_role("region", name=CHANGED)).to_contain_text("confirmed the finding")
    expect(page.get_by_label("Comment")).to_have_value(TYPED)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Dismiss anyway").click()
    page.wait_for_url(f"**/findings/{number}")
    expect(page.get_by_role("region", name="Decision")).to_contain_text(TYPED)
    assert acts(page, number) == [("dismiss", "Bob"), ("confirm", "Ada")]
    page.context.close()


def test_on_a_narrow_screen_the_dialog_fits_and_axe_finds_it_good(
    browser: Browser, site: Site, accounts: dict[str, int], ada: Page
) -> None:
    page = entered(browser, site, accounts["Bob"], 320)
    page.goto(LIST)
    number = rows(page)[0]
    page.goto(f"/findings/{number}")
    confirm_by_keys(ada, number)
    page.get_by_text("Accept until …").click()
    page.get_by_role("button", name="The room is mending it").click()
    expect(dialog(page)).to_be_visible()
    assert axe(page, "the dialog at 320") == []
    wide = "at => [at.scrollWidth <= at.clientWidth, document.documentElement.scrollWidth]"
    assert dialog(page).evaluate(wide) == [True, 320]
    page.context.close()


@pytest.mark.parametrize(("width", "scripts"), [(1280, True), (320, False)])
def test_a_session_that_ended_in_mid_act_goes_on_with_all_that_was_typed(
    width: int, scripts: bool, browser: Browser, site: Site, accounts: dict[str, int]
) -> None:
    page = entered(browser, site, accounts["Bob"], width, scripts=scripts)
    page.goto("/findings?triage=open&code=B402")
    number = rows(page)[-1]
    page.goto(f"/findings/{number}")
    page.get_by_text("Dismiss …").click()
    page.locator("#dismiss-comment").fill(TYPED)
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("button", name="Sign out").click()
    other.wait_for_url("**/sign-in")
    page.get_by_role("button", name="Record misread").click()
    expect(page.get_by_text("What you typed is kept. Sign in to go on.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Name").fill("Bob")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="You are signed in again")).to_be_visible()
    expect(page.get_by_label("Comment")).to_have_value(TYPED)
    expect(page.get_by_label("Reason")).to_have_value("record misread")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert TYPED.rsplit(maxsplit=1)[-1] not in page.url
    if scripts:
        assert axe(page, "going on") == []
    page.get_by_role("button", name="Go on: Dismiss").click()
    page.wait_for_url(f"**/findings/{number}")
    expect(page.get_by_role("region", name="Decision")).to_contain_text(TYPED)
    assert acts(page, number) == [("dismiss", "Bob")]
    page.context.close()
