"""The time zone and the theme of a visitor."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access.time_zone import zone_names
from tests.web.forms import send
from tests.web.signed import account, browser

pytestmark = pytest.mark.database
WHEN = "SELECT to_char(received_at AT TIME ZONE %s, 'FMDD Mon YYYY, HH24:MI') FROM upload"


def times(client: FlaskClient, receipt: Receipt) -> list[tuple[str, str]]:
    page = client.get(f"/uploads/{receipt.receipt}").text
    return re.findall(r'<time datetime="[^"]+"(?: title="([^"]+)")?>([^<]+)</time>', page)


@pytest.mark.parametrize(("zone", "short"), [("Asia/Kolkata", "IST"), ("America/Sao_Paulo", "UTC-03")])
def test_all_times_are_in_the_zone_of_the_visitor_with_utc_beside(
    zone: str, short: str, app: Flask, database: Database, night: Receipt, rows: object
) -> None:
    assert callable(rows)
    client = browser(app, database, account(database, "Ada", "viewer"))
    [(utc,)], [(there,)] = rows(WHEN, "UTC"), rows(WHEN, zone)
    assert times(client, night)[0] == ("", f"{utc} UTC")
    assert send(client, "/settings/look", time_zone=zone, theme="").status_code == 303
    assert times(client, night)[0] == (f"{utc} UTC", f"{there} {short}")
    assert client.get("/settings.json").get_json()["time_zone"] == zone
    assert client.get(f"/uploads/{night.receipt}.json").get_json()["upload"]["received"].endswith("Z")


def test_the_look_is_kept_with_the_account_and_without_one_by_a_cookie(app: Flask, database: Database) -> None:
    visitor = app.test_client()
    send(visitor, "/settings/look", time_zone="Europe/Berlin", theme="dark")
    page = visitor.get("/rules").text
    assert '<html lang="en" data-theme="dark">' in page
    assert '<meta name="color-scheme" content="dark">' in page
    assert visitor.get("/settings.json").get_json()["time_zone"] == "Europe/Berlin"
    assert "data-theme" not in app.test_client().get("/rules").text
    number = account(database, "Ada", "viewer")
    send(browser(app, database, number), "/settings/look", time_zone="UTC", theme="light")
    other = browser(app, database, number)
    assert 'data-theme="light"' in other.get("/rules").text
    send(other, "/settings/look", time_zone="UTC", theme="")
    assert "data-theme" not in other.get("/rules").text


@pytest.mark.parametrize(
    ("time_zone", "theme", "words"),
    [
        ("Mars/Olympus", "", "There is no time zone &#39;Mars/Olympus&#39;. Choose a time zone from the list."),
        ("../../etc/passwd", "", "There is no time zone"),
        ("UTC", "pink", "The field theme must be light, dark or empty."),
    ],
)
def test_an_unknown_look_is_refused(time_zone: str, theme: str, words: str, client: FlaskClient) -> None:
    answer = send(client, "/settings/look", time_zone=time_zone, theme=theme)
    assert (answer.status_code, words in answer.text) == (422, True)


def test_zones_are_places(client: FlaskClient) -> None:
    names = zone_names()
    assert names[0] == "UTC"
    assert {"Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kolkata"} <= {*names}
    assert not [name for name in names if name.startswith("Etc/")]
    assert client.get("/settings").text.count("<optgroup") > 5
