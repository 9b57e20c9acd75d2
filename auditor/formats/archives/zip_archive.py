"""Reads a zip. Each member must agree with its entry in the list at the end of the file and with its check sums, and
must not overlap another member.
"""

import stat
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from auditor.formats.archives import names
from auditor.formats.archives.budget import BadMember, Budget
from auditor.formats.archives.member import CHUNK, Member, inflated
from auditor.formats.archives.zip_directory import WIDE, Entry, read_directory, widened

_LOCAL: Final = struct.Struct("<4s5H3I2H")
_STORED: Final = 0
_NAMED: Final = 5  # notes list at most this many names of files that were left out
_DEFLATED: Final = 8
_METHODS: Final = {9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd", 99: "AES"}
_ENCRYPTED: Final = 0x2041  # flags of ordinary encryption, of strong encryption and of hidden headers
_SUMS_AFTER: Final = 0x0008  # the flag of a member whose check sum is written after its data
_UTF8: Final = 0x0800
_COMPARED: Final = _ENCRYPTED | _SUMS_AFTER | _UTF8
_DESCRIPTORS: Final = (struct.Struct("<3I"), struct.Struct("<I2Q"))
_PACK_AGAIN: Final = "Pack the file again, or send it unpacked."
_OTHERWISE: Final = f"The archive describes this file in two places, and the descriptions differ. {_PACK_AGAIN}"


class _Place:
    """The byte positions of one member in the zip. The data is from `start` up to `stop`. The data together with its
    header and check sums is from `first` up to `last`. `reason` states why the member cannot be read, or is empty.
    """

    def __init__(self, entry: Entry) -> None:
        self.first = self.last = entry.offset
        self.start = self.stop = entry.offset
        self.reason = entry.wide


class Zip:
    """An opened zip. Raises `Unreadable` if the list of members cannot be read."""

    kind: Final = "zip"

    def __init__(self, stream: BinaryIO, budget: Budget) -> None:
        self._stream: Final = stream
        self._budget: Final = budget
        directory = read_directory(stream)
        self._limit: Final = directory.start
        places = [(entry, self._placed(entry)) for entry in directory.entries]
        unclaimed = _set_apart(places, directory.start)
        members = [self._member(*each) for each in places if not _is_folder(*each)]
        keepers = [(member.name, names.keeper_of(member.name)) for member in members]
        self._members: Final = _named([member for member in members if not names.keeper_of(member.name)])
        left_out = [names.kept_by(name, keeper) for name, keeper in keepers if keeper]
        self.notes: Final = (*_notes(unclaimed), *_first(left_out))

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Member]:
        return iter(self._members)

    def _placed(self, entry: Entry) -> _Place:
        """Finds the bytes of a member in the zip. Compares the header in front of these bytes with the entry in the
        list; if they contradict each other, the returned place has a `reason`.
        """
        place = _Place(entry)
        if place.reason:
            return place
        self._stream.seek(min(entry.offset, self._limit))
        header = self._stream.read(_LOCAL.size)
        if entry.offset + _LOCAL.size > self._limit or not header.startswith(b"PK\x03\x04"):
            place.reason = f"The archive's list of files names a wrong place for this file. {_PACK_AGAIN}"
            return place
        _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _LOCAL.unpack(header)
        rest = self._stream.read(name_length + extra_length)
        place.start = entry.offset + _LOCAL.size + name_length + extra_length
        place.stop = place.last = place.start + entry.packed
        if place.stop > self._limit:
            place.stop = place.last = self._limit
            place.reason = f"This file is longer than the space for it in the archive. {_PACK_AGAIN}"
            return place
        (size, packed), place.reason = widened(rest[name_length:], [size, packed])
        sums = (crc, packed, size)
        agreed = (entry.crc, entry.packed, entry.size)
        later = bool(entry.flags & _SUMS_AFTER) and all(
            stated in (0, WIDE, due) for stated, due in zip(sums, agreed, strict=True)
        )
        same = (flags ^ entry.flags) & _COMPARED == 0 and method == entry.method and rest[:name_length] == entry.name
        if not same or (sums != agreed and not later):
            place.reason = place.reason or _OTHERWISE
        elif later:
            self._stream.seek(place.stop)
            length = _descriptor(self._stream.read(24), agreed)
            place.last += length
            if not length or place.last > self._limit:
                place.last = min(place.last, self._limit)
                place.reason = _OTHERWISE
        return place

    def _member(self, entry: Entry, place: _Place) -> Member:
        utf8 = bool(entry.flags & _UTF8)
        name = names.decoded(entry.name, utf8=utf8)
        reason = names.why_not(entry.name, name, utf8=utf8) or entry.wide or _unreadable(entry) or place.reason

        def unpack(budget: Budget) -> Iterator[bytes]:
            return self._unpacked(entry, place, budget)

        return Member(name, entry.packed, entry.size, self._budget, unpack, reason)

    def _unpacked(self, entry: Entry, place: _Place, budget: Budget) -> Iterator[bytes]:
        size = crc = 0
        for packed, chunk in self._stretches(entry, place):
            budget.spend(packed, len(chunk))
            size += len(chunk)
            crc = zlib.crc32(chunk, crc)
            if size > entry.size:
                raise BadMember(
                    f"This file unpacks to more than {entry.size:,} bytes, its size in the list. {_PACK_AGAIN}"
                )
            if chunk:
                yield chunk
        if size != entry.size or crc != entry.crc:
            raise BadMember(
                f"This file is damaged: its size or check sum differs from that in the archive's list. {_PACK_AGAIN}"
            )

    def _stretches(self, entry: Entry, place: _Place) -> Iterator[tuple[int, bytes]]:
        """Yields the unpacked chunks of a member. Each chunk comes with the number of packed bytes that it was made
        from.
        """
        machine = zlib.decompressobj(-zlib.MAX_WBITS)
        at = place.start
        while at < place.stop:
            self._stream.seek(at)
            data = self._stream.read(min(CHUNK, place.stop - at))
            if not data:
                break
            at += len(data)
            if entry.method == _STORED:
                yield len(data), data
                continue
            yield from inflated(machine, data)
            if machine.eof and (machine.unused_data or at < place.stop):
                raise BadMember(f"The archive has extra bytes after the end of this file. {_PACK_AGAIN}")
        if entry.method == _DEFLATED and not machine.eof:
            raise BadMember(f"This file is cut off. {_PACK_AGAIN}")


def _notes(unclaimed: int) -> tuple[str, ...]:
    note = f"{unclaimed:,} bytes of the archive belong to no file in it. These bytes were not read."
    return (note,) if unclaimed else ()


def _first(notes: list[str]) -> tuple[str, ...]:
    """Returns the first few notes on left-out files, and one more note with the number of the remaining files."""
    more = len(notes) - _NAMED
    if more <= 0:
        return tuple(notes)
    last = f"The number of further files that the Mac or Windows made, and that were not read: {more:,}."
    return (*notes[:_NAMED], last)


def _unreadable(entry: Entry) -> str:
    """Returns the reason why a member cannot be read, as far as its entry in the list shows. Returns an empty text if
    the entry shows no reason.
    """
    kind = stat.S_IFMT(entry.attributes >> 16)
    if entry.flags & _ENCRYPTED or entry.method == 99:
        return "This file is encrypted. Pack the file again without a password."
    if kind == stat.S_IFLNK:
        return "This entry is a link, not a file. Pack the file that the link leads to."
    if kind not in (0, stat.S_IFREG):
        return "This entry was not read: the archive marks it as a folder, a device or the like, not as a file."
    if entry.method not in (_STORED, _DEFLATED):
        method = _METHODS.get(entry.method, f"method {entry.method}")
        return f"This file is packed with {method}, which the auditor cannot unpack. Pack it again as an ordinary zip."
    if entry.method == _STORED and entry.packed != entry.size:
        return f"The archive says that this file is not compressed, but gives it two different sizes. {_PACK_AGAIN}"
    return ""


def _descriptor(data: bytes, agreed: tuple[int, int, int]) -> int:
    """Returns the length in bytes of the data descriptor (check sum and sizes) that follows the data of a member.
    Returns 0 if its numbers differ from `agreed`, the numbers in the list at the end of the zip.
    """
    for mark in (b"PK\x07\x08", b""):
        for form in _DESCRIPTORS:
            sums = data[len(mark) : len(mark) + form.size]
            if data.startswith(mark) and len(sums) == form.size and form.unpack(sums) == agreed:
                return len(mark) + form.size
    return 0


def _is_folder(entry: Entry, place: _Place) -> bool:
    """Whether an entry of the zip is an empty folder. Empty folders are left out of the list of members. A folder with
    content, or with a fault, stays in the list.
    """
    return entry.name.endswith((b"/", b"\\")) and not entry.size and not place.reason


def _set_apart(places: list[tuple[Entry, _Place]], limit: int) -> int:
    """Rejects each member whose bytes overlap the bytes of an earlier member: sets the `reason` of its place. Returns
    how many bytes before position `limit` belong to no member.
    """
    end = unclaimed = 0
    for _, place in sorted(places, key=lambda each: (each[1].first, each[1].last)):
        if place.first < end:
            place.reason = place.reason or f"This file overlaps another file in the archive. {_PACK_AGAIN}"
        unclaimed += max(0, min(place.first, limit) - end)
        end = max(end, place.last)
    return unclaimed + max(0, limit - end)


def _named(members: list[Member]) -> list[Member]:
    """Returns all members. If two members have the same name, the later one is marked as rejected."""
    seen: set[str] = set()
    checked: list[Member] = []
    for member in members:
        again = member.name in seen and not member.reason
        seen.add(member.name)
        checked.append(
            member.refused(
                "The archive has two files of this name. Only the first file was read. Rename the second file, and"
                " pack the files again."
            )
            if again
            else member
        )
    return checked
