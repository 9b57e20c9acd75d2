"""What is found across hands leads from the hand to the earlier one, and to the page of its rule."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.cli.command import LOGS
from tests.web.night import HandText, history
from tests.web.page_text import all_text, visible_text

pytestmark = pytest.mark.database


def test_the_finding_names_the_earlier_hand_and_leads_to_it(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent((LOGS / "sitting.hand").read_bytes(), "evening.hand")
    record = {each["number"]: each["id"] for each in client.get("/hands.json").get_json()["hands"]}
    page = client.get(f"/hands/{record['8']}").text
    assert f'compared with <a class="anywhere" href="/hands/{record["7"]}">hand 7</a>' in page
    told = (
        "H801 play , ◑ assumed Stack changed between hands begins with 396.00 → the rules say 496.00, as hand 7 left it"
    )
    assert f"{told} compared with hand 7 seat 2 -100.00" in all_text(page).replace("\u2212", "-")
    [found] = client.get(f"/hands/{record['8']}.json").get_json()["findings"]
    assert (found["code"], found["earlier"]["id"], found["earlier"]["number"]) == ("H801", record["7"], "7")
    [found] = client.get(f"/hands/{record['10']}.json").get_json()["findings"]
    assert (found["code"], found["earlier"]) == ("H802", None)
    answered = client.get(f"/api/v1/hands/{record['8']}").get_json()["findings"]
    assert answered == client.get(f"/hands/{record['8']}.json").get_json()["findings"]
    assert "H805" in client.get("/findings").text


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("H801", "Each finding of this rule is irregular: the act may have a lawful reason that is not in the log."),
        ("H802", "compares the seats of one hand with each other"),
        ("H803", "Each finding of this rule is a fault: the record cannot be true."),
        ("H805", "compares each hand with the earlier hands of its table"),
    ],
)
def test_its_rule_has_a_page(client: FlaskClient, code: str, told: str) -> None:
    assert told in visible_text(client.get(f"/rules/{code}").text)


def test_the_page_has_the_clause_that_it_rests_on(client: FlaskClient) -> None:
    document = client.get("/rules/H801.json").get_json()
    assert [clause["key"] for clause in document["clauses"]] == ["table_stakes.rule"]


def test_the_receipt_of_the_earlier_hand_leads_to_what_was_found_later(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    title, first, *rest = (LOGS / "sitting.hand").read_text().split("\nhand ")
    early = sent(f"{title}\nhand {first}".encode(), "early.hand")
    assert "across hands" not in visible_text(client.get(f"/uploads/{early.receipt}").text)
    late = sent("".join([f"\nhand {each}" for each in rest]).encode(), "late.hand")
    against = client.get(f"/findings.json?against={early.receipt}").get_json()["findings"]
    assert sorted((each["code"], each["number"]) for each in against) == [("H801", "8"), ("H805", "9")]
    page = client.get(f"/uploads/{early.receipt}").text
    told = "Findings that compare a hand of another upload with a hand of this upload: 2 cross-hand findings"
    assert told in visible_text(page)
    assert f'href="/findings?against={early.receipt}"' in page
    assert client.get(f"/uploads/{late.receipt}.json").get_json()["against"] == 0


def test_the_receipt_of_the_first_record_leads_to_the_one_that_contradicts_it(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    first, second = sent(history(HandText()), "one.txt"), sent(history(HandText(bet=15)), "other.txt")
    told = [client.get(f"/uploads/{each.receipt}.json").get_json()["against"] for each in (first, second)]
    assert told == [1, 0]
    assert (
        "Findings that compare a hand of another upload with a hand of this upload: 1 cross-hand finding"
        in visible_text(client.get(f"/uploads/{first.receipt}").text)
    )
