"""Checks the free space on the disks of the stored files and of the database, so that no disk runs full.

Each disk has a reserve. If less than the reserve is free, no more files are received. Files that were received before
are still audited, until less than a quarter of the reserve is free. Then the audits wait. A full disk would stop the
database, and a stopped database is harder to repair than a refused upload.
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
USUAL_SHARE: Final = 10  # the usual reserve is a tenth of the disk, but at least `USUAL_BYTES`
FOR_WORK: Final = 4  # audits go on as long as a quarter of the reserve is free
FULL: Final = (errno.ENOSPC, errno.EDQUOT)


class NotKept(Exception):
    """Raised if bytes were not stored. The message says why, and what to do."""


class NoRoom(NotKept):
    """Raised if a disk is full or nearly full."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk that contains `folder`. `of` is a name for our data on this disk, such as "the stored files". Messages
    use this name.
    """

    of: str
    folder: Path

    def free_and_whole(self) -> tuple[int, int] | None:
        """Returns the number of bytes that are free for this program, and the size of the disk in bytes.

        Returns `None` if the operating system does not let this program read these numbers.
        """
        folder = self.folder
        # `os.path.exists` returns false if access is denied; `Path.exists` would raise an error.
        while not os.path.exists(folder) and folder != folder.parent:  # noqa: PTH110
            folder = folder.parent
        try:
            disk = os.statvfs(folder)
        except OSError:
            return None
        return disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize


class Room:
    """The free space on the disks (not a card room). `reserve` bytes must stay free on each disk.

    If `reserve` is `None`, the usual reserve must stay free: a tenth of the disk, but at least 5 GiB. If `reserve` is
    0, nothing is checked.
    """

    def __init__(self, disks: Callable[[], Iterable[Disk]], reserve: int | None) -> None:
        self._disks: Final = disks
        self._reserve: Final = reserve

    def insist(self, coming: int = 0) -> None:
        """Raises `NoRoom` if a disk has less free space than the reserve plus `coming` bytes.

        `coming` is the number of bytes that are still to be received, for all files that are being sent now.
        """
        lack = self._lack(1, coming)
        if lack:
            raise NoRoom(f"{lack} The file was not saved. Free space on this disk, then send the file again.")

    def insist_for_work(self) -> None:
        """Raises `NoRoom` if less than a quarter of the reserve is free on a disk, so that the audits have to wait."""
        lack = self._lack(FOR_WORK, 0)
        if lack:
            raise NoRoom(f"{lack} The audits wait until there is space.")

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
                beside = f" in addition to {_size(coming)} for files that are being sent" if coming else ""
                return (
                    f"Storage is nearly full. The disk of {disk.of} has {_size(free)} free, but must keep"
                    f" {_size(need)} free{beside}."
                )
        return ""


def full(data: str) -> NoRoom:
    """Returns the exception for a disk that ran full during a write. `data` names the data on this disk, such as "the
    stored files".
    """
    return NoRoom(
        f"Storage is full: the disk of {data} has no space left. The file was not saved. Free space on this disk,"
        " then send the file again."
    )


def disks_of(settings: Settings, connection: Connection) -> list[Disk]:
    """Returns the disks of this machine that the settings use.

    The disk of the database is left out if the database is on another machine. It is also left out if the database
    shows the name of its folder only to administrators.
    """
    disks = [Disk("the stored files", settings.evidence)]
    if settings.database_url is None:
        home = home_below(settings.data)
        folder = home / "data" if home is not None else None
    else:
        named = connection.execute(text(_FOLDER)).scalar()
        folder = Path(named) if named else None
    # A server in a container names a folder that exists only in the container. The disk of that folder is not known.
    # `os.path.exists` returns false if access is denied; `Path.exists` would raise an error.
    if folder is not None and os.path.exists(folder):  # noqa: PTH110
        disks.append(Disk("the database", folder))
        disks.append(Disk("the database's log of changes", folder / "pg_wal"))
    return disks


# Selects the data folder of the database. There is no row if the connection uses neither a socket nor a loopback
# address, because the folder is then on another machine.
_FOLDER: Final = """
SELECT setting FROM pg_settings
WHERE name = 'data_directory' AND (inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8'
                                   OR inet_server_addr() = '::1')
"""


def _size(number: int) -> str:
    return f"{number / (1024 * MEBIBYTE):,.1f} GiB" if number >= 1024 * MEBIBYTE else f"{number // MEBIBYTE:,} MiB"
