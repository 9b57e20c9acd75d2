"""A member of an archive: its path, and its bytes as they are unpacked."""

import zlib
from collections.abc import Callable, Iterator
from typing import Final

from auditor.formats.archives.budget import BadMember, Budget
from auditor.formats.files.kinds import archive_kind

CHUNK: Final = 256 * 1024
_HEAD: Final = 512


class Member:
    """One file in an archive. `name` is the path of the file in the archive. `packed` is its number of bytes in the
    archive. `size` is its number of unpacked bytes as the archive states it; 0 in a gzip. `reason` states why the file
    cannot be read. If `reason` is empty, a fault may still be found while the bytes are unpacked.
    """

    __slots__ = ("_budget", "_unpack", "name", "packed", "reason", "size")

    def __init__(
        self,
        name: str,
        packed: int,
        size: int,
        budget: Budget,
        unpack: Callable[[Budget], Iterator[bytes]],
        reason: str = "",
    ) -> None:
        self.name: Final = name
        self.packed: Final = packed
        self.size: Final = size
        self.reason: Final = reason
        self._budget: Final = budget
        self._unpack: Final = unpack

    def chunks(self) -> Iterator[bytes]:
        """Yields the unpacked bytes. Raises `BadMember` at the first fault or broken limit. The caller must then
        discard the bytes that it already has.
        """
        if self.reason:
            raise BadMember(self.reason)
        self._budget.begin()
        head = b""
        looked = False
        for chunk in self._unpack(self._budget):
            if looked:
                yield chunk
                continue
            head += chunk
            if len(head) >= _HEAD:
                yield _no_archive(head)
                looked = True
        if not looked and head:
            yield _no_archive(head)
        self._budget.keep()

    def refused(self, reason: str) -> "Member":
        """Returns a copy of this member that is marked as rejected for `reason`."""
        return Member(self.name, self.packed, self.size, self._budget, self._unpack, reason)

    def opened(self) -> "Unpacked":
        """Returns the unpacked bytes as a stream that can be read only once."""
        return Unpacked(self.chunks())


class Unpacked:
    """A stream of unpacked bytes that can be read only once."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks: Final = chunks
        self._ready = b""
        self.size = 0

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes, or no bytes at the end. Raises `BadMember` as `Member.chunks` does."""
        while not self._ready:
            chunk = next(self._chunks, None)
            if chunk is None:
                return b""
            self._ready = chunk
        part, self._ready = self._ready[:size], self._ready[size:]
        self.size += len(part)
        return part


def inflated(machine: "zlib._Decompress", data: bytes) -> Iterator[tuple[int, bytes]]:
    """Unpacks `data` into chunks of limited size. Yields each chunk as a pair: the number of bytes of `data` that were
    used for the chunk, and the chunk. Bytes after the end of the stream stay in `machine.unused_data`.

    Raises `BadMember` if the data is damaged.
    """
    while True:
        try:
            chunk = machine.decompress(data, CHUNK)
        except zlib.error as error:
            raise BadMember(
                "The bytes of this file are damaged and cannot be unpacked. Pack the file again, or send it unpacked."
            ) from error
        rest = machine.unused_data or machine.unconsumed_tail
        yield len(data) - len(rest), chunk
        # A full chunk shows that zlib may hold more unpacked bytes, even if all of `data` was used. Then the loop goes
        # on.
        if machine.eof or not (machine.unconsumed_tail or len(chunk) == CHUNK):
            return
        data = machine.unconsumed_tail


def _no_archive(head: bytes) -> bytes:
    kind = archive_kind(head)
    if kind:
        raise BadMember(
            f"This file is {kind} inside an archive. The auditor does not open inner archives. Unpack this file first."
        )
    return head
