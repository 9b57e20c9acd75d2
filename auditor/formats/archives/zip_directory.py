"""The list of members at the end of a zip: finds the list and reads its entries. `zip_archive` compares each entry with
the header of its member and with the unpacked bytes.
"""

import struct
from typing import BinaryIO, Final

from auditor.formats.archives.budget import MEMBERS
from auditor.formats.outcomes import Unreadable

_END: Final = struct.Struct("<4s4H2IH")
_LOCATOR: Final = struct.Struct("<4sIQI")
_END_64: Final = struct.Struct("<4sQ2H2I4Q")
_ENTRY: Final = struct.Struct("<4s6H3I5H2I")
_LONGEST_COMMENT: Final = 0xFFFF
_LARGEST_LIST: Final = 8 * 1024 * 1024
_MOST_ENTRIES: Final = 10 * MEMBERS  # more than the limit for files, because folders have entries too
# A size or position has this value if the real number does not fit into 32 bits. The real number is then in the extra
# field: a list of further values in the entry.
WIDE: Final = 0xFFFFFFFF
_PACK_AGAIN: Final = "Pack the files again, or send them unpacked."


class Entry:
    """One entry in the list of members. `wide` is the reason why the sizes and the position in the entry cannot be
    trusted; `wide` is empty if there is no such reason.
    """

    __slots__ = ("attributes", "crc", "flags", "method", "name", "offset", "packed", "size", "wide")

    def __init__(self, fields: tuple[int, ...], name: bytes, extra: bytes) -> None:
        _, _, flags, method, _, _, crc, packed, size, *_, attributes, offset = fields
        self.name: Final = name
        self.flags: Final = flags
        self.method: Final = method
        self.crc: Final = crc
        self.attributes: Final = attributes
        numbers, self.wide = widened(extra, [size, packed, offset])
        self.size, self.packed, self.offset = numbers


class Directory:
    """The list at the end of a zip: its entries in order, and the byte position in the file where the list begins."""

    __slots__ = ("entries", "start")

    def __init__(self, entries: list[Entry], start: int) -> None:
        self.entries: Final = entries
        self.start: Final = start


def read_directory(stream: BinaryIO) -> Directory:
    """Reads the list of members at the end of a zip. Raises `Unreadable` if the file has no list, or if parts of the
    list contradict each other.
    """
    length = stream.seek(0, 2)
    tail_at = max(0, length - _END.size - _LONGEST_COMMENT)
    stream.seek(tail_at)
    tail = stream.read(_END.size + _LONGEST_COMMENT)
    place = _end_in(tail)
    end_at = tail_at + place
    _, disk, first_disk, here, entries, size, start, _ = _END.unpack_from(tail, place)
    numbers = (disk, first_disk, here, entries, size, start)
    (disk, first_disk, here, entries, size, start), list_end = _wide(stream, end_at, numbers)
    if disk or first_disk or here != entries:
        raise Unreadable("This zip archive is one part of several. Join the parts, or send the files unpacked.")
    if start + size != list_end:
        raise Unreadable(f"The list of files in this zip archive is in the wrong place. {_PACK_AGAIN}")
    if entries > _MOST_ENTRIES or size > _LARGEST_LIST:
        raise Unreadable(
            f"The archive has {entries:,} entries; the limit is {MEMBERS:,} files. Send the files in several archives."
        )
    stream.seek(start)
    found = _entries(stream.read(size), entries)
    files = sum([not entry.name.endswith(b"/") for entry in found])
    if files > MEMBERS:
        raise Unreadable(
            f"The archive has {files:,} files; the limit is {MEMBERS:,}. Send the files in several archives."
        )
    return Directory(found, start)


def widened(extra: bytes, numbers: list[int]) -> tuple[list[int], str]:
    """Returns `numbers` in full: each number that did not fit into 32 bits is replaced by its full value from the extra
    field `extra`. The second result is the reason why the extra field cannot be used, or empty.
    """
    wide: bytes | None = None
    rest = extra
    while rest:
        if len(rest) < 4:
            return numbers, f"The archive's description of this file is cut off. {_PACK_AGAIN}"
        kind, length = struct.unpack_from("<2H", rest)
        if len(rest) < 4 + length:
            return numbers, f"The archive's description of this file is cut off. {_PACK_AGAIN}"
        if kind == 1:
            if wide is not None:
                return numbers, f"The archive states the size of this file twice. {_PACK_AGAIN}"
            wide = rest[4 : 4 + length]
        rest = rest[4 + length :]
    if WIDE not in numbers:
        return numbers, ""
    missing = numbers.count(WIDE)
    if wide is None or len(wide) < 8 * missing:
        return numbers, f"The archive does not state the size of this file. {_PACK_AGAIN}"
    larger = iter(struct.unpack_from(f"<{missing}Q", wide))
    return [next(larger) if number == WIDE else number for number in numbers], ""


def _end_in(tail: bytes) -> int:
    """Returns the position in `tail` (the last bytes of the zip) where the end record begins. This record ends with a
    comment, and the comment must reach to the last byte of `tail`. Raises `Unreadable` if there is no such record.
    """
    place = tail.rfind(b"PK\x05\x06")
    if place < 0:
        raise Unreadable("This zip archive is cut off: its list of files is missing. Send the complete archive again.")
    while place >= 0:
        fits = len(tail) - place >= _END.size
        if fits and place + _END.size + _END.unpack_from(tail, place)[-1] == len(tail):
            return place
        place = tail.rfind(b"PK\x05\x06", 0, place)
    raise Unreadable(f"This zip archive is cut off, or has extra bytes after its end. {_PACK_AGAIN}")


def _wide(stream: BinaryIO, end_at: int, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Returns the six numbers of the end record of a zip, and the byte position where the list of members must end.
    `numbers` are from the short form of the record. If the zip also has the 64-bit form, the numbers of that form are
    returned.
    """
    unfit = f"This zip archive is damaged: its two end records contradict each other. {_PACK_AGAIN}"
    stream.seek(max(0, end_at - _LOCATOR.size))
    locator = stream.read(min(_LOCATOR.size, end_at))
    if len(locator) < _LOCATOR.size or not locator.startswith(b"PK\x06\x07"):
        if 0xFFFF in numbers[:4] or WIDE in numbers[4:]:
            raise Unreadable(unfit)
        return numbers, end_at
    _, disk, at, disks = _LOCATOR.unpack(locator)
    if disk or disks > 1 or at + _END_64.size > end_at - _LOCATOR.size:
        raise Unreadable(unfit)
    stream.seek(at)
    magic, length, _, _, *wide = _END_64.unpack(stream.read(_END_64.size))
    if magic != b"PK\x06\x06" or at + 12 + length != end_at - _LOCATOR.size:
        raise Unreadable(unfit)
    unset = (0xFFFF,) * 4 + (WIDE,) * 2
    if any(number not in (blank, other) for number, blank, other in zip(numbers, unset, wide, strict=True)):
        raise Unreadable(unfit)
    return tuple(wide), at


def _entries(data: bytes, count: int) -> list[Entry]:
    damaged = f"The list of files in this zip archive is damaged. {_PACK_AGAIN}"
    found: list[Entry] = []
    at = 0
    for _ in range(count):
        if len(data) - at < _ENTRY.size:
            raise Unreadable(damaged)
        magic, *fields = _ENTRY.unpack_from(data, at)
        name_length, extra_length, comment_length = fields[9:12]
        name_at = at + _ENTRY.size
        extra_at = name_at + name_length
        at = extra_at + extra_length + comment_length
        if magic != b"PK\x01\x02" or at > len(data):
            raise Unreadable(damaged)
        found.append(Entry(tuple(fields), data[name_at:extra_at], data[extra_at : extra_at + extra_length]))
    if at != len(data):
        raise Unreadable(damaged)
    return found
