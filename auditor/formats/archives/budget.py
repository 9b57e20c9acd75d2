"""Limits how many bytes one archive may unpack to. The unpacked bytes themselves are counted; the sizes in the headers
of the archive are ignored.
"""

from typing import Final

MEBIBYTE: Final = 1024 * 1024
MEMBERS: Final = 1_000
NAME: Final = 255  # the longest path of a member, in characters
UNPACKED: Final = 4 * 1024 * MEBIBYTE
RATIO: Final = 50
FREE: Final = 64 * MEBIBYTE  # any archive may unpack to this size, even if the archive itself is very small


class BadMember(ValueError):
    """The error for a member of an archive that cannot be read. Its text is one sentence to show to a person."""


class Budget:
    """Counts the bytes that the members (files) of one archive unpack to, and enforces three limits.

    - One member may have at most `most` bytes.
    - All members together may have at most `unpacked` bytes. Rejected members are counted too, because a thousand of
      them could cost much time.
    - If the unpacked bytes are more than `free`, they may be at most `RATIO` times the packed bytes. For this limit,
      only the current member and the members that were read to their end are counted.
    """

    def __init__(self, most: int, unpacked: int = UNPACKED, free: int = FREE) -> None:
        self._most: Final = most
        self._unpacked: Final = unpacked
        self._free: Final = free
        self._kept_packed = 0
        self._kept = 0
        self._sum = 0
        self._packed_now = 0
        self._now = 0

    def begin(self) -> None:
        """Begins to count the next member. Raises `BadMember` if the archive has already unpacked to more bytes than
        allowed.
        """
        self._packed_now = 0
        self._now = 0
        self._insist_on_sum()

    def spend(self, packed: int, unpacked: int) -> None:
        """Counts `packed` bytes of the archive that became `unpacked` bytes of the member. Raises `BadMember` if a
        limit is exceeded.
        """
        self._packed_now += packed
        self._now += unpacked
        self._sum += unpacked
        self._insist_on_sum()
        if self._now > self._most:
            raise BadMember(
                f"This file unpacks to more than {self._most:,} bytes, the limit for one file. Split the file."
            )
        size = self._kept + self._now
        if size > self._free and size > RATIO * (self._kept_packed + self._packed_now):
            raise BadMember(
                f"With this file, the archive unpacks to more than {RATIO} times its size. No log does that, so the"
                " rest of this file was not read. If the file is a log, send it unpacked."
            )

    def keep(self) -> None:
        """Notes that the current member was read to its end. When a later member is checked against the limit by
        `RATIO`, the bytes of the current member are then counted too.
        """
        self._kept_packed += self._packed_now
        self._kept += self._now

    def kept_before(self, packed: int, unpacked: int) -> None:
        """Counts a member that an earlier run has already read: its packed and its unpacked bytes. That run stopped
        inside the archive, and this run continues.
        """
        self._kept_packed += packed
        self._kept += unpacked
        self._sum += unpacked

    @property
    def unpacked(self) -> int:
        """Returns how many bytes were unpacked so far, from kept and from rejected members."""
        return self._sum

    def unpacked_before(self, unpacked: int) -> None:
        """Raises the count of unpacked bytes to `unpacked` if it is lower. An earlier run, which stopped inside the
        archive, had already unpacked this number of bytes.
        """
        self._sum = max(self._sum, unpacked)

    def _insist_on_sum(self) -> None:
        if self._sum > self._unpacked:
            raise BadMember(
                f"The archive unpacks to more than {self._unpacked:,} bytes, the limit. The files from here on were not"
                " read. Send these files in another archive."
            )
