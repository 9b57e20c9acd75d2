"""Free space on the disks of the stored files and of the database: below a reserve no more files are received.

Received files are audited into the reserve, down to a quarter of it; then the work waits. A full disk would stop the
database itself, and that is harder to mend than a refused upload.
"""

import errno
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import text

from auditor.settings import MEBIBYTE, Settings
from auditor.store.postgres.database import Connection
from auditor.store.postgres.system_account import home_below

USUAL_BYTES: Final = 5 * 1024 * MEBIBYTE
USUAL_SHARE: Final = 10  # one part in so many
FOR_WORK: Final = 4
FULL: Final = (errno.ENOSPC, errno.EDQUOT)


class NotKept(Exception):
    """The bytes were not stored; the text says why and what to do."""


class NoRoom(NotKept):
    """A disk is nearly full, or full."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk below a folder, and which data of ours is on it."""

    of: str
    folder: Path

    def free_and_whole(self) -> tuple[int, int] | None:
        """How many bytes are free for us, and how many the disk has; `None` where we may not look."""
        folder = self.folder
        while not os.path.exists(folder) and folder != folder.parent:  # noqa: PTH110 - false also where we may not look
            folder = folder.parent
        try:
            disk = os.statvfs(folder)
        except OSError:
            return None
        return disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize


class Room:
    """The disks, and how much must stay free on each: `reserve` bytes, or the usual amount where that is `None`."""

    def __init__(self, disks: Callable[[], Iterable[Disk]], reserve: int | None) -> None:
        self._disks: Final = disks
        self._reserve: Final = reserve

    def insist(self, coming: int = 0) -> None:
        """Raises `NoRoom` where no file may be received. `coming` bytes are on their way and on no disk yet."""
        lack = self._lack(1, coming)
        if lack:
            raise NoRoom(f"{lack} Nothing of the file was saved. Make room there, then send the file again.")

    def insist_for_work(self) -> None:
        """Raises `NoRoom` where work has to wait."""
        lack = self._lack(FOR_WORK, 0)
        if lack:
            raise NoRoom(f"{lack} The work waits until there is room.")

    def _lack(self, parts: int, coming: int) -> str:
        if self._reserve == 0:
            return ""
        for disk in self._disks():
            found = disk.free_and_whole()
            if found is None:
                continue
            free, whole = found
            usual = max(USUAL_BYTES, whole // USUAL_SHARE)
            need = (usual if self._reserve is None else self._reserve) // parts
            if free < need + coming:
                beside = f" beside the {_size(coming)} of the files that are being sent" if coming else ""
                return (
                    f"Storage is nearly full: {_size(free)} are free on the disk of {disk.of}, and {_size(need)} must"
                    f" stay free{beside}."
                )
        return ""


def full(what: str) -> NoRoom:
    """The refusal where a disk ran full while it was written to."""
    return NoRoom(
        f"Storage is full: there is no room left on the disk of {what}. Nothing of the file was saved. Make room there,"
        " then send the file again."
    )


def disks_of(settings: Settings, connection: Connection) -> list[Disk]:
    """The disks that the settings name and this machine has.

    It does not have the disk of a database on another machine. A database that shows its folder only to its own
    administrators hides its disk too.
    """
    disks = [Disk("the stored files", settings.evidence)]
    if settings.database_url is None:
        home = home_below(settings.data)
        folder = home / "data" if home is not None else None
    else:
        named = connection.execute(text(_FOLDER)).scalar()
        folder = Path(named) if named else None
    # A server in a container names a folder that only the container has: the disk of its parent here is another one.
    if folder is not None and os.path.exists(folder):  # noqa: PTH110 - false also where we may not look
        disks.append(Disk("the database", folder))
        disks.append(Disk("the database's log of changes", folder / "pg_wal"))
    return disks


# The folder is on this machine where the connection goes through a socket or the machine's own address.
_FOLDER: Final = """
SELECT setting FROM pg_settings
WHERE name = 'data_directory' AND (inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8'
                                   OR inet_server_addr() = '::1')
"""


def _size(number: int) -> str:
    return f"{number / (1024 * MEBIBYTE):,.1f} GiB" if number >= 1024 * MEBIBYTE else f"{number // MEBIBYTE:,} MiB"
