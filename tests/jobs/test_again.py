"""A retry of an upload does again what had failed."""

from dataclasses import replace
from typing import Any

import pytest

from auditor.jobs import splitting
from auditor.jobs.attempt import most_attempts
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.worker import drain
from auditor.store.uploads.retrying import NotRetried
from tests.jobs.logs import counts_of, lawful, log_of, upload_of

pytestmark = pytest.mark.database


def test_a_retry_audits_abandoned_shards(place: Workplace, rows: Any) -> None:
    small = Workplace(replace(place.settings, shard_hands=2), place.database)
    receipt = receive(small, log_of(*[lawful(number) for number in range(1, 6)]), "five.jsonl")
    splitting.split(small, receipt.upload_id)
    ((first,), *_) = rows("SELECT id FROM shard ORDER BY id")
    rows("UPDATE shard SET attempts = %s WHERE number > 1 RETURNING id", most_attempts(small))
    drain(small)
    row = upload_of(small, receipt.receipt)
    assert (row.state, row.hands, row.shards_done) == ("incomplete", 2, 3)
    assert row.reason.endswith(f"auditor ingest --again {receipt.receipt}")
    assert rows("SELECT state FROM run") == [("partial",)]

    retried = receive_again(small, receipt.receipt)
    assert (retried.upload_id, retried.file_name, len(retried.shards)) == (receipt.upload_id, "five.jsonl", 2)
    assert not upload_of(small, receipt.receipt).is_finished
    assert first not in retried.shards
    drain(small)
    row = upload_of(small, receipt.receipt)
    assert (row.state, row.reason) == ("done", "")
    assert counts_of(row) == {"audited": 5, "known": 0, "rejected": 0, "skipped": 0}
    assert rows("SELECT hands, clean, state FROM run") == [(5, 5, "done")]


def test_a_retry_splits_a_file_that_could_not_be_read(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1), lawful(2)), "two.jsonl")
    kept = place.evidence.path(receipt.sha256)
    away = kept.with_name("away")
    kept.rename(away)
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert row.state == "unreadable"
    assert row.reason.endswith(f"auditor ingest --again {receipt.receipt}")

    away.rename(kept)
    assert receive_again(place, receipt.receipt).shards == ()
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.reason, counts_of(row)["audited"]) == ("done", "", 2)


def test_a_retry_goes_on_with_splitting_that_stopped_in_the_middle(place: Workplace, rows: Any) -> None:
    small = Workplace(replace(place.settings, shard_hands=1), place.database)
    receipt = receive(small, log_of(lawful(1), lawful(2), lawful(3)), "x")
    splitting.split(small, receipt.upload_id)
    rows("DELETE FROM shard WHERE number = 3 RETURNING id")
    rows("UPDATE upload SET state = 'reading' RETURNING id")
    splitting.give_up(small, receipt.upload_id, "The file could not be split in 3 attempts.")
    drain(small)
    receive_again(small, receipt.receipt)
    drain(small)
    row = upload_of(small, receipt.receipt)
    assert (row.state, row.shards, counts_of(row)["audited"]) == ("done", 3, 3)


def test_a_file_without_hands_is_not_worth_trying_again(place: Workplace) -> None:
    receipt = receive(place, b"hello\n", "x")
    drain(place)
    assert "--again" not in upload_of(place, receipt.receipt).reason


@pytest.mark.parametrize("finished", [True, False])
def test_a_retry_without_any_failure_does_nothing(place: Workplace, finished: bool, rows: Any) -> None:
    receipt = receive(place, log_of(lawful(1)), "x").receipt
    if finished:
        drain(place)
    before = upload_of(place, receipt)
    with pytest.raises(NotRetried, match=r"There is nothing to retry: no part of upload .* failed or was cancelled"):
        receive_again(place, receipt)
    assert upload_of(place, receipt) == before


@pytest.mark.parametrize("receipt", ["", "0000-0000-0000-0000", "a\0b", "\udc80"])
def test_a_receipt_that_is_none_is_refused(place: Workplace, receipt: str) -> None:
    with pytest.raises(NotRetried, match="no upload with the receipt"):
        receive_again(place, receipt)


def test_a_shard_whose_bytes_were_damaged_is_audited_when_they_are_restored(place: Workplace) -> None:
    data = log_of(lawful(1), lawful(2))
    receipt = receive(place, data, "two.jsonl")
    splitting.split(place, receipt.upload_id)
    kept = place.evidence.path(receipt.sha256)
    kept.chmod(0o600)
    kept.write_bytes(data.replace(b"roberts", b"Roberts"))
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.hands) == ("incomplete", 0)
    assert "is damaged from byte 0 on" in row.reason
    assert row.damage
    kept.write_bytes(data)
    receive_again(place, receipt.receipt)
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt))["audited"] == 2
