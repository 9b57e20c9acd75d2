"""From a file to the offending event, as a person goes: upload, watch, open, look, go back; scripts or none."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.site import PATIENCE, UPLOAD_BYTES, Site, file
from tests.sampled import one_of
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
BAD = ("error", "warning")  # what a browser says besides, as of a focus that stays where it is, is no complaint
COLLECTED = re.compile(r"/uploads/[0-9a-f]{4}(-[0-9a-f]{4}){3}")


def evening(first: int) -> bytes:
    """Ten lawful hands and two with a wager of the wrong size, numbered from `first`."""
    return history(*[HandText(number=str(first + place), bet=15 if place in (4, 8) else 10) for place in range(12)])


def test_from_a_file_to_the_offending_event_and_back(page: Page) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.extend([message.text] if message.type in BAD else []))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/")
    page.get_by_role("link", name="Uploads", exact=True).click()
    page.get_by_label("Hand histories").set_input_files(file("evening.txt", evening(6100000)))
    page.get_by_role("button", name="Upload and audit").click()

    page.wait_for_url(COLLECTED)
    expect(page.locator("[data-progress=finished]")).to_be_visible()
    result = page.get_by_role("region", name="Result")
    expect(result.locator(".sum")).to_have_text("12 hands = 12 audited")
    result.get_by_role("link", name="findings").click()

    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"\d+ findings"))
    page.locator("summary", has_text="Filters").click()
    page.get_by_role("link", name="B402 Wager of the wrong size").click()
    filtered = page.url
    assert "code=B402" in filtered
    assert "upload=" in filtered
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("row", name="6100004").get_by_role("link", name="Wager of the wrong size").click()
    page.get_by_role("link", name="Show event 14").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 6100004")
    event = page.locator(":target")
    expect(event).to_be_in_viewport()
    expect(event).to_have_class(re.compile(r"\boffends\b"))
    expect(event.locator(".sentence")).to_have_text("2 Birch bets 15")
    expect(event.locator(".source")).to_contain_text("Birch: bets $15")
    expect(event.locator(".found")).to_contain_text("B402")
    expect(event.locator(".found")).to_contain_text("to 15.00")
    expect(event.locator(".found")).to_contain_text("to 10.00")
    expect(page.locator(".event.offends")).to_have_count(1)

    page.go_back()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page).to_have_url(re.compile("[?][^#]+$"))
    assert sorted(page.url.partition("?")[2].split("&")) == sorted(filtered.partition("?")[2].split("&"))
    expect(page.locator("tbody tr")).to_have_count(2)
    assert complaints == []


def test_the_same_without_scripts(browser: Browser, site: Site) -> None:
    context = browser.new_context(base_url=site.address, java_script_enabled=False)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/uploads")
    page.get_by_label("Hand histories").set_input_files(file("plain.txt", evening(6200000)))
    page.get_by_role("button", name="Upload and audit").click()
    page.wait_for_url(COLLECTED)
    # The page asks for itself again every five seconds until all is done.
    expect(page.locator("[data-progress=finished]")).to_be_visible()
    page.get_by_role("link", name=re.compile(r"\d findings")).click()
    page.locator("summary", has_text="Filters").click()
    page.get_by_role("link", name="B402 Wager of the wrong size").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.locator("tbody tr a.lead").first.click()
    page.get_by_role("link", name=re.compile(r"Show event \d+")).click()
    expect(page.locator(":target")).to_have_class(re.compile(r"\boffends\b"))
    page.get_by_role("searchbox").fill("6200008")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 6200008")
    page.get_by_role("combobox").select_option("casino")
    page.get_by_role("button", name="Audit under this house").click()
    expect(page.locator(".notice")).to_contain_text(
        "This page shows a new audit under the rules of casino. This new audit is not stored."
    )
    context.close()


@pytest.mark.parametrize("scripts", one_of(2, [True, False]), ids=["scripts", "none"])
def test_several_large_files_lead_to_one_page_of_receipts(scripts: bool, browser: Browser, site: Site) -> None:
    """Each is larger than what the server holds of a form in memory."""
    context = browser.new_context(base_url=site.address, java_script_enabled=scripts)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/uploads")
    first = 6500000 if scripts else 6600000
    files = [file(f"{name}.txt", evening(first + name * 1000) + b"\n" * 150_000) for name in (1, 2)]
    page.get_by_label("Hand histories").set_input_files(files)
    page.get_by_role("button", name="Upload and audit").click()
    page.wait_for_url("**/uploads/received?*")
    expect(page).to_have_title("2 files received · Stud Auditor")
    expect(page.locator("[data-progress=finished]")).to_be_visible()
    expect(page.get_by_text("12 hands = 12 audited")).to_have_count(2)
    page.get_by_role("link", name="2.txt").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2.txt")
    context.close()


def test_the_same_file_again_has_a_notice(page: Page, site: Site) -> None:
    for again in (False, True):
        page.goto("/uploads")
        page.get_by_label("Hand histories").set_input_files(file("twice.txt", evening(6300000)))
        page.get_by_role("button", name="Upload and audit").click()
        page.wait_for_url(COLLECTED)
        site.done()
        expect(page.get_by_text("You already uploaded this file")).to_have_count(1 if again else 0)


def test_only_a_new_stage_is_announced(page: Page, site: Site) -> None:
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
             window.said = [];
             const live = document.querySelector("[data-live]");
             if (live) new MutationObserver(() => window.said.push(live.textContent)).observe(live, {childList: true});
           });"""
    )
    page.goto("/uploads")
    page.get_by_label("Hand histories").set_input_files(file("live.txt", evening(6400000)))
    page.get_by_role("button", name="Upload and audit").click()
    page.wait_for_url(COLLECTED)
    expect(page.locator("[data-progress=finished]")).to_be_visible()
    said = page.evaluate("window.said")
    assert said == [] or said[-1] == "Done"
    assert len(said) == len(set(said))
    assert set(said) <= {"Finding hands", "Auditing", "Done"}


def test_a_file_can_be_dropped(page: Page) -> None:
    page.goto("/uploads")
    page.locator(".drop").evaluate(
        """zone => {
             const carried = new DataTransfer();
             carried.items.add(new File(["PokerStars"], "dropped.txt"));
             for (const kind of ["dragenter", "dragover", "drop"])
               zone.dispatchEvent(new DragEvent(kind, {dataTransfer: carried, bubbles: true, cancelable: true}));
           }"""
    )
    names = page.get_by_label("Hand histories").evaluate("input => [...input.files].map(file => file.name)")
    assert names == ["dropped.txt"]


def test_a_file_too_large_gets_a_sentence_before_it_is_sent(page: Page) -> None:
    asked: list[str] = []
    page.goto("/uploads")
    page.on("request", lambda request: asked.append(request.method))
    page.get_by_label("Hand histories").set_input_files(file("large.txt", b"x" * (UPLOAD_BYTES + 1)))
    page.get_by_role("button", name="Upload and audit").click()
    expect(page.locator("[data-message]")).to_contain_text("is more than the 0.4 MB of this page")
    assert "POST" not in asked


@pytest.mark.parametrize("size", [UPLOAD_BYTES + 1, 20_000_000])
def test_what_is_too_large_is_refused_in_words_without_scripts_too(
    size: int, browser: Browser, site: Site, tmp_path: Path
) -> None:
    large = tmp_path / "large.txt"  # on the disk: the browser takes it from there, and not through the test
    large.write_bytes(b"x" * size)
    context = browser.new_context(base_url=site.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/uploads")
    page.get_by_label("Hand histories").set_input_files(large)
    page.get_by_role("button", name="Upload and audit").click(timeout=PATIENCE)
    expect(page.get_by_role("heading", level=1)).to_have_text("Too large")
    expect(page.locator("main")).to_contain_text("auditor ingest")
    context.close()


def test_another_site_s_page_cannot_send_the_form(context: BrowserContext, page: Page, site: Site) -> None:
    """A page from elsewhere, with this browser and its cookies, sends the very form."""
    page.goto("/uploads")
    foreign = context.new_page()
    action = f"{site.address}/uploads"
    foreign.set_content(f'<form method="post" action="{action}"><input name="house"><button>go</button></form>')
    foreign.get_by_role("button").click()
    expect(foreign.locator("main")).to_contain_text("Nothing was done")
