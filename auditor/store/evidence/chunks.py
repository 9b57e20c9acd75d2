"""Computes and stores digests of the chunks (1 MiB each) of a file, so that a part of the file can be checked alone.

The list of these digests is a second file beside the stored file. If the list is lost, it is computed again. Before
that, all bytes are checked: their digest must be the name of the stored file. A file of one chunk needs no list,
because its name is the digest of that chunk.
"""

import hashlib
import io
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

CHUNK: Final = 1024 * 1024
LIST: Final = ".chunks"
BEING_WRITTEN: Final = ".list-"
_WIDTH: Final = 32


class Digests:
    """Computes digests of a stream of bytes: one digest of all bytes, and one digest of each chunk."""

    def __init__(self) -> None:
        self.size = 0
        self._whole: Final = hashlib.sha256()
        self._chunk = hashlib.sha256()
        self._past: Final[list[bytes]] = []

    def add(self, data: bytes) -> None:
        """Adds the next bytes of the stream."""
        self._whole.update(data)
        left = memoryview(data)
        while left:
            room = CHUNK - self.size % CHUNK
            self._chunk.update(left[:room])
            self.size += len(left[:room])
            left = left[room:]
            if self.size % CHUNK == 0:
                self._past.append(self._chunk.digest())
                self._chunk = hashlib.sha256()

    def whole(self) -> str:
        """Returns the digest of all bytes so far, as hex digits."""
        return self._whole.hexdigest()

    def chunks(self) -> list[bytes]:
        """Returns the digest of each chunk so far, including the last chunk, which may not be full yet."""
        return self._past if self.size % CHUNK == 0 else [*self._past, self._chunk.digest()]


def write_list(path: Path, digests: Digests) -> None:
    """Writes the list of digests beside the file at `path`, if the file is longer than a chunk.

    Raises `OSError` if the list cannot be written.
    """
    if digests.size <= CHUNK:
        return
    body = b"".join(digests.chunks())
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=BEING_WRITTEN)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(_seal(path, body) + body)
        Path(name).replace(list_of(path))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_list(path: Path, size: int) -> list[bytes] | None:
    """Returns the digests of the chunks of the file at `path`, which has `size` bytes.

    A file of one chunk has no list: its name is the digest of the chunk. Returns `None` if the list of a longer file is
    missing, is damaged, or belongs to a file of another size.
    """
    if size <= CHUNK:
        return [bytes.fromhex(path.name)]
    try:
        data = list_of(path).read_bytes()
    except OSError:
        return None
    seal, body = data[:_WIDTH], data[_WIDTH:]
    if seal != _seal(path, body) or len(body) != _WIDTH * -(-size // CHUNK):
        return None
    return [body[at : at + _WIDTH] for at in range(0, len(body), _WIDTH)]


def list_of(path: Path) -> Path:
    """Returns the path of the list of digests for the file at `path`."""
    return path.with_name(path.name + LIST)


class Checked(io.RawIOBase):
    """A stored file that is open for reading. Each chunk is compared with its digest before any byte of the chunk is
    returned.

    If the digests differ, reading raises the exception that `damaged` returns. The argument of `damaged` is the
    position of the first byte of the chunk.
    """

    def __init__(self, file: io.BufferedReader, digests: list[bytes], damaged: Callable[[int], Exception]) -> None:
        super().__init__()
        self._file: Final = file
        self._digests: Final = digests
        self._damaged: Final = damaged
        self._size: Final = os.fstat(file.fileno()).st_size
        self._at = 0
        self._number = -1
        self._chunk = b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise OSError(22, "Invalid argument")
        self._at = base + offset
        return self._at

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        number, start = divmod(self._at, CHUNK)
        if self._at >= self._size and number >= len(self._digests):
            return 0
        if number != self._number:
            self._chunk = self._read(number)
            self._number = number
        data = self._chunk[start : start + len(buffer)]
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()

    def _read(self, number: int) -> bytes:
        self._file.seek(number * CHUNK)
        data = self._file.read(CHUNK)
        if number >= len(self._digests) or hashlib.sha256(data).digest() != self._digests[number]:
            raise self._damaged(number * CHUNK)
        return data


def pieces(file: io.BufferedIOBase) -> Iterator[bytes]:
    """Yields all bytes of a file in chunks of 1 MiB; the last chunk may be shorter."""
    return iter(lambda: file.read(CHUNK), b"")


def _seal(path: Path, body: bytes) -> bytes:
    return hashlib.sha256(b"chunks/1 " + path.name.encode() + b" " + body).digest()
