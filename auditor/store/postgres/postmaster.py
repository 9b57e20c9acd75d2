"""Reads the lock file of the embedded server, `postmaster.pid`, and repairs this file after a crash of the server."""

import contextlib
import os
import subprocess
from pathlib import Path
from typing import Final

PID_LINE: Final = 0
SOCKET_LINE: Final = 4
# A process number that no running process can have, because the kernel gives smaller numbers. `forget` writes it to the
# lock file in place of the number of a dead server.
NOBODY: Final = 4_194_305


class Postmaster:
    """Reads and repairs the file `postmaster.pid` of a database cluster. The running server writes its process number
    and its socket folder into this file.
    """

    def __init__(self, cluster: Path) -> None:
        self._cluster = cluster
        self._file = cluster / "postmaster.pid"

    def pid(self) -> int | None:
        """Returns the process number of the server; `None` if the server is not running."""
        text = self._line(PID_LINE)
        number = int(text) if text.isascii() and text.isdigit() else 0
        return number if number and self._is_server(number) else None

    def socket_folder(self) -> Path | None:
        """Returns the folder of the socket on which the server listens; `None` if the file names no folder."""
        text = self._line(SOCKET_LINE)
        return Path(text) if text else None

    def forget(self) -> None:
        """Changes the lock file of a killed server and deletes the sockets of the server, so that a new server can
        start. Does nothing if the server is running.

        A restarted machine may give the old process number to another process, and a container may keep the dead
        process as a zombie. In both cases PostgreSQL would think that the old server is still running. So the number in
        the file is replaced. The file is not deleted, because its other lines tell the new server whether processes of
        the old server still use shared memory. Only a file that ends before the line of the socket folder is deleted.
        """
        if self.pid() is not None:
            return
        with contextlib.suppress(FileNotFoundError):
            lines = self._file.read_text(encoding="utf-8").splitlines()
            if len(lines) <= SOCKET_LINE:
                self._file.unlink()
                return
            folder = Path(lines[SOCKET_LINE])
            for left in folder.glob(".s.PGSQL.*"):
                left.unlink()
            lines[PID_LINE] = str(NOBODY)
            # The existing file is overwritten, because a new file would belong to another user.
            self._file.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _line(self, number: int) -> str:
        try:
            lines = self._file.read_text(encoding="utf-8").splitlines()
        except OSError:
            return ""
        return lines[number].strip() if number < len(lines) else ""

    def _is_server(self, pid: int) -> bool:
        command = _command(pid)
        return command is None or ("postgres" in command and str(self._cluster) in command)


def _command(pid: int) -> str | None:
    """Returns the command line of a process.

    The result is empty if the process is not running, and `None` if the command line cannot be found out.
    """
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    process = Path("/proc") / str(pid)
    if Path("/proc/self").exists():
        try:
            state = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
            return "" if state in "ZX" else os.fsdecode((process / "cmdline").read_bytes()).replace("\0", " ")
        except (OSError, IndexError):
            return ""
    try:
        ps = ["ps", "-o", "stat=,command=", "-p", str(pid)]
        output = subprocess.run(ps, capture_output=True, text=True, timeout=30, check=False).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return None
    return "" if output.startswith("Z") else output
