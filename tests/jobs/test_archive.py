"""Archives in the database: every document an upload of its own, sums that add up, and nothing lost on the way."""

import gzip
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import URL

from auditor.formats.archives.budget import FREE
from auditor.jobs import unpacking
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.splitting import split
from auditor.jobs.supervisor import workers
from auditor.jobs.worker import drain
from auditor.store.evidence.files import NoRoom
from auditor.store.queries import findings, uploads
from auditor.store.queries.members import MemberRow, members_of
from auditor.store.uploads import archives
from tests.formats.test_archive_limits import bomb
from tests.jobs.logs import counts_of, faulty, lawful, log_of, until, upload_of
from tests.jobs.test_killed import finish, held
from tests.printers.zips import DEFLATED, Packed, zipped

pytestmark = pytest.mark.database

ONE = log_of(lawful(1), faulty(2))
TWO = log_of(faulty(2), lawful(3)) + b'{"log":1, what is this}\n'
THREE = log_of(lawful(4))
NIGHT = zipped(
    Packed(b"june/one.jsonl", ONE, DEFLATED),
    Packed(b"june/link", b"/etc/passwd", mode=0o120777),
    Packed(b"june/two.txt", TWO, DEFLATED),
    Packed(b"copy of one", ONE),
    Packed(b"notes.txt", b"It was a dark and stormy night."),
)


def inside(place: Workplace, archive: str) -> list[MemberRow]:
    with place.database.begin() as connection:
        return list(members_of(connection, upload_of(place, archive).id).members)


def test_every_document_is_an_upload_of_its_own_and_the_sum_adds_up(place: Workplace) -> None:
    receipt = receive(place, NIGHT, "night.zip").receipt
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.format, row.members, row.unreadable_files) == ("done", "zip", 5, 2)
    assert row.reason == "2 of 5 files in the archive could not be read; each is listed with the reason."
    assert counts_of(row) == {"audited": 3, "known": 3, "rejected": 1, "skipped": 0}
    found = inside(place, receipt)
    assert [(each.name, each.state, each.again) for each in found] == [
        ("june/one.jsonl", "done", False),
        ("june/link", "refused", False),
        ("june/two.txt", "done", False),
        ("copy of one", "done", True),
        ("notes.txt", "unreadable", False),
    ]
    assert [(each.hands, each.audited, each.known, each.rejected, each.skipped) for each in found] == [
        (2, 2, 0, 0, 0), (0, 0, 0, 0, 0), (3, 1, 1, 1, 0), (2, 0, 2, 0, 0), (0, 0, 0, 0, 0),
    ]  # fmt: skip
    assert "is a link" in found[1].reason
    assert "No hand was found" in found[4].reason
    assert found[0].receipt is not None
    assert upload_of(place, found[0].receipt).file_name == "june/one.jsonl"
    with place.database.begin() as connection:
        assert findings.total(connection, {"upload": receipt}) == findings.total(connection, {})


def test_the_same_archive_again_changes_nothing(place: Workplace, rows: Any) -> None:
    first = receive(place, NIGHT, "night.zip")
    drain(place)
    before = rows("SELECT * FROM upload ORDER BY id"), rows("SELECT * FROM member ORDER BY 1, 2")
    again = receive(place, NIGHT, "night (1).zip")
    drain(place)
    assert (again.receipt, again.again) == (first.receipt, True)
    assert (rows("SELECT * FROM upload ORDER BY id"), rows("SELECT * FROM member ORDER BY 1, 2")) == before


def test_a_document_that_was_sent_before_is_known(place: Workplace) -> None:
    alone = receive(place, ONE, "one.jsonl")
    drain(place)
    archive = receive(place, zipped(Packed(b"a/one.jsonl", ONE), Packed(b"three", THREE)), "x.zip").receipt
    drain(place)
    assert counts_of(upload_of(place, archive)) == {"audited": 1, "known": 2, "rejected": 0, "skipped": 0}
    assert counts_of(upload_of(place, alone.receipt))["audited"] == 2
    assert [(each.name, each.receipt == alone.receipt) for each in inside(place, archive)] == [
        ("a/one.jsonl", True),
        ("three", False),
    ]


@pytest.mark.parametrize(("name", "inner"), [("night.txt.gz", "night.txt"), ("NIGHT.GZ", "NIGHT"), ("night", "night")])
def test_a_gzip_without_a_name_is_called_as_it_was_sent(place: Workplace, name: str, inner: str) -> None:
    receipt = receive(place, gzip.compress(ONE), name).receipt
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.format, row.members, counts_of(row)["audited"]) == ("done", "gzip", 1, 2)
    assert [each.name for each in inside(place, receipt)] == [inner]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped(), "There is no file in the archive"),
        (zipped(Packed(b"a", b"no hand"), Packed(b"b", b"", flags=1)), "2 of 2 files in the archive could not be read"),
        (zipped(Packed(b"a", b"", flags=1)), "This file is encrypted"),
        (NIGHT[:-1], "cut off"),
        (gzip.compress(ONE)[:-9], "This gzip archive is cut off"),
        (gzip.compress(NIGHT), "a zip archive inside an archive"),
    ],
)
def test_an_unreadable_archive_has_a_reason(place: Workplace, data: bytes, said: str) -> None:
    receipt = receive(place, data, "x").receipt
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.is_finished, row.hands) == ("unreadable", True, 0)
    assert said in row.reason


def test_an_archive_that_is_broken_off_goes_on_from_there(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = receive(place, NIGHT, "night.zip")
    deal_with = unpacking._deal_with
    done: list[int] = []

    def twice(place: Workplace, source: Any, number: int, member: Any, turn: int) -> bool:
        if len(done) == 2:
            raise ConnectionError
        done.append(number)
        return deal_with(place, source, number, member, turn)

    monkeypatch.setattr(unpacking, "_deal_with", twice)
    with pytest.raises(ConnectionError):
        split(place, receipt.upload_id)
    assert upload_of(place, receipt.receipt).state == "reading"
    with place.database.begin() as connection:
        assert sorted(archives.dealt_with(connection, receipt.upload_id)) == [1, 2]
    monkeypatch.setattr(unpacking, "_deal_with", deal_with)
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt)) == {"audited": 3, "known": 3, "rejected": 1, "skipped": 0}


def test_an_archive_unpacked_in_several_jobs_has_the_same_outcome(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, rows: Callable[..., Any]
) -> None:
    monkeypatch.setattr(unpacking, "TOGETHER", 1)
    receipt = receive(place, NIGHT, "night.zip")
    split(place, receipt.upload_id)
    [(jobs,)] = rows("SELECT count(*) FROM procrastinate_jobs WHERE args -> 'rest' IS NOT NULL")
    assert jobs == 1
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert row.state == "done"
    assert counts_of(row) == {"audited": 3, "known": 3, "rejected": 1, "skipped": 0}


def test_a_worker_killed_within_an_archive_loses_and_doubles_nothing(
    place: Workplace, owner_url: URL, rows: Callable[..., Any]
) -> None:
    receipt = receive(place, NIGHT, "night.zip").receipt
    with held(owner_url, "LOCK TABLE member IN EXCLUSIVE MODE"), workers(place.settings, 1) as team:
        # The first document is kept and its upload made, and the note of it waits for us: the middle of a transaction.
        until(lambda: rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == [(1,)])
        (pid,) = team.numbers()
        os.kill(pid, signal.SIGKILL)
    assert rows("SELECT count(*) FROM upload") == [(1,)], "no document has an upload of which the archive does not know"
    finish(place, rows)
    assert counts_of(upload_of(place, receipt)) == {"audited": 3, "known": 3, "rejected": 1, "skipped": 0}
    assert rows("SELECT count(*) FROM member") == [(5,)]


def test_a_full_disk_breaks_an_archive_off_and_it_goes_on_when_there_is_room(place: Workplace, rows: Any) -> None:
    receipt = receive(place, NIGHT, "night.zip")
    full = Workplace(replace(place.settings, free_bytes=1 << 60), place.database)
    for _ in range(place.settings.attempts + 1):
        with pytest.raises(NoRoom, match="nearly full"):
            split(full, receipt.upload_id)
    assert rows("SELECT attempts, state FROM upload") == [(0, "reading")], "no attempt of its own"
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt)) == {"audited": 3, "known": 3, "rejected": 1, "skipped": 0}


def test_retrying_a_document_opens_its_archive_again(place: Workplace, rows: Any) -> None:
    receipt = receive(place, zipped(Packed(b"one", ONE), Packed(b"three", THREE)), "x.zip")
    split(place, receipt.upload_id)
    [one, _] = inside(place, receipt.receipt)
    assert one.receipt is not None
    kept = place.evidence.path(upload_of(place, one.receipt).sha256)
    kept.rename(kept.with_name("away"))
    drain(place)
    assert (
        upload_of(place, receipt.receipt).reason == "1 of 2 files in the archive could not be read; each is listed"
        " with the reason."
    )
    kept.with_name("away").rename(kept)
    receive_again(place, one.receipt)
    assert not upload_of(place, receipt.receipt).is_finished
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.reason, counts_of(row)["audited"]) == ("done", "", 3)


def test_of_two_documents_that_end_at_once_one_ends_the_archive(place: Workplace) -> None:
    members = [Packed(b"%d" % number, log_of(lawful(number))) for number in range(1, 9)]
    receipt = receive(place, zipped(*members), "x.zip").receipt
    with workers(place.settings, 2):
        until(lambda: upload_of(place, receipt).is_finished)
    assert counts_of(upload_of(place, receipt)) == {"audited": 8, "known": 0, "rejected": 0, "skipped": 0}
    with place.database.begin() as connection:
        assert uploads.unfinished(connection) == 0


def test_a_bomb_leaves_nothing_on_the_disk(place: Workplace) -> None:
    data = zipped(Packed(b"one", ONE), bomb(FREE + 1), Packed(b"three", THREE))
    receipt = receive(place, data, "bomb.zip").receipt
    drain(place)
    row = upload_of(place, receipt)
    assert (row.state, row.unreadable_files, counts_of(row)["audited"]) == ("done", 1, 3)
    assert "more than 50 times its size" in inside(place, receipt)[1].reason
    kept = [path.stat().st_size for path in place.settings.evidence.rglob("*") if path.is_file()]
    assert sorted(kept) == sorted([len(data), len(ONE), len(THREE)])
