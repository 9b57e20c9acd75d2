"""What an archive may cost: each limit one under and one over, held to while it is unpacked and not by what it says."""

import gzip
import tracemalloc
import zlib

import pytest

from auditor.formats.archives import BadMember, Budget, Member
from auditor.formats.archives.budget import FREE, MEBIBYTE, RATIO
from tests.formats.small_archives import GIB, opened, unpacked_members
from tests.printers.bad_zips import GOOD, LIED, TEXT
from tests.printers.zips import DEFLATED, Packed, zipped


def drained(member: Member) -> tuple[int, str]:
    """How many bytes came out of a member, and why no more; empty where that is all."""
    size = 0
    try:
        for chunk in member.chunks():
            size += len(chunk)
    except BadMember as reason:
        return size, str(reason)
    return size, ""


def zeros(size: int) -> bytes:
    """So many zeros, deflated, made without holding them."""
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = bytes(MEBIBYTE)
    parts = [machine.compress(block[: min(MEBIBYTE, size - at)]) for at in range(0, size, MEBIBYTE)]
    return b"".join(parts) + machine.flush()


def bomb(size: int) -> Packed:
    crc = 0
    for at in range(0, size, MEBIBYTE):
        crc = zlib.crc32(bytes(min(MEBIBYTE, size - at)), crc)
    sums_of = {"crc": crc, "size": size}
    return Packed(b"bomb", b"", DEFLATED, packed=zeros(size), local=sums_of, central=sums_of)


@pytest.mark.parametrize("over", [0, 1])
def test_64_mib_may_come_out_of_anything_and_then_only_50_times_its_size(over: int) -> None:
    data = zipped(bomb(FREE + over), GOOD)
    assert len(data) < 100_000
    first, second = opened(data)
    tracemalloc.start()
    size, reason = drained(first)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (size <= FREE, "more than 50 times its size" in reason) == (True, bool(over))
    assert peak < 4 * MEBIBYTE
    if over:
        assert b"".join(second.chunks()) == GOOD.data, "what was refused is not held against the others"


@pytest.mark.parametrize("over", [0, 1])
def test_the_ratio_is_that_of_what_was_unpacked_and_not_of_what_is_promised(over: int) -> None:
    budget = Budget(GIB, free=1000)
    budget.begin()
    budget.spend(100, 5000)
    if over:
        with pytest.raises(BadMember, match=f"{RATIO} times"):
            budget.spend(0, 1)
    else:
        budget.spend(1, 50)


def test_padding_does_not_buy_a_bomb_a_better_ratio() -> None:
    heavy = bomb(FREE + 1)
    heavy.before = bytes(5_000_000)
    data = zipped(GOOD, heavy)
    assert "50 times" in str(unpacked_members(data)["bomb"])


def test_all_members_together_have_one_sum_kept_or_not() -> None:
    budget = Budget(GIB, unpacked=100)
    members = [Packed(b"%d" % number, b"x" * 40, local=LIED, central=LIED) for number in range(5)]
    reasons = list(unpacked_members(zipped(*members), budget).values())
    assert ["check sum" in str(each) for each in reasons] == [True, True, False, False, False]
    assert ["more than 100 bytes" in str(each) for each in reasons] == [False, False, True, True, True]


@pytest.mark.parametrize(("most", "read"), [(len(TEXT), True), (len(TEXT) - 1, False)])
def test_a_member_may_be_as_large_as_a_file(most: int, read: bool) -> None:
    assert (unpacked_members(zipped(Packed(b"a", TEXT)), Budget(most)) == {"a": TEXT}) is read
    assert (unpacked_members(gzip.compress(TEXT), Budget(most)) == {"": TEXT}) is read


def test_what_was_kept_before_counts() -> None:
    budget = Budget(GIB, unpacked=100)
    budget.kept_before(10, 90)
    assert "more than 100 bytes" in str(unpacked_members(zipped(Packed(b"a", b"x" * 11)), budget)["a"])
