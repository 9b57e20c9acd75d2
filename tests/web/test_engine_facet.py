"""Findings by the version of the rules that was the first to find them: what a newer engine brought is one list."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.engine.what_changed import RULES_VERSION
from tests.web.night import FAULTY, File, Files, HandText, history
from tests.web.page_text import visible_text

pytestmark = pytest.mark.database

NEWER: int = RULES_VERSION + 1
HEADING = '<h2 id="facet-engine">Engine</h2>'


@pytest.fixture
def beforehand() -> Files:
    """An upload."""
    return (File(history(FAULTY, *[HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 15)])),)


@pytest.fixture
def newer(rows: Callable[..., Any]) -> int:
    """Two of the findings are first those of newer rules."""
    return len(rows("UPDATE finding SET rules_version = rules_version + 1 WHERE id <= 2 RETURNING id"))


def test_of_one_version_there_is_nothing_to_choose(client: FlaskClient) -> None:
    document = client.get("/findings.json").get_json()
    assert {each["engine"] for each in document["findings"]} == {RULES_VERSION}
    assert document["facets"]["engine"] == [
        {"value": str(RULES_VERSION), "count": document["total"], "more": False},
    ]
    assert HEADING not in client.get("/findings").text


def test_each_version_is_a_choice_with_its_count(client: FlaskClient, newer: int) -> None:
    page = client.get("/findings?all=yes").text
    total = client.get("/findings.json?all=yes").get_json()["total"]
    facet = page.partition(HEADING)[2].partition("</section>")[0]
    assert visible_text(facet) == f"rules {RULES_VERSION} {total - newer} rules {NEWER} {newer}"
    assert f'href="/findings?engine={NEWER}"' in facet


def test_the_choice_is_a_list_in_every_form_and_in_words(client: FlaskClient, newer: int) -> None:
    for address in ("/findings.json", "/api/v1/findings"):
        document = client.get(f"{address}?engine={NEWER}").get_json()
        assert (document["total"], {each["engine"] for each in document["findings"]}) == (newer, {NEWER})
    lines = list(csv.DictReader(io.StringIO(client.get(f"/findings.csv?engine={NEWER}").text)))
    assert [line["engine"] for line in lines] == [str(NEWER)] * newer
    page = client.get(f"/findings?engine={NEWER}&code=B402").text
    assert f"Engine: rules {NEWER} \N{MULTIPLICATION SIGN}, remove" in visible_text(page)
    found = client.get(f"/findings.json?engine={NEWER}").get_json()["findings"][0]
    told = client.get(f"/findings/{found['id']}").text
    assert f'First found by</dt><dd><a href="/rules/{found["code"]}#history">rules version {NEWER}</a>' in told
    assert f"Rules version {RULES_VERSION}" in told  # below the page, as everywhere


@pytest.mark.parametrize("asked", ["x", "-1", "1.0", "1e1", "", "\u0663", "1" * 10])
def test_what_is_no_version_is_refused(client: FlaskClient, asked: str) -> None:
    answer = client.get("/findings.json", query_string={"engine": asked})
    assert (answer.status_code, "write the version of the rules as a number" in answer.text) == (422, True)


def test_a_version_that_found_nothing_is_an_empty_list(client: FlaskClient) -> None:
    assert client.get("/findings.json?engine=999").get_json()["total"] == 0
