"""A job of splitting that was interrupted after its last act is done again, and starts no second chain of jobs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from auditor.jobs import queue, splitting
from auditor.jobs.cancelling import cancel
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.splitting import split
from auditor.jobs.worker import drain
from auditor.store.postgres.database import Connection
from tests.jobs.logs import counts_of, lawful, log_of, upload_of

pytestmark = pytest.mark.database
HANDS = 8


@pytest.fixture
def place(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """Where a shard is one hand, and a job of splitting makes two."""
    monkeypatch.setattr(splitting, "TOGETHER", 2)
    return Workplace(replace(place.settings, shard_hands=1), place.database)


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For each job sent for the rest of a file, the number of the shard that it begins with."""
    send = queue.send_split
    numbers: list[int] = []

    def noting(connection: Connection, upload_id: int, turn: int = 0, rest: Sequence[int] = ()) -> int:
        numbers.extend(rest[:1])
        return send(connection, upload_id, turn, rest)

    monkeypatch.setattr(queue, "send_split", noting)
    return numbers


def sent(place: Workplace) -> tuple[str, int]:
    """The receipt and the number of an upload of all hands, not split yet."""
    receipt = receive(place, log_of(*[lawful(number) for number in range(1, HANDS + 1)]), "night")
    return receipt.receipt, receipt.upload_id


def test_the_first_job_done_again_sends_no_second_job_for_the_rest(place: Workplace, rests: list[int]) -> None:
    receipt, upload = sent(place)
    split(place, upload)
    split(place, upload)
    assert rests == [3]
    drain(place)
    assert rests == [3, 5, 7]
    row = upload_of(place, receipt)
    assert (row.state, row.found) == ("done", HANDS)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}


def test_a_later_job_done_again_sends_no_second_job_for_the_rest(place: Workplace, rests: list[int], rows: Any) -> None:
    receipt, upload = sent(place)
    split(place, upload)
    ((rest,),) = rows("SELECT args -> 'rest' FROM procrastinate_jobs WHERE args ? 'rest'")
    split(place, upload, rest)
    split(place, upload, rest)
    assert rests == [3, 5]
    drain(place)
    assert upload_of(place, receipt).state == "done"


def test_a_file_that_is_taken_up_again_is_split_to_its_end_by_one_chain(place: Workplace, rests: list[int]) -> None:
    receipt, upload = sent(place)
    split(place, upload)
    cancel(place, receipt, "alice")
    receive_again(place, receipt)
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.found) == ("done", HANDS)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}
    assert rests == [3, 3, 5, 7]


def test_a_late_last_job_of_a_cancelled_chain_ends_nothing(
    place: Workplace, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = "SELECT args -> 'rest' FROM procrastinate_jobs WHERE args ? 'rest' ORDER BY id DESC LIMIT 1"
    receipt, upload = sent(place)
    split(place, upload)
    for _ in range(2):
        split(place, upload, rows(newest)[0][0])
    send, last = splitting._send, rows(newest)[0][0]

    def meanwhile(*args: Any) -> None:
        """The upload is cancelled and taken up again while the last job of the first chain reads the file."""
        monkeypatch.setattr(splitting, "_send", send)
        cancel(place, receipt, "alice")
        receive_again(place, receipt)
        split(place, upload)
        send(*args)

    monkeypatch.setattr(splitting, "_send", meanwhile)
    split(place, upload, last)
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.found) == ("done", HANDS)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}


def test_a_file_that_an_earlier_version_began_to_split_goes_on(place: Workplace) -> None:
    receipt, upload = sent(place)
    split(place, upload)
    with place.database.begin() as connection:
        connection.exec_driver_sql("UPDATE upload SET next_shard = NULL")
    drain(place)
    assert upload_of(place, receipt).state == "done"
