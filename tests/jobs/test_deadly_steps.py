"""Which steps of a shard end a process: the child that tries them accuses only what ends it by itself."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, text

from auditor.jobs.auditing import audit_shard
from auditor.jobs.context import Workplace
from auditor.jobs.quarantine import deadly, each_limited
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import split
from auditor.store.postgres.database import Connection, Database, keep_alive
from tests.jobs.logs import lawful, log_of, upload_of

Step = Callable[[], object]


class Hands:
    """Three hands in two steps each, to read and to audit. The audit of the second hand kills its process so many
    times; each audit that comes to its end is noted.
    """

    def __init__(self, folder: Path, kills: int) -> None:
        self._killed = folder / "killed"
        self._audited = folder / "audited"
        self._kills = kills

    def steps(self) -> Iterator[Step]:
        for number in range(3):
            read: list[int] = []
            yield partial(read.append, number)
            yield partial(self._audit, read)

    def audited(self) -> set[int]:
        return {int(line) for line in self._audited.read_text().split()}

    def _audit(self, read: list[int]) -> None:
        (number,) = read
        if number == 1 and len(_lines(self._killed)) < self._kills:
            _add(self._killed, number)
            os.kill(os.getpid(), signal.SIGKILL)
        _add(self._audited, number)


def _lines(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


def _add(file: Path, number: int) -> None:
    with file.open("a") as stream:
        stream.write(f"{number}\n")


def test_a_child_that_is_killed_once_accuses_no_hand(tmp_path: Path) -> None:
    hands = Hands(tmp_path, kills=1)
    assert deadly(hands.steps) == {}
    assert hands.audited() == {0, 1, 2}


def test_a_step_that_kills_its_child_twice_is_deadly(tmp_path: Path) -> None:
    hands = Hands(tmp_path, kills=2)
    assert deadly(hands.steps) == {3: "ended the process (SIGKILL)"}
    assert hands.audited() == {0, 2}


def test_a_child_that_is_killed_before_its_first_step_is_tried_again(tmp_path: Path) -> None:
    killed = tmp_path / "killed"

    def steps() -> Iterator[Step]:
        if not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield lambda: os._exit(1)

    assert deadly(steps) == {0: "ended the process (exit code 1)"}


@pytest.mark.database
@pytest.mark.parametrize("carefully", [False, True])
def test_no_pause_of_the_transaction_is_longer_than_one_step(
    place: Workplace, database_url: URL, tmp_path: Path, carefully: bool
) -> None:
    address = database_url.set(drivername="postgresql").render_as_string(hide_password=False)
    in_child = tmp_path / "child"
    parent = os.getpid()
    with place.database.begin() as connection:
        process = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()

        def since() -> object:
            """Since when the transaction waits."""
            if os.getpid() != parent:
                _add(in_child, 1)
            with psycopg.connect(address) as other:
                asked = "SELECT state_change FROM pg_stat_activity WHERE pid = %s"
                return other.execute(asked, (process,)).fetchone()

        pauses = each_limited([since] * 4, carefully=carefully, keep_alive=partial(keep_alive, connection))
    assert len(set(pauses)) == 4
    assert len(_lines(in_child)) == 4 * carefully


def test_a_child_that_tries_steps_keeps_the_transaction_of_its_parent_alive() -> None:
    kept: list[int] = []
    assert deadly(lambda: iter([int, int]), lambda: kept.append(os.getpid())) == {}
    assert set(kept) == {os.getpid()}


@pytest.mark.database
def test_the_child_opens_no_transaction(place: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = tmp_path / "begun"
    begin = Database.begin

    def noted(database: Database) -> AbstractContextManager[Connection]:
        _add(begun, os.getpid())
        return begin(database)

    monkeypatch.setattr(Database, "begin", noted)
    receipt = receive(place, log_of(lawful(1), lawful(2)), "night.jsonl")
    split(place, receipt.upload_id)
    with place.database.begin() as connection:
        (shard_id,) = connection.execute(text("UPDATE shard SET attempts = 1 RETURNING id")).one()
    audit_shard(place, shard_id)
    assert upload_of(place, receipt.receipt).state == "done"
    assert set(_lines(begun)) == {str(os.getpid())}
