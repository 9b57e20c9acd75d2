"""A bit of a stored file turns over, anywhere. Nobody reads it as if nothing had happened."""

import contextlib
import functools
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from auditor.store.evidence.chunks import CHUNK, list_of
from auditor.store.evidence.files import Damaged, Evidence

SIZES = (1, 1_000, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 77)


@functools.cache
def bytes_of(size: int) -> bytes:
    return random.Random(size).randbytes(size)


@contextlib.contextmanager
def turned(path: Path, bit: int) -> Iterator[None]:
    """One bit of the file is another one for the length of the block."""
    _turn(path, bit)
    yield
    _turn(path, bit)


def _turn(path: Path, bit: int) -> None:
    path.chmod(0o600)
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (old,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([old ^ 1 << bit % 8]))


def each_way_to_read(evidence: Evidence, sha256: str, at: int, size: int) -> list[Callable[[], object]]:
    """All of it, read whole and in small pieces; and a part around the place."""

    def piecemeal() -> None:
        with evidence.opened(sha256) as stream:
            while stream.read(9_999):
                pass

    def there() -> None:
        with evidence.opened(sha256) as stream:
            stream.seek(at)
            stream.read(1)

    around = max(0, at - 50), min(size, at + 50)
    return [
        lambda: evidence.insist(sha256),
        lambda: evidence.part(sha256, 0, size),
        lambda: evidence.part(sha256, *around),
        piecemeal,
        there,
    ]


def turn_bits(folder: Path, times: int) -> None:
    evidence = Evidence(folder)
    kept = {size: evidence.keep(bytes_of(size), size).sha256 for size in SIZES}
    chance = random.Random(20)
    noticed = 0
    for number in range(times):
        size = SIZES[number % len(SIZES)]
        bit = chance.randrange(8 * size)
        with turned(evidence.path(kept[size]), bit):
            for read in each_way_to_read(evidence, kept[size], bit // 8, size):
                with pytest.raises(Damaged, match="is damaged"):
                    read()
                noticed += 1
        assert evidence.part(kept[size], 0, size) == bytes_of(size)
    print(f"{times:,} bits were turned over, and {noticed:,} of {5 * times:,} ways to read them told so")


def test_every_bit_that_turns_over_is_noticed_by_every_way_to_read(tmp_path: Path) -> None:
    turn_bits(tmp_path, 100)


@pytest.mark.campaign
def test_a_thousand_bits_that_turn_over_are_noticed(tmp_path: Path) -> None:
    turn_bits(tmp_path, 1_000)


@pytest.mark.parametrize("change", ["longer", "shorter"])
@pytest.mark.parametrize("size", SIZES[1:])
def test_a_file_of_another_length_is_noticed(tmp_path: Path, size: int, change: str) -> None:
    evidence = Evidence(tmp_path)
    sha256 = evidence.keep(bytes_of(size), size).sha256
    path = evidence.path(sha256)
    path.chmod(0o600)
    path.write_bytes(bytes_of(size) + b"x" if change == "longer" else bytes_of(size)[:-1])
    with pytest.raises(Damaged), evidence.opened(sha256) as stream:
        stream.read()
    with pytest.raises(Damaged):
        evidence.part(sha256, max(0, size - 50), size)


def test_a_list_that_is_damaged_or_missing_is_made_again(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    size = SIZES[-1]
    sha256 = evidence.keep(bytes_of(size), size).sha256
    beside = list_of(evidence.path(sha256))
    written = beside.read_bytes()
    with turned(beside, 300):
        assert evidence.part(sha256, 5, 9) == bytes_of(size)[5:9]
        assert beside.read_bytes() == written
        _turn(beside, 300)  # the block turns it back
    beside.write_bytes(written)
    beside.unlink()
    assert evidence.part(sha256, 5, 9) == bytes_of(size)[5:9]
    assert beside.read_bytes() == written


def test_a_part_is_checked_without_reading_the_rest(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    size = 20 * CHUNK
    sha256 = evidence.keep(bytes_of(size), size).sha256
    with turned(evidence.path(sha256), 8 * 10 * CHUNK):
        assert evidence.part(sha256, 3 * CHUNK, 4 * CHUNK) == bytes_of(size)[3 * CHUNK : 4 * CHUNK]
        with pytest.raises(Damaged):
            evidence.part(sha256, 10 * CHUNK, 11 * CHUNK)


def test_sending_the_same_bytes_again_mends_a_damaged_file(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    sha256 = evidence.keep(b"a hand", 10).sha256
    _turn(evidence.path(sha256), 5)
    with pytest.raises(Damaged, match="or send the same file again"):
        evidence.insist(sha256)
    evidence.keep(b"a hand", 10)
    evidence.insist(sha256)
