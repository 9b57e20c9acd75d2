"""The steps over the whole way: their pages, JSON and CSV, what is masked, how large they are, and what is no step."""

import base64
import csv
import gzip
import io
import json
import re
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.formats import Read, open_log
from auditor.formats.converting import TARGETS, converted
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.findings.list_navigation import MOST_CARRIED
from auditor.web.hands.replay.film import STEPS_OF_PART
from auditor.web.hands.replay.places import places_of
from tests.cli.command import TOP
from tests.web.night import LAWFUL, PLAYERS, HandText, history
from tests.web.page_text import visible_text
from tests.web.replay.hands import long_hand
from tests.web.replay.tables import hand_of

pytestmark = pytest.mark.database

MOST_BYTES = 25 * 1024
MOST_ZIPPED = 6 * 1024
MOST_FILM_BYTES = 30 * 1024
DEMO = TOP / "fixtures" / "demo"
PLANTED = HandText(number="4200009", bet=15)


def walk(client: FlaskClient, query: str = "") -> list[dict[str, Any]]:
    """The documents of all steps of the first hand, from link to link."""
    address: str | None = client.get("/hands/1/step").location.rpartition("/")[2]
    documents = []
    while address is not None:
        document: dict[str, Any] = client.get(f"/hands/1/step/{address}.json{query}").get_json()
        documents.append(document)
        address = document["ways"]["next"]
    return documents


@pytest.fixture
def planted(sent: Callable[..., Receipt]) -> Receipt:
    """One hand in which a bet has the wrong size."""
    return sent(history(PLANTED))


def test_the_links_lead_through_every_event(client: FlaskClient, planted: Receipt) -> None:
    documents = walk(client)
    assert [each["event"] for each in documents] == list(range(documents[0]["steps"]))
    assert documents[0]["step"] == "0.1"
    assert documents[0]["ways"]["previous"] is None
    found = [each["step"] for each in documents if each["findings"]]
    assert found
    assert documents[0]["ways"]["next_finding"] == found[0]
    assert documents[-1]["ways"]["previous_finding"] == found[-1]
    fourth = next(each for each in documents if each["step"] == "4.2")
    assert (fourth["ways"]["previous_street"], fourth["ways"]["next_street"]) == ("4.1", "5.1")


def test_the_refusal_of_a_missing_step_names_the_last_one(client: FlaskClient, planted: Receipt) -> None:
    last = walk(client)[-1]["step"]
    for asked in ("4.99", "2.1", "x", "4", "4.1.2"):
        answer = client.get(f"/hands/1/step/{asked}")
        assert answer.status_code == 404
        assert f"This hand has no step {asked}. Its last step is {last}." in answer.text
    assert client.get("/hands/77/step/3.1").status_code == 404
    assert client.get("/hands/1/step/3.1?cards=all").status_code == 422


def test_every_event_and_finding_of_the_hand_leads_to_its_step_and_back(client: FlaskClient, planted: Receipt) -> None:
    page = client.get("/hands/1").text
    documents = walk(client)
    linked = set(re.findall(r'href="/hands/1/step/([\d.]+)"', page))
    assert linked == {each["step"] for each in documents}
    found = next(each for each in documents if each["findings"])
    assert f'<a href="/hands/1/step/{found["step"]}">show the table' in page
    step = client.get(f"/hands/1/step/{found['step']}").text
    assert f'href="/hands/1#e{found["event"]}"' in step
    assert f'id="e{found["event"]}"' in page


def test_a_step_has_the_findings_of_its_event(client: FlaskClient, planted: Receipt) -> None:
    found = next(each for each in walk(client) if each["findings"])
    page = client.get(f"/hands/1/step/{found['step']}").text
    assert [each["code"] for each in found["findings"]] == ["B402"]
    assert found["sentence"].startswith(f"Step {found['event']}, fourth street. Birch bets 15. Play B402, stated: ")
    assert f'data-sentence="{found["sentence"]}"' in page
    drawn = re.search(r'<svg class="oval.*?</svg>', page, re.DOTALL)
    assert drawn is not None
    assert "■ B402" in drawn[0]
    assert 'aria-label="The table after this step. ' in drawn[0]
    assert "style=" not in page
    assert len(re.findall(r'<th scope="row">', page)) == 3


def test_a_wrong_payout_points_at_the_pot_that_was_paid_and_not_at_what_is_left(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    sent(history(LAWFUL).replace(b"collected $42 from", b"collected $41 from"), "short.txt")
    step = next(each["step"] for each in walk(client) if each["findings"])
    drawn = client.get(f"/hands/1/step/{step}").text.partition('<svg class="oval"')[2].partition("</svg>")[0]
    pointed = re.findall(r'<text class="m (\w+) pt"[^>]*>([^<]*)<', drawn)
    assert [(kind, words[:9]) for kind, words in pointed] == [("pot", "▸ Main 43")]
    assert re.search(r'<text class="m total" ', drawn)


def test_names_are_masked_everywhere(client: FlaskClient, planted: Receipt) -> None:
    for address in ("/hands/1", "/hands/1/step/3.2", "/hands/1/step/4.4", "/hands/1/step/9.1"):
        for ending in ("", ".json", ".csv"):
            shown = client.get(f"{address}{ending}").text
            masked = client.get(f"{address}{ending}?names=masked").text
            assert any(name in shown for name in PLAYERS)
            assert not any(name in masked for name in PLAYERS), f"{address}{ending}"
            assert "night.txt" not in masked
    assert "Seat 2" in client.get("/hands/1/step/4.4?names=masked").text
    same = [client.get(f"/hands/1.json{query}").get_json()["digest"] for query in ("", "?names=masked")]
    assert same[0] == same[1]


def test_names_are_masked_in_what_was_found_between_hands(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(LAWFUL, HandText(number="4200003", players=("Aster", "Birch", "Birch"))))
    assert "Birch in seats 2 and 3" in client.get("/hands/2").text
    masked = client.get("/hands/2?names=masked").text
    assert "Birch" not in masked
    assert "player 2 in seats 2 and 3" in masked


def test_a_masked_page_says_once_that_it_hides_names_and_has_pseudonyms(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    twice = history(LAWFUL, HandText(number="4200003", players=("Aster", "Birch", "Birch")))
    sent(twice, "Birch.txt")
    sent(twice + b"\n", "Birch again.txt")
    page = visible_text(client.get("/hands/2?names=masked").text)
    assert page.count("This page hides names.") == 1
    assert "withheld" not in page
    assert "Birch" not in page
    assert re.search(r"From file 1 ?, line.*Also in file 2 ?, line", page), page[-900:]
    assert "This page hides names." not in client.get("/hands/2").text
    document = client.get("/hands/2.json?names=masked").get_json()
    assert [each["file_name"] for each in document["standings"]] == ["file 1", "file 2"]
    assert document["file"] == "file 1"


def test_switches_are_kept_from_step_to_step(client: FlaskClient, planted: Receipt) -> None:
    page = client.get("/hands/1/step/3.4?house=casino&cards=known&names=masked").text
    steps = re.findall(r'href="(\d\.\d+[^"]*)"', page)
    assert sum("cards=known" not in each for each in steps) == 1  # the one that turns it off
    assert sum("names=masked" not in each for each in steps) == 1
    assert all("house=casino" in each for each in steps)
    assert client.get("/hands/1/step/3.4.json?house=casino").get_json()["house"] == "casino"


def test_hole_cards_are_visible_with_all_known_cards(client: FlaskClient, planted: Receipt) -> None:
    seen = client.get("/hands/1/step/3.4.json").get_json()["seats"][0]["cards"]
    known = client.get("/hands/1/step/3.4.json?cards=known").get_json()["seats"][0]["cards"]
    assert [each["card"] for each in seen] == ["xx", "xx", "2c"]
    assert [each["card"] for each in known] == ["9c", "4d", "2c"]
    sheet = list(csv.reader(io.StringIO(client.get("/hands/1/step/3.4.csv").text)))
    assert sheet[1][:6] == ["seat", "1 Aster", "49900", "0", "", "xx xx 2c"]


def test_the_longest_hand_of_the_demonstration_is_small_at_every_step(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    """Each step answers, whole and zipped within its budget, with all cards known, opened from a list with the longest
    query that a step carries: that takes most.
    """
    hands = (DEMO / "roberts.hand").read_text().split("\n\nhand ")
    longest = max(hands, key=lambda each: (each.count("\nseat ") == 8, each.count("\n")))
    text = longest if longest.startswith("hand") else f"hand {longest}"
    sent(text.encode(), "longest.hand")
    places = places_of(hand_of(text))
    assert len(places) > 80
    query = "triage%3Dopen%26room%3D".ljust(MOST_CARRIED, "x")
    sizes = []
    for place in places:
        answer = client.get(f"/hands/1/step/{place.address}?house=roberts&cards=known&list={query}&at=1")
        assert f"list={query}&amp;at=1" in answer.text
        assert answer.status_code == 200, place
        sizes.append((len(answer.data), len(gzip.compress(answer.data, 6)), place.address))
    assert [each for each in sizes if each[0] > MOST_BYTES or each[1] > MOST_ZIPPED] == []
    film = client.get(f"/hands/1/replay.json?house=roberts&cards=known&list={query}&at=1")
    assert film.get_json()["steps"] == [place.address for place in places]
    assert len(film.data) <= MOST_FILM_BYTES


def test_the_film_of_the_longest_hand_of_the_fixtures_is_small(
    client: FlaskClient, sent: Callable[..., Receipt]
) -> None:
    log = open_log(io.BytesIO((DEMO / "winamax.txt").read_bytes()))
    longest = max([each.hand for each in log if isinstance(each, Read)], key=lambda hand: len(hand.events))
    sent(converted(longest, TARGETS["log"], 1, "").text.encode(), "longest.jsonl")
    film = client.get("/hands/1/replay.json?cards=known")
    assert len(film.get_json()["steps"]) == 150
    assert len(film.data) <= MOST_FILM_BYTES


def test_the_film_has_every_step_as_its_page_draws_it(client: FlaskClient, planted: Receipt) -> None:
    for query in ("", "?cards=known", "?names=masked&house=casino"):
        film = client.get(f"/hands/1/replay.json{query}").get_json()
        lines, changes = json.loads(zlib.decompress(base64.b64decode(film["frames"])))
        unused = iter(lines)
        frame: list[str] = []
        for step, changed in zip(film["steps"], changes, strict=True):
            fresh = [[next(unused) if each < 0 else lines[each] for each in change[2:]] for change in changed]
            for (first, gone, *_), come in reversed(list(zip(changed, fresh, strict=True))):
                frame[first : first + gone] = come
            assert "\n".join(frame) in client.get(f"/hands/1/step/{step}{query}").text


def test_the_film_of_a_long_hand_has_parts(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(long_hand(450), "long.hand")
    steps: list[str] = []
    for index in (0, STEPS_OF_PART, 2 * STEPS_OF_PART + 7, 456):
        film = client.get(f"/hands/1/replay.json{f'?index={index}' if index else ''}")
        assert len(film.data) <= MOST_FILM_BYTES
        part = film.get_json()
        assert film.status_code == 200, part
        assert part["first"] == len(steps)
        lines, changes = json.loads(zlib.decompress(base64.b64decode(part["frames"])))
        drawn = "\n".join([lines[number] for number in range(-sum(changes[0][0][2:]))])
        assert drawn in client.get(f"/hands/1/step/{part['steps'][0]}").text
        steps += part["steps"]
    assert len(steps) == 457
    page = client.get("/hands/1").text
    assert 'data-film="/hands/1/replay.json"' in page
    assert 'max="456"' in page
    assert client.get("/hands/1/replay.json?index=457").status_code == 404
    assert client.get("/hands/1/replay.json?index=0").status_code == 422


def test_the_chips_that_a_seat_is_paid_are_drawn(client: FlaskClient, planted: Receipt) -> None:
    paid = r'<g class="paid at-1" transform="translate\(450,450\)"><use href="#r"/>\s*<text[^>]*>\+52\.00</text></g>'
    pages = [client.get(f"/hands/1/step/{each['step']}").text for each in walk(client)]
    assert [len(re.findall(paid, page)) for page in pages if 'class="paid' in page] == [1]
