"""Each sign on a page has one meaning: a shape is a severity, a circle is a certainty, and nothing else uses them."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from auditor.engine.findings import Certainty, Severity
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.hands.sections import most_serious_first
from tests.web.page_text import all_text, visible_text

LOGS = Path(__file__).parents[1] / "cli" / "logs"
FIXTURES = Path(__file__).parents[2] / "fixtures"
TEMPLATES = Path(__file__).parents[2] / "auditor" / "web" / "templates"
SHAPES = {"money": "▲", "integrity": "◆", "log": "□", "play": "■", "procedure": "▬"}
CIRCLES = {"stated": "●", "likely": "◕", "assumed": "◑", "contested": "○"}


@pytest.fixture
def contested(sent: Callable[..., Receipt]) -> Receipt:
    return sent((LOGS / "readings.hand").read_bytes(), "readings.hand")


def test_only_one_file_writes_the_signs() -> None:
    assert (list(SHAPES), list(CIRCLES)) == (list(Severity), list(Certainty))
    signs = re.compile(f"[{''.join([*SHAPES.values(), *CIRCLES.values()])}]")
    assert [path.name for path in sorted(TEMPLATES.iterdir()) if signs.search(path.read_text("utf-8"))] == [
        "marks.html"
    ]


def test_no_other_part_of_a_page_has_the_colour_of_a_severity() -> None:
    classes = re.compile(rf'class="[^"{{]*\b(?<!-)({"|".join(Severity)})\b(?!-)')
    assert [path.name for path in sorted(TEMPLATES.iterdir()) if classes.search(path.read_text("utf-8"))] == []


@pytest.mark.database
def test_the_legends_have_every_sign(client: FlaskClient, contested: Receipt) -> None:
    help_page, list_page = visible_text(client.get("/help").text), visible_text(client.get("/findings").text)
    for word, sign in {**SHAPES, **CIRCLES}.items():
        assert re.search(f"{sign} ?{word}", help_page), word
        assert re.search(f"{sign} ?{word}", list_page.partition("How to read this list")[2]), word


@pytest.mark.database
def test_a_finding_under_another_reading_has_its_severity_and_is_contested(
    client: FlaskClient, contested: Receipt
) -> None:
    page = client.get("/hands/2").text
    beside = page[page.index('id="readings"') :]
    assert '<a class="mark money" href="/rules/P607?' in beside
    assert "money, ○ contested" in all_text(beside).replace(" ,", ",")


@pytest.mark.database
def test_a_contested_finding_names_the_reading_that_decides(client: FlaskClient, contested: Receipt) -> None:
    (found,) = client.get("/findings.json").get_json()["findings"]
    page = visible_text(client.get(f"/findings/{found['id']}").text)
    assert "If the clause is understood in this way, there is no finding." in page
    rows = list(csv.reader(io.StringIO(client.get(f"/findings/{found['id']}.csv").text)))
    assert ["finding", "severity", "play"] in [row[:3] for row in rows]
    assert ["finding", "certainty", "contested"] in [row[:3] for row in rows]


@pytest.mark.database
def test_a_finding_that_another_clause_makes_contested_names_the_reading_of_that_clause(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    text = (FIXTURES / "demo" / "qqonline.hand").read_text(encoding="utf-8")
    (hand,) = [f"hand {each}" for each in text.split("\nhand ") if each.startswith("8908132807")]
    sent(hand.encode(), "qqonline.hand", house="qqonline")
    (found,) = client.get("/findings.json").get_json()["findings"]
    page = visible_text(client.get(f"/findings/{found['id']}").text)
    assert (found["code"], found["certainty"]) == ("B402", "contested")
    assert "Other reading of another clause: cap.counts_bring_in = true: The bring-in is itself called a bet" in page
    assert "If that clause is understood in this way, there is no finding." in page


@pytest.mark.database
def test_two_houses_say_what_differs_with_a_sign_of_its_own(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent((LOGS / "what_if.hand").read_bytes(), "what_if.hand")
    address = "/hands/2/whatif{}?house=partypoker-high&as=qqonline"
    page = all_text(client.get(address.format("")).text)
    assert page.count("≠ house-sensitive") == 3
    rows = list(csv.DictReader(io.StringIO(client.get(address.format(".csv")).text)))
    assert [rows[0][f"{side}_{what}"] for side in ("first", "second") for what in ("severity", "certainty")] == [
        "",
        "",
        "money",
        "contested",
    ]


@pytest.mark.database
@pytest.mark.parametrize(("code", "severity"), [("P603", "money"), ("O306", "play"), ("K901", "procedure")])
def test_the_page_of_a_rule_draws_its_cases_in_its_own_severity(client: FlaskClient, code: str, severity: str) -> None:
    page = client.get(f"/rules/{code}").text
    assert f'<span class="{severity}" aria-hidden="true">✗</span> Breaks the rule:' in page
    assert f'<li class="offends is-{severity}">' in page
    grid = page[page.index('<table class="grid">') :].partition("</table>")[0]
    assert set(re.findall(r'class="mark ([a-z]+)"', grid)) == {severity}


@pytest.mark.database
def test_the_list_of_rules_says_how_serious_each_is(client: FlaskClient) -> None:
    rules = client.get("/rules.json").get_json()["rules"]
    rows = list(csv.DictReader(io.StringIO(client.get("/rules.csv").text)))
    assert [row["severity"] for row in rows] == [rule["severity"] for rule in rules]
    assert '<td data-column="severity"><span class="mark money">' in client.get("/rules").text


def test_a_seat_names_its_most_serious_finding_first() -> None:
    found = [("B409", "procedure"), ("P601", "money"), ("S506", "procedure"), ("S506", "money")]
    assert most_serious_first(found) == (("P601", "money"), ("S506", "money"), ("B409", "procedure"))
