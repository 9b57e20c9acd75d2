"""Finds the system account that runs the embedded server, and the folder for the data of the server.

PostgreSQL does not run as root, and other accounts cannot read the home folder of root.
"""

import os
import pwd
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

from auditor.settings import FOLDER, make_private

UNPRIVILEGED: Final = ("postgres", "_postgres", "nobody")
# Folders for the data of a server that root starts, the best first.
OUTSIDE: Final = ("/var/lib", "/var/db", "/var/tmp")  # noqa: S108 - the name has random letters


class Switch(TypedDict, total=False):
    """The arguments of `subprocess` that switch to another account."""

    user: int
    group: int
    extra_groups: list[int]


class NoAccount(Exception):
    """Raised if no account can run a PostgreSQL server here. The message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """The user that runs the server. `other`: this is not the user of the present process."""

    uid: int
    gid: int
    other: bool

    def switch(self) -> Switch:
        """Returns the arguments for `subprocess` that start a program as this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.other else {}

    def give(self, path: Path) -> None:
        """Makes the user the owner of `path`."""
        if self.other:
            os.chown(path, self.uid, self.gid)


def account_for(home: Path | None) -> Account:
    """Returns the user for the server whose data is in `home`; `None` means a new server.

    The user of an existing server is the owner of `home`. The user of a new server is the user of this process. But if
    this process runs as root, the server gets an unprivileged user such as `nobody`.

    Raises:
        NoAccount: `home` belongs to another user, the user has no name (which PostgreSQL requires), or this process
            runs as root and there is no unprivileged user.
    """
    mine = os.geteuid()
    owner = home.stat().st_uid if home is not None else None
    if mine == 0:
        entry = _named(owner) if owner else _first_named(UNPRIVILEGED)
        return Account(entry.pw_uid, entry.pw_gid, other=True)
    if owner is not None and owner != mine:
        raise NoAccount(f"The database in {home} belongs to another user. Run as that user, or set AUDITOR_DATA.")
    return Account(_named(mine).pw_uid, os.getegid(), other=False)


def home_below(data: Path) -> Path | None:
    """Returns the folder of the embedded server that belongs to the auditor's data folder `data`.

    This is the folder `postgresql` in `data`, or the folder that the file `postgresql.at` in `data` names. Returns
    `None` if no server was created yet.
    """
    inside = data / "postgresql"
    if inside.is_dir():
        return inside.resolve()
    noted = data / "postgresql.at"
    try:
        outside = Path(noted.read_text(encoding="utf-8").strip())
        return outside if outside.is_dir() else None
    except OSError:
        return None


def folder_of_new_home(data: Path) -> Path:
    """Returns the folder in which `new_home` makes the folder for the server.

    This is the auditor's data folder `data`. But if this process runs as root, the folder is outside the data
    folder, such as `/var/lib`.

    Raises:
        NoAccount: no account can run a server here.
    """
    if not account_for(None).other:
        return data
    return next((Path(folder) for folder in OUTSIDE if os.access(folder, os.W_OK)), Path(tempfile.gettempdir()))


def new_home(data: Path) -> Path:
    """Makes the folder for a new embedded server of this data folder, and returns it.

    For root, the folder is outside the data folder, and its path is written to a file in the data folder.

    Raises:
        NoAccount: no folder can be made.
    """
    account = account_for(None)
    if not account.other:
        inside = data / "postgresql"
        make_private(inside)
        return inside.resolve()
    for folder in (*OUTSIDE, tempfile.gettempdir()):
        home = Path(folder) / f"{FOLDER}-{secrets.token_hex(8)}"
        try:
            home.mkdir(mode=0o700)
            account.give(home)
        except OSError:
            continue
        (data / "postgresql.at").write_text(f"{home}\n", encoding="utf-8")
        return home
    raise NoAccount(
        f"Root cannot write to any of these folders: {', '.join(OUTSIDE)}. Set DATABASE_URL, or run as another user."
    )


def _named(uid: int) -> pwd.struct_passwd:
    try:
        return pwd.getpwuid(uid)
    except KeyError:
        raise NoAccount(
            f"User {uid} has no name on this machine, and PostgreSQL does not start for such a user."
            " Give the user a name, or set DATABASE_URL."
        ) from None


def _first_named(names: tuple[str, ...]) -> pwd.struct_passwd:
    for name in names:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoAccount("Root may not run PostgreSQL, and there is no user to run it instead. Set DATABASE_URL.")
