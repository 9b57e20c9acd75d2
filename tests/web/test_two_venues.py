"""People of one venue: another venue does not exist for them, and their own is there to be worked with."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.people.administration import Actor, NotAllowed, change_role, change_venue
from auditor.store.postgres.database import Connection, Database
from auditor.store.triage.venues import VenueRefused
from auditor.store.uploads.senders import Sender
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.access.permissions import PERMISSIONS, Data
from tests.statements import statements
from tests.web.addresses import NOT_THERE, THERE, UNSAFE, address_of, readable, rules
from tests.web.forms import decide, form_token, send, upload
from tests.web.night import HandText, history
from tests.web.signed import account, bearer, browser

pytestmark = pytest.mark.database
NORTH = 2
FAR = ("Xaver", "Yasmin", "Zoltan")


def _far(number: str) -> bytes:
    """A hand of the other venue: on another day and at another table."""
    there = history(HandText(number=number, players=FAR, table="Abroad", bet=15))
    return there.replace(b"2026/11/12", b"2026/11/02")


# Two hands of the other venue. The second has a line that the auditor does not understand.
ABROAD = _far("5500001") + _far("5500003").replace(b"*** 4th STREET", b"Xaver dances on the table\n*** 4th STREET")
MORE = _far("5500002")
NO_VENUE = ("/rules", "/words", "/help", "/static", "/settings", "/houses")
OF_NORTH = re.compile(r"north|Abroad|55000\d\d|Xaver|Yasmin|Zoltan|dances|Nora|tango")
OF_DEFAULT = re.compile(r"42000\d\d|Aster|Birch|Cedar|Dora|waltz")
# What differs between the answers about two things that are not there: their numbers and names.
HIDDEN = r'value="[^"]{50,}"'
WORDS = r"\d+|north|nowhere|elsewhere|Xaver|nobody|Abroad|none|nothing"
NAMES = re.compile(rf"{HIDDEN}|[0-9a-f]{{4}}(-[0-9a-f]{{4}})+|{WORDS}")


@pytest.fixture
def venues(night: Receipt, place: Workplace, owners_database: Database, app: Flask, database: Database) -> Any:
    """A reviewer of the usual venue, Dora, and one of another, Nora, each with a file of the own venue."""
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'north', 'North')")
    receipt = receive(place, ABROAD, "north.txt", sender=Sender(NORTH))
    drain(place)
    dora = browser(app, database, account(database, "Dora", venue_id=1))
    nora = browser(app, database, account(database, "Nora", venue_id=NORTH))
    return dora, nora, receipt


def worked(client: FlaskClient, rows: Any, words: str) -> dict[str, int]:
    """Does every kind of act of a reviewer at the own venue, all through the views. Returns the numbers of what was
    made.
    """
    finding = client.get("/findings.json?all=yes").get_json()["findings"][0]["id"]
    assert send(client, f"/findings/{finding}/comment", comment=f"{words} first").status_code == 303
    assert decide(client, finding, act="assign").status_code == 303
    assert decide(client, finding, act="dismiss", reason="record misread", comment=words).status_code == 303
    assert decide(client, finding, act="reopen").status_code == 303
    selected = send(client, "/findings/select", "/findings?all=yes", all="1", query="all=yes").location
    selection = int(re.findall(r"\d+", selected)[0])
    assert send(client, f"/selections/{selection}/act", act="confirm").status_code == 303
    batch = rows("SELECT max(id) FROM triage_batch")[0][0]
    assert send(client, f"/acts/{batch}/undo").status_code == 303
    assert send(client, f"/findings/{finding}/cause/act", act="confirm", all="1").status_code in (303, 422)
    comment = rows("SELECT max(batch_id) FROM finding_comment")[0][0]
    case_id, exhibit_id = disputed(client, finding, words)
    made = {"finding_id": finding, "selection_id": selection, "batch_id": batch, "comment_id": comment}
    return {**made, "case_id": case_id, "exhibit_id": exhibit_id}


def disputed(client: FlaskClient, finding: int, words: str) -> tuple[int, int]:
    """Opens a case about the hand of a finding, and adds a file. Returns the numbers of the case and of the file."""
    hand = client.get(f"/findings/{finding}.json").get_json()["hand_id"]
    form = client.get(f"/hands/{hand}/case?finding={finding}").text
    seat = re.findall(r'name="others" value="(\d+)"', form)[0]
    claim = {"player": seat, "subject": "play", "happened": words, "should": words}
    opened = send(client, f"/hands/{hand}/case", f"/hands/{hand}/case", **claim)
    assert opened.status_code == 303, opened.text
    seen = client.get(f"{opened.location}.json").get_json()
    picture = io.BytesIO(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    fields = {"seen_state": seen["state"], "seen_act": str(seen["last_act"]), "origin": "the camera"}
    added = send(client, f"{opened.location}/evidence", file=(picture, "a.png"), **fields)
    assert added.status_code == 303, added.text
    exhibits = client.get(f"{opened.location}.json").get_json()["exhibits"]
    return seen["case"], exhibits[0]["exhibit"]


def test_what_is_of_another_venue_is_as_if_it_never_was(
    venues: tuple[FlaskClient, FlaskClient, Receipt], app: Flask, rows: Any
) -> None:
    """At every route that takes a number or a name: the same answer, and as many queries, as for what never was."""
    dora, nora, receipt = venues
    made = worked(nora, rows, "tango in the log")
    theirs: dict[str, object] = {**THERE, **made, "receipt": receipt.receipt, "venue": "north", "number": "5500001"}
    theirs |= {"player_name": "Xaver", "table_name": "Abroad", "day": "2026-11-03", "street": 3, "at": 1}
    theirs["hand_id"] = theirs["other_id"] = rows("SELECT hand_id FROM finding WHERE venue_id = 2")[0][0]
    theirs["run_id"] = theirs["last"] = rows("SELECT max(id) FROM run")[0][0]
    theirs["shape_id"] = rows("SELECT id FROM unread_shape WHERE venue_id = 2")[0][0]
    theirs["first"] = 1
    nobodys = {**NOT_THERE, "receipt": "0000-0000-0000-0000", "day": "2026-11-05", "street": 3, "at": 1}
    nobodys |= {"player_name": "nobody", "table_name": "none", "first": 1}
    form, absent, tried = {"csrf_token": form_token(dora)}, set(), 0
    dora.get("/findings")
    for rule in rules(app):
        if not rule.arguments or PERMISSIONS[rule.endpoint].data is not Data.OF_VENUE or "code" in rule.arguments:
            continue
        for method in sorted({"GET", *UNSAFE} & set(rule.methods or ())):
            if method in UNSAFE and rule.rule.startswith("/api/"):
                continue
            answers = []
            for parts in (theirs, nobodys):
                address = address_of(app, rule, parts)
                with statements() as sent:
                    answer = dora.open(address, method=method, data=form if method in UNSAFE else None)
                answers.append((answer.status_code, NAMES.sub("N", answer.text), len(sent)))
            assert answers[0] == answers[1], f"{method} {address_of(app, rule, theirs)}"
            assert answers[0][0] != 200 or "day" in rule.arguments, f"{method} {rule.rule}"
            if method == "GET" and nora.get(address_of(app, rule, theirs)).status_code not in (200, 303, 501):
                absent.add(rule.endpoint.partition("_")[0])
            tried += 1
    assert tried > 50
    # The form of a ruling is for adjudicators. The rest is there for Nora, so it is not absent for Dora by mistake.
    assert absent <= {"dispute", "steps.none", "steps.one", "copies.two", "differences.between"}, absent


def test_no_page_of_one_venue_has_a_name_of_the_other(
    venues: tuple[FlaskClient, FlaskClient, Receipt], app: Flask, place: Workplace, night: Receipt, rows: Any
) -> None:
    dora, nora, receipt = venues
    worked(nora, rows, "tango in the log")
    worked(dora, rows, "waltz in the log")
    assert upload(nora, ("more.txt", MORE)).status_code in (200, 303)
    drain(place)
    assert rows("SELECT venue_id FROM upload WHERE file_name = 'more.txt'") == [(NORTH,)]
    shape = rows("SELECT id FROM unread_shape WHERE venue_id = 2")[0][0]
    assert send(nora, f"/unread/{shape}/mark", form_of=f"/unread/{shape}").status_code == 303
    queries = ("findings?all=yes", "search?q=a", "search?q=x", "owed?of=hands", "figures", "digest?week=2026-W47")
    for client, foreign, own in (
        (dora, OF_NORTH, {**THERE, "receipt": night.receipt}),
        (nora, OF_DEFAULT, {**NOT_THERE, "receipt": receipt.receipt, "player_name": "Xaver"}),
    ):
        for address in [*readable(app, own), *[f"/{query}" for query in queries]]:
            if (
                address.startswith(("/rules", "/words", "/help", "/static", "/settings", "/houses"))
                or ".pdf" in address
            ):
                continue
            answer = client.get(address)
            assert answer.status_code in (200, 303, 404, 422), f"{address}: {answer.status_code}"
            found = foreign.search(answer.text.replace("/players/", ""))
            assert found is None, f"{address}: {found}"
        total = client.get("/findings.json?all=yes").get_json()["total"]
        venue = 1 if client is dora else NORTH
        assert rows("SELECT count(*) FROM finding WHERE venue_id = %s AND detection <> 'gone'", venue) == [(total,)]


def test_an_account_is_limited_to_a_venue_and_its_tokens_end_there(
    owners_database: Database, app: Flask, database: Database
) -> None:
    with owners_database.begin() as connection:
        connection.exec_driver_sql("INSERT INTO venue (id, name, title) VALUES (2, 'north', 'North')")
    admin = browser(app, database, account(database, "Ada", "admin"))
    number = account(database, "Bob")
    program, bob, api = bearer(database, number), browser(app, database, number), app.test_client()
    assert api.get("/api/v1/runs", headers=program).status_code == 200
    page = admin.get("/settings/accounts").text
    assert f'action="/settings/accounts/{number}/venue"' in page
    with database.begin() as connection:
        change_venue(connection, number, "north", Actor())
    assert bob.get("/hands").location == "/sign-in?next=/hands"
    assert api.get("/api/v1/runs", headers=program).status_code == 401
    listed = {each["name"]: each["venue"] for each in admin.get("/settings/accounts.json").get_json()["accounts"]}
    assert listed == {"Ada": None, "Bob": "north"}
    assert browser(app, database, number).get("/uploads").status_code == 200
    changes: tuple[tuple[Callable[[Connection], Any], str], ...] = (
        (lambda c: change_venue(c, number, "north", Actor()), "already sees only the venue north"),
        (lambda c: change_venue(c, 1, "north", Actor()), "an admin sees all venues"),
        (lambda c: change_role(c, number, "admin", Actor()), "an admin sees all venues"),
        (lambda c: change_venue(c, number, "south", Actor()), 'There is no venue "south"'),
    )
    for change, words in changes:
        with pytest.raises((NotAllowed, VenueRefused), match=words), database.begin() as connection:
            change(connection)
    with database.begin() as connection:
        change_venue(connection, number, None, Actor())
    assert api.get("/api/v1/runs", headers=program).status_code == 200
