"""A file read in another encoding: the same bytes, another reading, and only one of them counts."""

from typing import Any

import pytest
from sqlalchemy import text

from auditor.formats.files.encodings import EncodingRefused
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import read_again, receive
from auditor.jobs.worker import drain
from auditor.store.evidence import damage
from auditor.store.evidence.files import Damaged
from auditor.store.queries import findings, hands
from auditor.store.queries.members import MemberRow, members_of
from auditor.store.uploads.receipts import NotReadAgain
from tests.jobs.logs import counts_of, run_of, upload_of
from tests.printers.zips import Packed, zipped
from tests.web.night import HandText, history

pytestmark = pytest.mark.database

# One hand whose players are written in Cyrillic letters, which Windows-1252 takes for others, and one in ASCII alone.
CYRILLIC = history(HandText(number="1", players=("Яна", "Birch", "Cedar"), bet=15), HandText(number="2", bet=15))
BYTES = CYRILLIC.decode().encode("cp1251")


def players_of(place: Workplace, number: str) -> list[set[str]]:
    """The players in each record of a hand, superseded or not, the oldest first."""
    with place.database.begin() as connection:
        found = connection.execute(text("SELECT id FROM hand WHERE number = :number ORDER BY id"), {"number": number})
        records = [hands.record(connection, place.unpacker, each.id) for each in found]
    return [{seat.player for seat in record.reports[0].settlement.seats} for record in records if record is not None]


def members(place: Workplace, archive: int) -> tuple[MemberRow, ...]:
    with place.database.begin() as connection:
        return members_of(connection, archive).members


def total(place: Workplace, **filters: str) -> int:
    with place.database.begin() as connection:
        return findings.total(connection, filters)


@pytest.mark.parametrize(
    ("data", "encoding", "note"),
    [
        (BYTES, "cp1252", "choose another encoding"),
        (CYRILLIC.decode().encode("utf-16"), "utf-16-le", ""),
        (history(), "", ""),
        (zipped(Packed(b"a", BYTES)), "", ""),
    ],
)
def test_the_receipt_has_the_encoding_once_a_worker_has_read_the_file(
    data: bytes, encoding: str, note: str, place: Workplace
) -> None:
    receipt = receive(place, data, "night.txt")
    assert (receipt.encoding, receipt.notes) == ("", ())
    drain(place)
    again = receive(place, data, "night.txt")
    assert (again.receipt, again.again, again.encoding) == (receipt.receipt, True, encoding)
    assert note in "".join(again.notes)
    assert again.notes == upload_of(place, receipt.receipt).notes


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_utf_16_either_way_is_the_reading_that_it_is(order: str, mark: str, place: Workplace, rows: Any) -> None:
    wide = (mark + CYRILLIC.decode()).encode(order)
    first = receive(place, wide, "wide", encoding="utf-16")
    drain(place)
    for other in (order, "utf-16", ""):
        assert receive(place, wide, "wide", encoding=other).receipt == first.receipt, "the same by its other name"
    receive(place, zipped(Packed(b"wide", wide)), "x.zip", encoding="utf-16")
    drain(place)
    assert upload_of(place, first.receipt).encoding == order
    assert rows("SELECT count(*) FROM upload") == [(2,)], "the text and the archive"


def test_another_reading_takes_the_place_of_the_first(place: Workplace, rows: Any) -> None:
    first = receive(place, BYTES, "night.txt")
    drain(place)
    assert counts_of(upload_of(place, first.receipt))["audited"] == 2
    assert players_of(place, "1") == [{"ßíà", "Birch", "Cedar"}]
    before = total(place)
    second = receive(place, BYTES, "night.txt", encoding="windows-1251")
    assert (second.again, second.encoding, second.receipt != first.receipt) == (False, "", True)
    drain(place)
    row = upload_of(place, second.receipt)
    assert (row.state, row.encoding, row.asked_encoding) == ("done", "cp1251", "cp1251")
    assert row.notes == ("The file was read as Windows-1251, Cyrillic, the chosen encoding.",)
    assert counts_of(row) == {"audited": 2, "known": 0, "rejected": 0, "skipped": 0}
    assert players_of(place, "1") == [{"ßíà", "Birch", "Cedar"}, {"Яна", "Birch", "Cedar"}]
    assert total(place) == before, "what stands in the first reading alone is gone, and nothing contradicts it"
    with place.database.begin() as connection:
        [named] = hands.named(connection, "1")
        record = hands.record(connection, place.unpacker, named.hand_id)
    assert record is not None
    assert (named.hand_id, record.rivals) == (3, ()), "the record of the first reading is no other copy of the hand"
    assert (record.replaces, record.replaced_by) == ((1,), ())
    assert total(place, code="H803") == 0
    assert total(place, upload=first.receipt) == total(place, code="B402", upload=first.receipt) == 1
    assert upload_of(place, first.receipt).superseded_at is not None
    assert rows("SELECT count(*) FROM upload WHERE superseded_at IS NULL") == [(1,)]


def test_the_first_reading_may_come_back(place: Workplace, rows: Any) -> None:
    first = receive(place, BYTES, "night.txt")
    drain(place)
    before = total(place)
    receive(place, BYTES, "night.txt", encoding="cp1251")
    drain(place)
    closed = rows("SELECT id FROM finding WHERE triage = 'closed' AND gone_by = 'record'")
    assert len(closed) == 1
    third = receive(place, BYTES, "night.txt", encoding="cp1252")
    assert third.receipt != first.receipt
    drain(place)
    assert counts_of(upload_of(place, third.receipt))["audited"] == 2
    assert total(place) == before
    assert rows("SELECT triage, detection, gone_by, reopened FROM finding WHERE id = %s", closed[0][0]) == [
        ("open", "present", "", True)
    ]
    everything = run_of(place, nightly(place, everything=True))
    assert everything.hands == 2, "a reading that does not count is not audited again"


def test_the_same_file_without_a_wish_is_the_reading_that_counts(place: Workplace) -> None:
    receive(place, BYTES, "night.txt")
    drain(place)
    second = receive(place, BYTES, "night.txt", encoding="cp1251")
    drain(place)
    for encoding in ("", "cp1251"):
        again = receive(place, BYTES, "night.txt", encoding=encoding)
        assert (again.receipt, again.again) == (second.receipt, True)


def test_the_encoding_it_was_found_in_is_no_other_reading(place: Workplace) -> None:
    first = receive(place, BYTES, "night.txt")
    drain(place)
    assert receive(place, BYTES, "night.txt", encoding="cp1252").receipt == first.receipt


def test_a_file_that_is_still_being_read_is_not_read_otherwise(place: Workplace, rows: Any) -> None:
    first = receive(place, BYTES, "night.txt")
    with pytest.raises(NotReadAgain, match=f"still being read .* {first.receipt}"):
        receive(place, BYTES, "night.txt", encoding="cp1251")
    assert rows("SELECT count(*) FROM upload") == [(1,)]


def test_an_encoding_that_is_none_is_refused_before_anything_is_kept(place: Workplace) -> None:
    with pytest.raises(EncodingRefused, match='no encoding "cp1525"; did you mean cp125'):
        receive(place, BYTES, "night.txt", encoding="cp1525")
    assert not place.settings.evidence.exists()


def test_the_bytes_that_are_kept_are_read_again_without_being_sent(place: Workplace) -> None:
    first = receive(place, BYTES, "night.txt", house="roberts")
    drain(place)
    second = read_again(place, first, "cp1251")
    drain(place)
    row = upload_of(place, second.receipt)
    assert (row.file_name, row.house, row.encoding, row.state) == ("night.txt", "roberts", "cp1251", "done")


def test_a_damaged_file_keeps_the_reading_that_it_has(place: Workplace, rows: Any) -> None:
    first = receive(place, BYTES, "night.txt")
    drain(place)
    findings_before = total(place)
    path = place.evidence.path(first.sha256)
    path.chmod(0o600)
    path.write_bytes(BYTES.replace(b"$15", b"$16", 1))
    with pytest.raises(Damaged) as found:
        place.evidence.insist(first.sha256)
    with place.database.begin() as connection:
        damage.note(connection, found.value)
    with pytest.raises(Damaged, match="is damaged: its check sum is now"):
        read_again(place, first, "cp1251")
    drain(place)
    assert total(place) == findings_before > 0
    assert rows("SELECT receipt, state, superseded_at, damage <> '' FROM upload") == [
        (first.receipt, "done", None, True)
    ]


def test_an_archive_counts_only_the_last_reread(place: Workplace) -> None:
    archive = receive(place, zipped(Packed(b"night.txt", BYTES)), "x.zip")
    drain(place)
    [inner] = members(place, archive.upload_id)
    read_again(place, receive(place, BYTES, ""), "cp1251")
    drain(place)
    [other] = members(place, archive.upload_id)
    assert (inner.receipt != other.receipt, other.state) == (True, "done")
    whole = receive(place, zipped(Packed(b"night.txt", BYTES)), "x.zip", encoding="koi8-r")
    drain(place)
    [last] = members(place, whole.upload_id)
    assert last.receipt is not None
    assert upload_of(place, last.receipt).encoding == "koi8-r"
    assert upload_of(place, whole.receipt).asked_encoding == "koi8-r"
