"""From a hand, and from a step of it, to the page where a finding is decided."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import LAWFUL, HandText, history

pytestmark = pytest.mark.database

FIRST = HandText(number="4200009", bet=15)
SECOND = HandText(number="4200010", bet=15)


def led_to(page: str) -> set[int]:
    """The findings that a page leads to."""
    return {int(number) for number in re.findall(r'href="/findings/(\d+)"', page)}


def test_hand_and_step_lead_to_the_findings_on_record_each_to_its_own(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(history(FIRST, SECOND))
    stored = client.get("/findings.json?all=yes").get_json()["findings"]
    assert {each["hand_id"] for each in stored} == {1, 2}
    for hand in (1, 2):
        own = {each["id"]: each for each in stored if each["hand_id"] == hand}
        assert led_to(client.get(f"/hands/{hand}").text) == set(own)
        for told in client.get(f"/hands/{hand}.json").get_json()["findings"]:
            each = own[told["id"]]
            assert [told[name] for name in ("code", "event", "seat", "logged", "lawful")] == [
                each[name] for name in ("code", "event", "seat", "logged", "lawful")
            ]
        for number in own:
            step = client.get(f"/findings/{number}.json").get_json()["step"]
            assert number in led_to(client.get(f"/hands/{hand}/step/{step}").text)
            assert number in [
                each["id"] for each in client.get(f"/hands/{hand}/step/{step}.json").get_json()["findings"]
            ]


def test_what_is_found_between_hands_has_its_way_too(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(LAWFUL, HandText(number="4200003", players=("Aster", "Birch", "Birch"))))
    stored = {
        each["id"] for each in client.get("/findings.json?all=yes").get_json()["findings"] if each["hand_id"] == 2
    }
    assert stored
    assert led_to(client.get("/hands/2").text) == stored


@pytest.mark.parametrize("query", ["house=casino", "names=masked"])
def test_no_way_leads_to_what_is_not_on_record_nor_from_a_mask_to_the_names(
    query: str, client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(history(FIRST))
    step = client.get("/findings/1.json").get_json()["step"]
    for address in ("/hands/1", f"/hands/1/step/{step}"):
        page = client.get(f"{address}?{query}").text
        assert "B402" in page
        assert led_to(page) == set()
