"""The page of unread lines: shapes by how often, the mark of a reviewer, the hands, and the export without names."""

import datetime as dt
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from auditor.store.uploads.upload_rows import Receipt
from tests.jobs.test_unread_lines import MOON, STARS, hand, log
from tests.web.forms import send
from tests.web.signed import account, browser

pytestmark = pytest.mark.database

FILE = log(hand(1, MOON, MOON), hand(2), hand(3, STARS))


@pytest.fixture
def upload(sent: Callable[..., Receipt]) -> Receipt:
    return sent(FILE, "night.txt")


def shapes(client: FlaskClient, query: str = "") -> list[tuple[str, int, int, bool]]:
    listed = client.get(f"/unread.json{query}").get_json()["shapes"]
    return [(each["shape"], each["times"], each["hands"], each["marked"]) for each in listed]


def test_shapes_are_listed_by_how_often(client: FlaskClient, upload: Receipt) -> None:
    assert shapes(client) == [
        ("The moon rises over table NUMBER", 2, 1, False),
        ("The stars shine upon NAME", 1, 1, False),
    ]
    [first, second] = client.get("/unread.json").get_json()["shapes"]
    assert (first["room"], first["example"], first["hand_id"]) == ("pokerstars", MOON, 1)
    assert second["example"] == STARS
    assert MOON in client.get("/unread").text
    assert client.get("/unread.csv").text.splitlines()[1].startswith("1,default,pokerstars,")


def test_filters_and_pages(client: FlaskClient, upload: Receipt, sent: Callable[..., Receipt]) -> None:
    other = sent(hand(9, STARS, STARS, STARS), "other.txt")
    assert [each[:2] for each in shapes(client)] == [
        ("The stars shine upon NAME", 4),
        ("The moon rises over table NUMBER", 2),
    ]
    assert [each[1] for each in shapes(client, f"?upload={upload.receipt}")] == [2, 1]
    assert [each[1] for each in shapes(client, f"?upload={other.receipt}")] == [3]
    assert shapes(client, "?room=nowhere") == shapes(client, "?mark=marked") == []
    assert len(shapes(client, "?room=pokerstars&mark=open")) == 2
    page = client.get("/unread.json?limit=1").get_json()
    assert page["next"] == "4.2"
    assert [each[1] for each in shapes(client, f"?limit=1&after={page['next']}")] == [2]
    assert 'href="/unread?after=4.2' in client.get("/unread?limit=1").text


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_every_line_of_a_shape_is_on_a_page(limit: int, client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    """The first file has the first hand twice. The second file has it at the same line as the first file."""
    first = sent(log(hand(1, MOON, MOON), hand(2), hand(1, MOON, MOON)), "first.txt")
    second = sent(log(hand(1, MOON, MOON), hand(3, MOON)), "second.txt")
    found: list[tuple[str, str, int]] = []
    query = ""
    while True:
        page = client.get(f"/unread/1.json?limit={limit}{query}").get_json()
        found += [(each["number"], each["receipt"], each["line"]) for each in page["lines"]]
        if page["next"] is None:
            break
        query = f"&after={page['next']}"
    assert found == [
        ("3", second.receipt, 34),
        ("1", second.receipt, 12),
        ("1", second.receipt, 11),
        ("1", first.receipt, 57),
        ("1", first.receipt, 56),
        ("1", first.receipt, 12),
        ("1", first.receipt, 11),
    ]
    assert client.get("/unread/1?after=1.11").status_code == 422


def test_counts_of_upload_and_run_lead_to_the_shapes(client: FlaskClient, upload: Receipt) -> None:
    link = f'href="/unread?upload={upload.receipt}">3 lines not understood</a>'
    received = f"/uploads/received?receipts={upload.receipt}"
    for address in (f"/uploads/{upload.receipt}", "/uploads", received, "/runs/1"):
        assert link in client.get(address).text
    assert client.get(f"/uploads/{upload.receipt}.json").get_json()["upload"]["unread_lines"] == 3
    assert client.get("/runs/1.json").get_json()["run"]["unread_lines"] == 3
    assert client.get(f"/api/v1/uploads/{upload.receipt}").get_json()["upload"]["unread_lines"] == 3


def test_a_hand_lists_its_lines_apart_and_marks_them_in_the_log(client: FlaskClient, upload: Receipt) -> None:
    page = client.get("/hands/1").text
    assert "2 lines not understood" in page
    assert page.count('href="/unread/1"') == 2
    assert page.count("event not-understood") == 2
    rows = client.get("/hands/1.json").get_json()["unread"]
    assert [(each["line"], each["text"], each["shape_id"]) for each in rows] == [(11, MOON, 1), (12, MOON, 1)]
    assert client.get("/api/v1/hands/1").get_json()["unread"] == rows
    assert "not understood" not in client.get("/hands/2").text


def test_a_masked_hand_and_a_masked_list_have_no_names(client: FlaskClient, upload: Receipt) -> None:
    [row] = client.get("/hands/3.json?names=masked").get_json()["unread"]
    assert row["text"] == row["shape"] == "The stars shine upon NAME"
    for address in ("/hands/3?names=masked", "/unread?names=masked", "/unread/2?names=masked"):
        assert "upon Ann" not in client.get(address).text


def test_a_reviewer_marks_a_shape_and_takes_it_back(client: FlaskClient, upload: Receipt, place: Workplace) -> None:
    answer = send(client, "/unread/1/mark", form_of="/unread/1")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/unread/1")
    page = client.get("/unread/1").text
    assert "Shape 1 is now marked: no effect on the play; the auditor will read 1 upload again." in page
    assert "The auditor is reading 1 upload again." in page
    drain(place)
    shape = client.get("/unread/1.json").get_json()["shape"]
    assert (shape["marked"], shape["by"], shape["times"], shape["unread"], shape["outdated"]) == (
        True, "this machine", 2, 0, 0,
    )  # fmt: skip
    newest = client.get("/uploads.json").get_json()["uploads"][0]
    assert newest["unread_lines"] == 1
    old = client.get(f"/uploads/{upload.receipt}").text
    assert f'href="/uploads/{newest["receipt"]}"' in old
    assert (
        "the auditor read the file again, because a reviewer marked some of its lines as “no effect on the"
        " play”, or removed this mark." in old
    )
    send(client, "/unread/1/take-back", form_of="/unread/1")
    drain(place)
    assert client.get("/uploads.json").get_json()["uploads"][0]["unread_lines"] == 3
    acts = client.get("/unread/1.json").get_json()["acts"]
    assert [(each["noise"], each["by"]) for each in acts] == [(False, "this machine"), (True, "this machine")]


def test_an_act_that_changes_nothing_is_refused(client: FlaskClient, upload: Receipt) -> None:
    assert send(client, "/unread/1/take-back", form_of="/unread/1").status_code == 422
    assert send(client, "/unread/9/mark", form_of="/unread/1").status_code == 422
    assert client.get("/unread/9").status_code == 404
    assert client.post("/unread/1/mark").status_code == 403, "without the token of the form"


def test_a_viewer_looks_and_marks_nothing(app: Flask, upload: Receipt, place: Workplace) -> None:
    viewer = browser(app, place.database, account(place.database, "vera", "viewer"))
    page = viewer.get("/unread/1").text
    assert "Viewers cannot mark these lines" in page
    assert "no effect on the play</button>" not in page
    assert send(viewer, "/unread/1/mark", form_of="/settings").status_code == 403


def test_the_export_has_no_names(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    elsewhere = (
        hand(3, "Bob of Ohio waves to Zoe, Dan").replace(b"Bob of Ohio:", b"Dan:").replace(b": Bob of", b": Dan of")
    )
    sent(
        log(hand(1, STARS), hand(2, "The stars shine upon Bob of Ohio"), elsewhere.replace(b"Dan of Ohio", b"Dan")), "x"
    )
    answer = client.get("/unread.txt")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="unread.txt"'
    lines = answer.text.splitlines()
    assert all(line.startswith("#") for line in lines[:3])
    today = dt.datetime.now(dt.UTC).date()
    assert lines[3:] == [
        f"pokerstars: 2 times since {today}: The stars shine upon NAME",
        f"pokerstars: 1 time since {today}: NAME waves to Zoe, NAME",
    ]
