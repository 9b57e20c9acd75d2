"""Zips as they should be, and as they should not: every number of every record can be told otherwise."""

import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

STORED, DEFLATED = 0, 8
UNIX = 3 << 8
LINK, PIPE, FILE = 0o120777, 0o010644, 0o100644


@dataclass
class Packed:
    """A member. `local` and `central` change what the record before the data and the one in the list say of it, by the
    names of `_record`; `descriptor` puts its sums behind the data too.
    """

    name: bytes
    data: bytes = b""
    method: int = STORED
    flags: int = 0
    mode: int = 0
    local: dict[str, Any] = field(default_factory=dict)
    central: dict[str, Any] = field(default_factory=dict)
    packed: bytes | None = None
    descriptor: bytes = b""
    before: bytes = b""  # stands before it and belongs to none

    def body(self) -> bytes:
        if self.packed is not None:
            return self.packed
        return self.data if self.method == STORED else deflated(self.data)

    def fields(self) -> dict[str, Any]:
        return {
            "flags": self.flags,
            "method": self.method,
            "crc": zlib.crc32(self.data),
            "packed": len(self.body()),
            "size": len(self.data),
            "name": self.name,
            "extra": b"",
        }


def deflated(data: bytes) -> bytes:
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    return machine.compress(data) + machine.flush()


def zipped(*members: Packed, comment: bytes = b"", before_list: bytes = b"", **end: int) -> bytes:
    """The archive of these members; `end` changes what its last record says."""
    out = bytearray()
    entries = bytearray()
    for member in members:
        out += member.before
        offset = len(out)
        out += _local(**{**member.fields(), **member.local}) + member.body() + member.descriptor
        told = {**member.fields(), "attributes": member.mode << 16, "offset": offset}
        entries += _central(**{**told, **member.central})
    out += before_list
    numbers = {"disk": 0, "first": 0, "here": len(members), "all": len(members), "size": len(entries), "at": len(out)}
    return bytes(out + entries) + _end(comment, **{**numbers, **end})


def zipped_64(*members: Packed, locator_at: int | None = None, **end: int) -> bytes:
    """The same with the larger end that large archives have, and nothing but blanks in the small one."""
    plain = zipped(*members)
    here, size, at = struct.unpack_from("<2xH2I", plain, len(plain) - 14 + 0)
    start = len(plain) - 22
    numbers = {"disk": 0, "first": 0, "here": here, "all": here, "size": size, "at": at, **end}
    large = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 45, 45, *numbers.values())
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, start if locator_at is None else locator_at, 1)
    blank = {"disk": 0, "first": 0, "here": 0xFFFF, "all": 0xFFFF, "size": 0xFFFFFFFF, "at": 0xFFFFFFFF}
    return plain[:start] + large + locator + _end(b"", **blank)


def extra_64(*numbers: int) -> bytes:
    """The extra field for numbers that do not fit."""
    return struct.pack(f"<2H{len(numbers)}Q", 1, 8 * len(numbers), *numbers)


def sums(data: bytes, body: bytes, *, mark: bool = True, wide: bool = False) -> bytes:
    """The sums that stand behind data which was packed as it came."""
    told = struct.pack("<I2Q" if wide else "<3I", zlib.crc32(data), len(body), len(data))
    return (b"PK\x07\x08" if mark else b"") + told


def _local(flags: int, method: int, crc: int, packed: int, size: int, name: bytes, extra: bytes) -> bytes:
    numbers = (20, flags, method, 0, 0x21, crc, packed, size, len(name), len(extra))
    return struct.pack("<4s5H3I2H", b"PK\x03\x04", *numbers) + name + extra


def _central(
    flags: int,
    method: int,
    crc: int,
    packed: int,
    size: int,
    name: bytes,
    extra: bytes,
    attributes: int,
    offset: int,
    magic: bytes = b"PK\x01\x02",
) -> bytes:
    numbers = (UNIX | 20, 20, flags, method, 0, 0x21, crc, packed, size, len(name), len(extra), 0, 0, 0)
    return struct.pack("<4s6H3I5H2I", magic, *numbers, attributes, offset) + name + extra


def _end(comment: bytes, **numbers: int) -> bytes:
    return struct.pack("<4s4H2IH", b"PK\x05\x06", *numbers.values(), len(comment)) + comment
