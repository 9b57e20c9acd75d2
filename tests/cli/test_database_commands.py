"""Commands that work on a database: files go in and are audited, stored hands are audited again."""

import dataclasses
import os
import pwd
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, make_url

from auditor.cli.database import embedded_lines
from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from auditor.settings import Settings, load
from auditor.store.postgres import system_account
from auditor.store.postgres.database import libpq_address
from auditor.store.queries import uploads
from tests.cli.command import COMMAND, LOGS, TOP, auditor, environment
from tests.databases import RISKS, on_server

pytestmark = pytest.mark.database

EVENING = LOGS / "evening.hand"
HILO = LOGS / "hilo.hand"
# Addresses where no database is, and what is said of them. One command is given all of them, and every command one of
# them; all commands with all of them are for the campaign.
NOWHERE = (
    ("postgresql://nobody:secret@127.0.0.1:1/none", "does not answer"),
    ("mysql://nobody@localhost/none", "only PostgreSQL is supported"),
    ("no address", "is not an address"),
    ("postgresql://nobody:secret@127.0.0.1:abc/none", "is not an address"),
    ("postgresql://nobody:secret@127.0.0.1/none?foo=bar", "cannot be used"),
)
Rows = Callable[..., list[tuple[object, ...]]]


@pytest.fixture
def bare(empty_url: URL, application: URL, tmp_path: Path) -> Settings:
    """Settings for a database without tables."""
    own, owners = [libpq_address(url) for url in (application.set(database=empty_url.database), empty_url)]
    return Settings(tmp_path / "data", own, owners, RISKS, free_bytes=0)


def receipts(said: str) -> list[str]:
    return re.findall(r"receipt ([0-9a-f-]+),", said)


def test_a_database_without_the_tables_is_brought_there_when_asked_and_only_then(bare: Settings) -> None:
    refused = auditor("ingest", HILO, settings=bare)
    assert refused.code == 69
    assert "auditor db upgrade" in refused.err
    assert "The database has the schema of another version" in auditor("db", "status", settings=bare).out
    assert "The database now has the schema of this version" in auditor("db", "upgrade", settings=bare).out
    assert "already" in auditor("db", "upgrade", settings=bare).out
    assert "The database has the schema of this version" in auditor("db", "status", settings=bare).out
    assert auditor("ingest", HILO, settings=bare).code == 0


@pytest.mark.parametrize(("user", "below"), [(0, "/var/lib"), (1000, "")])
def test_the_place_of_a_database_that_is_not_made_yet_is_where_it_will_be(
    user: int, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of root is outside of its home, which is closed to the account that runs the server."""
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(os, "access", lambda *_: True)
    monkeypatch.setattr(system_account, "_named", lambda _: pwd.getpwuid(os.getuid()))
    place = below or str(tmp_path)
    expected = f"The embedded database does not exist yet. Its folder will be below {place}."
    assert embedded_lines(Settings(tmp_path)) == [expected]


def test_an_upgrade_gives_the_application_its_rights(bare: Settings) -> None:
    alone = auditor("db", "upgrade", settings=dataclasses.replace(bare, database_owner_url=None))
    assert (alone.code, alone.out) == (69, "")
    assert "may not make or change the tables" in alone.err
    assert "DATABASE_OWNER_URL" in alone.err
    first = auditor("db", "upgrade", settings=bare).out.splitlines()
    assert first[1].endswith(" has exactly the rights that the application needs.")
    assert "Nothing to do" in auditor("db", "roles", settings=bare).out


def test_one_role_for_all_is_refused_until_it_is_accepted_or_mended(server: URL, bare: Settings) -> None:
    """By the command that prints how: its SQL is run, its addresses are set, and the service starts."""
    alone = dataclasses.replace(bare, database_url=bare.database_owner_url, database_owner_url=None)
    assert "owns our tables: " in auditor("db", "upgrade", settings=alone).out
    refused = auditor("ingest", HILO, settings=alone)
    assert (refused.code, refused.out) == (69, "")
    assert "owns our tables: " in refused.err
    assert "AUDITOR_ALLOW_RISKS=" in refused.err
    assert "Risk owner (not accepted, so the service does not start): " in auditor("db", "status", settings=alone).out
    accepting = dataclasses.replace(alone, allowed_risks=(*RISKS, "owner"))
    assert auditor("ingest", HILO, settings=accepting).code == 0
    printed = auditor("db", "roles", settings=alone).out
    [statement] = [line for line in printed.splitlines() if not line.startswith("--")]
    addresses = dict(re.findall(r"^--    (\w+)=(\S+)$", printed, re.MULTILINE))
    assert "***" in addresses["DATABASE_OWNER_URL"], "its password is not shown"
    with psycopg.connect(libpq_address(server), autocommit=True) as connection:
        connection.execute(statement.encode())
    own = addresses["DATABASE_URL"]
    try:
        parted = dataclasses.replace(alone, database_url=own, database_owner_url=alone.database_url)
        assert auditor("db", "upgrade", settings=parted).code == 0
        assert auditor("ingest", EVENING, settings=dataclasses.replace(parted, database_owner_url=None)).code == 0
    finally:
        role = str(make_url(own).username)
        on_server(server.set(database=make_url(own).database), "DROP OWNED BY {}", role)
        on_server(server, "DROP ROLE {}", role)


def test_what_is_accepted_is_said_at_every_start(settings: Settings) -> None:
    if load().database_url is not None:
        pytest.skip("the server that DATABASE_URL names may have no risks")
    said = subprocess.run(
        [*COMMAND, "ingest", HILO], cwd=TOP, env=environment(settings), capture_output=True, text=True, check=True
    ).stderr
    assert [line.split(":")[1] for line in said.splitlines()][:3] == [f" accepted risk {name}" for name in RISKS]


def test_a_database_of_somebody_else_is_not_stopped_from_here(settings: Settings) -> None:
    ended = auditor("db", "stop", settings=settings)
    assert ended.code == 2
    assert "DATABASE_URL" in ended.err


@pytest.mark.parametrize(
    ("command", "url", "says"),
    [
        pytest.param(command, url, says, marks=pytest.mark.campaign if place and number else ())
        for place, command in enumerate([("ingest", HILO), ("nightly",), ("worker",), ("db", "status")])
        for number, (url, says) in enumerate(NOWHERE)
    ],
)
def test_a_database_that_is_not_there_is_a_sentence(
    command: tuple[str, ...], url: str, says: str, tmp_path: Path
) -> None:
    ended = auditor(*command, settings=Settings(data=tmp_path / "data", database_url=url, free_bytes=0))
    assert (ended.code, ended.out) == (69, "")
    assert says in ended.err
    assert "secret" not in ended.err


def test_the_same_file_again_is_the_same_receipt_and_changes_nothing(settings: Settings, rows: Rows) -> None:
    first = auditor("ingest", HILO, EVENING, settings=settings)
    again = auditor("ingest", HILO, EVENING, settings=settings)
    assert receipts(first.out) == receipts(again.out)
    assert len(set(receipts(first.out))) == 2
    assert again.out.count("nothing changed") == 2
    assert rows("SELECT count(*) FROM upload") == [(2,)]
    under_a_house = auditor("ingest", HILO, "--house", "partypoker", settings=settings)
    assert receipts(under_a_house.out)[0] not in receipts(first.out)


def test_waiting_tells_what_became_of_every_hand(settings: Settings, rows: Rows) -> None:
    ended = auditor("ingest", "--wait", EVENING, HILO, settings=settings)
    told = ended.out.splitlines()
    counts = "6 hands = 4 audited + 0 known before + 2 rejected + 0 skipped; 3 findings"
    assert f"evening.hand: {counts}" in told
    assert "all 2 files: 7 hands = 5 audited + 0 known before + 2 rejected + 0 skipped; 3 findings" in told
    assert "hilo.hand: 1 hand = 1 audited + 0 known before + 0 rejected + 0 skipped; 0 findings" in told
    assert any(line.startswith("evening.hand:46: rejected hand 104: ") for line in told)
    assert ended.code == 1, "some hands were rejected"
    assert rows("SELECT code FROM finding ORDER BY code") == [("L101",), ("O303",), ("S506",)]
    assert auditor("ingest", "--wait", HILO, settings=settings).code == 0


def test_what_cannot_be_read_is_kept_and_told(settings: Settings, tmp_path: Path) -> None:
    novel = tmp_path / "novel.txt"
    novel.write_text("It was a dark and stormy night.", encoding="utf-8")
    ended = auditor("ingest", "--wait", novel, settings=settings)
    assert "novel.txt: no hand could be read: No hand was found in this file." in ended.out
    assert "1 hand" not in ended.out, "a sum would say of how many hands"
    assert ended.code == 2
    assert auditor("ingest", "--wait", novel, HILO, settings=settings).code == 1, "one of the files could be read"


def test_what_was_given_up_is_tried_again_when_asked(settings: Settings, place: Workplace) -> None:
    [receipt] = receipts(auditor("ingest", HILO, settings=settings).out)
    [kept] = [path for path in settings.evidence.rglob("*") if path.is_file()]
    kept.rename(kept.with_name("away"))
    drain(place)
    with place.database.begin() as connection:
        row = uploads.by_receipt(connection, receipt)
    assert row is not None
    assert row.reason.endswith(f"auditor ingest --again {receipt}")
    kept.with_name("away").rename(kept)
    ended = auditor("ingest", "--wait", "--again", receipt, settings=settings)
    assert ended.code == 0
    assert "hilo.hand: 1 hand = 1 audited" in ended.out
    once_more = auditor("ingest", "--again", receipt, settings=settings)
    assert (once_more.code, once_more.out) == (2, "")
    assert "There is nothing to retry" in once_more.err


def test_an_upload_is_cancelled_and_taken_up_again(settings: Settings) -> None:
    [receipt] = receipts(auditor("ingest", HILO, settings=settings).out)
    cancelled = auditor("ingest", "--cancel", receipt, settings=settings)
    said = "Cancelled by the command line. Of 0 hands found until then, 0 were audited. To audit the others:"
    assert (cancelled.code, cancelled.out) == (0, f"hilo.hand: {said} auditor ingest --again {receipt}\n")
    once_more = auditor("ingest", "--cancel", receipt, settings=settings)
    assert (once_more.code, once_more.out) == (2, "")
    assert (
        f"Upload {receipt} cannot be cancelled, because all parts of the upload are already audited or"
        " cancelled."
        " Its state is cancelled." in once_more.err
    )
    assert "hilo.hand: 1 hand = 1 audited" in auditor("ingest", "--wait", "--again", receipt, settings=settings).out


@pytest.mark.parametrize(
    "arguments",
    [(), ("--again", "x", HILO), ("--again", "x", "--house", "roberts"), ("--cancel", "x", HILO)],
)
def test_files_or_a_receipt_but_not_both(arguments: tuple[str | Path, ...], settings: Settings) -> None:
    ended = auditor("ingest", *arguments, settings=settings)
    assert (ended.code, ended.out) == (2, "")


def test_a_file_that_is_not_there_does_not_keep_the_others_out(settings: Settings, tmp_path: Path) -> None:
    ended = auditor("ingest", tmp_path / "missing", HILO, "-", given=b"hand 1\n", settings=settings)
    assert len(receipts(ended.out)) == 2
    assert "There is no file" in ended.err
    assert ended.code == 2


def test_a_file_that_is_not_there_does_not_keep_the_result_of_the_others_back(
    settings: Settings, tmp_path: Path
) -> None:
    ended = auditor("ingest", "--wait", tmp_path / "missing", HILO, settings=settings)
    assert "hilo.hand: 1 hand = 1 audited + 0 known before + 0 rejected + 0 skipped; 0 findings\n" in ended.out
    assert ended.code == 2
    empty = tmp_path / "empty.txt"
    empty.touch()
    ended = auditor("ingest", "--wait", tmp_path / "missing", empty, settings=settings)
    assert "empty.txt: no hand could be read: " in ended.out
    assert ended.code == 2


def test_the_same_bytes_under_another_name_go_by_the_name_that_was_given(settings: Settings, tmp_path: Path) -> None:
    other = tmp_path / "other.hand"
    other.write_bytes((TOP / HILO).read_bytes())
    auditor("ingest", HILO, settings=settings)
    ended = auditor("ingest", "--wait", other, settings=settings)
    assert "; sent before as hilo.hand, on " in ended.out
    assert "other.hand (first sent as hilo.hand): 1 hand = 1 audited" in ended.out
    assert "\nhilo.hand" not in ended.out


def test_a_file_of_one_byte_has_one_byte(settings: Settings) -> None:
    assert "1 byte\n" in auditor("ingest", "-", given=b"x", settings=settings).out


def test_findings_are_not_clean(settings: Settings, tmp_path: Path) -> None:
    faulty = tmp_path / "faulty.hand"
    faulty.write_bytes((TOP / HILO).read_bytes().replace(b"1 brings in 3", b"2 brings in 3"))
    assert auditor("ingest", "--wait", faulty, settings=settings).code == 1


def test_a_file_over_the_limit_is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDITOR_INGEST_BYTES", "100")
    ended = auditor("ingest", HILO, settings=settings)
    assert (ended.code, ended.out) == (2, "")
    assert "AUDITOR_INGEST_BYTES" in ended.err


@pytest.mark.parametrize("command", [("ingest", HILO), ("nightly",)])
def test_a_house_that_is_none_is_refused_with_the_nearest(command: tuple[str, ...], settings: Settings) -> None:
    ended = auditor(*command, "--house", "robrts", settings=settings)
    assert ended.code == 2
    assert "did you mean roberts?" in ended.err


def test_the_nightly_run_by_hand_counts_what_it_did(settings: Settings, rows: Rows) -> None:
    auditor("ingest", "--wait", EVENING, HILO, settings=settings)
    ended = auditor("nightly", "--all", settings=settings)
    assert ended.code == 0
    assert "5 hands = 3 clean + 2 with findings + 0 failed + 0 left to another run" in ended.out
    assert "findings: 0 new, 3 as before, 0 changed, 0 gone" in ended.out
    unchanged = auditor("nightly", settings=settings)
    assert "0 hands = 0 clean" in unchanged.out
    other = auditor("nightly", "--all", "--house", "casino", settings=settings)
    assert "0 hands = 0 clean" in other.out
    assert rows("SELECT count(*) FROM run WHERE trigger = 'manual' AND state = 'done'") == [(3,)]


def test_the_nightly_run_may_be_left_to_the_workers(settings: Settings, rows: Rows) -> None:
    auditor("ingest", "--wait", HILO, settings=settings)
    ended = auditor("nightly", "--all", "--no-wait", settings=settings)
    assert (ended.code, "auditor worker" in ended.out) == (0, True)
    assert rows("SELECT state FROM run WHERE trigger = 'manual'") == [("running",)]


def test_a_run_of_a_hand_that_is_not_there_is_refused(settings: Settings, rows: Rows) -> None:
    auditor("ingest", "--wait", HILO, settings=settings)
    for waits in ("--wait", "--no-wait"):
        ended = auditor("nightly", "--hand", "4711", waits, settings=settings)
        said = "There is no hand 4711. Use the number of its page, /hands/NUMBER. No run was started."
        assert (ended.code, ended.out, ended.err) == (2, "", f"auditor: {said}\n")
    assert rows("SELECT count(*) FROM run WHERE trigger = 'manual'") == [(0,)]


@pytest.mark.parametrize("typed", ["2020-13-01", "tomorrow"])
def test_a_day_that_is_none_is_wrong_usage(typed: str, settings: Settings) -> None:
    ended = auditor("nightly", "--since", typed, settings=settings)
    assert ended.code == 2
    assert "--since" in ended.err
    assert re.search(rf'"{typed}" is not a date\. Write a date like 2\d\d\d-\d\d-\d\d\.', ended.err)


def test_settings_that_cannot_be_used_are_named(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDITOR_SHARD_HANDS", "many")
    for command in (("check", str(HILO)), ("ingest", str(HILO))):
        ended = auditor(*command, settings=dataclasses.replace(settings))
        assert ended.code == 2
        assert 'AUDITOR_SHARD_HANDS is "many"' in ended.err
