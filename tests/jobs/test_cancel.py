"""An upload that is cancelled: nothing more of it is audited, what was audited stays, and it can be taken up again."""

import zipfile
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest

from auditor.jobs import auditing, splitting, unpacking
from auditor.jobs.cancelling import NotCancelled, cancel
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.supervisor import workers
from auditor.jobs.worker import drain
from auditor.store.runs import shards
from tests.jobs.logs import counts_of, lawful, log_of, until, upload_of

pytestmark = pytest.mark.database
HANDS = 8


@pytest.fixture
def place(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """Where a shard is one hand, and a job of splitting makes few."""
    monkeypatch.setattr(splitting, "TOGETHER", 2)
    monkeypatch.setattr(unpacking, "TOGETHER", 2)
    return Workplace(replace(place.settings, shard_hands=1), place.database)


def file() -> bytes:
    return log_of(*[lawful(number) for number in range(1, HANDS + 1)])


def archive() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        for number in range(1, HANDS + 1):
            zipped.writestr(f"{number}.jsonl", log_of(lawful(number)))
    return packed.getvalue()


def cancel_after(place: Workplace, monkeypatch: pytest.MonkeyPatch, receipt: str, shards_done: int) -> None:
    """Drains the queue, and cancels the upload when so many shards are stored."""
    audit, done = auditing.audit_shard, 0

    def counted(place: Workplace, shard_id: int, *, anew: bool = True) -> None:
        nonlocal done
        audit(place, shard_id, anew=anew)
        done += 1
        if done == shards_done:
            cancel(place, receipt, "alice")

    with monkeypatch.context() as patch:
        patch.setattr(auditing, "audit_shard", counted)
        if not shards_done:
            cancel(place, receipt, "alice")
        drain(place)


@pytest.mark.parametrize("audited", [0, 3])
@pytest.mark.parametrize("data", [file, archive])
def test_what_waits_is_not_audited_and_can_be_taken_up_again(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, data: Callable[[], bytes], audited: int, rows: Any
) -> None:
    receipt = receive(place, data(), "night").receipt
    cancel_after(place, monkeypatch, receipt, audited)
    row = upload_of(place, receipt)
    assert row.state == "cancelled"
    assert counts_of(row) == {"audited": audited, "known": 0, "rejected": 0, "skipped": 0}
    assert row.reason == (
        f"Cancelled by alice. Of {row.found} hands found until then, {audited} were audited."
        f" To audit the others: auditor ingest --again {receipt}"
    )
    assert rows("SELECT count(*) FROM upload WHERE finished_at IS NULL") == [(0,)]
    assert rows("SELECT count(*) FROM run WHERE state = 'running'") == [(0,)]
    assert rows("SELECT count(*) FROM hand") == [(audited,)]

    receive_again(place, receipt)
    assert not upload_of(place, receipt).is_finished
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.reason, row.found) == ("done", "", HANDS)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}
    assert rows("SELECT count(*) FROM run WHERE state <> 'done'") == [(0,)]
    assert rows("SELECT sum(hands) FROM run") == [(HANDS,)]


def test_a_shard_that_is_being_stored_is_counted_before_the_upload_ends(place: Workplace, rows: Any) -> None:
    receipt = receive(place, file(), "night")
    splitting.split(place, receipt.upload_id)
    [(first,)] = rows("SELECT min(id) FROM shard")
    with place.database.begin() as storing:
        assert shards.still_waits(storing, first)
        cancel(place, receipt.receipt, "alice")
        assert not upload_of(place, receipt.receipt).is_finished
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.audited) == ("cancelled", 1)
    assert "1 were audited" in row.reason


def test_what_is_over_is_not_cancelled(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1)), "x").receipt
    drain(place)
    with pytest.raises(
        NotCancelled,
        match=f"Upload {receipt} cannot be cancelled, because all parts of the upload are already audited"
        " or cancelled."
        " Its state is done",
    ):
        cancel(place, receipt, "alice")
    with pytest.raises(NotCancelled, match=r"There is no upload with the receipt '0000'\."):
        cancel(place, "0000", "alice")
    assert upload_of(place, receipt).state == "done"


def test_a_document_that_another_archive_waits_for_is_audited(place: Workplace) -> None:
    one = receive(place, archive(), "one.zip")
    other = BytesIO()
    with zipfile.ZipFile(other, "w") as zipped:
        zipped.writestr("again.jsonl", log_of(lawful(1)))
    both = receive(place, other.getvalue(), "other.zip")
    splitting.split(place, one.upload_id)
    splitting.split(place, both.upload_id)
    cancel(place, one.receipt, "alice")
    drain(place)
    assert (upload_of(place, both.receipt).state, upload_of(place, both.receipt).known) == ("done", 1)
    assert (upload_of(place, one.receipt).state, upload_of(place, one.receipt).audited) == ("cancelled", 1)


@pytest.mark.campaign
def test_nothing_is_lost_or_doubled_where_workers_are_in_the_middle_of_it(place: Workplace, rows: Any) -> None:
    hands = 60
    receipt = receive(place, log_of(*[lawful(number) for number in range(1, hands + 1)]), "night").receipt
    with workers(place.settings, 2):
        until(lambda: upload_of(place, receipt).audited >= 5)
        cancel(place, receipt, "alice")
        until(lambda: upload_of(place, receipt).is_finished)
        row = upload_of(place, receipt)
        assert (row.state, row.hands, row.audited) == ("cancelled", row.audited, row.shards_done - abandoned(rows))
        assert f"{row.audited} were audited" in row.reason
        assert rows("SELECT count(*) FROM hand") == [(row.audited,)]
        receive_again(place, receipt)
        until(lambda: upload_of(place, receipt).is_finished)
    row = upload_of(place, receipt)
    assert (row.state, row.audited, row.found) == ("done", hands, hands)
    assert rows("SELECT count(*) FROM hand") == [(hands,)]


def abandoned(rows: Any) -> int:
    [(number,)] = rows("SELECT count(*) FROM shard WHERE state = 'given_up'")
    return int(number)
