"""The desk, the rules, the houses, the runs, and what watches the service."""

import csv
import hashlib
import html
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.engine.hand import Game
from auditor.engine.history.codes import ACROSS_HANDS
from auditor.engine.house.registry import load, names, shipped
from auditor.engine.house.setting_words import setting_document
from auditor.engine.rules import BY_CODE
from auditor.formats.transcript.case_files import cases_of
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.databases import RISKS
from tests.sampled import one_of
from tests.web.addresses import THERE, readable
from tests.web.night import FAULTY, history
from tests.web.page_text import all_text, visible_text
from tests.web.signed import account, browser

STATIC = Path(__file__).resolve().parents[2] / "auditor" / "web" / "static"


@pytest.mark.database
def test_an_empty_desk_names_the_next_step(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "No hands yet." in page
    assert 'href="/uploads"' in page
    assert "auditor ingest FILE" in page


@pytest.mark.database
def test_the_desk_has_the_last_events_and_open_findings(client: FlaskClient, night: Receipt) -> None:
    page = client.get("/").text
    assert 'href="/findings?all=yes">1 finding</a>' in page
    assert 'href="/findings?code=B402"' in page
    assert 'href="/runs/1"' in page
    assert f'href="/uploads/{night.receipt}"' in page
    document = client.get("/desk.json").get_json()
    assert document["findings"] == 1
    assert document["by_rule"] == [{"code": "B402", "title": BY_CODE["B402"].title, "findings": 1}]


@pytest.mark.database
def test_every_page_is_also_json_and_csv(app: Flask, client: FlaskClient, night: Receipt) -> None:
    pages = [address for address in readable(app, {**THERE, "receipt": night.receipt}) if address.endswith(".json")]
    pages.remove("/api/v1/openapi.json")
    pages.remove("/uploads/received.json")  # is of receipts, which are asked for
    pages.remove("/selections/1.json")  # is of a selection, which somebody makes
    pages.remove("/unread/1.json")  # is of a shape, and every line of that night is understood
    pages.remove("/cases/1.json")  # is of a case, which somebody opens
    pages = [address for address in pages if not address.endswith("/replay.json")]  # what scripts play
    assert len(pages) == 45
    for address in pages:
        assert client.get(address).mimetype == "application/json"
        sheet = client.get(address.removesuffix("json") + "csv")
        assert sheet.mimetype == "text/csv"
        assert sheet.headers["Content-Disposition"].startswith("attachment; filename=")
        lines = list(csv.reader(io.StringIO(sheet.text)))
        assert sheet.headers["Link"] == f'<{address}>; rel="alternate"; type="application/json"'
        assert sheet.headers["Row-Count"] == str(len(lines) - 1)
        assert {len(line) for line in lines} == {len(lines[0])}


@pytest.mark.database
@pytest.mark.parametrize("code", one_of(3, [*BY_CODE, *ACROSS_HANDS]))
def test_a_rule_has_its_law_its_clauses_and_its_cases(code: str, client: FlaskClient) -> None:
    page = client.get(f"/rules/{code}").text
    document = client.get(f"/rules/{code}.json").get_json()
    assert document["rule"]["law"] in visible_text(page)
    assert f"Why it matters. {document['rule']['why']}" in visible_text(page)
    assert [each["title"] for each in document["cases"]] != [] or code not in BY_CODE or not cases_of(code)
    assert len(document["cases"]) == len(cases_of(code))
    if code in BY_CODE:
        assert [each["key"] for each in document["clauses"]] == list(BY_CODE[code].cites)
    offending = page.count("Breaks the rule:")
    assert offending == sum([any(mark["code"] == code for mark in each["expected"]) for each in document["cases"]])


@pytest.mark.database
def test_a_drawn_case_shows_who_mucked_and_the_amount_after_a_raise(client: FlaskClient) -> None:
    drawn = client.get("/rules/S509").text
    grid = drawn[drawn.index('<table class="grid">') :].partition("</table>")[0]
    assert "mucks" in visible_text(grid)
    grids = visible_text(client.get("/rules/B402").text)
    assert re.search(r"raises to \d", grids)


@pytest.mark.database
def test_a_rule_page_shows_two_examples_each_way_and_a_further_one_on_demand(client: FlaskClient) -> None:
    cases = client.get("/rules/B402.json").get_json()["cases"]
    page = client.get("/rules/B402")
    assert len(page.data) < 60_000
    headings = re.findall(r'<h2 id="case-\d+">.*?(Breaks|Keeps) the rule:', page.text)
    assert headings == ["Breaks", "Breaks", "Keeps", "Keeps"]
    links = re.findall(r'<a href="(/rules/B402[?]house=roberts[^"]*&amp;example=\d+#case-\d+)">', page.text)
    assert len(links) == len(cases) - 4
    address, _, anchor = html.unescape(links[-1]).partition("#")
    further = client.get(address).text
    assert further.count('<ol class="script">') == 5
    script = further[further.index(f'<h2 id="{anchor}">') :].partition("</ol>")[0]
    marked = re.findall(r'<span class="line">(.*?)</span>', script)
    assert len(marked) == len(cases[-1]["lines"])
    assert client.get("/rules/B402?example=0").status_code == 422


@pytest.mark.database
def test_a_case_is_drawn_with_its_mark_on_the_offending_line(client: FlaskClient) -> None:
    page = client.get("/rules/L102").text
    script = page[page.index('<ol class="script">') :].partition("</ol>")[0]
    marked = re.findall(r'<li class="offends is-log"><span class="line">(.*?)</span>', script)
    assert marked == ["4th"]
    assert "!!" not in script
    assert '<table class="grid">' in page


@pytest.mark.database
@pytest.mark.parametrize("house", names())
def test_a_house_can_be_read_for_each_of_its_games(house: str, client: FlaskClient) -> None:
    for game in shipped().file(house).games:
        document = client.get(f"/houses/{house}.json?game={game}").get_json()["house"]
        page = client.get(f"/houses/{house}?game={game}").text
        assert document["digest"] == shipped().load(house, game).digest
        assert document["digest"] in page
        assert page.count('<th scope="row">') == len(document["parameters"])
        assert client.get(f"/rules/O303?house={house}&game={game}").status_code == 200


@pytest.mark.database
def test_a_house_lists_its_readings(client: FlaskClient) -> None:
    spread = client.get("/rules/B415.json?house=casino").get_json()
    assert (spread["house"]["structure"], spread["weakest"], spread["clauses"][0]["status"]) == (
        "spread",
        "stated",
        "stated",
    )
    pot = client.get("/rules/B402.json?house=casino&structure=pot").get_json()
    assert (pot["house"]["structure"], pot["clauses"][0]["value"]) == ("pot", "false")
    assert visible_text(client.get("/rules/O306?house=casino").text).count("Other reading") >= 2
    assert client.get("/rules/O306?house=partypoker").status_code == 200
    assert client.get("/rules/O306?house=casino&game=razz").status_code == 404


@pytest.mark.database
def test_a_run_adds_up(client: FlaskClient, night: Receipt) -> None:
    run = client.get("/runs/1.json").get_json()["run"]
    assert (run["state"], run["receipt"], run["file_name"]) == ("done", night.receipt, "night.txt")
    counts = ("clean", "faulty", "failed", "known", "rejected", "skipped", "left_out")
    assert [run[name] for name in counts] == [1, 1, 0, 0, 1, 1, 0]
    assert run["hands"] == sum([run[name] for name in counts]) == 4
    page = all_text(client.get("/runs/1").text)
    assert "4 hands = 1 clean + 1 with findings + 1 rejected + 1 of other games" in page
    assert "upload of night.txt" in page
    assert client.get("/runs.json").get_json()["runs"][0]["id"] == 1


@pytest.mark.database
def test_a_hand_that_failed_comes_with_the_command_that_audits_it_again(
    client: FlaskClient, night: Receipt, rows: Callable[..., Any]
) -> None:
    rows("""INSERT INTO run_hand (run_id, hand_id, month, outcome, reason)
            SELECT 1, id, month, 'failed', 'Under roberts: <b>' FROM hand ORDER BY id LIMIT 1 RETURNING hand_id""")
    (troubled,) = client.get("/runs/1.json").get_json()["troubled"]
    assert troubled["again"] == f"auditor nightly --hand {troubled['hand_id']}"
    page = client.get("/runs/1").text
    assert f"<code>{troubled['again']}</code>" in page
    assert "Under roberts: &lt;b&gt;" in page
    assert client.get("/api/v1/runs/1").get_json()["troubled"] == [troubled]


@pytest.mark.database
def test_one_of_a_kind_is_in_the_singular(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    receipt = sent(b"x")
    assert "1 byte," in client.get(f"/uploads/{receipt.receipt}").text
    sent(history(FAULTY))
    assert "1 new finding<" in client.get("/runs/2").text + client.get("/runs/1").text


@pytest.mark.database
def test_all_hands_can_be_reached(client: FlaskClient, night: Receipt) -> None:
    assert '<a href="/hands">All hands</a>' in client.get("/").text
    missing = client.get("/hands?number=77").text
    assert '<a href="/hands">all hands</a>' in missing
    assert "found from" not in missing


@pytest.mark.database
def test_the_help_promises_no_more_than_there_is(client: FlaskClient) -> None:
    page = client.get("/help").text
    assert "Every page is" not in page
    assert "You can also get each list and each page as JSON or CSV." in page


@pytest.mark.database
def test_an_empty_list_of_runs_explains_how_one_starts(client: FlaskClient) -> None:
    assert "No runs yet." in client.get("/runs").text


@pytest.mark.database
def test_lists_can_be_read_back_to_their_beginning(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    for number in range(3):
        sent(b"nothing %d" % number, f"{number}.txt")
    seen = []
    address = "/uploads.json?limit=2"
    for _ in range(3):
        document = client.get(address).get_json()
        seen += [each["file_name"] for each in document["uploads"]]
        if document["next"] is None:
            break
        address = f"/uploads.json?limit=2&before={document['next']}"
    assert seen == ["2.txt", "1.txt", "0.txt"]


def test_no_test_has_a_database_and_none(app: Flask, request: pytest.FixtureRequest) -> None:
    """Both would be whichever came last."""
    with pytest.raises(AssertionError, match="the two are one application"):
        request.getfixturevalue("bare")


def test_alive_without_a_database_but_not_ready(bare: FlaskClient) -> None:
    assert bare.get("/healthz").get_json() == {"status": "ok"}
    ready = bare.get("/readyz")
    assert ready.status_code == 503
    assert "not ready" in ready.text
    assert ready.headers["Retry-After"] == "10"
    assert bare.get("/").status_code == 503
    assert "Traceback" not in bare.get("/findings").text


@pytest.mark.database
def test_ready_with_a_database(client: FlaskClient) -> None:
    told = client.get("/readyz").get_json()
    assert set(told.pop("risks")) <= set(RISKS), "those of a server for tests"
    assert told == {"status": "ok", "uploads_unfinished": 0}


@pytest.mark.database
def test_only_reviewers_see_the_numbers(app: Flask, database: Database, owners_database: Database) -> None:
    number, other = account(database, "Ada"), account(database, "Bob", "viewer")
    ready = {"status": "ok"}
    assert app.test_client().get("/readyz").get_json() == ready
    assert browser(app, database, other).get("/readyz").get_json() == ready
    more = {"uploads_unfinished": 0, "risks": list(RISKS)}
    assert browser(app, database, number).get("/readyz").get_json() == {**ready, **more}
    with owners_database.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    for client, told in ((app.test_client(), False), (browser(app, database, number), True)):
        answer = client.get("/readyz")
        assert (answer.status_code, "belongs to another version" in answer.text) == (503, told)


@pytest.mark.database
def test_a_database_of_another_schema_names_the_command(
    client: FlaskClient, owners_database: Database, rows: Any
) -> None:
    with owners_database.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE finding RENAME TO finding_of_old")
    answer = client.get("/findings")
    assert answer.status_code == 503
    assert "auditor db upgrade" in answer.text


def test_vendored_files_are_those_of_their_package() -> None:
    sums = sorted(STATIC.glob("vendor/*/SHA256SUMS"))
    assert [each.parent.name for each in sums] == ["swagger-ui-dist-5.35.0", "uplot-1.6.32"]
    for each in sums:
        for line in each.read_text("utf-8").splitlines():
            digest, name = line.split()
            assert hashlib.sha256((each.parent / name).read_bytes()).hexdigest() == digest
        assert "LICENSE" in {file.name for file in each.parent.iterdir()}
    assert "NOTICE" in {file.name for file in sums[0].parent.iterdir()}


@pytest.mark.database
def test_a_rule_page_lists_the_houses_that_differ(client: FlaskClient) -> None:
    document = client.get("/rules/O303.json?house=roberts&game=stud").get_json()
    said_there = {each["key"]: each["value"] for each in document["clauses"]}
    told = {(each["key"], name): each["value"] for each in document["elsewhere"] for name in each["houses"]}
    assert told["bring_in.tie", "casino"] == "first_dealt"
    for name in names():
        if name == "roberts" or Game.STUD not in shipped().file(name).games:
            continue
        house = load(name, Game.STUD)
        for key, value in said_there.items():
            there = setting_document(house.setting(key))["value"]
            assert told.get((key, name), value) == there


@pytest.mark.database
def test_a_rule_page_counts_findings_by_how_they_stand(night: Receipt, client: FlaskClient) -> None:
    document = client.get("/rules/B402.json").get_json()
    assert (document["findings"], document["triage"]) == (1, {"open": 1})
    assert 'href="/findings?code=B402&amp;triage=open"' in client.get("/rules/B402").text
