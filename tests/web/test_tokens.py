"""Tokens of programs: what each scope opens, of which venue, and until when."""

import datetime as dt
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.people.api_tokens import PREFIXES, Scope, Wanted, make_token
from auditor.store.postgres.database import Database
from auditor.store.uploads.senders import Sender
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access.permissions import PERMISSIONS
from tests.printers.zips import Packed, zipped
from tests.statements import statements
from tests.web.addresses import UNSAFE, rules
from tests.web.forms import send
from tests.web.night import NIGHT, HandText, history
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"
OTHERS = "Other people sent this file too, so an upload token cannot "
ELSEWHERE = 2
ABROAD = history(HandText(number="5500001", players=("Xaver", "Yasmin", "Zoltan"), table="Abroad", bet=15))

# What each scope opens, said once more: a route that is added to the API opens for no token until it is named here too.
TO_ALL = {
    ("GET", "/api/v1"),
    ("GET", "/api/v1/openapi.json"),
    ("GET", "/api/v1/schema"),
    ("GET", "/api/v1/uploads"),
    ("GET", "/api/v1/uploads/<string(maxlength=64):receipt>"),
}
TO_SENDERS = {
    ("POST", "/api/v1/uploads"),
    ("POST", "/api/v1/uploads/<string(maxlength=64):receipt>"),
    ("POST", "/api/v1/uploads/<string(maxlength=64):receipt>/cancel"),
}
TO_ONLOOKERS = {
    ("GET", "/api/v1/findings"),
    ("GET", "/api/v1/findings/<int:finding_id>"),
    ("GET", "/api/v1/hands"),
    ("GET", "/api/v1/hands/<int:hand_id>"),
    ("GET", "/api/v1/hands/<int:hand_id>/whatif"),
    ("GET", "/api/v1/houses"),
    ("GET", "/api/v1/houses/<string(maxlength=64):name>"),
    ("GET", "/api/v1/rules"),
    ("GET", "/api/v1/rules/<string(length=4):code>"),
    ("GET", "/api/v1/runs"),
    ("GET", "/api/v1/runs/<int:run_id>"),
}
WITHDRAWN = (
    "/api/v1/findings/<int(max=9223372036854775807):finding_id>/comments"
    "/<int(max=9223372036854775807):comment_id>/withdraw"
)
TO_DECIDERS = {
    ("POST", "/api/v1/findings/<int(max=9223372036854775807):finding_id>/decisions"),
    ("POST", "/api/v1/findings/<int(max=9223372036854775807):finding_id>/comments"),
    ("POST", WITHDRAWN),
}
OPENS = {
    Scope.UPLOAD: TO_ALL | TO_SENDERS,
    Scope.READ: TO_ALL | TO_ONLOOKERS,
    Scope.DECIDE: TO_ALL | TO_SENDERS | TO_ONLOOKERS | TO_DECIDERS,
}


@pytest.fixture
def abroad(night: Receipt, place: Workplace, owners_database: Database) -> Receipt:
    """A file of another venue, audited; that of `night` is of the usual one."""
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'riverside', 'Riverside')")
    receipt = receive(place, ABROAD, "abroad.txt", sender=Sender(ELSEWHERE))
    drain(place)
    return receipt


@pytest.mark.parametrize("scope", Scope)
def test_a_token_opens_what_its_scope_names_and_no_page(scope: Scope, app: Flask) -> None:
    assert OPENS[scope] == {
        (method, rule.rule)
        for rule in rules(app)
        if scope in PERMISSIONS[rule.endpoint].tokens
        for method in {"GET", *UNSAFE} & set(rule.methods or ())
    }


def test_no_token_allows_more_than_its_account_may(app: Flask, database: Database, rows: Any) -> None:
    viewer = account(database, "bob", "viewer")
    for scope in (Scope.UPLOAD, Scope.DECIDE):
        headers = bearer(database, viewer, scope, label=scope)
        answer = app.test_client().post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=headers)
        assert answer.status_code == 403
    assert rows("SELECT count(*) FROM upload") == [(0,)]


def test_a_token_that_uploads_sees_what_came_by_it_alone(
    app: Flask, night: Receipt, database: Database, place: Workplace
) -> None:
    number, client = account(database, "ada"), app.test_client()
    mine, other = bearer(database, number, Scope.UPLOAD), bearer(database, number, Scope.UPLOAD, "another")
    packed = zipped(Packed(b"in.txt", history(HandText(number="77"))))
    sent = client.post("/api/v1/uploads?file_name=x.zip", data=packed, content_type=BYTES, headers=mine).get_json()
    drain(place)
    member = client.get(f"/api/v1/uploads/{sent['receipt']}", headers=mine).get_json()["members"][0]["receipt"]
    listed = client.get("/api/v1/uploads", headers=mine).get_json()["uploads"]
    assert {each["receipt"] for each in listed} == {sent["receipt"], member}
    assert client.get(f"/api/v1/uploads/{member}", headers=mine).get_json()["archives"] != []
    for receipt in (sent["receipt"], member, night.receipt):
        address = f"/api/v1/uploads/{receipt}"
        assert client.get(address, headers=other).status_code == 404
        again = client.post(f"{address}?encoding=cp1251", content_type=BYTES, headers=other)
        assert again.status_code == 404
    # Who sends the same document has a receipt for it, and learns nothing of the archive that it came in before.
    same = client.post("/api/v1/uploads", data=history(HandText(number="77")), content_type=BYTES, headers=other)
    assert same.get_json()["receipt"] == member
    seen = client.get(f"/api/v1/uploads/{member}", headers=other).get_json()
    assert (seen["upload"]["hands"], seen["archives"]) == (1, [])
    assert len(client.get("/api/v1/uploads", headers=other).get_json()["uploads"]) == 1


def test_a_token_that_read_a_file_otherwise_sees_that_reading(app: Flask, database: Database, place: Workplace) -> None:
    number, client = account(database, "ada"), app.test_client()
    mine = bearer(database, number, Scope.UPLOAD)
    first = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=mine).get_json()["receipt"]
    drain(place)
    everybody = bearer(database, number, label="another")
    address = f"/api/v1/uploads/{first}?encoding=cp1251"
    second = client.post(address, content_type=BYTES, headers=everybody).get_json()["receipt"]
    assert second != first
    for receipt in (first, second):
        assert client.get(f"/api/v1/uploads/{receipt}", headers=mine).status_code == 200


def test_a_token_that_uploads_changes_nothing_that_others_sent_too(
    app: Flask, night: Receipt, database: Database, place: Workplace, rows: Any
) -> None:
    client, headers = app.test_client(), bearer(database, account(database, "ada"), Scope.UPLOAD)
    counted_reports = rows("SELECT count(*) FROM report WHERE current")
    assert counted_reports > [(0,)]

    def post(address: str, data: bytes = b"") -> Any:
        return client.post(f"/api/v1/uploads{address}", data=data, content_type=BYTES, headers=headers)

    assert post("", NIGHT).get_json()["receipt"] == night.receipt
    for answer in (post("?encoding=utf-16-le", NIGHT), post(f"/{night.receipt}?encoding=utf-16-le")):
        assert answer.status_code == 409
        assert OTHERS in answer.text
    packed = post("?encoding=utf-16-le&file_name=x.zip", zipped(Packed(b"in.txt", NIGHT))).get_json()["receipt"]
    drain(place)
    (member,) = client.get(f"/api/v1/uploads/{packed}", headers=headers).get_json()["members"]
    assert member["reason"].startswith(OTHERS)
    assert rows("SELECT count(*) FROM report WHERE current") == counted_reports
    assert rows("SELECT superseded_at FROM upload WHERE receipt = %s", night.receipt) == [(None,)]


@pytest.mark.parametrize("other", ["nobody", "a person", "a token", "a person, in an archive"])
def test_a_token_that_uploads_changes_what_it_alone_sent(
    other: str, app: Flask, database: Database, place: Workplace
) -> None:
    client, number = app.test_client(), account(database, "ada")
    headers = bearer(database, number, Scope.UPLOAD)
    archive = zipped(Packed(b"in.txt", NIGHT))
    receipts = [
        client.post("/api/v1/uploads", data=data, content_type=BYTES, headers=headers).get_json()["receipt"]
        for data in (NIGHT, ABROAD)
    ]
    if other == "a token":
        theirs = bearer(database, number, Scope.UPLOAD, "another")
        client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=theirs)
    elif other != "nobody":
        receive(place, NIGHT if other == "a person" else archive, "x")
    if other == "a person, in an archive":
        drain(place)
    cancelled, own = [
        client.post(f"/api/v1/uploads/{receipt}/cancel", content_type=BYTES, headers=headers) for receipt in receipts
    ]
    drain(place)
    read = client.post(f"/api/v1/uploads/{receipts[0]}?encoding=cp1251", content_type=BYTES, headers=headers)
    assert (OTHERS in cancelled.text, OTHERS in read.text) == (other != "nobody", other != "nobody")
    assert (cancelled.status_code, read.status_code) == ((200, 200) if other == "nobody" else (409, 409))
    if other != "a person, in an archive":
        assert own.status_code == 200


def test_what_is_of_another_venue_is_not_there(app: Flask, night: Receipt, abroad: Receipt, database: Database) -> None:
    """The same answer and as many queries as for what never was, at every address that takes a number or a name."""
    number, client = account(database, "ada"), app.test_client()
    here, there = bearer(database, number), bearer(database, number, label="b", venue_id=ELSEWHERE)
    client.get("/api/v1/runs", headers=here)  # the first use is noted
    with database.begin() as connection:
        hand = connection.exec_driver_sql("SELECT id FROM hand WHERE venue_id = 2").scalar_one()
        run = connection.exec_driver_sql("SELECT max(id) FROM run").scalar_one()
    never = "0000-0000-0000-0000"
    for theirs, nobodys in (
        (f"/api/v1/uploads/{abroad.receipt}", f"/api/v1/uploads/{never}"),
        (f"/api/v1/hands/{hand}", "/api/v1/hands/999"),
        (f"/api/v1/hands/{hand}/whatif?house=roberts", "/api/v1/hands/999/whatif?house=roberts"),
        (f"/api/v1/runs/{run}", "/api/v1/runs/999"),
        ("/api/v1/hands?number=5500001", "/api/v1/hands?number=5599999"),
        (f"/api/v1/hands?number=record+{hand}", "/api/v1/hands?number=record+999"),
        ("/api/v1/hands?venue=riverside&number=5500001", "/api/v1/hands?venue=nowhere&number=5500001"),
        ("/api/v1/findings?venue=riverside", "/api/v1/findings?venue=nowhere"),
        (f"/api/v1/findings?upload={abroad.receipt}", f"/api/v1/findings?upload={never}"),
    ):
        assert client.get(theirs, headers=there).status_code == 200, theirs
        answers, queries = [], []
        for address in (theirs, nobodys):
            with statements() as sent:
                answer = client.get(address, headers=here)
            answers.append((answer.status_code, re.sub(r"[0-9a-f-]{3,}|nowhere|riverside|\d+", "N", answer.text)))
            queries.append(len(sent))
        assert answers[0] == answers[1], theirs
        assert queries[0] == queries[1], theirs
    again = client.post(f"/api/v1/uploads/{abroad.receipt}?encoding=cp1251", content_type=BYTES, headers=here)
    assert again.status_code == 404


def test_no_answer_to_a_token_names_another_venue(
    app: Flask, night: Receipt, abroad: Receipt, database: Database
) -> None:
    """Names, numbers and counts: each venue's token gets what it would get if there were no other."""
    number, client = account(database, "ada"), app.test_client()
    here, there = bearer(database, number), bearer(database, number, label="b", venue_id=ELSEWHERE)
    for address in ("uploads", "hands", "runs", "findings?all=yes", "rules", "rules/B402"):
        texts = [client.get(f"/api/v1/{address}", headers=headers).text for headers in (here, there)]
        for text, foreign in zip(
            texts, (r"riverside|abroad|5500001|Xaver", r'"default"|night\.txt|42000'), strict=True
        ):
            assert not re.search(foreign, text), address
    for headers in (here, there):
        found = client.get("/api/v1/findings?all=yes", headers=headers).get_json()["total"]
        by_rule = client.get("/api/v1/rules", headers=headers).get_json()["rules"]
        assert found == sum([each["findings"] for each in by_rule]) > 0
        one = client.get("/api/v1/rules/B402", headers=headers).get_json()
        assert one["findings"] == sum([each["findings"] for each in one["history"]])
        runs = client.get("/api/v1/runs", headers=headers).get_json()["runs"]
        assert len(runs) == 1
        told = {run for each in one["history"] for run in (each["first_run"], each["last_run"])}
        assert told == {runs[0]["id"], None}


def test_a_file_goes_to_the_venue_of_the_token(app: Flask, abroad: Receipt, database: Database, rows: Any) -> None:
    headers = bearer(database, account(database, "ada"), Scope.UPLOAD, venue_id=ELSEWHERE)
    sent = app.test_client().post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=headers).get_json()
    assert sent["again"] is False
    assert rows("SELECT venue_id FROM upload WHERE receipt = %s", sent["receipt"]) == [(ELSEWHERE,)]


@pytest.mark.parametrize(
    "since",
    [
        "UPDATE api_token SET revoked_at = now()",
        "UPDATE api_token SET expires_at = now()",
        "UPDATE account SET disabled_at = now() WHERE name = 'ada'",
        "DELETE FROM api_token",
    ],
)
def test_a_token_ends_at_the_next_request(
    since: str, app: Flask, database: Database, owners_database: Database
) -> None:
    account(database, "bob")
    headers = bearer(database, account(database, "ada"))
    assert app.test_client().get("/api/v1/runs", headers=headers).status_code == 200
    with owners_database.begin() as connection:
        connection.exec_driver_sql(since)
    assert app.test_client().get("/api/v1/runs", headers=headers).status_code == 401


def test_its_last_use_is_recorded_once_a_minute_and_listed(app: Flask, database: Database, rows: Any) -> None:
    number = account(database, "ada")
    headers, used = bearer(database, number), "SELECT used_at FROM api_token"
    client = browser(app, database, number)
    assert client.get("/settings.json").get_json()["tokens"][0]["last_used"] is None
    assert ">never<" in client.get("/settings").text
    app.test_client().get("/api/v1/runs", headers=headers)
    first = rows(used)
    assert first != [(None,)]
    app.test_client().get("/api/v1/runs", headers=headers)
    assert rows(used) == first
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE api_token SET used_at = now() - interval '61 seconds'")
    app.test_client().get("/api/v1/runs", headers=headers)
    assert rows("SELECT used_at > now() - interval '1 minute' FROM api_token") == [(True,)]
    assert client.get("/settings.json").get_json()["tokens"][0]["last_used"] is not None


def test_one_ends_one_s_own_tokens_from_the_settings(app: Flask, database: Database) -> None:
    number = account(database, "ada", "viewer")
    headers = bearer(database, number, Scope.READ)
    stranger, mine = browser(app, database, account(database, "bob")), browser(app, database, number)
    (token,) = mine.get("/settings.json").get_json()["tokens"]
    assert send(stranger, f"/settings/tokens/{token['token']}/end").status_code == 404
    assert app.test_client().get("/api/v1/runs", headers=headers).status_code == 200
    assert send(mine, f"/settings/tokens/{token['token']}/end").location == "/settings"
    assert app.test_client().get("/api/v1/runs", headers=headers).status_code == 401


def test_a_token_is_long_begins_as_scanners_look_for_it_and_is_kept_as_a_digest(
    database: Database, rows: Callable[..., list[tuple[object, ...]]]
) -> None:
    number = account(database, "ada")
    assert PREFIXES[Scope.UPLOAD] == "hhi_"
    for scope in Scope:
        with database.begin() as connection:
            token = make_token(connection, number, Wanted(scope, scope, 1, days=30))
        assert re.fullmatch(r"hh[ird]_[\w-]{43}", token)  # 256 bits
        assert token[4:] not in str(rows("SELECT * FROM api_token"))
    assert rows("SELECT DISTINCT expires_at - made_at FROM api_token") == [(dt.timedelta(days=30),)]


def test_an_upload_through_a_form_needs_a_session(app: Flask, database: Database) -> None:
    headers = bearer(database, account(database, "ada"))
    data = {"file": (io.BytesIO(NIGHT), "night.txt")}
    assert app.test_client().post("/uploads", data=data, headers=headers).status_code in (400, 403)
