import errno
import hashlib
import io
from pathlib import Path

import pytest

from auditor.store.evidence.chunks import list_of
from auditor.store.evidence.files import Damaged, Evidence, NotKept

DATA = bytes(range(256)) * 9000
SHA256 = hashlib.sha256(DATA).hexdigest()


class Failing:
    """A sender whose connection breaks after a while."""

    def __init__(self) -> None:
        self._left = 3

    def read(self, size: int, /) -> bytes:
        self._left -= 1
        if not self._left:
            raise ConnectionResetError(104, "Connection reset by peer")
        return b"x" * size


@pytest.mark.parametrize("data", [DATA, io.BytesIO(DATA)], ids=["bytes", "stream"])
def test_bytes_are_kept_unchanged_under_their_digest(tmp_path: Path, data: bytes | io.BytesIO) -> None:
    evidence = Evidence(tmp_path / "kept")
    kept = evidence.keep(data, len(DATA))
    assert (kept.sha256, kept.size) == (SHA256, len(DATA))
    files = sorted(path for path in (tmp_path / "kept").rglob("*") if path.is_file())
    place = tmp_path / "kept" / SHA256[:2] / SHA256
    assert files == [place, list_of(place)]
    assert files[0].read_bytes() == DATA
    assert files[0].stat().st_mode & 0o777 == 0o600
    evidence.acknowledge(SHA256)
    assert files[0].stat().st_mode & 0o777 == 0o400
    evidence.insist(SHA256)
    assert evidence.part(SHA256, 5, 9) == DATA[5:9]


def test_keeping_twice_is_keeping_once(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    assert evidence.keep(DATA, len(DATA)) == evidence.keep(DATA, len(DATA))
    assert len([path for path in tmp_path.rglob("*") if path.is_file() and not path.suffix]) == 1


def test_one_byte_too_many_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match="limit"):
        Evidence(tmp_path).keep(io.BytesIO(DATA), len(DATA) - 1)
    assert list(tmp_path.iterdir()) == []


def test_broken_connection_leaves_nothing_and_promises_that_sending_again_is_safe(tmp_path: Path) -> None:
    with pytest.raises(NotKept, match=r"Connection reset by peer\. You can safely send the file again"):
        Evidence(tmp_path).keep(Failing(), 10**9)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("position", [0, 1000, len(DATA) - 1])
def test_flipped_bit_is_noticed(tmp_path: Path, position: int) -> None:
    evidence = Evidence(tmp_path)
    evidence.keep(DATA, len(DATA))
    path = evidence.path(SHA256)
    path.chmod(0o600)
    with path.open("r+b") as file:
        file.seek(position)
        file.write(bytes([DATA[position] ^ 1]))
    with pytest.raises(Damaged, match="is damaged"):
        evidence.insist(SHA256)


def test_missing_and_short_files_are_noticed(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    with pytest.raises(Damaged, match="is missing"):
        evidence.insist(SHA256)
    evidence.keep(DATA, len(DATA))
    with pytest.raises(Damaged, match="is cut off: the file ends before byte 2,304,001"):
        evidence.part(SHA256, 0, len(DATA) + 1)


def test_a_file_that_cannot_be_opened_just_now_is_not_damaged(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)
    path = evidence.path(SHA256)
    path.parent.mkdir()
    path.symlink_to(path)  # one of many errors of a file system that say nothing about the bytes
    for read in (evidence.insist, evidence.renew, lambda sha256: evidence.part(sha256, 0, 1)):
        with pytest.raises(OSError) as raised:  # noqa: PT011 - the next line tells which
            read(SHA256)
        assert raised.value.errno == errno.ELOOP
