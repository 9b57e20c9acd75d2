"""The journal of real workers and of a real server when something fails: what and where, and nothing that was sent."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import make_url

from auditor.jobs.context import Workplace
from auditor.jobs.outages import AWAY
from auditor.jobs.receiving import receive
from auditor.settings import Settings, to_json
from auditor.store.postgres.database import Database
from tests.cli.running import address_in, line_of, started
from tests.jobs.logs import until
from tests.web.night import HandText, history
from tests.web.signed import account, bearer

pytestmark = pytest.mark.database

CANARY = "Wolfgangkanarienvogel"
PASSWORD = "canary-password"  # noqa: S105 - of nobody
BODY = history(HandText(players=(CANARY, "Birch", "Cedar"), bet=15))
# Fails inside our own code, with a name in its words and one in a variable.
SABOTAGED = f"""
from auditor.jobs import auditing, worker_main
def fails(*arguments, **named):
    holder = "{CANARY} holds 9h 9d 9s"
    raise ValueError(holder)
auditing.store_hands = fails
worker_main.main()
"""


def with_password(settings: Settings, **changes: Any) -> Settings:
    """The same database, its address with a password in it."""
    assert settings.database_url is not None
    url = make_url(settings.database_url).set(password=PASSWORD, **changes)
    return replace(settings, database_url=url.render_as_string(hide_password=False))


def refuse(database: Database, table: str, column: str) -> None:
    """From now on the database takes no row with the canary there."""
    with database.begin() as connection:
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT no_canary CHECK ({column} <> '{CANARY}')")


@contextmanager
def worker(settings: Settings, journal: Path, program: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A worker process as the watch starts it, whose error stream is a file."""
    command = ["-c", program] if program else ["-m", "auditor.jobs.worker_main"]
    with journal.open("wb") as errors:
        child = subprocess.Popen(
            [sys.executable, "-P", *command], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors
        )
        assert child.stdin is not None
        child.stdin.write(json.dumps({"settings": to_json(settings), "own_houses": {}, "former": []}).encode() + b"\n")
        child.stdin.flush()
        try:
            yield child
        finally:
            child.send_signal(signal.SIGTERM)
            child.stdin.close()
            child.wait(60)


def lines_in(journal: Path) -> list[dict[str, Any]]:
    """The notes, each an object; nothing that was sent is in them."""
    text = journal.read_text("utf-8")
    for secret in (CANARY, PASSWORD, "9h", "Birch", "holder"):
        assert secret not in text
    return [json.loads(line) for line in text.splitlines()]


def test_a_task_that_the_database_refuses(
    place: Workplace, owners_database: Database, tmp_path: Path, rows: Callable[..., list[tuple[Any, ...]]]
) -> None:
    """PostgreSQL says in the error which row it refused, and the library which task it was."""
    refuse(owners_database, "player", "name")
    receive(place, BODY, f"{CANARY}.txt")
    journal = tmp_path / "journal"
    with worker(replace(with_password(place.settings), attempts=1), journal):
        until(lambda: rows("SELECT state FROM upload") == [("incomplete",)])
    (told,) = lines_in(journal)
    assert (told["event"], told["kind"], told["because"][0]["sqlstate"]) == (
        "shard.failed", "IntegrityError", "23514",
    )  # fmt: skip


def test_a_hand_that_our_own_code_stumbles_over(
    place: Workplace, tmp_path: Path, rows: Callable[..., list[tuple[Any, ...]]]
) -> None:
    receive(place, BODY, "night.txt")
    journal = tmp_path / "journal"
    with worker(with_password(place.settings), journal, SABOTAGED):
        until(lambda: "ValueError" in journal.read_text("utf-8"))
    (first, *_) = [line for line in lines_in(journal) if line.get("kind") == "ValueError"]
    assert first["at"][-1].endswith(" fails")
    assert (first["event"], first["shard"], first["attempt"]) == ("shard.failed", 1, 1)


def test_connections_that_are_cut(place: Workplace, tmp_path: Path, rows: Callable[..., list[tuple[Any, ...]]]) -> None:
    journal = tmp_path / "journal"
    others = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()"""
    with worker(with_password(place.settings), journal):
        until(lambda: rows("SELECT count(*) FROM procrastinate_workers") == [(1,)])
        until(lambda: rows(others) != [(0,)])
    # Whether a library says something of it is a matter of the moment; whatever it says, no address is in it.
    assert all("level" in line for line in lines_in(journal))


def test_a_database_that_is_not_there(place: Workplace, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with worker(with_password(place.settings, port=9, host="127.0.0.1"), journal):
        until(lambda: AWAY in journal.read_text("utf-8"))
    assert {(line["event"], line["logger"]) for line in lines_in(journal)} == {(AWAY, "auditor.jobs.worker_main")}


def test_a_server_whose_database_refuses_what_a_program_sends(
    settings: Settings,
    database: Database,
    owners_database: Database,
    tmp_path: Path,
    rows: Callable[..., list[tuple[Any, ...]]],
) -> None:
    headers = bearer(database, account(database, "ada"))
    refuse(owners_database, "upload", "file_name")
    with started(with_password(settings), "serve", "--port", "0") as server:
        address = urlsplit(address_in(line_of(server))).netloc
        connection = HTTPConnection(address, timeout=60)
        path = f"/api/v1/uploads?file_name={CANARY}"
        connection.request("POST", path, BODY, {**headers, "Content-Type": "application/octet-stream"})
        answer = connection.getresponse()
        mark = json.loads(answer.read())["mark"]
        assert answer.status == 500
        connection.close()
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=60)
    for secret in (CANARY, PASSWORD, headers["Authorization"][7:], "9c 4d", "Birch"):
        assert secret not in said
    (told,) = [json.loads(line) for line in said.splitlines() if mark in line]
    assert (told["event"], told["kind"], told["because"][0]["sqlstate"]) == ("web.mistake", "IntegrityError", "23514")
    assert os.sep in told["at"][-1]


def test_a_note_of_ours_keeps_its_words(tmp_path: Path) -> None:
    program = f"""
import logging, threading
from auditor.jobs import journal
journal.keep()
logging.getLogger("auditor.jobs.x").warning("Record %d stays as it was.", 7)
logging.getLogger("procrastinate.worker").warning("error connecting: postgresql://u:{PASSWORD}@host/db")
logging.getLogger("x").warning("%d {CANARY}", "no number")
threading.Thread(target=lambda: int("{CANARY}")).start()
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, check=True, text=True)
    assert PASSWORD not in done.stderr
    assert CANARY not in done.stderr
    ours, pool, *_, thread = [json.loads(line) for line in done.stderr.splitlines()]
    assert (ours["event"], ours["level"], ours["logger"]) == ("Record 7 stays as it was.", "warning", "auditor.jobs.x")
    assert (pool["event"], pool["logger"]) == ("note of a library", "procrastinate.worker")
    assert (thread["event"], thread["kind"]) == ("process.mistake", "ValueError")


def test_an_exception_is_told_without_the_variables_of_its_frames(tmp_path: Path) -> None:
    """The address of a database, with its password, stands in a variable of every frame that connects to it."""
    program = f"""
import logging, psycopg
from auditor.jobs import journal
journal.keep()
def connect(conninfo, password):
    try:
        psycopg.connect(conninfo)
    except psycopg.Error as error:
        raise RuntimeError(conninfo) from error
def tried():
    connect("host=127.0.0.1 user=nobody nonsense=9 password={PASSWORD}", "{PASSWORD}")
for report in (lambda error: journal.mistake("shard.failed", error),
               lambda error: logging.getLogger("auditor.jobs.x").exception("Shard 7 failed."),
               lambda error: logging.getLogger("procrastinate.worker").exception("Error with %s", error)):
    try:
        tried()
    except RuntimeError as error:
        report(error)
tried()
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, check=False, text=True)
    for secret in (PASSWORD, "user=nobody", "locals"):
        assert secret not in done.stderr, secret
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["event"] for line in lines] == [
        "shard.failed", "Shard 7 failed.", "note of a library", "process.mistake"
    ]  # fmt: skip
    for line in lines:
        assert (line["kind"], line["because"][0]["kind"]) == ("RuntimeError", "ProgrammingError")
        assert line["at"][-1] == "<string>:9 connect"
