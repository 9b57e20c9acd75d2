"""The pages of an admin: accounts, venues, house files and the record of changes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.engine.house.registry import use_folder
from auditor.jobs.context import Workplace
from auditor.jobs.retention import remove_old
from auditor.store.postgres.database import Database
from auditor.store.uploads.retention import set_days
from auditor.store.uploads.upload_rows import Receipt
from tests.web.addresses import THERE, readable
from tests.web.forms import send, token_on
from tests.web.page_text import visible_text
from tests.web.signed import PASSWORD, account, browser, sign_in, token_of

pytestmark = pytest.mark.database

BYTES = "application/octet-stream"
FRESH = "seven slow brown kites"
HEAD = 'title = "Salon Nord"\nsource = "On the wall"\ngames = ["stud"]\n'
TIE = '[bring_in.tie]\nvalue = "{}"\nstatus = "stated"\nclause = "As the wall says."\n'


@pytest.fixture
def admin(app: Flask, database: Database) -> FlaskClient:
    """A browser of an admin, who has not typed the password again."""
    client = app.test_client()
    account(database, "Ada", "admin", PASSWORD)
    assert sign_in(client, "Ada", PASSWORD).status_code == 303
    return client


@pytest.fixture
def sure(admin: FlaskClient) -> FlaskClient:
    """That browser, less than five minutes after the password was typed."""
    assert send(admin, "/settings/accounts", name="Zoe", role="viewer", your_password=PASSWORD).status_code == 200
    return admin


def refused(answer: Any) -> tuple[int, str]:
    found = re.search(r"<p[^>]* data-refused>(.*?)</p>", answer.text)
    return answer.status_code, re.sub("<[^>]+>", "", found[1]) if found else ""


def changes(client: FlaskClient) -> list[list[str]]:
    listed = client.get("/settings/changes.json").get_json()["changes"]
    return [[each[name] for name in ("act", "subject", "before", "after", "by")] for each in listed]


def test_a_change_asks_for_the_password_once_in_five_minutes(admin: FlaskClient, rows: Any) -> None:
    asked = send(admin, "/settings/accounts", name="Bob <b>", role="reviewer")
    assert (asked.status_code, "Type your password" in asked.text) == (403, True)
    assert 'name="name" value="Bob &lt;b&gt;"' in asked.text
    assert 'name="role" value="reviewer"' in asked.text
    wrong = send(admin, "/settings/accounts", name="Bob", role="reviewer", your_password=PASSWORD + "!")
    assert refused(wrong) == (403, "The password is wrong. Nothing was changed. Try again.")
    assert PASSWORD not in wrong.text
    assert rows("SELECT count(*) FROM account") == [(1,)]
    before, csrf = token_of(admin), token_on(asked.text)
    fields = {"csrf_token": csrf, "name": "Bob", "role": "reviewer", "your_password": PASSWORD}
    assert admin.post("/settings/accounts", data=fields).status_code == 200
    assert token_of(admin) != before, "the token of the session stays the same"
    old = admin.application.test_client()
    old.set_cookie("__Host-auditor-session", before, secure=True)
    assert old.get("/findings.json").status_code == 401, "the former token of the session still works"
    assert send(admin, "/settings/accounts", name="Cy", role="viewer").status_code == 200
    rows("UPDATE session SET confirmed_at = now() - interval '301 seconds' RETURNING id")
    assert send(admin, "/settings/accounts", name="Di", role="viewer").status_code == 403
    assert rows("SELECT name FROM account ORDER BY id") == [("Ada",), ("Bob",), ("Cy",)]


def test_guesses_of_the_password_are_limited(admin: FlaskClient) -> None:
    codes = [
        send(admin, "/settings/accounts", name="Bob", role="viewer", your_password=f"guess {turn} of many").status_code
        for turn in range(11)
    ]
    assert (set(codes[:-1]), codes[-1]) == ({403}, 429)


def test_a_person_is_invited_and_sets_a_password_and_is_reset(app: Flask, sure: FlaskClient) -> None:
    page = send(sure, "/settings/accounts", name="Bob", role="reviewer")
    link = re.search(r'value="http://localhost(/sign-in/link/[\w-]{43})"', page.text)
    assert link is not None
    assert "Bob is invited as reviewer." in page.text
    assert link[1] not in sure.get("/settings/accounts").text
    bob = app.test_client()
    assert send(bob, link[1], link[1]).location == "/settings#password-head"
    settings = bob.get("/settings").text
    assert '<h2 id="password-head">Password</h2>' in settings
    assert "This account has no password yet." in settings
    assert app.test_client().get(link[1]).status_code == 404, "the link works twice"
    assert send(bob, "/settings/password", password=FRESH, again=FRESH).status_code == 303
    listed = {each["name"]: each for each in sure.get("/settings/accounts.json").get_json()["accounts"]}
    assert (listed["Bob"]["role"], listed["Bob"]["password"], listed["Zoe"]["password"]) == ("reviewer", True, False)
    at = f"/settings/accounts/{listed['Bob']['id']}"
    reset = send(sure, f"{at}/link")
    assert "The old password no longer works" in reset.text
    assert bob.get("/findings.json").status_code == 401
    assert sign_in(app.test_client(), "Bob", FRESH).status_code == 403
    assert send(sure, f"{at}/role", role="viewer").location == "/settings/accounts"
    assert "Bob was reviewer and is now viewer." in visible_text(sure.get("/settings/accounts").text)
    assert send(sure, f"{at}/disable").status_code == 303
    assert refused(send(sure, f"{at}/link"))[1] == "The account Bob is disabled. Enable the account first."
    assert send(sure, f"{at}/enable").status_code == 303
    assert changes(sure)[:6] == [
        ["account enabled", "Bob", "", "", "Ada"],
        ["account disabled", "Bob", "", "", "Ada"],
        ["role", "Bob", "reviewer", "viewer", "Ada"],
        ["password reset", "Bob", "", "", "Ada"],
        ["password set", "Bob", "", "", "Bob"],
        ["account made", "Bob", "", "reviewer", "Ada"],
    ]
    assert sure.get("/settings/changes?before=2").status_code == 200


def test_an_admin_neither_raises_himself_nor_leaves_the_desk_without_one(sure: FlaskClient) -> None:
    own = "/settings/accounts/1"
    for act, fields, words in (
        ("role", {"role": "reviewer"}, "You cannot change your own role. Ask another admin."),
        ("disable", {}, "You cannot disable your own account. Ask another admin."),
    ):
        assert refused(send(sure, f"{own}/{act}", **fields)) == (409, words)
    assert f'action="{own}/' not in sure.get("/settings/accounts").text
    assert refused(send(sure, f"{own}/role", role="king"))[0] == 422
    assert refused(send(sure, "/settings/accounts/99/disable"))[0] == 404
    assert refused(send(sure, "/settings/accounts", name="ADA", role="viewer"))[0] == 422


def test_an_amount_is_set_and_ended(sure: FlaskClient) -> None:
    assert send(sure, "/settings/venues/amount", venue="default", currency="usd", amount="500.00").status_code == 303
    page = visible_text(sure.get("/settings/venues").text)
    assert "default: two people must now agree to dismiss or accept a finding of 500.00 USD or more" in page
    assert sure.get("/settings/venues.json").get_json()["amounts"][0]["amount"] == 50_000
    for fields, words in (
        ({"currency": "USD", "amount": "1,000"}, '"1,000" is no amount. Write digits, such as 500 or 500.00.'),
        ({"currency": "ZZZZ", "amount": "5"}, 'No finding has the currency "ZZZZ".'),
        ({"currency": "USD", "amount": "5", "venue": "north"}, 'There is no venue "north"; there are: default.'),
    ):
        status, said = refused(send(sure, "/settings/venues/amount", **{"venue": "default", **fields}))
        assert (status, said.replace("&#34;", '"').startswith(words)) == (422, True), said
    assert send(sure, "/settings/venues/amount/end", venue="default", currency="USD").status_code == 303
    assert send(sure, "/settings/venues/amount/end", venue="default", currency="USD").status_code == 409
    assert changes(sure)[:2] == [
        ["second review", "default", "500.00 USD", "never for USD", "Ada"],
        ["second review", "default", "never for USD", "500.00 USD", "Ada"],
    ]


def test_a_retention_is_counted_before_it_is_saved(night: Receipt, sure: FlaskClient, rows: Any) -> None:
    rows("UPDATE upload SET received_at = now() - interval '50 days' RETURNING id")
    counted = sure.get("/settings/retention.json?venue=default&days=40").get_json()
    assert counted["removes"] == {"uploads": 1, "size": night.size, "hands": 2, "findings": 1}
    page = sure.get("/settings/retention?venue=default&days=40").text
    assert "1 upload (2 KB), 2 hands and 1 finding are older than this period." in visible_text(page)
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.split('method="post"')[-1]))
    assert form.pop("csrf_token")
    rows("UPDATE upload SET received_at = now() RETURNING id")
    status, said = refused(send(sure, "/settings/retention", **form))
    assert (status, said) == (
        409, "The count has changed since you loaded the page, so nothing was saved. Look at the new count."
    )  # fmt: skip
    assert rows("SELECT count(*) FROM retention") == [(0,)]
    rows("UPDATE upload SET received_at = now() - interval '50 days' RETURNING id")
    assert send(sure, "/settings/retention", **form).location == "/settings/venues"
    assert "default keeps its files 40 days." in visible_text(sure.get("/settings/venues").text)
    assert changes(sure)[0] == ["retention", "default", "for ever", "40 days", "Ada"]
    for days in ("29", "x", "٣٠"):
        assert sure.get(f"/settings/retention?venue=default&days={days}").status_code == 422
    assert sure.get("/settings/retention?venue=elsewhere&days=40").status_code == 422


def test_a_removed_upload_says_so_and_no_page_breaks(
    night: Receipt, app: Flask, client: FlaskClient, place: Workplace, rows: Any
) -> None:
    assert send(client, "/findings/1/act", act="confirm", based_on="0").status_code == 303
    rows("UPDATE upload SET received_at = now() - interval '50 days' RETURNING id")
    with place.database.begin() as connection:
        set_days(connection, "default", 30, "Ada")
    assert remove_old(place) == 2
    assert client.get("/hands/1").status_code == 404
    for address in readable(app, {**THERE, "receipt": night.receipt}):
        refused = (403,) if address == "/hands/1/case" else ()  # without accounts, nobody opens a case
        assert client.get(address).status_code in (200, 303, 404, 501, *refused), address
    assert client.get("/findings.json?all=yes").get_json()["total"] == 0
    assert rows("SELECT act, by FROM triage_act") == [("confirm", "this machine")]
    page = client.get(f"/uploads/{night.receipt}").text
    assert "because the venue keeps files only for a set time" in visible_text(page)
    assert "Re-read the file" not in page
    assert client.get(f"/uploads/{night.receipt}.json").get_json()["upload"]["removed"] is not None


@pytest.fixture
def own_houses(tmp_path: Path) -> Iterator[Path]:
    """A folder of own houses, which this process has read with one house in it."""
    (tmp_path / "salon.toml").write_text(HEAD + TIE.format("suit"))
    (tmp_path / "south.toml").write_text(HEAD)
    use_folder(tmp_path)
    yield tmp_path
    use_folder(None)


def test_the_house_files_are_listed_with_versions_and_mistakes(own_houses: Path, client: FlaskClient) -> None:
    def listed() -> dict[str, tuple[str, str]]:
        houses = client.get("/settings/houses.json").get_json()["houses"]
        return {each["name"]: (each["standing"], each["mistake"]) for each in houses}

    assert client.get("/houses/salon").status_code == 200
    assert listed() == {"salon": ("in use", ""), "south": ("in use", "")}
    versions = client.get("/settings/houses.json").get_json()["houses"][0]["versions"]
    assert re.fullmatch("[0-9a-f]{64}", versions["stud/fixed"])
    (own_houses / "salon.toml").write_text(HEAD + TIE.format("first_dealt"))
    (own_houses / "south.toml").unlink()
    (own_houses / "north.toml").write_text(HEAD)
    (own_houses / "wrong.toml").write_text(HEAD + TIE.format("height"))
    (own_houses / "No Name.toml").write_text(HEAD)
    found = listed()
    assert {name: standing for name, (standing, _) in found.items()} == {
        "No Name.toml": "mistake", "north": "new", "salon": "changed", "south": "deleted", "wrong": "mistake",
    }  # fmt: skip
    assert "bring_in.tie" in found["wrong"][1]
    page = visible_text(client.get("/settings/houses").text)
    assert "has a name that a house cannot have; use small letters, digits and hyphens" in page
    assert "again to use the files as they are now: north, salon, south." in page
    assert client.get("/houses/north").status_code == 404, "the page changed the houses in use"
    use_folder(own_houses / "nowhere")
    assert "the folder that AUDITOR_HOUSES names: No such file" in client.get("/settings/houses").text


def test_without_a_folder_the_page_names_the_variable(client: FlaskClient) -> None:
    page = visible_text(client.get("/settings/houses").text)
    assert "No folder is set" in page
    assert "AUDITOR_HOUSES" in page


def test_this_machine_makes_the_first_admin_in_the_browser(client: FlaskClient) -> None:
    assert "option>reviewer" not in client.get("/settings/accounts").text
    assert refused(send(client, "/settings/accounts", name="Bob", role="reviewer"))[0] == 409
    page = send(client, "/settings/accounts", name="Ada", role="admin").text
    link = re.search(r"/sign-in/link/[\w-]{43}", page)
    assert link is not None
    assert client.get("/settings/accounts").status_code == 303
    assert send(client, link[0], link[0]).status_code == 303
    answer = send(client, "/settings/accounts", name="Bob", role="reviewer")
    told = (
        "Your account has no password, so you cannot confirm this change. Set a password on your settings page first."
    )
    assert refused(answer) == (409, told)


def test_an_admin_decides_about_no_finding(app: Flask, database: Database, night: Receipt) -> None:
    client = browser(app, database, account(database, "Ada", "admin"))
    answer = send(client, "/findings/1/act", act="confirm", based_on="0")
    assert (answer.status_code, "Ask a reviewer" in answer.text) == (403, True)


def test_an_ingest_token_is_shown_once_sees_its_own_receipts_and_ends_at_once(
    sure: FlaskClient, app: Flask, night: Receipt, rows: Any
) -> None:
    page = send(sure, "/settings/ingest", venue="default", label="night <b>", days="30")
    found = re.search(r'value="(hhi_[\w-]{43})"', page.text)
    assert found is not None
    assert found[1] not in sure.get("/settings/ingest").text
    assert found[1] not in str(rows("SELECT api_token::text FROM api_token"))
    headers, program = {"Authorization": f"Bearer {found[1]}"}, app.test_client()
    sent = program.post("/api/v1/uploads?file_name=n.txt", data=b"text", content_type=BYTES, headers=headers)
    receipt = sent.get_json()["receipt"]
    assert [each["receipt"] for each in program.get("/api/v1/uploads", headers=headers).get_json()["uploads"]] == [
        receipt
    ]
    assert program.get(f"/api/v1/uploads/{night.receipt}", headers=headers).status_code == 404
    for other in ("/api/v1/findings", "/api/v1/hands", "/", "/settings/ingest", "/settings/accounts"):
        assert program.get(other, headers=headers).status_code == 403, other
    row = sure.get("/settings/ingest.json").get_json()["tokens"][0]
    assert (row["label"], row["made_by"], row["account"]) == ("night <b>", "Ada", "")
    assert row["last_used"] is not None
    assert refused(send(sure, "/settings/ingest", venue="default", label="night <b>", days="1"))[0] == 422
    for label, days in (("", "30"), ("x", "0"), ("x", "366"), ("x", "\u0663"), ("x" * 65, "3"), ("a\u202eb", "3")):
        assert send(sure, "/settings/ingest", venue="default", label=label, days=days).status_code == 422
    assert send(sure, "/settings/ingest", venue="nowhere", label="x", days="3").status_code == 422
    assert send(sure, f"/settings/ingest/{row['token']}/end").location == "/settings/ingest"
    assert program.get("/api/v1/uploads", headers=headers).status_code == 401
    assert send(sure, f"/settings/ingest/{row['token']}/end").status_code == 404
    assert changes(sure)[:2] == [
        ["ingest token ended", "default", "night <b>", "", "Ada"],
        ["ingest token made", "default", "", "night <b>", "Ada"],
    ]
