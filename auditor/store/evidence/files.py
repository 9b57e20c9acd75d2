"""Stores received bytes unchanged in files named by their SHA-256, never by the sender's file name."""

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final, Protocol

from auditor.settings import SettingsRefused, make_private
from auditor.store.evidence.chunks import (
    BEING_WRITTEN,
    CHUNK,
    LIST,
    Checked,
    Digests,
    list_of,
    pieces,
    read_list,
    write_list,
)
from auditor.store.evidence.disk_space import FULL, NoRoom, NotKept, Room, full

RESTORE: Final = "Restore the file in the data folder from a backup, or send the same file again."
__all__ = ["Damaged", "Evidence", "Kept", "NoRoom", "NotKept", "Readable"]

ARRIVING: Final = ".arriving-"
ABANDONED_SECONDS: Final = 3600
# The access mode of a stored file shows whether the database ever had a row for it. `_ARRIVED`: there was no row yet.
# `_ACKNOWLEDGED`: there was a row, so the file is read-only.
_ARRIVED: Final = 0o600
_ACKNOWLEDGED: Final = 0o400
_WRITABLE: Final = 0o200
_ROOM_EVERY: Final = 16  # the free space is checked again after this many chunks: an unpacked file may be very large


class Readable(Protocol):
    """A stream of bytes, seekable or not."""

    def read(self, size: int, /) -> bytes:
        """Returns at most `size` bytes, and no bytes at the end of the stream."""


class Damaged(Exception):
    """Raised if stored bytes are missing or changed. The message says which of these happened, and what to do."""

    def __init__(self, sha256: str, how: str) -> None:
        super().__init__(f"The stored file {sha256} {how}. {RESTORE}")
        self.sha256: Final = sha256


@dataclass(frozen=True, slots=True)
class Kept:
    """The digest and the size of bytes that are safe on the disk."""

    sha256: str
    size: int


class Evidence:
    """The folder of the stored files. A file is in a subfolder named by the start of its digest: `ab/abcdef...`.

    `room` checks the free space on the disks; `None` means that nothing is checked.
    """

    def __init__(self, folder: Path, room: Room | None = None) -> None:
        self._folder = folder
        self._room = room

    def keep(self, data: bytes | Readable, most: int) -> Kept:
        """Stores the bytes, and returns only when they would survive a loss of power.

        `most` is the largest accepted number of bytes.

        Raises:
            NoRoom: a disk is nearly full.
            NotKept: there are more than `most` bytes, reading them failed, or the disk cannot be written to.
        """
        try:
            if self._room is not None:
                self._room.insist()
            make_private(self._folder)
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=ARRIVING, delete=False) as arriving:
                path = Path(arriving.name)
                try:
                    digests = self._written(data, arriving, most)
                    kept = Kept(digests.whole(), digests.size)
                    self._put_in_place(path, kept.sha256, digests)
                finally:
                    path.unlink(missing_ok=True)
        except (OSError, SettingsRefused) as error:
            if isinstance(error, OSError) and error.errno in FULL:
                raise full("the stored files") from error
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise NotKept(f"The file was not saved: {reason}. You can safely send the file again.") from error
        return kept

    def acknowledge(self, sha256: str) -> None:
        """Protects a stored file from deletion and changes, because the database now has a row for the file."""
        with contextlib.suppress(OSError):  # the next call of `sweep` tries again
            self.path(sha256).chmod(_ACKNOWLEDGED)

    def renew(self, sha256: str) -> None:
        """Makes a stored file count as new, so that `sweep` does not delete it before the database has a row for it.

        Raises `Damaged` if the file is missing.
        """
        path = self.path(sha256)
        with _missing_is_damage(path), self._alone():
            os.utime(path)

    def sweep(self, now: float, known: Callable[[Sequence[str]], Collection[str]]) -> int:
        """Deletes what is left of uploads that broke off more than an hour before `now`; returns how many files were
        deleted.

        `now` is in seconds since 1970. Three kinds of files are deleted:

        - unfinished files;
        - lists of digests whose stored file is missing;
        - stored files that never had a row in the database.

        `known` receives digests, and returns the digests that have a row in the database. A file that ever had a row is
        never deleted, even if it has no row now: the present database may be an older copy that was restored.
        """
        swept = 0
        for path in self._strays():
            if _age(path, now) > ABANDONED_SECONDS:
                path.unlink(missing_ok=True)
                swept += 1
        for folder in self._folder.glob("[0-9a-f][0-9a-f]"):
            swept += self._sweep_files(folder, now, known)
        return swept

    def delete(self, sha256: str, now: float) -> None:
        """Deletes a stored file that belongs to no upload any more. Its uploads were removed, because their venue keeps
        files only for a set time. `now` is in seconds since 1970.

        A file that arrived in the last hour stays: its new upload may not have a row in the database yet.
        """
        path = self.path(sha256)
        with contextlib.suppress(FileNotFoundError), self._alone():
            if _age(path, now) > ABANDONED_SECONDS:
                path.unlink(missing_ok=True)
                list_of(path).unlink(missing_ok=True)

    def _strays(self) -> Iterator[Path]:
        """Yields files that may have been left behind: unfinished files, which somebody may still be writing, and lists
        of digests whose stored file is missing.
        """
        yield from self._folder.glob(f"{ARRIVING}*")
        yield from self._folder.glob(f"[0-9a-f][0-9a-f]/{BEING_WRITTEN}*")
        for path in self._folder.glob(f"[0-9a-f][0-9a-f]/*{LIST}"):
            if not path.with_suffix("").exists():
                yield path

    def _sweep_files(self, folder: Path, now: float, known: Callable[[Sequence[str]], Collection[str]]) -> int:
        old = [
            path.name
            for path in folder.iterdir()
            if len(path.name) == 64 and _age(path, now) > ABANDONED_SECONDS and not _is_acknowledged(path)
        ]
        with_rows = frozenset(known(old)) if old else frozenset()
        swept = 0
        for sha256 in old:
            if sha256 in with_rows:
                self.acknowledge(sha256)
                continue
            path = self.path(sha256)
            with self._alone():
                # Since the last check, somebody may have sent the same bytes again. That makes the file new, so it must
                # not be deleted.
                if _age(path, now) > ABANDONED_SECONDS and not _is_acknowledged(path):
                    path.unlink()
                    list_of(path).unlink(missing_ok=True)
                    swept += 1
        return swept

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Locks the folder during the `with` block. Only the process that has the lock moves a new file to its final
        name, makes a stored file count as new, or deletes an old stored file.

        The lock also holds for other machines that share the folder.
        """
        descriptor = os.open(self._folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def path(self, sha256: str) -> Path:
        """Returns the path for a digest of 64 hex digits, whether or not the file exists."""
        assert len(sha256) == 64
        assert sha256.isalnum()
        return self._folder / sha256[:2] / sha256

    @contextlib.contextmanager
    def opened(self, sha256: str) -> Iterator[BufferedReader]:
        """Opens a stored file for reading. Each byte is checked before it is returned.

        Raises `Damaged` if the file is missing. Reading raises `Damaged` if bytes of the file have changed.
        """
        path = self.path(sha256)
        with _unchecked(path) as file:
            digests = read_list(path, os.fstat(file.fileno()).st_size)
        if digests is None:
            digests = self.insist(sha256)
        checked = Checked(_unchecked(path), digests, lambda at: Damaged(sha256, f"is damaged from byte {at:,} on"))
        with BufferedReader(checked, CHUNK) as stream:
            yield stream  # type: ignore[misc]

    def insist(self, sha256: str) -> list[bytes]:
        """Reads and checks a whole stored file, and returns the digests of its chunks. If the list of digests beside
        the file is missing or wrong, writes the list again.

        Raises `Damaged` if the file is missing or changed.
        """
        path = self.path(sha256)
        digests = Digests()
        with _unchecked(path) as file:
            for piece in pieces(file):
                digests.add(piece)
        if digests.whole() != sha256:
            raise Damaged(sha256, f"is damaged: its check sum is now {digests.whole()}")
        found = digests.chunks()
        if read_list(path, digests.size) != found:
            # Without the list, reading a part of the file only takes longer: the whole file is then read. So a list
            # that cannot be written is no error.
            with contextlib.suppress(OSError):
                write_list(path, digests)
        return found

    def part(self, sha256: str, start: int, stop: int) -> bytes:
        """Returns the bytes from `start` to before `stop`. Raises `Damaged` if bytes are missing or changed."""
        with self.opened(sha256) as stream:
            stream.seek(start)
            data = stream.read(stop - start)
        if len(data) < stop - start:
            raise Damaged(sha256, f"is cut off: the file ends before byte {stop:,}")
        return data

    def _written(self, data: bytes | Readable, arriving: "tempfile._TemporaryFileWrapper[bytes]", most: int) -> Digests:
        digests = Digests()
        chunks = (data,) if isinstance(data, bytes) else iter(lambda: data.read(CHUNK), b"")
        for number, chunk in enumerate(chunks, 1):
            if number % _ROOM_EVERY == 0 and self._room is not None:
                self._room.insist()
            if digests.size + len(chunk) > most:
                raise NotKept(f"The file is larger than {most:,} bytes, the limit. The file was not saved.")
            digests.add(chunk)
            arriving.write(chunk)
        arriving.flush()
        os.fsync(arriving.fileno())
        return digests

    def _put_in_place(self, arrived: Path, sha256: str, digests: Digests) -> None:
        place = self.path(sha256)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        write_list(place, digests)
        with self._alone():
            # The same bytes may be stored already, with a row in the database. Then the file stays read-only.
            arrived.chmod(_ACKNOWLEDGED if _is_acknowledged(place) else _ARRIVED)
            arrived.replace(place)
        # The name of the file survives a loss of power only if its folder and the parent of its folder are synced.
        for folder in (place.parent, self._folder):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _age(path: Path, now: float) -> float:
    """Returns the seconds since the file was written; negative if the file no longer exists."""
    try:
        return now - path.stat().st_mtime
    except FileNotFoundError:
        return -1.0


def _is_acknowledged(path: Path) -> bool:
    try:
        return not path.stat().st_mode & _WRITABLE
    except FileNotFoundError:
        return False


def _unchecked(path: Path) -> BufferedReader:
    """Opens a stored file without checking its bytes. Raises `Damaged` if the file is missing."""
    with _missing_is_damage(path):
        return path.open("rb")


@contextlib.contextmanager
def _missing_is_damage(path: Path) -> Iterator[None]:
    """Raises `Damaged` if the code in the `with` block finds that the file is missing.

    Any other error may be temporary, such as too many open files or a lost network, and is not counted as damage.
    """
    try:
        yield
    except FileNotFoundError as error:
        raise Damaged(path.name, f"is missing from the data folder ({error.strerror})") from error
