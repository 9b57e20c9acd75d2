"""What others wrote stays text: in names, tables, files and addresses, in HTML, JSON and CSV."""

import csv
import io
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.rendering.respond import Rows, csv_lines, harmless
from auditor.web.rendering.template_filters import visible
from tests.web.addresses import THERE, readable
from tests.web.night import HandText, history

# No colon: PokerStars' own names have none, and a name ends there.
PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "{{ 7*7 }}{% raw %}",
    "&lt;b&gt;&amp;",
    "javascript&colon;alert(1)",
    "a\u202egnp.exe",
    "z\u200bero",
    "\u0456van",
    "=HYPERLINK(1)",
    "+1-1",
)
TEMPLATES = Path(__file__).resolve().parents[2] / "auditor" / "web" / "templates"


class Read(HTMLParser):
    """The elements and attributes of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def bad_night(sent: Callable[..., Receipt]) -> Receipt:
    """An evening of people with bad names, at bad tables, in a file with a bad name."""
    told = [
        HandText(
            number=str(4200000 + place),
            players=(payload, f"B{place}", f"C{place}"),
            table=payload.replace("'", ""),
            bet=15,
        )
        for place, payload in enumerate(PAYLOADS, 1)
    ]
    return sent(history(*told), '<img src=x onerror="alert(1)">.txt')


@pytest.mark.database
def test_no_page_has_an_element_or_an_attribute_that_somebody_else_wrote(
    app: Flask, client: FlaskClient, bad_night: Receipt, rows: Any
) -> None:
    """Read as a browser reads it: our own scripts, no inline style, no handler, no foreign address."""
    hands = [number for (number,) in rows("SELECT id FROM hand ORDER BY id")]
    assert len(hands) == len(PAYLOADS)
    addresses = {*readable(app, {**THERE, "receipt": bad_night.receipt}), *[f"/hands/{number}" for number in hands]}
    addresses |= {"/hands?number=<script>alert(1)</script>", "/findings?room=<svg%20onload=1>"}
    pages = 0
    for address in sorted(addresses):
        answer = client.get(address)
        if answer.mimetype != "text/html":
            continue
        pages += 1
        for tag, attributes in Read(answer.text).elements:
            assert not any(name == "style" or name.startswith("on") for name in attributes), f"{address}: {attributes}"
            if tag in ("script", "img", "link"):
                source = attributes.get("src") or attributes.get("href") or ""
                assert source.startswith("/static/"), f"{address}: {tag} {attributes}"
            if tag == "svg":
                assert attributes["class"] in ("oval", "marks", "picture", "picture heat"), (
                    f"{address}: {attributes}"
                )  # what we draw ourselves
            assert tag not in ("style", "iframe", "object", "embed", "base"), f"{address}: {tag}"
            assert not (attributes.get("href") or "").lower().startswith(("javascript:", "data:")), address
    assert pages > 20


@pytest.mark.database
def test_names_come_out_as_they_went_in(client: FlaskClient, bad_night: Receipt, rows: Any) -> None:
    hands = [number for (number,) in rows("SELECT id FROM hand ORDER BY id")]
    for number, payload in zip(hands, PAYLOADS, strict=True):
        assert visible(payload) in Read(client.get(f"/hands/{number}").text).words
        seats = client.get(f"/hands/{number}.json").get_json()["settlement"]["seats"]
        assert seats[0]["player"] == payload


@pytest.mark.database
def test_the_file_s_name_is_only_a_text(client: FlaskClient, bad_night: Receipt) -> None:
    for address in (f"/uploads/{bad_night.receipt}", "/uploads", "/", "/runs", "/runs/1"):
        page = client.get(address)
        assert 'onerror="alert' not in page.text, address
        assert '<img src=x onerror="alert(1)">.txt' in Read(page.text).words, address
    assert client.get("/uploads.json").get_json()["uploads"][0]["file_name"] == '<img src=x onerror="alert(1)">.txt'


@pytest.mark.database
def test_raw_text_is_a_download_and_never_a_page(client: FlaskClient, bad_night: Receipt) -> None:
    answer = client.get("/hands/1/raw")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hand-1.txt"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].endswith("; sandbox")
    assert answer.text.startswith("PokerStars Hand #4200001")
    assert f"Seat 1: {PAYLOADS[0]} ($500 in chips)" in answer.text
    assert "4200002" not in answer.text


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\0=1",
        " =1",
        "\N{MINUS SIGN}1",
        "\N{FULLWIDTH EQUALS SIGN}1",
        "\n=",
    ],
)
def test_a_spreadsheet_calculates_nothing(cell: str) -> None:
    safe = harmless(cell)
    assert isinstance(safe, str)
    assert safe.startswith("'")
    assert "\0" not in safe


@pytest.mark.parametrize("cell", ["", "B402", "seat 3", 7, -200, None, "3 + 4", "a=b"])
def test_other_cells_stay_as_they_are(cell: str | int | None) -> None:
    assert harmless(cell) == cell


def test_a_csv_has_the_names_of_the_columns_and_the_rows_and_nothing_else() -> None:
    table = Rows(("name", "amount"), [["=a", -5], ['b"c', None]])
    lines = list(csv.reader(io.StringIO("".join(csv_lines(table)))))
    assert lines == [["name", "amount"], ["'=a", "-5"], ['b"c', ""]]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë", "Zoë"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("a\u2066b", "a⟨U+2066⟩b"),
        ("a\x07b", "a⟨U+0007⟩b"),
        ("a\ud800b", "a⟨U+D800⟩b"),
        ("a\tb", "a b"),
    ],
)
def test_an_invisible_character_appears_as_its_number(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_all_templates_are_escaped() -> None:
    for file in TEMPLATES.rglob("*"):
        source = file.read_text("utf-8")
        assert file.suffix == ".html"
        if file.name == "replay_file.html":  # one file without a server: the policy in it has their digests
            source = re.sub(r"<(style|script)[^>]*><!--[a-z]+--></\1>", "", source)
        assert not re.search(
            r"\|\s*safe\b|autoescape\s+false|\son\w+\s*=|\sstyle\s*=|<style|<script(?! src=)", source
        ), file
