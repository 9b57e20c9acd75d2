"""How two houses differ, on a page and as JSON and CSV."""

import csv
import io

import pytest
from flask.testing import FlaskClient

from auditor.engine.hand import Game, Structure
from auditor.engine.house.clause_words import clause_words
from auditor.engine.house.differences import differences, pair

pytestmark = pytest.mark.database


def test_every_difference_is_on_the_page_with_both_clauses(client: FlaskClient) -> None:
    found = differences(*pair("casino", "qqonline", Game.STUD, Structure.FIXED))
    page = client.get("/houses/casino/against?house=qqonline").text.replace("&#39;", "'")
    document = client.get("/houses/casino/against.json?house=qqonline").get_json()
    rows = list(csv.reader(io.StringIO(client.get("/houses/casino/against.csv?house=qqonline").text)))[1:]
    assert [each["key"] for each in document["differences"]] == [each.key for each in found]
    assert [(row[0], row[1].split()) for row in rows] == [(each.key, list(each.differs)) for each in found]
    assert page.count('<th scope="row">') == len(found)
    for each in found:
        assert f'<span class="sub mono">{each.key}</span>' in page
        assert clause_words(each.first.clause) in page
        assert clause_words(each.second.clause) in page
    values = sum([each.differs[0] == "value" for each in found])
    assert f"{values} of {document['answers']} answers differ." in page


def test_a_house_has_a_form_that_leads_there_without_scripts(client: FlaskClient) -> None:
    page = client.get("/houses/qqonline").text
    assert '<form class="aside row" method="get" action="/houses/qqonline/against">' in page
    assert "<option>casino</option>" in page
    assert "<option selected>roberts</option>" in page
    assert "<option>partypoker</option>" not in page  # no game of one is a game of the other
    assert "qqonline compared with roberts" in client.get("/houses/qqonline/against").text


def test_two_equal_houses_have_a_sentence_of_their_own(client: FlaskClient) -> None:
    page = client.get("/houses/casino/against?house=casino&structure=pot").text
    assert "casino and casino give the same answers to all 77 questions." in page
    assert client.get("/houses/casino/against.json?house=casino").get_json()["differences"] == []


@pytest.mark.parametrize(
    ("address", "status", "says"),
    [
        ("/houses/nowhere/against", 404, "There is no house"),
        ("/houses/casino/against?house=qqonlin", 422, "did you mean qqonline?"),
        ("/houses/casino/against?house=partypoker", 422, "have no game in common"),
        ("/houses/casino/against?house=roberts&game=razz", 422, "does not cover razz"),
        ("/houses/casino/against?other=roberts", 422, "other"),
    ],
)
def test_what_cannot_be_compared_is_refused(address: str, status: int, says: str, client: FlaskClient) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert says in answer.text


def test_the_base_of_all_is_compared_with_another_house_and_the_box_names_it(client: FlaskClient) -> None:
    page = client.get("/houses/roberts/against").text
    assert "roberts compared with absolute" in page
    assert "<option selected>absolute</option>" in page
    same = client.get("/houses/roberts/against?house=roberts").text
    assert "<option selected>roberts</option>" in same
