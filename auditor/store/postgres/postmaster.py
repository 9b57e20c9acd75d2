"""The embedded server's lock file: whether its process lives, and how a new server starts after a crash."""

import contextlib
import os
import subprocess
from pathlib import Path
from typing import Final

PID_LINE: Final = 0
SOCKET_LINE: Final = 4
# Above every number that a kernel gives to a process.
NOBODY: Final = 4_194_305


class Postmaster:
    """The `postmaster.pid` of a cluster."""

    def __init__(self, cluster: Path) -> None:
        self._cluster = cluster
        self._file = cluster / "postmaster.pid"

    def pid(self) -> int | None:
        """The number of the server's process while it lives, else `None`."""
        text = self._line(PID_LINE)
        number = int(text) if text.isascii() and text.isdigit() else 0
        return number if number and self._is_server(number) else None

    def socket_folder(self) -> Path | None:
        """Where the server listens, once it does."""
        text = self._line(SOCKET_LINE)
        return Path(text) if text else None

    def forget(self) -> None:
        """Lets a new server start where the last one was killed.

        A restarted machine gives the old number to some other process, and a container may keep the dead one as a
        zombie; either way PostgreSQL would think that the server still runs. The number is replaced and not the file
        removed: from the rest of it the new server sees whether processes of the old one still hold its memory.
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
            # In place: the file keeps its owner.
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
    """The command line of a living process, empty where there is none, `None` where the machine does not tell."""
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
        said = subprocess.run(ps, capture_output=True, text=True, timeout=30, check=False).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return None
    return "" if said.startswith("Z") else said
