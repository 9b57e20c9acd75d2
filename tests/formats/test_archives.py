"""Archives: whole members are read, damaged ones are listed by name with the reason, and none costs too much."""

import gzip
import io
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.formats import Unreadable
from auditor.formats.archives import BadMember, Budget, open_archive
from auditor.formats.archives.budget import MEMBERS, NAME
from tests.formats.small_archives import GIB, opened, unpacked_members
from tests.printers.bad_zips import BAD_ARCHIVES, BAD_MEMBERS, GOOD, TEXT
from tests.printers.zips import DEFLATED, FILE, Packed, extra_64, sums, zipped, zipped_64


def refusal(data: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        opened(data)
    return str(refused.value)


# --- what people have -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_ordinary_zip_is_read(method: int) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.mkdir("june")
        archive.writestr("june/a.txt", TEXT)
        archive.writestr("june/é.txt", TEXT * 50_000)
        archive.writestr("empty.txt", b"")
    assert unpacked_members(made.getvalue()) == {"june/a.txt": TEXT, "june/é.txt": TEXT * 50_000, "empty.txt": b""}
    assert opened(made.getvalue()).notes == ()


class Pipe(io.BytesIO):
    """What a zip is written to where nobody can go back: its sums then stand behind the data."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: Any) -> int:
        raise io.UnsupportedOperation

    def tell(self) -> int:
        raise io.UnsupportedOperation


def test_a_zip_that_was_written_as_it_came_is_read() -> None:
    made = Pipe()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.txt", "w", force_zip64=True) as a:
        a.write(TEXT)
    assert unpacked_members(made.getvalue()) == {"a.txt": TEXT}


WHOLE = {
    "a comment": zipped(GOOD, comment=b"PK\x05\x06 of last June"),
    "sums behind it": zipped(
        Packed(b"good.txt", GOOD.data, flags=8, local={"crc": 0, "packed": 0, "size": 0},
               descriptor=sums(GOOD.data, GOOD.data))
    ),
    "unmarked sums behind it": zipped(
        Packed(b"good.txt", GOOD.data, flags=8, local={"crc": 0, "packed": 0, "size": 0},
               descriptor=sums(GOOD.data, GOOD.data, mark=False))
    ),
    "wide sums behind it": zipped(
        Packed(b"good.txt", GOOD.data, flags=8, local={"crc": 0, "packed": 0, "size": 0},
               descriptor=sums(GOOD.data, GOOD.data, wide=True))
    ),
    "the larger end": zipped_64(GOOD),
    "the larger numbers": zipped(
        Packed(b"good.txt", GOOD.data, central={"size": 0xFFFFFFFF, "extra": extra_64(len(GOOD.data))},
               local={"size": 0xFFFFFFFF, "packed": 0xFFFFFFFF, "extra": extra_64(len(GOOD.data), len(GOOD.data))})
    ),
    "a mode": zipped(Packed(b"good.txt", GOOD.data, mode=FILE)),
}  # fmt: skip


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
def test_a_zip_may_be_written_in_many_ways(data: bytes) -> None:
    assert unpacked_members(data) == {"good.txt": GOOD.data}


@pytest.mark.parametrize(
    ("raw", "flags", "name"),
    [
        (b"a/b/c.txt", 0, "a/b/c.txt"),
        ("Zoë.txt".encode(), 0x800, "Zoë.txt"),
        ("Zoë.txt".encode(), 0, "Zoë.txt"),
        ("Zoë.txt".encode("cp437"), 0, "Zoë.txt"),
        (b"my..file..txt", 0, "my..file..txt"),
        (b"x" * NAME, 0, "x" * NAME),
    ],
)
def test_the_path_in_the_archive_is_the_name(raw: bytes, flags: int, name: str) -> None:
    assert unpacked_members(zipped(Packed(raw, TEXT, flags=flags))) == {name: TEXT}


def test_a_gzip_is_one_document_under_the_name_it_was_packed_with(tmp_path: Any) -> None:
    made = io.BytesIO()
    with gzip.GzipFile("night.txt", "wb", fileobj=made) as out:
        out.write(TEXT)
    assert unpacked_members(made.getvalue()) == {"night.txt": TEXT}
    assert unpacked_members(gzip.compress(TEXT)) == {"": TEXT}
    assert unpacked_members(gzip.compress(TEXT) + gzip.compress(TEXT) + bytes(1000)) == {"": TEXT * 2}


def test_what_is_no_archive_is_left_alone() -> None:
    for data in (b"", b"PK", TEXT, b"MZ" + zipped(GOOD)):
        assert open_archive(io.BytesIO(data), Budget(GIB)) is None


# --- one bad member: it is refused, and the rest is read --------------------------------------------------------------


def test_there_are_enough_kinds_of_bad_archives() -> None:
    assert len(BAD_MEMBERS) + len(BAD_ARCHIVES) >= 35


@pytest.mark.parametrize(("bad", "reason"), BAD_MEMBERS.values(), ids=BAD_MEMBERS)
def test_a_bad_member_is_told_and_the_rest_is_read(bad: Packed, reason: str) -> None:
    last = Packed(b"last.txt", TEXT)
    members = list(opened(zipped(GOOD, bad, last)))
    assert len(members) == 3
    assert b"".join(members[0].chunks()) == GOOD.data
    with pytest.raises(BadMember, match=reason) as refused:
        list(members[1].chunks())
    assert str(refused.value).endswith(".")
    assert b"".join(members[2].chunks()) == TEXT


def test_members_that_lie_across_each_other_are_read_once() -> None:
    """So the largest bombs are built: every entry of the list shares one stretch of data."""
    kernel = bytes(5_000_000)
    first = Packed(b"0", kernel, DEFLATED)
    again = [
        Packed(b"%d" % number, kernel, DEFLATED, packed=b"", central={"offset": 0, "packed": len(first.body())})
        for number in range(1, 50)
    ]
    for each in again:
        each.local = {"name": b""}
    found = unpacked_members(zipped(first, *again))
    assert found.pop("0") == kernel
    assert len(found) == 49
    assert all("overlaps" in str(reason) or "descriptions differ" in str(reason) for reason in found.values())


def test_bytes_that_belong_to_no_member_are_told() -> None:
    archive = opened(zipped(GOOD, Packed(b"b", TEXT, before=b"?" * 1234), before_list=b"!" * 6))
    assert archive.notes == ("1,240 bytes of the archive belong to no file in it. These bytes were not read.",)


# --- archives whose list cannot be trusted: nothing is read -----------------------------------------------------------


@pytest.mark.parametrize(("data", "reason"), BAD_ARCHIVES.values(), ids=BAD_ARCHIVES)
def test_an_archive_without_a_list_that_adds_up_is_refused_in_a_sentence(data: bytes, reason: str) -> None:
    assert reason in refusal(data)


@pytest.mark.parametrize("over", [0, 1])
def test_an_archive_may_have_a_thousand_members(over: int) -> None:
    data = zipped(*[Packed(b"%d" % number, b"x") for number in range(MEMBERS + over)], Packed(b"folder/"))
    if over:
        assert "1,001 files; the limit is 1,000" in refusal(data)
    else:
        assert len(opened(data)) == MEMBERS


BAD_GZIPS = {
    "cut off": (gzip.compress(TEXT * 99)[:-9], "cut off"),
    "without its sums": (gzip.compress(TEXT)[:-8], "cut off"),
    "a wrong sum": (gzip.compress(TEXT)[:-8] + bytes(4) + gzip.compress(TEXT)[-4:], "damaged"),
    "a wrong length": (gzip.compress(TEXT)[:-4] + bytes(4), "damaged"),
    "something behind it": (gzip.compress(TEXT) + b"hello", "damaged"),
    "only a beginning": (b"\x1f\x8b", "cut off"),
    "no method": (b"\x1f\x8b\x07" + gzip.compress(TEXT)[3:], "damaged"),
    "a zip": (gzip.compress(zipped(GOOD)), "is a zip archive inside"),
    "a gzip": (gzip.compress(gzip.compress(TEXT)), "is a gzip archive inside"),
    "a way out": (b"\x1f\x8b\x08\x08" + gzip.compress(TEXT)[4:10] + b"../a\0" + gzip.compress(TEXT)[10:], "leads out"),
    "a thousand and one": (gzip.compress(b"") * (MEMBERS + 1), "more than 1,000 gzip files"),
}


@pytest.mark.parametrize(("data", "reason"), BAD_GZIPS.values(), ids=BAD_GZIPS)
def test_a_bad_gzip_is_told(data: bytes, reason: str) -> None:
    [found] = unpacked_members(data).values()
    assert reason in str(found)


@given(st.binary(max_size=60), st.integers(0, 400), st.integers(0, 60))
def test_any_bytes_give_members_or_a_refusal(noise: bytes, place: int, cut: int) -> None:
    """A zip with a stretch of it changed: never an exception, and never other bytes than those that were packed."""
    whole = zipped(GOOD, Packed(b"b", TEXT, DEFLATED), Packed(b"c", TEXT, flags=8, descriptor=sums(TEXT, TEXT)))
    for data in (whole[:place] + noise + whole[place + cut :], gzip.compress(TEXT)[:place] + noise, noise):
        try:
            archive = open_archive(io.BytesIO(data), Budget(GIB))
        except Unreadable:
            continue
        for member in archive or ():
            try:
                found = b"".join(member.chunks())
            except BadMember:
                continue
            assert found in (GOOD.data, TEXT, b"")
