"""A page that was opened from a list leads back to it and to its neighbours there, also when it has left the list."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from auditor.store.uploads.upload_rows import Receipt
from tests.web.forms import send
from tests.web.night import HandText, history

pytestmark = pytest.mark.database
LIST = "code=B402"
QUOTED = "code%3DB402"


@pytest.fixture
def ids(client: FlaskClient, sent: Callable[..., Receipt]) -> list[int]:
    """Findings in the order of the list: a wrong wager in each of four hands."""
    sent(history(*[HandText(number=str(7100000 + place), bet=15) for place in range(4)]))
    return [each["id"] for each in client.get(f"/findings.json?{LIST}").get_json()["findings"]]


def ways(page: str) -> dict[str, str]:
    """Where the keys of a page lead, by key."""
    nav = re.search(r'<nav class="among".*?</nav>', page, re.DOTALL)
    assert nav is not None
    return {key: address for address, key in re.findall(r'href="([^"]*)" aria-keyshortcuts="([^"]*)"', nav[0])}


def test_a_row_names_its_list_and_the_finding_leads_on_in_it(client: FlaskClient, ids: list[int]) -> None:
    assert f'href="/findings/{ids[0]}?list={QUOTED}"' in client.get(f"/findings?{LIST}").text
    first, second, last = (ways(client.get(f"/findings/{ids[at]}?list={QUOTED}").text) for at in (0, 1, 3))
    assert first == {"ArrowLeft": f"/findings?{LIST}", "]": f"/findings/{ids[1]}?list={QUOTED}"}
    assert (second["["], second["]"]) == (f"/findings/{ids[0]}?list={QUOTED}", f"/findings/{ids[2]}?list={QUOTED}")
    assert last == {"ArrowLeft": f"/findings?{LIST}", "[": f"/findings/{ids[2]}?list={QUOTED}"}


def test_each_way_is_the_other_s_reverse_past_the_end_of_a_page(client: FlaskClient, ids: list[int]) -> None:
    quoted = f"{QUOTED}%26limit%3D2"
    hands = [client.get(f"/findings/{each}.json").get_json()["hand_id"] for each in ids]
    for number, addresses in (
        (r"/findings/(\d+)", [f"/findings/{each}?list={quoted}" for each in ids]),
        (r"at=(\d+)", [f"/hands/{hand}?list={quoted}&at={each}" for hand, each in zip(hands, ids, strict=True)]),
    ):
        for at, address in enumerate(addresses):
            among = ways(client.get(address).text)
            led = {key: int(each) for key in among for each in re.findall(number, among[key])}
            beside = (("[", at - 1), ("]", at + 1))
            assert led == {key: ids[other] for key, other in beside if 0 <= other < len(ids)}, address


def test_what_is_decided_leaves_the_list_and_keeps_its_place_in_it(client: FlaskClient, ids: list[int]) -> None:
    send(client, f"/findings/{ids[1]}/act", act="confirm")
    among = ways(client.get(f"/findings/{ids[1]}?list=triage%3Dopen%26code%3DB402").text)
    assert [re.findall(r"\d+", among[key])[0] for key in "[]"] == [str(ids[0]), str(ids[2])]


def test_a_hand_leads_to_the_hands_beside_it(client: FlaskClient, ids: list[int]) -> None:
    hands = [client.get(f"/findings/{each}.json").get_json()["hand_id"] for each in ids]
    among = ways(client.get(f"/hands/{hands[1]}?list={QUOTED}&at={ids[1]}").text)
    for key, at in (("[", 0), ("]", 2)):
        assert among[key] == f"/hands/{hands[at]}?house=pokerstars&amp;list={QUOTED}&amp;at={ids[at]}"
    assert '<nav class="among"' not in client.get(f"/hands/{hands[1]}").text


def test_a_step_leads_to_the_steps_of_the_hands_beside_its_own(client: FlaskClient, ids: list[int]) -> None:
    """Each to the step of the finding that the list has there, and every step keeps the list."""
    hands = [client.get(f"/findings/{each}.json").get_json()["hand_id"] for each in ids]
    hand = client.get(f"/hands/{hands[1]}?house=pokerstars&list={QUOTED}&at={ids[1]}").text
    steps = re.findall(r'href="(/hands/\d+/step/[^"]+)"', hand)
    assert steps
    finding = client.get(f"/findings/{ids[1]}?list={QUOTED}").text
    for address in (*steps, *re.findall(r'href="([^"]+/step/[^"]+)"', finding)):
        assert address.endswith(f"?house=pokerstars&amp;list={QUOTED}&amp;at={ids[1]}")
    step = client.get(unescape(steps[0])).text
    assert all(f"list={QUOTED}&amp;at={ids[1]}" in each for each in re.findall(r'href="(\d\.\d+[^"]*)"', step))
    among = ways(step)
    assert set(among) == {"[", "]"}, "the arrow to the left is the step before"
    assert f'<a class="button" href="/findings?{LIST}" data-does="Back to the list">' in step
    for key, at in (("[", 0), ("]", 2)):
        assert among[key] == f"/hands/{hands[at]}/step?house=pokerstars&amp;list={QUOTED}&amp;at={ids[at]}"
        answer = client.get(unescape(among[key]))
        place = client.get(f"/findings/{ids[at]}.json").get_json()["step"]
        there = f"/hands/{hands[at]}/step/{place}?house=pokerstars&list={QUOTED}&at={ids[at]}"
        assert (answer.status_code, answer.location) == (303, there)
        assert "B402" in client.get(there).text.partition("</svg>")[0]


@pytest.mark.parametrize(("page", "seen"), [("", "names=masked"), ("/step/4.4", "names=masked&cards=known")])
def test_how_a_hand_is_looked_at_goes_along(page: str, seen: str, client: FlaskClient, ids: list[int]) -> None:
    hands = [client.get(f"/findings/{each}.json").get_json()["hand_id"] for each in ids]
    among = ways(client.get(f"/hands/{hands[1]}{page}?list={QUOTED}&at={ids[1]}&{seen}").text)
    for key in "[]":
        assert unescape(among[key]).endswith(f"&{seen}")
        landed = client.get(unescape(among[key]), follow_redirects=True).text
        assert "Birch" not in landed


def test_an_address_of_steps_that_names_none_leads_to_the_first_one_where_the_finding_has_none(
    client: FlaskClient, ids: list[int]
) -> None:
    hands = [client.get(f"/findings/{each}.json").get_json()["hand_id"] for each in ids]
    for at in (ids[1], 77):
        location = client.get(f"/hands/{hands[0]}/step?list={QUOTED}&at={at}").location
        assert location == f"/hands/{hands[0]}/step/0.1?list={QUOTED}&at={at}"


def test_a_list_with_a_long_query_stays_behind_at_the_hand(client: FlaskClient, ids: list[int]) -> None:
    """A step has fifty links, and is to be small."""
    long = f"{QUOTED}%26picked%3D{'%2C'.join(map(str, ids * 6))}"
    finding = client.get(f"/findings/{ids[0]}?list={long}").text
    hand = client.get(unescape(re.findall(r'href="(/hands/[^"]+)#', finding)[0])).text
    assert ways(hand)
    for page in (finding, hand):
        steps = re.findall(r'href="(/hands/\d+/step/[^"]+)"', page)
        assert steps
        assert not any("list=" in each for each in steps)


def test_the_query_of_no_list_is_refused_in_words(client: FlaskClient, ids: list[int]) -> None:
    answer = client.get(f"/findings/{ids[0]}?list=colour%3Dred")
    assert answer.status_code == 422
    assert "colour" in answer.text
