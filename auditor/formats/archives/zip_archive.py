"""Reads a zip. Each member is checked against the list at the end of the file, its neighbours and its check sums."""

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
_NAMED: Final = 5  # the most names of left-out files in the notes
_DEFLATED: Final = 8
_METHODS: Final = {9: "deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "XZ", 98: "PPMd", 99: "AES"}
_ENCRYPTED: Final = 0x2041  # flags of ordinary encryption, of strong encryption and of hidden headers
_SUMS_AFTER: Final = 0x0008  # the flag of check sums that follow the data
_UTF8: Final = 0x0800
_COMPARED: Final = _ENCRYPTED | _SUMS_AFTER | _UTF8
_DESCRIPTORS: Final = (struct.Struct("<3I"), struct.Struct("<I2Q"))
_PACK_AGAIN: Final = "Pack it again, or send it unpacked."
_OTHERWISE: Final = f"The list of members and what stands before it contradict each other. {_PACK_AGAIN}"


class _Place:
    """The place of a member in the file. Its data is from `start` up to `stop`; with its header and check sums, it is
    from `first` up to `last`. `reason` states why the member cannot be read, or is empty.
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
        """Finds the data of a member, and compares the header before the data with the entry in the list."""
        place = _Place(entry)
        if place.reason:
            return place
        self._stream.seek(min(entry.offset, self._limit))
        header = self._stream.read(_LOCAL.size)
        if entry.offset + _LOCAL.size > self._limit or not header.startswith(b"PK\x03\x04"):
            place.reason = f"It is not where the list of members says. {_PACK_AGAIN}"
            return place
        _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _LOCAL.unpack(header)
        rest = self._stream.read(name_length + extra_length)
        place.start = entry.offset + _LOCAL.size + name_length + extra_length
        place.stop = place.last = place.start + entry.packed
        if place.stop > self._limit:
            place.stop = place.last = self._limit
            place.reason = f"It goes on beyond the end of the archive's members. {_PACK_AGAIN}"
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
                raise BadMember(f"It unpacks to more than the {entry.size:,} bytes it says it has. {_PACK_AGAIN}")
            if chunk:
                yield chunk
        if size != entry.size or crc != entry.crc:
            raise BadMember(f"Its bytes are damaged: size or check sum is not what the archive says. {_PACK_AGAIN}")

    def _stretches(self, entry: Entry, place: _Place) -> Iterator[tuple[int, bytes]]:
        """Yields the unpacked chunks, each with the number of bytes of the archive that it used."""
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
                raise BadMember(f"There are bytes behind its end. {_PACK_AGAIN}")
        if entry.method == _DEFLATED and not machine.eof:
            raise BadMember(f"It is cut off. {_PACK_AGAIN}")


def _notes(unclaimed: int) -> tuple[str, ...]:
    note = f"{unclaimed:,} bytes of the archive belong to none of its members; they were not read."
    return (note,) if unclaimed else ()


def _first(notes: list[str]) -> tuple[str, ...]:
    """Returns the first notes, and one more note that counts the others."""
    more = len(notes) - _NAMED
    rest = (f"{more:,} more of such files were not read.",) if more > 0 else ()
    return (*notes[:_NAMED], *rest)


def _unreadable(entry: Entry) -> str:
    """Returns the reason in the list why a member cannot be read, or an empty text."""
    kind = stat.S_IFMT(entry.attributes >> 16)
    if entry.flags & _ENCRYPTED or entry.method == 99:
        return "It is encrypted. Pack it again without a password."
    if kind == stat.S_IFLNK:
        return "It is a link and no file. Pack the file it leads to."
    if kind not in (0, stat.S_IFREG):
        return "This entry is no ordinary file: it is a device, or a folder that has content."
    if entry.method not in (_STORED, _DEFLATED):
        method = _METHODS.get(entry.method, f"method {entry.method}")
        return f"It is packed with {method}, which is not read here. Pack it again as an ordinary zip."
    if entry.method == _STORED and entry.packed != entry.size:
        return f"It says that it is not packed, and gives two sizes. {_PACK_AGAIN}"
    return ""


def _descriptor(data: bytes, agreed: tuple[int, int, int]) -> int:
    """Returns the length of the check sums after the data, or 0 if they differ from the list."""
    for mark in (b"PK\x07\x08", b""):
        for form in _DESCRIPTORS:
            sums = data[len(mark) : len(mark) + form.size]
            if data.startswith(mark) and len(sums) == form.size and form.unpack(sums) == agreed:
                return len(mark) + form.size
    return 0


def _is_folder(entry: Entry, place: _Place) -> bool:
    """Whether a member is a folder, which is left out. A folder with content stays in the list of members and is
    rejected.
    """
    return entry.name.endswith((b"/", b"\\")) and not entry.size and not place.reason


def _set_apart(places: list[tuple[Entry, _Place]], limit: int) -> int:
    """Rejects members that overlap an earlier one. Returns how many bytes before `limit` belong to no member."""
    end = unclaimed = 0
    for _, place in sorted(places, key=lambda each: (each[1].first, each[1].last)):
        if place.first < end:
            place.reason = place.reason or f"It lies across another member of the archive. {_PACK_AGAIN}"
        unclaimed += max(0, min(place.first, limit) - end)
        end = max(end, place.last)
    return unclaimed + max(0, limit - end)


def _named(members: list[Member]) -> list[Member]:
    """Returns the members. A member is rejected if an earlier one has the same name."""
    seen: set[str] = set()
    checked: list[Member] = []
    for member in members:
        again = member.name in seen and not member.reason
        seen.add(member.name)
        checked.append(
            member.refused("The archive has a member of this name before it. Pack it again.") if again else member
        )
    return checked
