"""Sweeping with the database: what broke off goes, what has a receipt stays, and what was restored is whole again."""

import os

import pytest

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.sweeping import sweep
from auditor.jobs.worker import drain, worker_app
from tests.jobs.logs import lawful, log_of, upload_of

pytestmark = pytest.mark.database
YEARS = 10 * 365 * 86400


def test_what_has_a_receipt_stays_and_what_has_none_goes(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1)), "x")
    orphan = place.evidence.path(place.evidence.keep(b"nobody's", 100).sha256)
    arriving = place.settings.evidence / ".arriving-x"
    arriving.touch()
    now = orphan.stat().st_mtime + 3601
    assert sweep(place, now - 10) == 0
    assert sweep(place, now) == 2
    assert not orphan.exists()
    assert not arriving.exists()
    drain(place)
    assert upload_of(place, receipt.receipt).state == "done"
    assert sweep(place, now + YEARS) == 0
    place.evidence.insist(receipt.sha256)


def test_a_receipt_whose_writer_was_killed_before_it_was_noted_keeps_its_file(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1)), "x")
    path = place.evidence.path(receipt.sha256)
    path.chmod(0o600)  # as it is between the commit and the note of it
    os.utime(path, (0, 0))
    assert sweep(place) == 0
    assert path.stat().st_mode & 0o777 == 0o400


def test_the_clock_of_a_worker_sweeps(place: Workplace) -> None:
    assert "sweep" in worker_app(place).tasks


def test_an_interrupted_first_start_is_swept_up(place: Workplace) -> None:
    left = place.settings.data / "postgresql" / "data.new"
    left.mkdir(parents=True)
    (left / "PG_VERSION").touch()
    sweep(place, left.stat().st_mtime + 3599)
    assert left.exists()
    sweep(place, left.stat().st_mtime + 3601)
    assert not left.exists()
    assert left.parent.exists()


def test_a_damaged_file_is_marked_until_it_is_restored(place: Workplace) -> None:
    data = log_of(lawful(1))
    receipt = receive(place, data, "x")
    path = place.evidence.path(receipt.sha256)
    path.chmod(0o600)
    path.write_bytes(data.replace(b"roberts", b"Roberts"))
    drain(place)
    assert "is damaged" in upload_of(place, receipt.receipt).damage
    sweep(place)
    assert "is damaged" in upload_of(place, receipt.receipt).damage
    path.write_bytes(data)
    sweep(place)
    assert upload_of(place, receipt.receipt).damage == ""
