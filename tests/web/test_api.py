"""The API: the pages' own documents, described field by field, strict in what it takes."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.store.people.api_tokens import Scope
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from auditor.web import create_app
from tests.web.addresses import THERE, address_of, rules
from tests.web.night import NIGHT
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"


def test_a_file_goes_in_and_its_findings_come_out(client: FlaskClient, place: Workplace) -> None:
    sent = client.post("/api/v1/uploads?file_name=night.txt", data=NIGHT, content_type=BYTES)
    assert sent.status_code == 200
    receipt = sent.get_json()
    assert (receipt["file_name"], receipt["size"], receipt["again"]) == ("night.txt", len(NIGHT), False)
    drain(place)
    upload = client.get(f"/api/v1/uploads/{receipt['receipt']}").get_json()
    assert upload["upload"]["state"] == "done"
    assert upload["findings"] == 1
    found = client.get(f"/api/v1/findings?upload={receipt['receipt']}").get_json()["findings"]
    assert [each["code"] for each in found] == ["B402"]


def test_the_same_file_again_is_the_same_receipt(client: FlaskClient, night: Receipt, rows: Any) -> None:
    again = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES).get_json()
    assert (again["receipt"], again["again"]) == (night.receipt, True)
    assert rows("SELECT count(*) FROM upload") == [(1,)]


def test_the_api_and_the_pages_have_the_same_documents(app: Flask, client: FlaskClient, night: Receipt) -> None:
    """Also holds every schema: a field that a schema forgot would be missing here."""
    there = {**THERE, "receipt": night.receipt}
    compared = 0
    for rule in rules(app):
        if not rule.rule.startswith("/api/v1/") or "GET" not in (rule.methods or ()):
            continue
        address = address_of(app, rule, there)
        page = client.get(f"{address.removeprefix('/api/v1')}.json")
        if page.status_code == 404:
            continue
        assert client.get(address).get_json() == page.get_json(), address
        compared += 1
    assert compared == 13


def test_an_archive_has_the_same_document_on_its_page(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("night.txt", NIGHT)
    address = f"/uploads/{sent(made.getvalue(), 'night.zip').receipt}"
    document = client.get(f"/api/v1{address}").get_json()
    assert document == client.get(f"{address}.json").get_json()
    assert [each["unread_lines"] for each in document["members"]] == [0]


def test_every_answer_is_as_described(app: Flask, client: FlaskClient, night: Receipt) -> None:
    spec = client.get("/api/v1/openapi.json").get_json()
    assert spec["openapi"] == "3.1.0"
    there = {**THERE, "receipt": night.receipt}
    for path, operations in spec["paths"].items():
        if "get" not in operations:
            continue
        address = path.format(**there)
        answer = client.get(address)
        schema = operations["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator({**schema, "components": spec["components"]}).validate(answer.get_json())
        assert operations["get"]["summary"]


def test_every_parameter_is_described_with_its_bounds(client: FlaskClient) -> None:
    spec = client.get("/api/v1/openapi.json").get_json()
    bounds = {"enum", "pattern", "maxLength", "maximum", "const", "minimum"}
    checked = 0
    for path, operations in spec["paths"].items():
        shared = operations.pop("parameters", [])
        for method, operation in operations.items():
            for parameter in [*shared, *operation.get("parameters", [])]:
                one = parameter["schema"].get("items", parameter["schema"])  # a parameter may stand several times
                assert bounds & set(one), f"{method} {path}: {parameter['name']}"
                assert one is parameter["schema"] or parameter["schema"]["maxItems"]
                checked += 1
    assert checked > 25


@pytest.mark.parametrize(
    ("method", "address", "message"),
    [
        ("GET", "/api/v1/findings?street=%D9%A3", "street: Must be one of: 3, 4, 5, 6, 7, or empty."),
        ("GET", "/api/v1/findings?gone_by=x", "gone_by: Must be one of: record, engine, rules, or empty."),
        ("GET", "/api/v1/findings?limit=-1", "limit: Must be a whole number from 1 to 200, in the digits 0-9."),
        ("GET", "/api/v1/findings?limit=201", "limit: Must be a whole number from 1 to 200, in the digits 0-9."),
        (
            "GET",
            "/api/v1/nothing",
            "There is nothing at this address. Find a hand by its number, or start from a list: /findings.",
        ),
        ("PUT", "/api/v1/uploads", "PUT is not possible at this address. Use one of: GET, HEAD, OPTIONS, POST."),
    ],
)
def test_a_refusal_is_a_whole_sentence(method: str, address: str, message: str, client: FlaskClient) -> None:
    assert client.open(address, method=method).get_json()["message"] == message


def test_a_token_of_another_scope_is_told_which_one_is_needed(client: FlaskClient, database: Database) -> None:
    headers = bearer(database, account(database, "Ada"), Scope.READ)
    said = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES, headers=headers).get_json()["message"]
    assert said == (
        "This token has the scope read, which does not allow this request. Use a token with the scope upload or decide."
    )


def test_refusals_are_json_with_a_sentence(client: FlaskClient) -> None:
    for address, status in (("/api/v1/hands/999", 404), ("/api/v1/nothing", 404), ("/api/v1/findings?x=1", 422)):
        answer = client.get(address)
        assert answer.status_code == status
        document = answer.get_json()
        assert document["status"] == status
        assert document["code"]
        assert len(document["message"]) > 5
    assert client.get("/api/v1/findings?limit=x&code=9").get_json()["errors"].keys() == {"limit", "code"}


@pytest.mark.parametrize(
    "query",
    ["file_name=a%00b", "house=Casino", "house=nowhere", "owner=me", "file_name=" + "x" * 256, "house=a&house=b"],
)
def test_what_stands_beside_a_file_is_checked_before_it_is_read(query: str, client: FlaskClient, rows: Any) -> None:
    answer = client.post(f"/api/v1/uploads?{query}", data=NIGHT, content_type=BYTES)
    assert answer.status_code == 422
    assert rows("SELECT count(*) FROM upload") == [(0,)]


@pytest.mark.parametrize("over", [0, 1])
def test_a_stream_is_taken_up_to_its_own_limit(over: int, settings: Settings, rows: Any) -> None:
    """Larger than the form takes, and without a length."""
    small = create_app(replace(settings, upload_bytes=1000, ingest_bytes=5000))
    answer = small.test_client().post(
        "/api/v1/uploads",
        input_stream=io.BytesIO(b"x" * (5000 + over)),
        content_type=BYTES,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert answer.status_code == (413 if over else 200)
    assert rows("SELECT count(*) FROM upload") == [(1 - over,)]
    small.extensions["auditor"].close()


@pytest.mark.parametrize(("path", "answered"), [("/cancel", 409), ("?encoding=utf-8", 200)])
def test_an_empty_body_needs_no_type(
    path: str, answered: int, client: FlaskClient, night: Receipt, database: Database
) -> None:
    """Neither without accounts nor with a token; a form has a type and no token, and is refused."""
    form = "application/x-www-form-urlencoded"
    address = f"/api/v1/uploads/{night.receipt}{path}"
    assert client.post(address, content_type=form).status_code == 415
    assert client.post(address, data=b"x", content_type="").status_code == 415
    assert client.post(address, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post(address, headers={"Origin": "null"}).status_code == 403
    assert client.post(address).status_code == answered
    shown = bearer(database, account(database, "Ada"))
    assert client.post(address, headers=shown).status_code == answered
    assert client.post(address, headers=shown, content_type=form).status_code == answered
    assert client.post(address).status_code == 401


def test_an_upload_is_cancelled(client: FlaskClient, place: Workplace) -> None:
    receipt = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES).get_json()["receipt"]
    address = f"/api/v1/uploads/{receipt}/cancel"
    assert client.post(address, data=b"", content_type="text/plain").status_code == 415
    cancelled = client.post(address, data=b"", content_type=BYTES)
    assert (cancelled.status_code, cancelled.get_json()["upload"]["state"]) == (200, "cancelled")
    drain(place)
    assert client.get(f"/api/v1/uploads/{receipt}").get_json() == cancelled.get_json()
    again = client.post(address, data=b"", content_type=BYTES)
    assert (again.status_code, "Its state is cancelled." in again.get_json()["message"]) == (409, True)
    assert client.post("/api/v1/uploads/0000-0000/cancel", data=b"", content_type=BYTES).status_code == 404


def test_an_empty_body_gets_a_receipt_and_then_a_reason(client: FlaskClient, place: Workplace) -> None:
    receipt = client.post("/api/v1/uploads", data=b"", content_type=BYTES).get_json()
    drain(place)
    upload = client.get(f"/api/v1/uploads/{receipt['receipt']}").get_json()["upload"]
    assert upload["state"] == "unreadable"
    assert upload["reason"].startswith("The file is empty")


def test_the_api_sets_no_cookie_and_allows_no_other_site(client: FlaskClient, night: Receipt) -> None:
    for address in ("/api/v1/findings", "/api/v1/openapi.json"):
        answer = client.get(address, headers={"Origin": "https://evil.example"})
        assert "Set-Cookie" not in answer.headers
        assert "Access-Control-Allow-Origin" not in answer.headers
    asked = client.options(
        "/api/v1/uploads", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    )
    assert not any(name.startswith("Access-Control") for name in asked.headers.keys())  # noqa: SIM118 - not a dict


def test_patterns_mean_the_same_to_every_reader(client: FlaskClient) -> None:
    """JSON Schema reads patterns as JavaScript does: whole ones are anchored, and Python's own letters mean nothing."""
    text = client.get("/api/v1/openapi.json").text
    patterns = re.findall(r'"pattern":\s*("(?:[^"\\]|\\.)*")', text)
    assert len(patterns) > 8
    for pattern in [json.loads(each) for each in patterns]:
        assert pattern.startswith("^"), pattern
        assert pattern.endswith("$"), pattern
        assert "\\" not in pattern, pattern
    assert client.get("/findings?code=B402%0A").status_code == 422


def test_the_page_of_the_api_lists_every_operation_and_field(client: FlaskClient) -> None:
    spec = client.get("/api/v1/openapi.json").get_json()
    page = client.get("/api/v1/docs?show=all").text
    assert page.count('<div class="operation">') == sum(
        [len(item.keys() - {"parameters"}) for item in spec["paths"].values()]
    ) + len(spec["components"]["schemas"])
    for name, schema in spec["components"]["schemas"].items():
        assert f'id="{name}"' in page
        for field in schema["properties"]:
            assert f"<code>{field}</code>" in page


def test_the_start_of_the_api_leads_to_every_list_and_to_the_description(client: FlaskClient) -> None:
    document = client.get("/api/v1").get_json()
    spec = client.get(document["description"]).get_json()
    listed = [path for path, item in spec["paths"].items() if "get" in item and "{" not in path and path != "/api/v1"]
    assert sorted(document["lists"].values()) == sorted(listed)
    for address in (*document["lists"].values(), document["documentation"], document["log_schema"]):
        assert client.get(address).status_code == 200, address
    assert (document["title"], document["version"]) == ("Stud Auditor", "v1")


def test_the_page_of_the_api_shows_parameters_and_fields_on_demand(client: FlaskClient) -> None:
    spec = client.get("/api/v1/openapi.json").get_json()
    page = client.get("/api/v1/docs")
    assert len(page.data) < 45_000
    assert page.text.count('<div class="operation">') == sum(
        [len(item.keys() - {"parameters"}) for item in spec["paths"].values()]
    )
    assert "<table" not in page.text.partition("<main")[2].partition("</main>")[0]
    for name, schema in spec["components"]["schemas"].items():
        assert f'href="/api/v1/docs?show={name}#{name}"' in page.text
        part = client.get(f"/api/v1/docs?show={name}").text
        assert f'<h3 id="{name}">' in part
        assert [field for field in schema["properties"] if f"<code>{field}</code>" not in part] == []
    assert 'href="/api/v1/docs?show=Findings#Findings-subject"' in page.text
    assert "The parameters of /api/v1/findings</caption>" in client.get("/api/v1/docs?show=Findings").text
    assert client.get("/api/v1/docs?show=Nothing").status_code == 404


def test_the_commands_to_begin_with_show_a_token_where_one_is_needed(
    app: Flask, client: FlaskClient, database: Database
) -> None:
    shown = "curl -H &#34;Authorization: Bearer $TOKEN&#34; "
    page = client.get("/api/v1/docs").text
    assert (page.count("curl "), page.count(shown)) == (2, 0)
    page = browser(app, database, account(database, "Ada")).get("/api/v1/docs").text
    assert (page.count("curl "), page.count(shown), page.count("TOKEN=hhd_")) == (2, 2, 1)


def test_the_schema_of_our_own_log_is_the_published_one(client: FlaskClient) -> None:
    answer = client.get("/api/v1/schema")
    assert (answer.status_code, answer.mimetype) == (200, "application/schema+json")
    published = Path(__file__).resolve().parents[2] / "auditor" / "formats" / "schema" / "log.schema.json"
    assert answer.data == published.read_bytes()
