"""Limits on the bytes that one archive may unpack to. The real bytes are counted; the sizes in the headers
are ignored.
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
    """The number of bytes that the members of one archive were unpacked to so far. One member may have at most `most`
    bytes.

    The ratio of unpacked to packed bytes counts only members that were kept. The sum counts every unpacked byte. If the
    sum did not count rejected members, a thousand members just below the limit could cost much time.
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
        """Begins the next member. Raises `BadMember` if the archive has used up its limit."""
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
            raise BadMember(f"It unpacks to more than {self._most:,} bytes, the limit for one file. Send it in parts.")
        size = self._kept + self._now
        if size > self._free and size > RATIO * (self._kept_packed + self._packed_now):
            raise BadMember(
                f"With it the archive unpacks to more than {RATIO} times its size, which no log does; it was not read"
                " further. If it is a log, send it unpacked."
            )

    def keep(self) -> None:
        """Counts the current member as kept, because it was read to its end."""
        self._kept_packed += self._packed_now
        self._kept += self._now

    def kept_before(self, packed: int, unpacked: int) -> None:
        """Counts a member that an earlier run kept before it stopped inside the archive."""
        self._kept_packed += packed
        self._kept += unpacked
        self._sum += unpacked

    @property
    def unpacked(self) -> int:
        """Returns how many bytes were unpacked so far, in members that were kept and in others."""
        return self._sum

    def unpacked_before(self, unpacked: int) -> None:
        """Sets the sum to at least the bytes that an earlier run unpacked before it stopped inside the archive."""
        self._sum = max(self._sum, unpacked)

    def _insist_on_sum(self) -> None:
        if self._sum > self._unpacked:
            raise BadMember(
                f"The archive unpacks to more than {self._unpacked:,} bytes; nothing more of it is read. Send the rest"
                " in another archive."
            )
