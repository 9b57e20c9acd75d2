"""The bytes that were sent to us, unchanged, in files named by their SHA-256; never by what the sender called them."""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final, Protocol

from auditor.settings import SettingsRefused, make_private

ARRIVING: Final = ".arriving-"
ABANDONED_SECONDS: Final = 3600
CHUNK: Final = 1024 * 1024
# Below this a full disk would soon stop the database itself, and that is harder to mend than a refused upload.
FREE_SHARE: Final = 0.02
FREE_BYTES: Final = 256 * 1024 * 1024
_ROOM_EVERY: Final = 16  # chunks: an archive may unpack to more than the disk has room for


class Readable(Protocol):
    """A stream of bytes, seekable or not."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, none at the end."""


class NotKept(Exception):
    """The bytes were not stored; the text says why and what to do."""


class Damaged(Exception):
    """Stored bytes are missing or are not what they were; the text says which."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Bytes that are safe on the disk."""

    sha256: str
    size: int


class Evidence:
    """The folder of kept bytes: `ab/abcdef...`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, data: bytes | Readable, most: int) -> Kept:
        """Stores at most `most` bytes so that they survive a loss of power, and only then returns.

        Raises:
            NotKept: there are more of them, or the disk is nearly full or cannot be written to.
        """
        try:
            make_private(self._folder)
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=ARRIVING, delete=False) as arriving:
                path = Path(arriving.name)
                try:
                    kept = _written(data, arriving, most)
                    self._put_in_place(path, kept.sha256)
                finally:
                    path.unlink(missing_ok=True)
        except (OSError, SettingsRefused) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise NotKept(f"The file was not saved: {reason}. Nothing of it is kept; sending again is safe.") from error
        return kept

    def sweep(self, now: float) -> int:
        """Removes what uploads left that broke off more than an hour before `now` (seconds since 1970); says how many.

        Nobody has a receipt for these: they never got a name.
        """
        swept = 0
        for path in self._folder.glob(f"{ARRIVING}*"):
            # One that gets its name just now is gone from here.
            with contextlib.suppress(FileNotFoundError):
                if now - path.stat().st_mtime > ABANDONED_SECONDS:
                    path.unlink()
                    swept += 1
        return swept

    def path(self, sha256: str) -> Path:
        """Where bytes of that digest are, or would be. The digest is 64 hex digits."""
        assert len(sha256) == 64
        assert sha256.isalnum()
        return self._folder / sha256[:2] / sha256

    @contextlib.contextmanager
    def opened(self, sha256: str) -> Iterator[BufferedReader]:
        """The kept bytes for reading. Raises `Damaged` where they are missing."""
        try:
            stream = self.path(sha256).open("rb")
        except OSError as error:
            raise Damaged(f"The stored file {sha256} is missing from the data folder ({error.strerror}).") from error
        with stream:
            yield stream

    def insist(self, sha256: str) -> None:
        """Raises `Damaged` where the kept bytes are missing or no longer have that digest."""
        with self.opened(sha256) as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if found != sha256:
            raise Damaged(f"The stored file {sha256} is damaged: its bytes now have the digest {found}.")

    def part(self, sha256: str, start: int, stop: int) -> bytes:
        """The bytes from `start` up to `stop`. Raises `Damaged` where they are missing or cut short."""
        with self.opened(sha256) as stream:
            stream.seek(start)
            data = stream.read(stop - start)
        if len(data) < stop - start:
            raise Damaged(f"The stored file {sha256} is cut short: it ends before byte {stop}.")
        return data

    def _put_in_place(self, arrived: Path, sha256: str) -> None:
        place = self.path(sha256)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        arrived.chmod(0o400)
        arrived.replace(place)
        # The name is only as safe as the folder it stands in, and that one as the folder above it.
        for folder in (place.parent, self._folder):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def insist_on_room(folder: Path) -> None:
    """Raises `NotKept` where the disk is nearly full."""
    disk = os.statvfs(folder)
    free = disk.f_bavail * disk.f_frsize
    if free < min(FREE_BYTES, FREE_SHARE * disk.f_blocks * disk.f_frsize):
        raise NotKept("Storage is nearly full. The file was not saved; make room, then send it again.")


def _written(data: bytes | Readable, arriving: "tempfile._TemporaryFileWrapper[bytes]", most: int) -> Kept:
    digest = hashlib.sha256()
    size = 0
    chunks = (data,) if isinstance(data, bytes) else iter(lambda: data.read(CHUNK), b"")
    for number, chunk in enumerate(chunks):
        if number % _ROOM_EVERY == 0:
            insist_on_room(Path(arriving.name).parent)
        size += len(chunk)
        if size > most:
            raise NotKept(f"The file is larger than {most:,} bytes, the limit here. Nothing of it is kept.")
        digest.update(chunk)
        arriving.write(chunk)
    arriving.flush()
    os.fsync(arriving.fileno())
    return Kept(digest.hexdigest(), size)
