"""Archives: opens a zip or a gzip and unpacks each file in it as a stream, within the limits.

The first bytes decide whether a file is an archive; its name does not. An archive inside an archive is not read, and is
rejected with a reason.
"""

from collections.abc import Iterator
from typing import BinaryIO, Final, Protocol

from auditor.formats.archives.budget import BadMember, Budget
from auditor.formats.archives.gzip_stream import Gzip
from auditor.formats.archives.member import Member
from auditor.formats.archives.zip_archive import Zip

__all__ = ["Archive", "BadMember", "Budget", "Member", "open_archive"]

_LONGEST_MAGIC: Final = 4


class Archive(Protocol):
    """An opened archive. Iteration yields its members (the files in it) in the order of the archive's own list. Members
    that cannot be read are yielded too.
    """

    @property
    def kind(self) -> str:
        """The kind of the archive: `zip` or `gzip`."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the archive as a whole, such as files that were left out. They are for the person who sent the
        archive.
        """

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Member]: ...


def open_archive(stream: BinaryIO, budget: Budget) -> Archive | None:
    """Opens the archive in a seekable stream. Returns `None` if the stream is no archive. `budget` limits how many
    bytes the members may unpack to.

    Raises `Unreadable` if the list of members cannot be read at all.
    """
    stream.seek(0)
    head = stream.read(_LONGEST_MAGIC)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06")):
        return Zip(stream, budget)
    if head.startswith(b"\x1f\x8b"):
        return Gzip(stream, budget)
    return None
