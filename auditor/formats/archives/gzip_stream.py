"""Reads a gzip. If a file holds several gzips in a row, their contents are one document."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from auditor.formats.archives import names
from auditor.formats.archives.budget import MEMBERS, BadMember, Budget
from auditor.formats.archives.member import CHUNK, Member, inflated

_EXTRA: Final = 4
_NAME: Final = 8


class Gzip:
    """An opened gzip. Its only member has the file name from the gzip header; the name may be empty."""

    kind: Final = "gzip"
    notes: Final[tuple[str, ...]] = ()

    def __init__(self, stream: BinaryIO, budget: Budget) -> None:
        self._stream: Final = stream
        length = stream.seek(0, 2)
        stream.seek(0)
        raw = _name_in(stream.read(CHUNK))
        name = raw.decode("latin-1")
        reason = names.why_not(raw, name, utf8=False) if raw else ""
        self._member: Final = Member(name, length, 0, budget, self._unpacked, reason)

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[Member]:
        return iter((self._member,))

    def _unpacked(self, budget: Budget) -> Iterator[bytes]:
        # adding 16 tells zlib to read the header and the check sum of a gzip
        machine = zlib.decompressobj(zlib.MAX_WBITS + 16)
        streams = 1
        begun = False
        for read in self._read():
            data = read
            while data:
                if machine.eof:
                    data = data.lstrip(b"\0")  # some tapes and disks fill the last block with zeros; these are no data
                    if not data:
                        break
                    streams += 1
                    if streams > MEMBERS:
                        raise BadMember(
                            f"This file consists of more than {MEMBERS:,} gzip files in a row. Send it unpacked."
                        )
                    machine = zlib.decompressobj(zlib.MAX_WBITS + 16)
                for packed, chunk in inflated(machine, data):
                    begun = True
                    budget.spend(packed, len(chunk))
                    if chunk:
                        yield chunk
                data = machine.unused_data if machine.eof else b""
        if not begun or not machine.eof:
            raise BadMember("This gzip archive is cut off. Send the complete archive again.")

    def _read(self) -> Iterator[bytes]:
        at = 0
        while True:
            self._stream.seek(at)
            data = self._stream.read(CHUNK)
            if not data:
                return
            at += len(data)
            yield data


def _name_in(head: bytes) -> bytes:
    """Returns the file name in the header of a gzip, or no bytes if the header has no name. `head` are the first bytes
    of the gzip.
    """
    if len(head) < 10 or not head[3] & _NAME:
        return b""
    at = 10
    if head[3] & _EXTRA:
        at += 2 + int.from_bytes(head[10:12], "little")
    end = head.find(b"\0", at)
    return head[at:end] if end >= 0 else b""
