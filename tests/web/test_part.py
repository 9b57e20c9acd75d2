"""The part of a finding's page that stands beside the list: the same from the same templates, and nothing else."""

import re

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import send

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("night")]
LIST = "code=B402"
ADDRESS = "/findings/{}?list=code%3DB402"
ALONE = {"X-Part": "alone"}


@pytest.fixture
def address(client: FlaskClient, night: Receipt) -> str:
    """A finding as it is opened from a list."""
    return ADDRESS.format(client.get(f"/findings.json?{LIST}").get_json()["findings"][0]["id"])


def article(page: str) -> str:
    """The finding itself, without the token of the forms and where they lead back to."""
    found = re.search(r"<article.*</article>", page, re.DOTALL)
    assert found is not None
    return re.sub(r'name="(csrf_token|back)" value="[^"]*"', r'name="\1"', found[0])


def test_it_is_what_the_page_has_and_leads_back_to_the_list(client: FlaskClient, address: str) -> None:
    whole, part = client.get(address), client.get(address, headers=ALONE)
    assert article(part.text) == article(whole.text)
    assert part.headers["Content-Security-Policy"] == whole.headers["Content-Security-Policy"]
    title = re.search(r"<title>[^<]+</title>", whole.text)
    assert title is not None
    assert part.text.partition("<article")[0].strip() == title[0]
    assert part.text.rpartition("</article>")[2].strip() == ""
    assert set(re.findall(r'name="back" value="([^"]*)"', part.text)) == {f"/findings?{LIST}"}
    assert set(re.findall(r'name="back" value="([^"]*)"', whole.text)) == {address}


def test_a_part_leaves_the_notices_to_the_next_page(client: FlaskClient, address: str) -> None:
    send(client, f"{address.partition('?')[0]}/act", act="confirm", back=f"/findings?{LIST}")
    assert "data-done" not in client.get(address, headers=ALONE).text
    assert "<p data-done>1 finding confirmed.</p>" in client.get(f"/findings?{LIST}").text


def test_a_row_can_be_named_in_an_address(client: FlaskClient) -> None:
    """Without scripts it leads to that row of the list."""
    page = client.get(f"/findings?{LIST}").text
    for number in re.findall(r'data-row="(\d+)"', page):
        assert f'<tr id="finding-{number}"' in page
