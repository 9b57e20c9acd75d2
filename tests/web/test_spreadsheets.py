"""What others wrote is calculated by no spreadsheet, whichever sign it separates cells by."""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from auditor.web.rendering.respond import harmless
from tests.web.addresses import THERE, readable
from tests.web.forms import send
from tests.web.night import HandText, history

# What a cell may begin with, and what an attacker puts before it so that a cell begins there.
SIGNS = ("=", "+", "-", "@", "\N{FULLWIDTH EQUALS SIGN}", "\N{MINUS SIGN}")
BEFORE = (
    "",
    ";",
    ",",
    "a;",
    "a,",
    "a; ",
    'a;"',
    'a;""',
    "a\t",
    "a;;",
    "a,;",
    "a\n",
    "a\r\n",
    "|",
    " ",
    "\t",
    "\r",
    "\0",
)
DANGEROUS = re.compile(r'[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|[\t\r\n\0]')
NUMBER = re.compile(r"-[0-9]+(?:\.[0-9]+)?")


def cells(text: str, separator: str) -> Iterator[str]:
    """Every cell as a spreadsheet reads it that separates by this sign."""
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        yield from row


def calculated(text: str) -> list[str]:
    """The cells that some spreadsheet would calculate."""
    return [
        cell
        for separator in ",;\t|"
        for cell in cells(text, separator)
        if DANGEROUS.match(cell) and not NUMBER.fullmatch(cell)
    ]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("before", BEFORE)
def test_a_cell_that_begins_inside_a_text_is_not_calculated(before: str, sign: str) -> None:
    page_html = io.StringIO()
    csv.writer(page_html).writerow(["a", harmless(f"{before}{sign}cmd|' /C calc'!A0"), -5])
    assert calculated(page_html.getvalue()) == []


@pytest.mark.parametrize("cell", ["a, b", "1,800", "a; b", "3 + 4", "seat 3 (3d), stands -> seat 1 (2c)", "x\ny"])
def test_a_text_with_nothing_to_calculate_is_left_alone(cell: str) -> None:
    assert harmless(cell) == cell


@pytest.mark.parametrize(
    ("cell", "sent"),
    [
        ("a\x1b[31mb", "a⟨U+001B⟩[31mb"),
        ("\x9b31m", "⟨U+009B⟩31m"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("\x07=1", "⟨U+0007⟩=1"),
        ("a;\x1b=1", "a;⟨U+001B⟩=1"),
        ("a\tb\r\nc\u00a0d", "a\tb\r\nc\u00a0d"),
    ],
)
def test_a_cell_steers_no_terminal(cell: str, sent: str) -> None:
    """What is not seen stands by its number, as on the pages; blanks stay."""
    assert harmless(cell) == sent


def test_amounts_below_zero_stay_numbers() -> None:
    assert harmless(-200) == -200


@pytest.mark.database
def test_no_cell_of_any_csv_is_calculated(
    app: Flask, client: FlaskClient, sent: Callable[..., Receipt], rows: Any
) -> None:
    """Players, tables, files, members, filters and comments, each with a formula behind every separator."""
    attack = ";=cmd|' /C calc'!A0"
    told = [
        HandText(
            number=f"{4200001 + place}",
            players=(f"a{place}{before}{sign}1", "B", "C"),
            table=f"t{before}{sign}",
            bet=15,
        )
        for place, (before, sign) in enumerate([(";", "="), (",", "@"), ("", "="), ("; ", "-"), (';"', "+")])
    ]
    sent(history(*told), f"night{attack}.txt")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"in{attack}.txt", history(HandText(number="77", bet=15)))
        file.writestr("=bad.txt", b"nothing of a hand;=1+1\n=2+2\n")
    packed = sent(archive.getvalue(), f"{attack}.zip")
    said = send(client, "/findings/1/act", act="dismiss", reason="engine wrong", comment=f"why{attack}")
    assert said.status_code == 303
    send(client, "/filters", name=f"mine{attack}", query="code=B402")
    receipts = [receipt for (receipt,) in rows("SELECT receipt FROM upload ORDER BY id")]
    assert len(receipts) > 2
    addresses = {
        address
        for hand in (1, 3, 5)
        for receipt in receipts
        for address in readable(app, {**THERE, "receipt": receipt, "hand_id": hand, "finding_id": hand})
        if address.endswith(".csv")
    }
    addresses |= {f"/uploads/{packed.receipt}.csv", f"/findings.csv?all=yes&table=x{attack}", "/findings.csv?all=yes"}
    hostile = 0
    for address in sorted(addresses):
        answer = client.get(address)
        if answer.status_code != 200:
            continue
        hostile += "cmd|" in answer.text or "'=1" in answer.text
        assert calculated(answer.text) == [], address
    assert hostile > 5
