"""A form that cannot be used comes again as a page, with the sentence beside it and all that was typed."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.forms import form_token, send
from tests.web.night import File, Files, HandText, history

pytestmark = pytest.mark.database
TYPED = 'The clock was <b>"one"</b> hour off.'
SHOWN = "The clock was &lt;b&gt;&#34;one&#34;&lt;/b&gt; hour off."


@pytest.fixture
def beforehand() -> Files:
    """Two hands with a wager of the wrong size."""
    return (File(history(*[HandText(number=str(5000000 + bet), bet=bet) for bet in (11, 12)])),)


def again(client: FlaskClient, path: str, **fields: Any) -> str:
    """The page that answers a form of ours which is refused."""
    answer = send(client, path, **fields)
    assert (answer.status_code, answer.mimetype) == (422, "text/html")
    page: str = answer.text
    assert page.count("data-refused") == 1
    return page


def refused(page: str) -> str:
    """What the sentence says."""
    found = re.search(r"data-refused>([^<]+)<", page)
    assert found is not None
    return found[1]


def selected(client: FlaskClient) -> str:
    """Where the two are selected."""
    location: str = send(client, "/findings/select", query="code=B402", all="1").headers["Location"]
    return location


def test_a_refused_selection_comes_back_with_the_choices_made(client: FlaskClient) -> None:
    place = selected(client)
    page = again(
        client,
        f"{place}/act",
        act="accept",
        **{"reason-dismiss": "engine wrong", "comment": TYPED, "until": "2001-01-01"},
    )
    assert refused(page).startswith("To accept a finding, choose one of these reasons")
    assert '<option value="engine wrong" selected>' in page
    assert f'value="{SHOWN}"' in page
    assert 'type="date" value="2001-01-01"' in page
    assert f'href="{place}.json"' in page
    assert f'action="{place}/act"' in page
    late = again(
        client, f"{place}/act", act="accept", until="2001-01-01", **{"reason-accept": "the room is mending it"}
    )
    assert "2001-01-01, because this day is in the past" in refused(late)


def test_a_list_of_which_nothing_is_ticked_is_that_list_again(client: FlaskClient) -> None:
    page = again(client, "/findings/select", query="code=B402&street=5")
    assert refused(page) == "No finding is selected. Select findings in the list, or select all matching findings."
    assert page.count('data-row="') == len(client.get("/findings.json?code=B402&street=5").get_json()["findings"])
    assert "Rule: B402" in page
    assert 'href="/findings.csv"' in page


def test_a_refused_filter_name_comes_back_in_its_form(client: FlaskClient) -> None:
    page = again(client, "/filters", query="code=B402", name="x" * 81)
    assert f'value="{"x" * 81}"' in page
    assert page.index('id="facet-saved"') < page.index("data-refused")


@pytest.mark.parametrize("act", ["dismiss", "accept"])
def test_an_act_of_the_list_that_lacks_its_reason_leads_to_the_reasons(act: str, client: FlaskClient) -> None:
    one = client.get("/findings.json").get_json()["findings"][0]["id"]
    back = "/findings?code=B402"
    page = again(client, f"/findings/{one}/act", act=act, back=back, comment=TYPED)
    assert refused(page).startswith(f"To {act} a finding, choose one of these reasons")
    opened = re.search(r'<details class="act" open>.*?</details>', page, re.DOTALL)
    assert opened is not None
    assert page.count('<details class="act" open>') == 1
    assert f'name="act" value="{act}"' in opened[0]
    assert f'name="back" value="{back}"' in opened[0]
    assert f">{SHOWN}</textarea>" in opened[0]
    assert "data-refused" in opened[0]
    reasons = re.findall(r'name="reason" value="([^"]+)"', opened[0])
    assert len(reasons) == 3
    answer = send(client, f"/findings/{one}/act", act=act, reason=reasons[0], back=back)
    assert (answer.status_code, answer.headers["Location"]) == (303, back)


def test_what_needs_no_reason_is_refused_beside_the_acts(client: FlaskClient) -> None:
    one = client.get("/findings.json").get_json()["findings"][0]["id"]
    page = again(client, f"/findings/{one}/act", act="reopen")
    assert "you cannot open it again" in refused(page)
    assert page.index("data-refused") < page.index('class="decisions"')


def test_a_program_is_refused_in_json(client: FlaskClient) -> None:
    fields = {"csrf_token": form_token(client), "act": "dismiss"}
    answer = client.post(f"{selected(client)}/act", data=fields, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["status"]) == (422, 422)
