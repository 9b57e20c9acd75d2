"""The heads of the columns sort the list of findings, on the page, in JSON and in CSV."""

import csv
import io
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import HandText, history

pytestmark = pytest.mark.database


@pytest.fixture
def many(sent: Callable[..., Receipt]) -> Receipt:
    return sent(history(*[HandText(number=f"{5000000 + bet}", bet=bet) for bet in range(11, 31)]))


def test_the_heads_are_links_that_sort(client: FlaskClient, many: Receipt) -> None:
    page = client.get("/findings?code=B402&limit=5&rows=findings").text
    assert "aria-sort" not in page
    assert 'href="/findings?code=B402&amp;rows=findings&amp;sort=-amount"' in page
    down = client.get("/findings?code=B402&limit=5&rows=findings&sort=-amount").text
    head = down.partition('aria-sort="descending"')[2].partition("</th>")[0]
    assert 'href="/findings?code=B402&amp;rows=findings&amp;sort=amount"' in head
    assert "Amount" in head
    assert 'href="/findings?code=B402&amp;rows=findings">Most serious first</a>' in down
    following = re.search(r'href="(/findings\?[^"]+)" rel="next"', down)
    assert following is not None
    assert "sort=-amount" in following[1]
    assert client.get(following[1].replace("&amp;", "&")).status_code == 200
    number = re.search(r'href="(/findings/\d+\?list=[^"]*sort%3D-amount[^"]*)"', down)
    assert number is not None
    assert "Next" in client.get(number[1].replace("&amp;", "&")).text


def test_pages_and_csv_have_the_order_of_the_column(client: FlaskClient, many: Receipt) -> None:
    for sort, column in (("amount", "amount"), ("-amount", "amount"), ("hand", "hand_id"), ("-hand", "hand_id")):
        found, address = [], f"/findings.json?code=B402&limit=6&sort={sort}"
        while address:
            document = client.get(address).get_json()
            found += [each[column] for each in document["findings"]]
            address = document["next_page"]
        assert found == sorted(found, reverse=sort.startswith("-"))
        assert len(found) == document["total"] == 19
        lines = csv.DictReader(io.StringIO(client.get(f"/findings.csv?code=B402&sort={sort}").text))
        assert [int(each[column]) for each in lines] == found
    refused = client.get("/api/v1/findings?sort=colour")
    assert (refused.status_code, "sort: Must be one of: rule, hand" in refused.get_json()["message"]) == (422, True)
    assert client.get("/findings?sort=rule&after=-600.1").status_code == 422
