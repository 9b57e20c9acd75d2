"""Which steps of a shard end a process: the child that tries them accuses only what ends it by itself."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from auditor.jobs.auditing import audit_shard
from auditor.jobs.context import Workplace
from auditor.jobs.quarantine import deadly
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import split
from auditor.store.postgres.database import Connection, Database
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
