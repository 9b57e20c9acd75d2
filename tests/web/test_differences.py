"""The difference of two runs: every cell is a list, the cells add up, and what changed is laid to a cause."""

import csv
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.store.queries.changes_since_review import NEWS
from auditor.store.queries.differences import CAUSES
from tests.web.night import FAULTY, File, Files, HandText, history

pytestmark = pytest.mark.database

# As runs leave it: of the findings of the first run, some changed, some are gone by our rules and one by its record.
LATER = """
WITH later AS (
    INSERT INTO run (trigger, rules_version, houses, pin, state, finished_at)
    SELECT 'nightly', rules_version + 1, houses, pin, 'done', now() FROM run WHERE id = 1 RETURNING id),
acted AS (
    INSERT INTO triage_act (fingerprint, finding_id, act, from_state, to_state, run_id)
    SELECT fingerprint, finding.id, (ARRAY['changed', 'closed', 'closed', 'untested'])[1 + finding.id % 4],
           'open', 'open', later.id FROM finding, later)
UPDATE finding SET detection = (ARRAY['changed', 'gone', 'gone', 'unassessed'])[1 + id % 4],
       triage = (ARRAY['open', 'closed', 'closed', 'open'])[1 + id % 4],
       gone_by = (ARRAY['', 'engine', 'record', ''])[1 + id % 4]
RETURNING id
"""


@pytest.fixture
def beforehand() -> Files:
    """An upload."""
    return (File(history(FAULTY, *[HandText(number=str(5000000 + bet), bet=bet) for bet in range(11, 20)])),)


@pytest.fixture
def nights(rows: Callable[..., Any]) -> int:
    """After the upload a nightly run under newer rules; how many findings there are."""
    return len(rows(LATER))


def between(client: FlaskClient, first: int, last: int) -> dict[str, Any]:
    document: dict[str, Any] = client.get(f"/runs/{first}..{last}.json").get_json()
    return document


def test_what_a_first_run_found_is_new_and_laid_to_its_records(client: FlaskClient, nights: int) -> None:
    document = between(client, 0, 1)
    assert document["from"] is None
    assert document["totals"] == {
        "new": nights, "changed": 0, "gone": 0, "reopened": 0, "untested": 0,
        "by_record": nights, "by_engine": 0, "by_rules": 0, "by_either": 0, "by_selection": 0,
    }  # fmt: skip


def test_every_cell_is_the_list_that_it_leads_to(client: FlaskClient, nights: int) -> None:
    page = client.get("/runs/1..2").text
    cells = re.findall(r'href="/findings\?(news=[^"]+)">([\d,]+)</a>', page)
    assert len(cells) >= 6
    for query, count in cells:
        listed = client.get(f"/findings.json?{query.replace('&amp;', '&')}").get_json()
        assert str(listed["total"]) == count, query


def test_rows_add_up_to_the_totals_in_each_form(client: FlaskClient, nights: int) -> None:
    for first, last in ((0, 1), (1, 2), (0, 2)):
        document = between(client, first, last)
        for kind in NEWS:
            assert sum([row[kind] for row in document["by_rule"]]) == document["totals"][kind]
        read = list(csv.DictReader(io.StringIO(client.get(f"/runs/{first}..{last}.csv").text)))
        assert [{kind: int(row[kind]) for kind in NEWS} for row in read] == [
            {kind: row[kind] for kind in NEWS} for row in document["by_rule"]
        ]
    told = between(client, 1, 2)["totals"]
    assert sum([told[kind] for kind in ("changed", "gone", "untested")]) == nights
    assert told["by_engine"] > 0
    assert told["by_record"] > 0
    assert sum([told[f"by_{cause}"] for cause in CAUSES]) == told["changed"] + told["gone"]


def test_where_engine_and_rules_both_changed_the_cause_is_one_or_either(
    client: FlaskClient, nights: int, rows: Callable[..., Any]
) -> None:
    rows("""INSERT INTO report (hand_id, month, game, house, house_digest, rules_version, digest, run_id, findings,
                                settlement, current)
            SELECT hand_id, month, game, house, decode(repeat('07', 32), 'hex'), rules_version + 1, digest, 2, findings,
                   settlement, false FROM report RETURNING hand_id""")
    told = between(client, 1, 2)["totals"]
    assert (told["by_engine"], told["by_rules"]) == (0, 0)
    assert 0 < told["by_either"] == told["changed"] + told["gone"] - told["by_record"]
    assert f"the rules version or the house rules {told['by_either']}" in client.get("/runs/1..2").text
    rows("INSERT INTO laid SELECT id, 2, 'rules' FROM finding WHERE detection = 'changed' RETURNING run_id")
    now = between(client, 1, 2)["totals"]
    assert (now["by_rules"], now["by_either"]) == (told["changed"], told["by_either"] - told["changed"])


def test_what_the_two_were_pinned_to_is_compared(client: FlaskClient, nights: int) -> None:
    document = between(client, 1, 2)
    version = document["from"]["rules_version"]
    assert document["differs"] == {"rules_version": [version, version + 1], "houses": []}
    assert f"Rules version {version} → {version + 1}." in client.get("/runs/1..2").text


def test_a_run_leads_to_what_it_changed_and_is_marked_as_reviewed(client: FlaskClient, nights: int) -> None:
    page = client.get("/runs/2").text
    assert 'href="/runs/1..2"' in page
    assert 'action="/runs/2/review"' in page
    assert 'href="/runs/1..2"' in client.get("/runs").text


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/runs/2..1", 422, "Write the later run last: 1..2."),
        ("/runs/1..1", 422, "This address names run 1 twice."),
        ("/runs/1..99", 404, "no run 99"),
        ("/runs/1..9223372036854775807", 404, "no run 9223372036854775807"),
        ("/runs/1..2?colour=red", 422, "colour"),
    ],
)
def test_what_is_no_difference_is_refused(address: str, status: int, said: str, client: FlaskClient) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert said in answer.text
