"""Two thousand kills that hit work in progress: of workers, of the pages, of the database. Nothing is lost or doubled.

A kill counts that forced a second attempt: at a shard, at splitting a file, or at sending one.
"""

import os
import random
import shutil
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.engine.hand import Hand
from auditor.formats.log import encode
from auditor.jobs.context import open_workplace
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import Workers, wait_until_idle, workers
from auditor.settings import Settings
from auditor.store.postgres import embedded
from tests.dealer.copies import replaced
from tests.jobs.logs import faulty, lawful
from tests.jobs.servers import Server
from tests.jobs.site import Broken, NotNow, Pages, pages, running, until_it_answers

pytestmark = [pytest.mark.database, pytest.mark.campaign]
KILLS = int(os.environ.get("AUDITOR_KILLS", "2000"))
SEED = int(os.environ.get("AUDITOR_KILLS_SEED", "20"))
DISTINCT = 50
FILE_HANDS = 200
SHARD_HANDS = 25

# Every attempt is noted, with what it is about; what a lost server undid was none.
_NOTED = """
CREATE TABLE attempt (id bigint GENERATED ALWAYS AS IDENTITY, what text NOT NULL);
CREATE FUNCTION note_attempt() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN INSERT INTO attempt (what) VALUES (TG_TABLE_NAME || NEW.id); RETURN NULL; END $$;
CREATE TRIGGER note_attempt AFTER UPDATE OF attempts ON shard FOR EACH ROW EXECUTE FUNCTION note_attempt();
CREATE TRIGGER note_attempt AFTER UPDATE OF attempts ON upload FOR EACH ROW EXECUTE FUNCTION note_attempt();
"""
_AGAIN = "SELECT count(*) - count(DISTINCT what) FROM attempt"
_ATTEMPTS = "SELECT count(*) FROM attempt"
_WAITING = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND task_name IN ('split', 'audit')"
# One that dies takes the connections of all others with it.
_BACKENDS = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"

# All that is the same however often the work was interrupted.
_RESULT = {
    "hands": "SELECT number, encode(digest, 'hex') FROM hand ORDER BY 1, 2",
    "reports": """SELECT hand.number, house, encode(report.digest, 'hex'), findings, settlement FROM report
                  JOIN hand ON hand.id = report.hand_id AND hand.month = report.month
                  WHERE current ORDER BY 1, 2, 3""",
    "findings": "SELECT fingerprint, code, number, amount FROM finding ORDER BY 1, 2, 3",
    "uploads": """SELECT encode(sha256, 'hex'), state, reason, found, hands, audited, known, rejected, skipped
                  FROM upload ORDER BY 1""",
    "runs": "SELECT state, hands, clean, faulty, failed, known, rejected, skipped FROM run ORDER BY 1, 2, 3, 4",
}


class Files:
    """Files of hands of which no two are the same."""

    def __init__(self) -> None:
        self._dealt: list[Hand] = [faulty(seed) if seed % 10 == 0 else lawful(seed) for seed in range(DISTINCT)]
        self.made: list[bytes] = []

    def next(self) -> tuple[str, bytes]:
        number = len(self.made)
        # At a table of their own: all at one would be compared with each other, the longer the more.
        names = [(f"{number}-{at}", f"{number}-{at // DISTINCT}") for at in range(FILE_HANDS)]
        hands = [
            encode(replaced(self._dealt[at % DISTINCT], number=name, table=table)) + b"\n"
            for at, (name, table) in enumerate(names)
        ]
        self.made.append(b"".join(hands))
        return f"file-{number}.jsonl", self.made[-1]


class Sender:
    """Sends files, each until there is a receipt for it."""

    def __init__(self, served: Pages) -> None:
        self._served = served
        self.files = Files()
        self.again = 0
        self.sending = threading.Event()
        self.receipts: list[str] = []

    def send(self) -> None:
        name, data = self.files.next()
        while True:
            self.sending.set()
            try:
                receipt = self._served.send(name, data)
            except Broken:
                self.again += 1
                time.sleep(0.05)
                continue
            except NotNow:  # the database is away: told in words, and nothing is kept
                time.sleep(0.05)
                continue
            finally:
                self.sending.clear()
            self.receipts.append(receipt["receipt"])
            return


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    made = Settings(data=tmp_path / "data", shard_hands=SHARD_HANDS, free_bytes=0)
    yield made
    embedded.stop(made)
    home = embedded.status(made).home
    if home is not None:
        shutil.rmtree(home)


def test_kills_of_work_in_progress_lose_and_double_nothing(settings: Settings, tmp_path: Path) -> None:
    server = Server(settings)
    server.rows(_NOTED)
    chance = random.Random(SEED)
    killed: Counter[str] = Counter()
    begun = time.monotonic()
    with pages(settings) as served, workers(settings, 2) as team:
        sender = Sender(served)
        sender.send()
        forced = again = 0
        while forced < KILLS:
            if until_it_answers(lambda: server.rows(_WAITING)[0][0]) < 2 * FILE_HANDS // SHARD_HANDS:
                sender.send()
            which = chance.choices(("workers", "database", "backend", "pages"), (4, 1, 4, 1))[0]
            _await_work(server, team)
            before, again = again, until_it_answers(lambda: server.rows(_AGAIN)[0][0]) + sender.again
            forced += again > before
            time.sleep(chance.random() * 0.03)
            killed[which] += _KILLS[which](server, team, served, sender)
        minutes = (time.monotonic() - begun) / 60
        place = open_workplace(settings)
        wait_until_idle(place, 3600, team.mend)
        place.close()
    sent = ", ".join([f"{number:,} of {which}" for which, number in sorted(killed.items())])
    print(f"\n{killed.total():,} kills sent: {sent}")
    print(f"{forced:,} forced a second attempt, {forced / minutes:,.0f} a minute")
    print(f"that is {len(sender.files.made):,} files of {FILE_HANDS:,} hands, {sender.again:,} of them sent again")
    assert len(sender.receipts) == len(set(sender.receipts)) == len(sender.files.made)
    disturbed = {name: server.rows(query) for name, query in _RESULT.items()}
    assert disturbed == _undisturbed(replace(settings, data=tmp_path / "undisturbed"), sender.files.made)


def _await_work(server: Server, team: Workers) -> None:
    """Returns when as many attempts have begun as there are workers."""
    deadline = time.monotonic() + 120
    enough = until_it_answers(lambda: server.rows(_ATTEMPTS)[0][0]) + len(team.numbers())
    while until_it_answers(lambda: server.rows(_ATTEMPTS)[0][0]) < enough:
        team.mend()
        assert time.monotonic() < deadline, "the workers do not work"
        time.sleep(0.005)


def _kill_workers(_server: Server, team: Workers, _served: Pages, _sender: Sender) -> int:
    numbers = team.numbers()
    for pid in numbers:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for pid in numbers:
        _await_end(pid)
    team.mend()
    return len(numbers)


def _kill_database(server: Server, _team: Workers, _served: Pages, _sender: Sender) -> int:
    os.kill(server.pid(), signal.SIGKILL)
    running(server.settings)
    return 1


def _kill_backend(server: Server, _team: Workers, _served: Pages, _sender: Sender) -> int:
    for (pid,) in until_it_answers(lambda: server.rows(_BACKENDS))[:1]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            return 1
    return 0


def _kill_pages(_server: Server, _team: Workers, served: Pages, sender: Sender) -> int:
    sending = threading.Thread(target=sender.send)
    sending.start()
    sender.sending.wait()
    time.sleep(random.random() * 0.02)
    served.kill()
    served.start()
    sending.join()
    return 1


_KILLS: dict[str, Any] = {
    "workers": _kill_workers,
    "database": _kill_database,
    "backend": _kill_backend,
    "pages": _kill_pages,
}


def _await_end(pid: int) -> None:
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        time.sleep(0.001)


def _undisturbed(settings: Settings, files: list[bytes]) -> dict[str, list[Any]]:
    server = Server(settings)
    place = open_workplace(settings)
    try:
        for number, data in enumerate(files):
            receive(place, data, f"file-{number}.jsonl")
        with workers(settings, 2) as team:
            wait_until_idle(place, 3600, team.mend)
        return {name: server.rows(query) for name, query in _RESULT.items()}
    finally:
        place.close()
        home = embedded.status(settings).home
        embedded.stop(settings)
        if home is not None:
            shutil.rmtree(home)
