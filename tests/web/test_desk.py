"""The desk and the nights: what is said first, numbers that are lists, and charts that are tables too."""

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import send
from tests.web.night import FAULTY, HandText, history

pytestmark = pytest.mark.database


def test_risks_that_were_accepted_stand_at_the_top(client: FlaskClient) -> None:
    named = client.get("/readyz").get_json()["risks"]
    if not named:
        pytest.skip("the server that DATABASE_URL names has no risks")
    assert [risk["name"] for risk in client.get("/desk.json").get_json()["risks"]] == named
    page = client.get("/").text
    assert [f"Accepted risk {name}: {name} is off: " in page for name in named] == [True] * len(named)


def test_the_owed_chips_and_the_groups_of_the_findings_are_one_step_away(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/").text
    head, _, panels = page.partition('<div class="split">')
    assert '<a href="/owed">Owed</a>' in head
    current = panels.partition('<h2 id="open">')[2].partition("</section>")[0]
    found = re.search(r'<a href="(/findings/groups[^"]*)">Group these findings</a>', current)
    assert found is not None
    groups = client.get(found[1].replace("/groups?", "/groups.json?")).get_json()
    assert groups["total"] == client.get("/desk.json").get_json()["findings"]


def test_a_partial_run_comes_first_with_its_reason(
    client: FlaskClient, night: Receipt, rows: Callable[..., Any]
) -> None:
    assert '<span class="part felt">Complete</span>' in client.get("/").text
    rows("UPDATE run SET state = 'partial', reason = 'The <b>disk</b> was full.' RETURNING id")
    page = client.get("/").text
    assert "PARTIAL" in page
    assert "Complete" not in page
    assert "The &lt;b&gt;disk&lt;/b&gt; was full." in page


def test_every_number_is_the_list_that_it_leads_to(
    client: FlaskClient, sent: Callable[..., Receipt], rows: Callable[..., Any]
) -> None:
    sent(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 19)]))
    send(client, "/runs/1/review", back="/")
    sent(history(FAULTY))
    rows("""WITH acted AS (INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, run_id)
                           SELECT fingerprint, id, 'closed', 'open', 'closed', 2 FROM finding WHERE id < 4 RETURNING id)
            UPDATE finding SET detection = 'gone', triage = 'closed', gone_by = 'engine' WHERE id < 4 RETURNING id""")
    number = client.get("/findings.json?all=yes").get_json()["findings"][0]["id"]
    send(client, f"/findings/{number}/act", act="assign")
    document = client.get("/desk.json").get_json()
    assert {each["kind"]: each["count"] for each in document["changed"]} == {
        "new": 1, "changed": 0, "gone": 3, "reopened": 0,
    }  # fmt: skip
    assert document["changed"][2]["by"]["engine"]["count"] == 3
    assert document["mine"]["count"] == 1
    for each in [*document["changed"], *document["changed"][2]["by"].values(), document["mine"]]:
        listed = client.get(each["list"].replace("/findings?", "/findings.json?")).get_json()
        assert listed["total"] == each["count"], each
    page = client.get("/").text
    assert "1 finding waits" in re.sub(r"<[^>]+>", "", page)
    assert 'action="/runs/2/review"' in page


def test_a_newcomer_is_led_to_one_finding_of_each_kind_until_a_run_is_reviewed(
    client: FlaskClient, night: Receipt
) -> None:
    (start,) = client.get("/desk.json").get_json()["start_here"]
    assert (start["kind"], start["code"]) == ("Betting", "B402")
    assert "Start here: one example of each kind of finding" in client.get("/").text
    send(client, "/runs/1/review", back="/")
    page = client.get("/").text
    assert "Start here" not in page
    assert "New since your last review (<a href=" in page


def test_charts_are_tables_too_and_add_up(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 19)]))
    document = client.get("/nights.json").get_json()
    charts = {each["id"]: each for each in document["charts"]}
    assert sum(charts["hands"]["lines"][0]["values"]) == 8
    found = client.get("/findings.json?all=yes").get_json()
    assert sum([sum(line["values"]) for line in charts["rules"]["lines"]]) == found["total"]
    at_stake = sum([abs(each["amount"] or 0) for each in found["findings"]])
    assert (charts["stake-USD-2"]["minor"], sum(charts["stake-USD-2"]["lines"][0]["values"])) == (2, at_stake)
    page = client.get("/nights").text.partition("</main>")[0]
    assert page.count("<figure") == page.count("<table") == len(charts)
    for address in ("/", "/runs"):
        figures = re.findall(
            r'<figure class="chart" data-chart="([^"]*)">.*?<table.*?</figure>', client.get(address).text, re.DOTALL
        )
        assert figures == list(charts), address
    assert "<figure" not in client.get("/runs?before=1").text
    read = list(csv.DictReader(io.StringIO(client.get("/nights.csv").text)))
    assert len(read) == sum([len(each["lines"]) for each in document["charts"]]) * len(document["days"])


def test_each_currency_has_a_chart_of_its_own_name(
    client: FlaskClient, sent: Callable[..., Receipt], rows: Callable[..., Any]
) -> None:
    sent(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in (11, 12, 13)]))
    for currency, number in (("", "5000011"), ("chips", "5000012")):
        rows("UPDATE finding SET currency = %s WHERE number = %s RETURNING 1", currency, number)
    charts = client.get("/nights.json").get_json()["charts"]
    told = [(each["id"], each["title"]) for each in charts if each["title"].startswith("At stake")]
    assert told == [
        ("stake-none-2", "At stake, no currency named"),
        ("stake-USD-2", "At stake, USD"),
        ("stake-chips-2", "At stake, chips"),
    ]


def test_no_nights_have_a_sentence(client: FlaskClient) -> None:
    assert "No hands yet." in client.get("/nights").text
    assert client.get("/nights.json").get_json()["days"] == []
