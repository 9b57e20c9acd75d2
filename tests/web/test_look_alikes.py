"""Names that look alike are flagged where they stand, and nobody is accused for it."""

import io
import zipfile
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from auditor.settings import Settings
from auditor.store.people.accounts import NoSuchPerson, add
from auditor.store.postgres.database import Database
from auditor.store.uploads.upload_rows import Receipt
from tests.cli.command import auditor
from tests.web.night import HandText, history
from tests.web.signed import account, browser

TWINS = HandText(players=("Ivan", "\u0406van", "a\u202eb"), bet=15)
LAWFUL = HandText(number="4200009", players=("Ivan", "\u0406van", "Cedar"))


@pytest.mark.database
def test_the_pages_of_a_hand_and_of_a_finding_flag_them(client: FlaskClient, sent: Callable[..., Receipt]) -> None:
    sent(history(TWINS))
    for address in ("/hands/1", "/findings/1"):
        page = unescape(client.get(address).text)
        assert 'look alike and are different: "Ivan" (seat 1); "\u0406van" (seat 2, with U+0406' in page, address
        assert 'The name "a\u27e8U+202E\u27e9b" (seat 3) contains invisible characters' in page, address
        assert "\u202e" not in page
    assert len(client.get("/api/v1/hands/1").get_json()["name_notes"]) == 3
    masked = client.get("/hands/1.json?names=masked").get_json()
    assert masked["name_notes"] == []


@pytest.mark.database
def test_plain_names_have_no_note(client: FlaskClient, night: Receipt) -> None:
    assert client.get("/hands/1.json").get_json()["name_notes"] == []
    assert "look alike" not in client.get("/hands/1").text + client.get(f"/uploads/{night.receipt}").text


@pytest.mark.database
def test_files_in_an_archive_and_accounts_are_flagged(
    app: Flask, client: FlaskClient, sent: Callable[..., Receipt], database: Database
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("night.txt", history(HandText()))
        archive.writestr("n\u0456ght.txt", history(HandText(number="5")))
    page = unescape(client.get(f"/uploads/{sent(packed.getvalue(), 'x.zip').receipt}").text)
    assert 'look alike and are different: "night.txt"; "n\u0456ght.txt" (with U+0456' in page
    alone = sent(history(HandText(number="6")), "ni\u200bght.txt")
    assert "contains invisible characters (U+200B" in client.get(f"/uploads/{alone.receipt}").text
    mixed = browser(app, database, account(database, "b\u043eb"))
    assert "mixes Latin and Cyrillic letters" in unescape(mixed.get("/settings").text)


@pytest.mark.database
@pytest.mark.parametrize("name", ["\u0430d\u0430", "\u0410da", "a\u0501a", "\uff41da"])
def test_an_account_that_looks_like_another_is_refused(name: str, database: Database) -> None:
    account(database, "ada")
    with pytest.raises(NoSuchPerson, match="looks like that of the account 'ada'"), database.begin() as connection:
        add(connection, name, "reviewer")


@pytest.mark.database
def test_the_command_refuses_it_and_flags_those_that_are_there(settings: Settings, rows: Callable[..., object]) -> None:
    given = b"four dull green boats\n"
    assert auditor("user", "add", "ada", "--password-stdin", given=given, settings=settings).code == 0
    ended = auditor("user", "add", "\u0430da", "--password-stdin", given=given, settings=settings)
    assert (ended.code, "looks like that of the account 'ada'" in ended.err) == (2, True)
    rows("INSERT INTO account (name, role) VALUES ('\u0430da', 'viewer') RETURNING id")
    assert "note: These names look alike" in auditor("user", "list", settings=settings).out


def test_check_notes_them_once_and_a_lawful_hand_is_clean(tmp_path: object) -> None:
    file = history(LAWFUL, HandText(number="4200010", players=LAWFUL.players))
    ended = auditor("check", "-", given=file)
    assert ended.code == 0
    assert ended.out.count("note: These names look alike") == 1
    assert 'hand 4200009: note: These names look alike and are different: "Ivan" (seat 1)' in ended.out
    assert ": 2 hands = 2 audited + 0 rejected + 0 skipped; 0 findings" in ended.out
