"""Files that nobody has a receipt for go after an hour, whoever left them; no other file ever does."""

import fcntl
import hashlib
import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from auditor.store.evidence.chunks import BEING_WRITTEN, CHUNK, list_of
from auditor.store.evidence.files import ARRIVING, Evidence

HOUR = 3600
DATA = bytes(CHUNK + 5)
SHA256 = hashlib.sha256(DATA).hexdigest()


class Rows:
    """The digests that the database has; notes the questions."""

    def __init__(self, *digests: str) -> None:
        self.digests = set(digests)
        self.asked: list[str] = []

    def __call__(self, digests: Sequence[str]) -> Collection[str]:
        self.asked += digests
        return self.digests & set(digests)


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    return Evidence(tmp_path)


def kept(evidence: Evidence, age: float, now: float) -> Path:
    sha256 = evidence.keep(DATA, len(DATA)).sha256
    path = evidence.path(sha256)
    os.utime(path, (now - age, now - age))
    return path


def test_a_file_without_a_row_goes_after_an_hour_with_its_list(evidence: Evidence) -> None:
    now = 2e9
    path = kept(evidence, HOUR + 1, now)
    os.utime(list_of(path), (now, now))
    assert evidence.sweep(now - 2, Rows()) == 0
    assert evidence.sweep(now, Rows()) == 1
    assert not path.exists()
    assert not list_of(path).exists()


def test_a_file_with_a_row_stays_and_is_acknowledged(evidence: Evidence) -> None:
    path = kept(evidence, 10 * HOUR, 2e9)
    rows = Rows(SHA256)
    assert evidence.sweep(2e9, rows) == 0
    assert path.stat().st_mode & 0o777 == 0o400
    assert evidence.sweep(2e9, rows) == 0
    assert rows.asked == [SHA256], "nobody asks for it again"


def test_a_file_that_was_acknowledged_stays_though_the_database_forgot_it(evidence: Evidence) -> None:
    path = kept(evidence, 10 * HOUR, 2e9)
    evidence.acknowledge(SHA256)
    assert evidence.sweep(2e9, Rows()) == 0
    evidence.keep(DATA, len(DATA))  # sent again, and the sender was cut off
    os.utime(path, (0, 0))
    assert evidence.sweep(2e9, Rows()) == 0
    evidence.insist(SHA256)


def test_the_same_bytes_that_come_again_during_the_sweep_stay(evidence: Evidence) -> None:
    path = kept(evidence, 10 * HOUR, 2e9)

    def meanwhile(_digests: Sequence[str]) -> Collection[str]:
        evidence.keep(DATA, len(DATA))
        os.utime(path, (2e9, 2e9))
        return ()

    assert evidence.sweep(2e9, meanwhile) == 0
    evidence.insist(SHA256)


def test_a_row_that_is_about_to_be_made_long_after_makes_the_file_young(evidence: Evidence) -> None:
    path = kept(evidence, 10 * HOUR, 2e9)
    evidence.renew(SHA256)
    assert evidence.sweep(path.stat().st_mtime + HOUR - 1, Rows()) == 0


def test_no_sweep_comes_between_while_a_file_is_made_young(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(evidence, 10 * HOUR, 2e9)
    make_young, was_locked = os.utime, []

    def noting(*args: Any) -> None:
        folder = os.open(path.parent.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            was_locked.append(True)
        finally:
            os.close(folder)
        make_young(*args)

    monkeypatch.setattr(os, "utime", noting)
    evidence.renew(SHA256)
    assert was_locked == [True]


@pytest.mark.parametrize("name", [f"{ARRIVING}x", f"ab/{BEING_WRITTEN}x", f"ab/{'ab' * 32}.chunks"])
def test_parts_that_were_left_go_after_an_hour(tmp_path: Path, evidence: Evidence, name: str) -> None:
    left = tmp_path / name
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"half")
    left.chmod(0o400)  # it may have been about to get its name
    begun = left.stat().st_mtime
    assert evidence.sweep(begun + HOUR - 1, Rows()) == 0
    assert evidence.sweep(begun + HOUR + 1, Rows()) == 1
    assert not left.exists()


def test_what_gets_its_name_while_the_old_ones_are_swept_up_is_left_alone(tmp_path: Path, evidence: Evidence) -> None:
    # What the folder still lists and is gone when it is looked at, as a link that leads nowhere.
    (tmp_path / f"{ARRIVING}y").symlink_to(tmp_path / "gone")
    left = tmp_path / f"{ARRIVING}x"
    left.write_bytes(b"half")
    assert evidence.sweep(left.stat().st_mtime + HOUR + 1, Rows()) == 1
