"""What the list of findings says of its acts: how long an acceptance holds, and which keys are whose."""

import re

import pytest
from flask import Flask

from auditor.store.postgres.database import Database
from auditor.store.queries.facet_counts import FacetCount
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.findings.facets import MOST_FOLDED, MOST_SHOWN, TITLES, groups
from tests.web.forms import send
from tests.web.signed import account, browser

pytestmark = pytest.mark.database


def test_the_form_names_the_end_of_an_acceptance(app: Flask, database: Database, night: Receipt) -> None:
    page = browser(app, database, account(database, "ada")).get("/findings").text
    words = "Accept until the house&#39;s rules change, because"
    assert re.findall(r'<h2 id="title-accept"[^>]*>([^<]+)</h2>', page) == [words]
    assert re.findall(r'<label for="reason-accept">([^<]+)</label>', page) == [words]


@pytest.mark.parametrize(
    ("role", "keys"),
    [
        ("viewer", {"k ArrowUp", "j ArrowDown", "ArrowRight"}),
        ("reviewer", {"k ArrowUp", "j ArrowDown", "ArrowRight", "x", "c", "d", "a", "m", "1", "2", "3"}),
    ],
)
def test_whoever_may_only_look_takes_rows_in_hand_too(
    role: str, keys: set[str], app: Flask, database: Database, night: Receipt
) -> None:
    page = browser(app, database, account(database, "bob", role)).get("/findings").text
    assert set(re.findall(r'aria-keyshortcuts="([^"]+)"', page)) == keys | {"/", "?", "Escape ArrowLeft"}


def test_saved_filters_come_first_and_saving_and_deleting_have_notices(
    app: Flask, database: Database, night: Receipt
) -> None:
    client = browser(app, database, account(database, "ada"))
    assert send(client, "/filters", name=" big <ones> ", query="band=1000").status_code == 303
    page = client.get("/findings").text
    assert "<p data-done>Filters saved as big &lt;ones&gt;.</p>" in page
    assert page.index('id="facet-saved"') < page.index('id="facet-triage"')
    assert send(client, re.findall(r'action="(/filters/\d+/delete)"', page)[0]).status_code == 303
    assert "<p data-done>Saved filters deleted.</p>" in client.get("/findings").text


def test_a_facet_of_many_values_unfolds_and_counts_what_only_the_json_has() -> None:
    counts = tuple(FacetCount(f"{place}/{place} EUR", 1, more=False) for place in range(245))
    counted = {**dict.fromkeys(TITLES, ()), "stakes": counts}
    [group] = [each for each in groups(counted, {"stakes": "244/244 EUR"}) if each["name"] == "stakes"]
    assert [len(group[part]) for part in ("choices", "folded")] == [MOST_SHOWN + 1, MOST_FOLDED]
    assert group["hidden"] == 4
    assert [each["words"] for each in group["choices"] if each["here"]] == ["244/244 EUR"]
    assert group["folded"][0]["address"] == "/findings?stakes=244%2F244+EUR&stakes=40%2F40+EUR"
