"""Archives: a zip or a gzip as its documents, each unpacked as a stream within the limits.

The first bytes decide whether a file is an archive, never its name. An archive inside an archive is refused with a
reason and not read.
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
    """An opened archive: its kind, the number of its members, and notes for the person who sent it. Iteration yields
    every member in the order of the archive's own list, readable or not.
    """

    @property
    def kind(self) -> str:
        """`zip` or `gzip`."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the archive as a whole, such as files that were left out."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Member]: ...


def open_archive(stream: BinaryIO, budget: Budget) -> Archive | None:
    """The archive in a seekable stream, or `None` where it holds none. Its members spend from `budget`.

    Raises `Unreadable` where the list of its members cannot be read at all.
    """
    stream.seek(0)
    head = stream.read(_LONGEST_MAGIC)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x06")):
        return Zip(stream, budget)
    if head.startswith(b"\x1f\x8b"):
        return Gzip(stream, budget)
    return None
