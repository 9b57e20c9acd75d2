"""Two people work on one finding: one assigns it with a comment that mentions the other, who finds it in the inbox,
answers and decides; the first sees all of it among the acts of people and undoes what is his. By keys, on a narrow
screen without scripts, and axe finds nothing.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import PATIENCE, Site
from tests.browser.walked import axe, look
from tests.web.night import HandText, history
from tests.web.signed import account, link

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
NAMES = ("Ada", "Bob Lee")


@pytest.fixture(scope="module")
def accounts(site: Site) -> dict[str, int]:
    """Two reviewers, and hands with a wager of the wrong size."""
    site.sent(history(*[HandText(number=str(6600000 + place), bet=15) for place in range(3)]), "wrong.txt")
    return {name: account(site.place.database, name) for name in NAMES}


def entered(browser: Browser, site: Site, number: int, width: int = 1280, *, scripts: bool = True) -> Page:
    """A page of somebody who is signed in."""
    context = browser.new_context(base_url=site.address, java_script_enabled=scripts, **look("light", width))
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(link(site.place.database, number))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/settings#password-head")
    page.goto("/")
    return page


@pytest.fixture
def desks(browser: Browser, site: Site, accounts: dict[str, int]) -> Iterator[tuple[Page, Page]]:
    """The desks of the two, side by side."""
    pages = [entered(browser, site, accounts[name]) for name in NAMES]
    yield pages[0], pages[1]
    for page in pages:
        page.context.close()


def told(page: Page) -> str:
    return page.locator("[data-done]").inner_text()


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def assigns_to_bob(ada: Page) -> None:
    """By keys alone: the form, the person, the comment with the completed name, and the button."""
    ada.goto("/findings/1")
    keys(ada, "o", "Tab")
    expect(ada.get_by_label("Person")).to_be_focused()
    ada.keyboard.type("Bob")
    keys(ada, "Tab")
    ada.keyboard.type("Is this a string bet? @bo")
    expect(ada.locator("#assign-comment + [data-names]").get_by_role("button")).to_have_text(["Bob Lee"])
    keys(ada, "Tab", "Enter")
    expect(ada.locator("#assign-comment")).to_have_value("Is this a string bet? @Bob Lee ")
    assert axe(ada, "the form to assign") == []
    keys(ada, "Tab", "Enter")
    expect(ada.locator("[data-done]")).to_have_text("1 finding assigned.")
    expect(ada.get_by_role("region", name="Decision")).to_contain_text("Assigned to Bob Lee.")


def answers_and_decides(bob: Page) -> None:
    """Bob reads the number in the header, and works through the rows by keys."""
    bob.goto("/findings")
    expect(bob.locator("[data-inbox]")).to_have_text("Inbox 1 unread")
    bob.locator("[data-inbox]").click()
    expect(bob.locator("tbody tr")).to_have_count(1)
    expect(bob.locator("tbody tr").first).to_contain_text(
        "Ada assigned this finding to you. Is this a string bet? @Bob Lee"
    )
    assert axe(bob, "the inbox") == []
    keys(bob, "j", "e")
    expect(bob.locator("[data-done]")).to_have_text("1 row marked as read.")
    expect(bob.locator("[data-inbox]")).to_have_text("Inbox")
    bob.get_by_role("button", name="Undo").click()
    expect(bob.locator("[data-inbox]")).to_have_text("Inbox 1 unread")
    keys(bob, "j", "ArrowRight")
    bob.wait_for_url("**/findings/1")
    keys(bob, "w")
    expect(bob.get_by_label("New comment")).to_be_focused()
    bob.keyboard.type("No, it is a raise of the wrong size. @Ada")
    bob.get_by_role("button", name="Save the comment").click()
    expect(bob.locator("[data-done]")).to_have_text("Comment saved. Mentioned: Ada.")
    expect(bob.get_by_role("region", name="Comments")).to_contain_text("No, it is a raise of the wrong size. @Ada")
    keys(bob, "c")
    expect(bob.locator("[data-done]")).to_have_text("1 finding confirmed.")
    expect(bob.locator("[data-inbox]")).to_have_text("Inbox")


def sees_the_acts_and_undoes_her_own(ada: Page) -> None:
    """Ada finds the answer of Bob in her inbox, and all acts of both on the page of acts."""
    ada.goto("/activity?person=Ada")
    expect(ada.locator("[data-inbox]")).to_have_text("Inbox 1 unread")
    expect(ada.locator("tbody tr")).to_have_count(1)
    ada.get_by_role("button", name="Undo this act").click()
    expect(ada.locator("[data-done]")).to_have_text("1 finding restored.")
    assert ada.url.endswith("/activity?person=Ada")
    expect(ada.locator("tbody tr").last).to_contain_text("undone by Ada")
    ada.get_by_label("Person").fill("")
    ada.get_by_role("button", name="Show").click()
    ada.wait_for_url("**/activity?person=&act=&day=")
    acts = ada.locator("tbody tr td:nth-child(4)").all_inner_texts()
    assert [each.partition("\n")[0].strip() for each in acts] == [
        "undid an earlier act",
        "confirmed the finding",
        "wrote a comment",
        "assigned the finding to Bob Lee",
    ]
    assert axe(ada, "the acts of people") == []


def test_two_people_hand_a_finding_on_answer_decide_and_undo(desks: tuple[Page, Page]) -> None:
    ada, bob = desks
    complaints: list[str] = []
    for page in desks:
        page.on("pageerror", lambda error: complaints.append(str(error)))
    assigns_to_bob(ada)
    answers_and_decides(bob)
    sees_the_acts_and_undoes_her_own(ada)
    finding = ada.request.get("/findings/1.json").json()
    assert (finding["triage"], finding["assignee"]) == ("confirmed", None)
    assert complaints == []


@pytest.mark.campaign
def test_on_a_narrow_screen_without_scripts_the_same_forms_work(
    browser: Browser, site: Site, accounts: dict[str, int], desks: tuple[Page, Page]
) -> None:
    ada, _ = desks
    page = entered(browser, site, accounts["Bob Lee"], 320, scripts=False)
    page.goto("/findings/2")
    page.get_by_text("Assign to …").click()
    page.get_by_label("Person").select_option("Ada")
    page.locator("#assign-comment").fill("@Ada, yours?")
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.locator("[data-done]")).to_have_text("1 finding assigned.")
    page.get_by_label("New comment").fill("A line\nand <b>another</b>, @Eve")
    page.get_by_role("button", name="Save the comment").click()
    assert told(page) == "Comment saved. Nobody here is called Eve; nobody was notified."
    assert page.get_by_role("region", name="Comments").locator("b").count() == 0
    page.get_by_role("button", name="Withdraw this comment").click()
    assert told(page) == "Comment withdrawn."
    expect(page.get_by_role("region", name="Comments")).to_contain_text("Bob Lee withdrew this comment")
    narrow = entered(browser, site, accounts["Ada"], 320, scripts=False)
    for address in ("/inbox", "/inbox?all=yes", "/activity", "/digest", "/findings/2"):
        for each in (page, narrow):
            each.goto(address)
            assert each.evaluate("document.documentElement.scrollWidth") <= 320, address
    narrow.goto("/inbox")
    expect(narrow.locator("tbody tr").first).to_contain_text("Bob Lee assigned this finding to you. @Ada, yours?")
    narrow.get_by_role("button", name="Mark all as read").click()
    expect(narrow.get_by_text("Nothing waits for you.")).to_be_visible()
    narrow.goto("/activity?act=assign")
    narrow.get_by_role("button", name="Undo this act").first.click()
    assert told(narrow) == "1 finding restored."
    narrow.context.close()
    page.context.close()
    complaints: list[str] = []
    ada.set_viewport_size({"width": 320, "height": 800})
    for address in ("/inbox?all=yes", "/activity", "/digest", "/findings/2"):
        ada.goto(address)
        complaints += axe(ada, f"{address} at 320")
    assert complaints == []
