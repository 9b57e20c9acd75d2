"""What others wrote does nothing in a browser: no dialog, no report of the policy, no element of theirs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from auditor.web.rendering.template_filters import visible
from tests.browser.site import PATIENCE, Site, file
from tests.web.night import HandText, history

pytestmark = [pytest.mark.browser, pytest.mark.database]

expect.set_options(timeout=PATIENCE)
# Each would run, load or draw something if it were taken for more than text. Pages cut long names.
PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "'onmouseover=alert(1) x='",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<a href=javascript&colon;alert(1)>x</a>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "<base href=//evil.example>",
    "<form action=//evil.example><button>x",
    "</title></script><script>alert(1)</script>",
    "</textarea><img src=x onerror=alert(1)>",
    "<!--<img src=x onerror=alert(1)>-->",
    "<math><mi xlink&colon;href=x>",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "\u202e<img src=x onerror=alert(1)>",
    "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
)
BAD_FILE = "<img src=x onerror=alert(1)>.txt"


@pytest.fixture
def complaints(context: BrowserContext) -> Iterator[list[str]]:
    """What a browser says when something was tried: dialogs, refusals by the policy, requests to elsewhere."""
    said: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        said.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def watch(page: Page) -> None:
        page.on("dialog", dismiss)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.extend([request.url] if "evil" in request.url else []))

    context.on("page", watch)
    yield said
    assert said == []


def test_names_tables_and_file_names_are_inert(complaints: list[str], context: BrowserContext, site: Site) -> None:
    told = [
        HandText(
            number=str(7000000 + place), players=(payload, "Birch", "Cedar"), table=payload.replace("'", ""), bet=15
        )
        for place, payload in enumerate(PAYLOADS)
    ]
    page = context.new_page()
    page.goto("/uploads")
    page.get_by_label("Hand histories").set_input_files(file(BAD_FILE, history(*told)))
    page.get_by_role("button", name="Upload and audit").click()
    page.wait_for_url("**/uploads/*-*")
    expect(page.locator("[data-progress=finished]")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(BAD_FILE)
    expect(page.locator(".sum")).to_contain_text(f"{len(PAYLOADS)} audited")
    own = structure(page)

    for address in ("/", "/uploads", "/findings", "/hands", "/runs"):
        page.goto(address)
        assert foreign(page) == [], address
    for place, payload in enumerate(PAYLOADS):
        page.goto(f"/hands?number={7000000 + place}")
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Hand {7000000 + place}")
        assert foreign(page) == [], payload
        shown = page.locator(".event .sentence bdi").first.text_content()
        assert shown == visible(payload)
    assert "script" not in own


def test_addresses_are_inert(complaints: list[str], context: BrowserContext, site: Site) -> None:
    page = context.new_page()
    for payload in ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'):
        for address in ("/hands?number={}", "/findings?room={}"):
            page.goto(address.format(payload))
            expect(page.locator("main")).to_contain_text(payload)
            assert foreign(page) == []


def foreign(page: Page) -> list[str]:
    """Elements in the content that no template of ours makes, and every handler and inline style: but in the charts,
    whose library places its own lines and shows numbers only.
    """
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter(each =>
             (each.closest("main") && each.matches(
                 "script, img, svg:not(.marks), iframe, style, link, meta, base, math, textarea"))
             || [...each.attributes].some(one => one.name.startsWith("on") || (one.name === "style"
                                               && !each.closest(".uplot")))
             || (each.matches("[href], [src], [action]")
                 && !["href", "src", "action"].every(name => !each.hasAttribute(name)
                      || /^(\\/|#)/.test(each.getAttribute(name))))
           ).map(each => each.outerHTML.slice(0, 120))"""
    )
    return found


def structure(page: Page) -> set[str]:
    """The kinds of elements in the content."""
    names = page.evaluate("() => [...document.querySelectorAll('main *')].map(each => each.localName)")
    return {name for name in names if re.fullmatch(r"[a-z0-9]+", name)}
