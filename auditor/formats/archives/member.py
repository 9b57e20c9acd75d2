"""A member of an archive: its path, and its bytes as they are unpacked."""

import zlib
from collections.abc import Callable, Iterator
from typing import Final

from auditor.formats.archives.budget import BadMember, Budget
from auditor.formats.files.kinds import archive_kind

CHUNK: Final = 256 * 1024
_HEAD: Final = 512


class Member:
    """One document of an archive, `name` its path in there. `reason` is why it cannot be read, else empty: then it may
    still turn out while it is read.
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
        """The bytes. Raises `BadMember` where they are not, or no longer, what an archive may hold; what came before
        that is not to be used.
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
        """The same member with a reason against it."""
        return Member(self.name, self.packed, self.size, self._budget, self._unpack, reason)

    def opened(self) -> "Unpacked":
        """The bytes as a stream that is read once."""
        return Unpacked(self.chunks())


class Unpacked:
    """Chunks as a stream: `read` gives at most as many bytes as asked for, none at the end."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks: Final = chunks
        self._ready = b""
        self.size = 0

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes. Raises `BadMember`."""
        while not self._ready:
            chunk = next(self._chunks, None)
            if chunk is None:
                return b""
            self._ready = chunk
        given, self._ready = self._ready[:size], self._ready[size:]
        self.size += len(given)
        return given


def inflated(machine: "zlib._Decompress", data: bytes) -> Iterator[tuple[int, bytes]]:
    """What `data` unpacks to, in chunks of bounded size, each with how many bytes of `data` it took; what stands behind
    the end is left in `machine.unused_data`.

    Raises `BadMember` where it is damaged.
    """
    while True:
        try:
            chunk = machine.decompress(data, CHUNK)
        except zlib.error as error:
            raise BadMember(
                "Its bytes are damaged and cannot be unpacked. Pack it again, or send it unpacked."
            ) from error
        rest = machine.unused_data or machine.unconsumed_tail
        yield len(data) - len(rest), chunk
        # Where the chunk is full there may be more to come, though all of `data` is taken.
        if machine.eof or not (machine.unconsumed_tail or len(chunk) == CHUNK):
            return
        data = machine.unconsumed_tail


def _no_archive(head: bytes) -> bytes:
    kind = archive_kind(head)
    if kind:
        raise BadMember(f"It is {kind} within the archive, and those are not opened. Unpack it first.")
    return head
