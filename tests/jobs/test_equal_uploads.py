"""The very same file from 64 senders at once: one upload, and the same receipt for each of them."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from auditor.settings import Settings
from auditor.store.postgres import embedded
from tests.jobs.servers import Server
from tests.jobs.site import pages
from tests.jobs.test_many_kills import Files

pytestmark = [pytest.mark.database, pytest.mark.campaign]
FILES = 25
SENDERS = 64


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    settings = Settings(data=tmp_path / "data", free_bytes=0)
    yield Server(settings)
    embedded.stop(settings)
    home = embedded.status(settings).home
    if home is not None:
        shutil.rmtree(home)


def test_equal_uploads_at_once_are_one_upload_with_equal_receipts(server: Server) -> None:
    files = Files()
    new = 0
    with pages(server.settings) as served, ThreadPoolExecutor(SENDERS) as senders:
        for _ in range(FILES):
            name, data = files.next()
            together = Barrier(SENDERS)

            def send(
                _number: int, name: str = name, data: bytes = data, together: Barrier = together
            ) -> tuple[str, bool]:
                together.wait()
                receipt = served.send(name, data)
                return receipt["receipt"], receipt["again"]

            answers = list(senders.map(send, range(SENDERS)))
            assert len({receipt for receipt, _again in answers}) == 1
            assert [again for _receipt, again in answers].count(False) == 1
            new += 1
    assert server.rows("SELECT count(*) FROM upload") == [(FILES,)]
    kept = [path for path in server.settings.evidence.rglob("*") if path.is_file() and not path.suffix]
    assert len(kept) == FILES
    assert server.rows("SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'split'") == [(FILES,)]
    print(f"\n{FILES} x {SENDERS} equal uploads at once: {new} uploads, and of each {SENDERS} receipts that are equal")
