"""The figures in the browser: values by pointer and by key, the logarithmic scale, and the links of the numbers."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.site import Site
from tests.browser.walked import axe, look
from tests.web.night import HandText, hand
from tests.web.paid import wrongly_paid

pytestmark = [pytest.mark.browser, pytest.mark.database]


@pytest.fixture(scope="module")
def night(site: Site) -> None:
    """Forty hands at one table, of which one in four is faulty, and two wrong payouts at another."""
    hands = [hand(HandText(number=f"{100 + n}", table=f"Elm {n}", bet=15 if n % 4 == 0 else 10)) for n in range(40)]
    site.sent("".join(hands).encode(), "forty.txt")
    site.sent(wrongly_paid("1", table="Oak") + wrongly_paid("2", table="Oak", day="13"), "paid.txt")
    site.done()


def words_below(page: Page, figure: str) -> list[str]:
    """The words of the bars of a figure that are visible now."""
    return [
        each.text_content() or ""
        for each in page.locator(f"#{figure} .detail").all()
        if each.evaluate("each => getComputedStyle(each).visibility") == "visible"
    ]


def test_values_by_pointer_and_key_lead_to_their_lists(browser: Browser, site: Site, night: None) -> None:
    context = browser.new_context(base_url=site.address, **look("dark", 1280))
    page = context.new_page()
    page.goto("/figures")
    complaints = axe(page, "wide")
    rules = page.locator("#rules .picture")
    assert words_below(page, "rules") == []
    rules.locator(".hit").nth(1).hover()
    (hovered,) = words_below(page, "rules")
    assert "per 1,000 hands, likely between" in hovered
    page.locator("h1").hover()

    # Each picture is one stop of the Tab key; the arrows move between its bars.
    rules.locator("a").first.focus()
    (first,) = words_below(page, "rules")
    assert first != hovered
    page.keyboard.press("ArrowDown")
    assert words_below(page, "rules") == [hovered]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.picture') === null")
    rules.locator("a").first.focus()
    label = rules.locator("a").first.get_attribute("aria-label") or ""
    found = label.partition("; ")[2].partition(" in ")[0]
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(found)

    page.goto("/figures")
    width = page.locator("#rules .length").last.evaluate("each => each.width.baseVal.value")
    page.get_by_role("link", name="Use a logarithmic scale").click()
    expect(page.get_by_role("link", name="Use an even scale")).to_be_visible()
    assert page.locator("#rules .length").last.evaluate("each => each.width.baseVal.value") > width
    complaints += axe(page, "log")
    page.locator("#hours a rect").first.click()
    expect(page.locator(".chip").filter(has_text="Weekday (UTC): Friday")).to_be_visible()
    context.close()
    assert complaints == [], "\n".join(complaints)


def test_narrow_and_without_a_script_the_tables_lead_to_the_lists(browser: Browser, site: Site, night: None) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=False, **look("light", 320))
    page = context.new_page()
    page.goto("/figures")
    expect(page.locator("#tables .picture")).to_be_hidden()
    row = page.locator("#tables tr").filter(has_text="Oak")
    expect(row).to_contain_text("too few hands")
    row.get_by_role("link").last.click()
    expect(page.locator("h1")).to_have_text("2 hands")
    page.go_back()
    page.get_by_label("Table", exact=True).fill("Oak")
    page.get_by_role("button", name="Show figures").click()
    expect(page.locator(".head")).to_contain_text("2 audited hands played from 2026-11-13 to 2026-11-14")
    context.close()

    context = browser.new_context(base_url=site.address, **look("light", 320))
    page = context.new_page()
    complaints = []
    for address in ("/figures", "/figures/hands?rake=any"):
        page.goto(address)
        complaints += axe(page, address)
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            complaints.append(f"{address} scrolls sideways")
    context.close()
    assert complaints == [], "\n".join(complaints)
