"""Unread lines are counted apart; a mark on their shape has the uploads read again, and can be taken back."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest

from auditor.engine.events import Unread
from auditor.formats import Read, open_log
from auditor.formats.unread import shape_of
from auditor.jobs import auditing, judging, rereading
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.unread_lines import with_marks
from auditor.jobs.worker import drain, rescue_now
from auditor.store.queries import findings, uploads
from auditor.store.queries.members import members_of
from auditor.store.queries.uploads import UploadRow
from auditor.store.triage import decisions
from auditor.triage.acts import Act, BadWish, Wish
from tests.formats.test_ipoker import ANTES, LEAD, THIRD, TOP_LINES
from tests.formats.test_unread import HAND
from tests.jobs.logs import counts_of, run_of, upload_of
from tests.printers.zips import Packed, zipped

pytestmark = pytest.mark.database

MOON = "The moon rises over table 5"
STARS = "The stars shine upon Ann"


def hand(number: int, *lines: str, door: str = "9d", ante: str = "0.01") -> bytes:
    """A hand with these lines in it. The door 2c is dealt twice: D201. The ante 0.02 gives findings only where each
    line of the hand is understood.
    """
    text = HAND.format(line="\n".join(lines) or 'Ann said, "hi"').replace("#7:", f"#{number}:")
    text = text.replace("[9d]", f"[{door}]")
    return text.replace("Bob of Ohio: posts the ante $0.01", f"Bob of Ohio: posts the ante ${ante}").encode()


def log(*hands: bytes) -> bytes:
    return b"\n\n\n".join(hands)


def mark(place: Workplace, shape: int, *, noise: bool = True, by: str = "Ann") -> int:
    with place.database.begin() as connection:
        return rereading.mark(connection, shape, by, noise=noise)


def in_force(place: Workplace) -> list[UploadRow]:
    with place.database.begin() as connection:
        return [row for row in uploads.latest(connection) if row.superseded_at is None]


def total(place: Workplace, **filters: str) -> int:
    with place.database.begin() as connection:
        return findings.total(connection, filters)


SHAPES = "SELECT id, room, shape, example FROM unread_shape ORDER BY id"
LINES = """SELECT upload_id, number, line, shape_id, noise FROM unread_line JOIN hand ON hand.id = hand_id
           ORDER BY upload_id, line"""


def test_unread_lines_are_counted_in_their_upload_and_run(place: Workplace, rows: Any) -> None:
    file = log(hand(1, MOON, MOON), hand(2), hand(3, STARS))
    stars = file.decode().splitlines().index(STARS) + 1
    receipt = receive(place, file, "night.txt")
    drain(place)
    assert upload_of(place, receipt.receipt).unread_lines == 3
    assert run_of(place, 1).unread_lines == 3
    assert rows(SHAPES) == [
        (1, "pokerstars", "The moon rises over table NUMBER", MOON),
        (2, "pokerstars", "The stars shine upon NAME", STARS),
    ]
    assert rows(LINES) == [(1, "1", 11, 1, False), (1, "1", 12, 1, False), (1, "3", stars, 2, False)]


@pytest.mark.parametrize("shard_hands", [1, 2])
def test_equal_hands_in_one_line_of_a_file_are_stored_once(shard_hands: int, place: Workplace, rows: Any) -> None:
    rounds = f'<round no="0">{ANTES}</round><round no="1"></round><round no="2">{THIRD}<dance/></round>'
    game = "".join([*TOP_LINES, rounds, "</game>"])
    small = Workplace(replace(place.settings, shard_hands=shard_hands), place.database)
    receipt = receive(small, "".join([*LEAD, game, game, "</session>"]).encode(), "night.xml")
    drain(small)
    upload = upload_of(place, receipt.receipt)
    assert (upload.state, upload.unread_lines, run_of(place, 1).unread_lines) == ("done", 1, 1)
    assert counts_of(upload) == {"audited": 1, "known": 1, "rejected": 0, "skipped": 0}
    assert rows(LINES) == [(1, "77", 1, 1, False)]


def test_an_upload_that_is_going_to_be_read_again_is_not_finished(place: Workplace) -> None:
    def unfinished() -> int:
        with place.database.begin() as connection:
            return uploads.unfinished(connection)

    receive(place, hand(1, MOON), "night.txt")
    drain(place)
    assert unfinished() == 0
    mark(place, 1)
    assert unfinished() == 1
    drain(place)
    assert unfinished() == 0


def test_an_archive_has_the_sum_over_its_files(place: Workplace) -> None:
    files = (Packed(b"a", hand(1, MOON)), Packed(b"b", hand(2, MOON, STARS)))
    receipt = receive(place, zipped(*files), "x.zip")
    drain(place)
    assert upload_of(place, receipt.receipt).unread_lines == 3


def test_the_shape_of_each_line_is_made_once() -> None:
    outcome = next(iter(open_log(hand(1, MOON, MOON, STARS))))
    assert isinstance(outcome, Read)
    made = 0

    def note(frame: FrameType, happened: str, _arg: Any) -> None:
        nonlocal made
        made += happened == "call" and frame.f_code is shape_of.__code__

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        marked, lines = with_marks(outcome.hand, frozenset({("pokerstars", "The moon rises over table NUMBER")}))
    finally:
        sys.setprofile(before)
    assert made == 3
    assert [line.noise for line in lines] == [True, True, False]
    assert [event.text for event in marked.events if isinstance(event, Unread)] == [STARS]


def test_a_mark_has_its_uploads_read_again_and_can_be_taken_back(place: Workplace, rows: Any) -> None:
    first = receive(place, log(hand(1, MOON, MOON), hand(2), hand(3, STARS)), "night.txt")
    receive(place, hand(4), "other.txt")
    drain(place)
    assert mark(place, 1) == 1, "only the upload with such a line"
    drain(place)
    other, second = sorted(in_force(place), key=lambda row: row.id)
    assert (other.file_name, second.file_name, second.unread_lines) == ("other.txt", "night.txt", 1)
    assert counts_of(second) == {"audited": 3, "known": 0, "rejected": 0, "skipped": 0}
    assert run_of(place, 3).unread_lines == 1
    assert rows("SELECT noise, count(*) FROM unread_line WHERE upload_id = %s GROUP BY 1 ORDER BY 1", second.id) == [
        (False, 1),
        (True, 2),
    ]
    assert upload_of(place, first.receipt).superseded_at is not None

    assert mark(place, 1, noise=False, by="Bob") == 1
    drain(place)
    _, third = sorted(in_force(place), key=lambda row: row.id)
    assert third.unread_lines == 3
    assert rows("SELECT shape_id, noise, by FROM shape_act ORDER BY id") == [(1, True, "Ann"), (1, False, "Bob")]
    everything = run_of(place, nightly(place, everything=True))
    assert everything.hands == 4, "a read that does not count is not audited again"


def test_a_marked_line_is_noise_in_every_file_that_comes_later(place: Workplace, rows: Any) -> None:
    receive(place, hand(1, MOON), "first.txt")
    drain(place)
    mark(place, 1)
    drain(place)
    later = receive(place, hand(2, MOON), "later.txt")
    drain(place)
    assert upload_of(place, later.receipt).unread_lines == 0
    assert rows("SELECT count(*) FROM shape_act") == [(1,)]
    assert rows("SELECT noise FROM unread_line WHERE upload_id = %s", later.upload_id) == [(True,)]


def test_rules_that_hung_on_the_line_are_verifiable_again(place: Workplace, rows: Any) -> None:
    unverifiable = "SELECT unverifiable FROM report WHERE current"
    receive(place, hand(1, MOON, ante="0.02"), "night.txt")
    drain(place)
    [(before,)] = rows(unverifiable)
    mark(place, 1)
    drain(place)
    [(after,)] = rows(unverifiable)
    assert len(after.split()) < len(before.split())


@pytest.mark.parametrize("act", [Act.CONFIRM, Act.DISMISS])
@pytest.mark.parametrize("number", [1, 2], ids=["the hand with the line", "another hand of the file"])
def test_decisions_stay_and_findings_of_other_hands_are_not_reopened(
    number: int, act: Act, place: Workplace, rows: Any
) -> None:
    receive(place, log(hand(1, MOON, door="2c"), hand(2, door="2c")), "night.txt")
    drain(place)
    standing = """SELECT number, code, triage, flagged, reopened FROM finding
                  WHERE code = 'D201' AND detection <> 'gone' ORDER BY 1"""
    [(decided,)] = rows("SELECT id FROM finding WHERE number = %s AND code = 'D201'", str(number))
    with place.database.begin() as connection:
        decisions.act(
            connection,
            decided,
            Wish(act, "record misread" if act is Act.DISMISS else "", "The film of the table was seen."),
            "Ann",
        )
    before = rows(standing)
    states = {Act.CONFIRM: "confirmed", Act.DISMISS: "dismissed"}
    assert (str(number), "D201", states[act], False, False) in before
    mark(place, 1)
    drain(place)
    assert rows(standing) == before
    assert total(place, flagged="yes") == 0, "nothing needs another review"
    mark(place, 1, noise=False)
    drain(place)
    after = rows(standing)
    assert [(row[0], row[1], row[2]) for row in after] == [(row[0], row[1], row[2]) for row in before]


def test_the_same_act_twice_is_refused(place: Workplace) -> None:
    receive(place, hand(1, MOON), "night.txt")
    drain(place)
    with pytest.raises(BadWish, match="not marked"):
        mark(place, 1, noise=False)
    mark(place, 1)
    with pytest.raises(BadWish, match="already marked"):
        mark(place, 1)
    with pytest.raises(BadWish, match="no line shape with the number 9"):
        mark(place, 9)


def test_a_mark_of_another_venue_is_refused(place: Workplace) -> None:
    receive(place, hand(1, MOON), "night.txt")
    drain(place)
    with place.database.begin() as connection, pytest.raises(BadWish, match="no line shape with the number 1"):
        rereading.mark(connection, 1, "Ann", noise=True, venue_id=2)


def test_a_file_in_an_archive_keeps_its_place(place: Workplace) -> None:
    archive = receive(place, zipped(Packed(b"night.txt", hand(1, MOON))), "x.zip")
    drain(place)
    mark(place, 1)
    drain(place)
    with place.database.begin() as connection:
        [member] = members_of(connection, archive.upload_id).members
    assert upload_of(place, member.receipt or "").superseded_at is None
    assert upload_of(place, archive.receipt).unread_lines == 0


def test_a_mark_while_the_file_is_read_counts_too(place: Workplace, rows: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    receive(place, hand(1, MOON), "first.txt")
    drain(place)
    judge: Callable[..., Any] = judging.judge

    def marked_meanwhile(*arguments: Any) -> Any:
        batch = judge(*arguments)
        monkeypatch.setattr(auditing, "judge", judge)
        mark(place, 1)
        return batch

    monkeypatch.setattr(auditing, "judge", marked_meanwhile)
    receive(place, hand(2, MOON), "second.txt")
    drain(place)
    assert {row.file_name: row.unread_lines for row in in_force(place)} == {"first.txt": 0, "second.txt": 0}


READ_AGAIN = "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'read_again'"
JOBS = "SELECT count(*) FROM procrastinate_jobs"


def marked_at(place: Workplace, rows: Any, monkeypatch: pytest.MonkeyPatch, shard: int, fails: int = 0) -> list[int]:
    """Marks shape 1 when a worker has read this shard, and breaks the shard that fails. The list has how many jobs to
    read again there are at each shard.
    """
    judge: Callable[..., Any] = judging.judge
    jobs: list[int] = []

    def watched(*arguments: Any) -> Any:
        batch = judge(*arguments)
        jobs.append(rows(READ_AGAIN)[0][0])
        if len(jobs) == shard:
            mark(place, 1)
        if len(jobs) == fails:
            raise ZeroDivisionError
        return batch

    monkeypatch.setattr(auditing, "judge", watched)
    return jobs


def test_an_upload_is_read_again_when_it_has_ended(
    place: Workplace, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Workplace(replace(place.settings, shard_hands=1), place.database)
    jobs = marked_at(small, rows, monkeypatch, 3)
    receive(small, log(*[hand(number, MOON) for number in range(1, 7)]), "night.txt")
    drain(small)
    assert jobs == [0, 0, 0, 1, 0, 0] + [0] * 6, "the job of the mark is done before the upload has ended"
    assert [(row.state, row.unread_lines) for row in in_force(place)] == [("done", 0)]
    assert rows("SELECT count(*) FROM upload") == [(2,)]
    assert rows(JOBS) == [(0,)]


def test_an_upload_whose_last_shard_is_given_up_is_read_again_too(
    place: Workplace, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Workplace(replace(place.settings, shard_hands=1, attempts=1), place.database)
    marked_at(small, rows, monkeypatch, 2, fails=4)
    receive(small, log(*[hand(number, MOON) for number in range(1, 5)]), "night.txt")
    drain(small)
    assert rows("SELECT state, superseded_at IS NULL, unread_lines FROM upload ORDER BY id") == [
        ("incomplete", False, 2),
        ("done", True, 0),
    ]


def test_one_job_waits_to_read_an_upload_again(place: Workplace, rows: Any) -> None:
    receive(place, log(hand(1, MOON), hand(2, STARS)), "night.txt")
    receive(place, hand(3, MOON), "other.txt")
    drain(place)
    assert (mark(place, 1), mark(place, 2), mark(place, 1, noise=False), mark(place, 1)) == (2, 1, 0, 2)
    assert rows(READ_AGAIN) == [(2,)]
    drain(place)
    assert [row.unread_lines for row in in_force(place)] == [0, 0]
    assert rows(JOBS) == [(0,)]


def test_a_job_of_a_dead_worker_makes_way_for_the_one_that_waits(place: Workplace, rows: Any) -> None:
    receive(place, hand(1, MOON), "night.txt")
    drain(place)
    mark(place, 1)
    assert rows("UPDATE procrastinate_jobs SET status = 'doing' RETURNING task_name") == [(uploads.READ_AGAIN,)]
    mark(place, 1, noise=False)
    mark(place, 1)
    assert rows("SELECT status FROM procrastinate_jobs ORDER BY id") == [("doing",), ("todo",)]
    assert rescue_now(place, stalled_seconds=0) == 1
    assert rows("SELECT status FROM procrastinate_jobs") == [("todo",)]
    drain(place)
    assert [row.unread_lines for row in in_force(place)] == [0]


def test_damaged_bytes_keep_the_reading_that_they_have(place: Workplace, rows: Any) -> None:
    receipt = receive(place, hand(1, MOON), "night.txt")
    drain(place)
    path = place.evidence.path(receipt.sha256)
    path.chmod(0o600)
    path.write_bytes(b"spoilt")
    mark(place, 1)
    drain(place)
    assert rows("SELECT receipt, superseded_at, unread_lines, damage <> '' FROM upload") == [
        (receipt.receipt, None, 1, True)
    ]


def test_findings_follow_the_reading_that_counts(place: Workplace) -> None:
    receive(place, hand(1, MOON, ante="0.02"), "night.txt")
    drain(place)
    assert total(place) == 0
    mark(place, 1)
    drain(place)
    assert total(place) == 3
    assert total(place, code="H803") == 0, "two readings of one file do not contradict each other"
    mark(place, 1, noise=False)
    drain(place)
    assert total(place) == 0
