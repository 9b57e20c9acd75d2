import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from auditor.engine.hand import Structure
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.readings import audit_with_readings
from auditor.formats.log import decode
from auditor.formats.transcript.printing import transcript_of
from auditor.jobs import auditing, judging, splitting
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.evidence.files import NotKept
from auditor.store.queries import findings, hands, uploads
from tests.dealer.copies import replaced
from tests.engine.transcripts import OVER_THE_CAP
from tests.jobs.logs import counts_of, faulty, lawful, log_of, upload_of

pytestmark = pytest.mark.database


def small_shards(place: Workplace, number: int) -> Workplace:
    return Workplace(replace(place.settings, shard_hands=number), place.database)


def test_every_hand_of_a_file_is_accounted_for(place: Workplace) -> None:
    pot_limit = replaced(lawful(4), structure=Structure.POT)  # audited too: its house has the game
    data = log_of(lawful(1), faulty(2), lawful(1), pot_limit) + b'{"log":1, what is this}\n' + log_of(lawful(5))
    receipt = receive(place, data, "night.jsonl")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.format, row.found) == ("done", "log", 6)
    assert counts_of(row) == {"audited": 4, "known": 1, "rejected": 1, "skipped": 0}
    with place.database.begin() as connection:
        refusals = uploads.rejections(connection, row.id).refusals
    assert [refusal.line for refusal in refusals] == [5]


def test_a_hand_of_another_game_is_skipped_by_its_name(place: Workplace) -> None:
    receipt = receive(place, b"variant = 'FT'\nantes = [0, 0]\nactions = []\n", "other.phh")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert counts_of(row) == {"audited": 0, "known": 0, "rejected": 0, "skipped": 1}
    with place.database.begin() as connection:
        assert uploads.skipped_games(connection, row.id) == {"FT": 1}


def test_findings_come_with_their_place(place: Workplace) -> None:
    receive(place, log_of(lawful(1), faulty(2)), "two.jsonl")
    drain(place)
    with place.database.begin() as connection:
        found = [one for one in findings.page(connection, {}).findings if one.code == "O302"]
        named = hands.named(connection, "2")
    assert len(found) == 1
    one = found[0]
    assert (one.number, one.house, one.event, one.line, one.hand_id) == ("2", "roberts", 0, 2, named[0].hand_id)


def test_what_is_contested_is_kept_with_the_reading_it_does_not_stand_under(place: Workplace) -> None:
    receive(place, OVER_THE_CAP.encode(), "one.hand")
    drain(place)
    with place.database.begin() as connection:
        (one,) = findings.page(connection, {"contested": "yes"}).findings
        assert findings.page(connection, {"contested": "no"}).findings == ()
    assert (one.code, one.grade, one.event) == ("B403", "violation", 12)
    assert [reading.partition(":")[0] for reading in one.readings] == ["cap.scope = per_player"]


def test_hand_comes_back_as_it_went_in(place: Workplace) -> None:
    hand = lawful(7)
    receipt = receive(place, transcript_of(hand).encode(), "seven.hand")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert counts_of(row)["audited"] == 1, row
    with place.database.begin() as connection:
        (name,) = hands.named(connection, "7")
        record = hands.record(connection, place.unpacker, name.hand_id)
    assert record is not None
    assert decode(record.document).digest() == name.digest
    (standing,) = record.standings
    assert standing.lines[-1] <= standing.last_line
    assert len(standing.lines) == len(decode(record.document).events)
    assert record.reports[0].settlement.seats[0].player == hand.seats[0].player


def test_same_file_again_is_the_same_receipt_and_changes_nothing(place: Workplace, rows: Any) -> None:
    data = log_of(lawful(1), faulty(2))
    first = receive(place, data, "one.jsonl")
    drain(place)
    everything = "SELECT (SELECT count(*) FROM {}), (SELECT coalesce(max(xmin::text::bigint), 0) FROM {})"
    tables = ("upload", "shard", "run", "hand", "source", "report", "finding", "procrastinate_jobs")
    before = {table: rows(everything.format(table, table)) for table in tables}
    for _ in range(3):
        second = receive(place, io.BytesIO(data), "another-name.jsonl")
        drain(place)
        assert replace(second, again=False) == replace(first, encoding="utf-8"), "a worker has read it since"
        assert second.again
    assert {table: rows(everything.format(table, table)) for table in tables} == before


def test_32_at_once_are_one_upload(place: Workplace, rows: Any) -> None:
    data = log_of(lawful(1))
    with ThreadPoolExecutor(32) as pool:
        receipts = [call.result() for call in [pool.submit(receive, place, data, "x") for _ in range(32)]]
    assert len({receipt.receipt for receipt in receipts}) == 1
    assert [receipt.again for receipt in receipts].count(False) == 1
    assert rows("SELECT count(*) FROM upload") == [(1,)]
    drain(place)
    assert counts_of(upload_of(place, receipts[0].receipt))["audited"] == 1


def test_same_hands_in_another_file_are_known(place: Workplace, rows: Any) -> None:
    receive(place, log_of(lawful(1), faulty(2)), "monday.jsonl")
    drain(place)
    receipt = receive(place, log_of(faulty(2), lawful(3)), "tuesday.jsonl")
    drain(place)
    assert counts_of(upload_of(place, receipt.receipt)) == {"audited": 1, "known": 1, "rejected": 0, "skipped": 0}
    assert rows("SELECT count(*) FROM hand") == [(3,)]
    assert rows("SELECT count(*) FROM source JOIN hand ON hand.id = hand_id WHERE number = '2'") == [(2,)]
    assert rows("SELECT count(*) FROM finding WHERE code = 'O302'") == [(1,)]


def test_file_sent_for_another_house_is_another_upload(place: Workplace) -> None:
    data = log_of(lawful(1))
    first = receive(place, data, "x")
    second = receive(place, data, "x", house="wsop-live")
    drain(place)
    assert first.receipt != second.receipt
    assert counts_of(upload_of(place, second.receipt))["audited"] == 1
    with place.database.begin() as connection:
        (name,) = hands.named(connection, "1")
        assert {report.house for report in hands.reports(connection, name.hand_id)} == {"roberts", "wsop-live"}


def test_house_that_does_not_cover_the_game_rejects_its_hands(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1)), "x", house="partypoker")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert counts_of(row)["rejected"] == 1
    with place.database.begin() as connection:
        (refusal,) = uploads.rejections(connection, row.id).refusals
    assert (refusal.line, refusal.hand) == (1, "1")
    assert "stud8" in refusal.reason


def test_house_that_does_not_exist_is_refused_before_anything_is_kept(place: Workplace) -> None:
    with pytest.raises(HouseRefused, match='no house "nowhere"'):
        receive(place, b"x", "x", house="nowhere")
    assert not place.settings.evidence.exists()


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\x89PNG\r\n\x1a\n\x00\x00", b"\x00" * 5000, b"hello\n"])
def test_file_without_a_hand_is_kept_as_unreadable(place: Workplace, data: bytes) -> None:
    receipt = receive(place, data, "x")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert row.state == "unreadable"
    assert row.reason.endswith(".")
    assert row.is_finished
    assert place.evidence.part(row.sha256, 0, row.size) == data


def test_too_large_a_file_leaves_nothing(place: Workplace, rows: Any) -> None:
    with pytest.raises(NotKept, match="larger than 10 bytes"):
        receive(place, io.BytesIO(b"x" * 11), "x", most=10)
    assert list(place.settings.evidence.rglob("*")) == []
    assert rows("SELECT count(*) FROM upload") == [(0,)]
    assert receive(place, io.BytesIO(b"x" * 10), "x", most=10).size == 10


@pytest.mark.parametrize("shard_hands", [1, 3, 4, 10, 11])
def test_shards_of_any_size_hold_each_hand_once(place: Workplace, shard_hands: int) -> None:
    place = small_shards(place, shard_hands)
    receipt = receive(place, log_of(*[lawful(number) for number in range(1, 11)]), "ten.jsonl")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert row.shards == -(-10 // shard_hands)
    assert counts_of(row)["audited"] == 10
    with place.database.begin() as connection:
        first_lines = [hands.standings(connection, hands.named(connection, str(n))[0].hand_id)[0] for n in (1, 5, 10)]
    assert [standing.first_line for standing in first_lines] == [1, 5, 10]


@pytest.mark.parametrize(("before", "after"), [(3, 7), (7, 3), (5, 1), (20, 4)])
def test_file_whose_splitting_broke_off_is_split_on_at_the_size_it_was_begun_with(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, before: int, after: int
) -> None:
    monkeypatch.setattr(splitting, "TOGETHER", 1)
    receipt = receive(place, log_of(*[lawful(number) for number in range(1, 21)]), "twenty.jsonl")
    # The first shards are stored and a job is sent for the rest, but the end of the first job is lost.
    splitting.split(small_shards(place, before), receipt.upload_id)
    drain(small_shards(place, after))
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.found, row.shards) == ("done", 20, -(-20 // before))
    assert counts_of(row)["audited"] == 20


def test_upload_that_lost_hands_is_not_called_done(place: Workplace, rows: Any) -> None:
    receipt = receive(small_shards(place, 1), log_of(lawful(1), lawful(2), lawful(3)), "x")
    splitting.split(small_shards(place, 1), receipt.upload_id)
    rows("DELETE FROM shard WHERE number = 2 RETURNING id")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.found, row.hands) == ("incomplete", 3, 2)
    assert row.reason.startswith("3 hands were found in the file and 2 dealt with")
    assert rows("SELECT state FROM run") == [("partial",)]


def test_hand_too_long_to_be_held_is_rejected_alone(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "LONGEST_PIECE", 30_000)
    data = log_of(lawful(1)) + b'{"log":1,"x":"' + b"x" * 40_000 + b'"}\n' + log_of(lawful(2))
    receipt = receive(place, data, "x")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.shards, counts_of(row)) == (3, {"audited": 2, "known": 0, "rejected": 1, "skipped": 0})


def test_hand_that_we_fail_on_is_set_aside_and_the_rest_goes_on(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:

    def failing(hand: Any, house: Any) -> Any:
        if hand.number == "2":
            raise RecursionError("too deep")
        return audit_with_readings(hand, house)

    monkeypatch.setattr(judging, "audit_with_readings", failing)
    receipt = receive(place, log_of(lawful(1), lawful(2), lawful(3)), "x")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert counts_of(row) == {"audited": 2, "known": 0, "rejected": 1, "skipped": 0}
    with place.database.begin() as connection:
        (refusal,) = uploads.rejections(connection, row.id).refusals
    assert (refusal.line, refusal.hand) == (2, "2")
    assert refusal.reason.startswith("Quarantined: the audit of this hand failed (RecursionError: too deep).")
    assert "auditor check FILE --line 2" in refusal.reason


def test_shard_that_always_fails_is_abandoned_with_the_reason(
    place: Workplace, monkeypatch: pytest.MonkeyPatch, rows: Any
) -> None:
    def failing(*_: Any) -> Any:
        raise OSError("no more of that")

    monkeypatch.setattr(auditing, "judge", failing)
    receipt = receive(place, log_of(lawful(1), lawful(2)), "x")
    (upload_id,) = (receipt.upload_id,)
    splitting.split(place, upload_id)
    ((shard_id,),) = rows("SELECT id FROM shard")
    for _ in range(place.settings.attempts - 1):
        with pytest.raises(OSError, match="no more of that"):
            auditing.audit_shard(place, shard_id)
    assert upload_of(place, receipt.receipt).state == "auditing"
    auditing.audit_shard(place, shard_id)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.hands) == ("incomplete", 0)
    assert row.reason.startswith(
        "2 hands from line 1 on could not be audited. Auditing these hands failed 3 times: OSError"
    )


def test_damaged_evidence_is_never_read(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1)), "x")
    kept = place.evidence.path(receipt.sha256)
    kept.chmod(0o600)
    kept.write_bytes(kept.read_bytes().replace(b"roberts", b"Roberts"))
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert row.state == "unreadable"
    assert "is damaged" in row.reason
