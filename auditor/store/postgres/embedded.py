"""The embedded PostgreSQL server: created on first use, started when needed, left running until `stop`.

The server listens on a socket in a folder that only its owner can open, and never on the network. So the server needs
no password.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg

from auditor.settings import FOLDER, Settings, SettingsRefused, make_private
from auditor.store.postgres.binaries import Binaries, NoServer, that_open
from auditor.store.postgres.embedded_roles import APPLICATION, SUPERUSER, prepare
from auditor.store.postgres.postmaster import Postmaster
from auditor.store.postgres.system_account import Account, NoAccount, account_for, home_below, new_home

DATABASE: Final = "auditor"
LONGEST_SOCKET: Final = 99  # the most bytes of a socket path; the limit of the kernel is 103 on some systems
START_SECONDS: Final = 120
RECOVERY_SECONDS: Final = 900  # a server that recovers from a crash is given more time
UNFINISHED: Final = "data.new"  # the folder of a cluster that is being created
ABANDONED_SECONDS: Final = 3600
PAUSE: Final = 0.03
OPTIONS: Final = (
    "listen_addresses=",
    "max_connections=100",
    "shared_buffers=256MB",
    "max_wal_size=2GB",
    "log_min_messages=warning",
    "log_line_prefix=%m [%p] ",
    "timezone=UTC",
)
FAST_AND_LOOSE: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@dataclass(frozen=True, slots=True)
class Status:
    """The status of the embedded server.

    `home` is the folder of the server; it is `None` if no server was created yet. `version` is the major version of
    PostgreSQL that created the data, such as `16`; it is empty if there is no data. `pid` is the process number; it is
    `None` if the server is stopped.
    """

    home: Path | None
    version: str
    pid: int | None


def start(settings: Settings, role: str = APPLICATION) -> str:
    """Returns the address of the embedded database for `role`. Creates and starts the server first, if needed.

    Raises:
        NoServer: the server cannot be created or started.
    """
    with _claimed(settings.data):
        home = home_below(settings.data) or new_home(settings.data)
        cluster = Cluster(home, account_for(home))
        cluster.start()
        return cluster.with_database(DATABASE, role)


def stop(settings: Settings) -> bool:
    """Stops the embedded server. Returns false if it was not running. Raises `NoServer` if it cannot be stopped."""
    with _claimed(settings.data):
        home = home_below(settings.data)
        return home is not None and Cluster(home, account_for(home)).stop()


def status(settings: Settings) -> Status:
    """Returns the status of the embedded server of these settings, and starts nothing."""
    home = home_below(settings.data)
    if home is None:
        return Status(None, "", None)
    data = home / "data"
    return Status(home, _version_of(data), Postmaster(data).pid())


def sweep(settings: Settings, now: float) -> bool:
    """Deletes the files of a first start that broke off more than an hour before `now`. `now` is in seconds since 1970.

    Returns whether there were such files.
    """
    with _claimed(settings.data):
        home = home_below(settings.data)
        left = home / UNFINISHED if home is not None else None
        try:
            if left is None or now - left.stat().st_mtime < ABANDONED_SECONDS:
                return False
        except OSError:
            return False
        shutil.rmtree(left, ignore_errors=True)
        return True


class Cluster:
    """A server and its data in one folder.

    A cluster that is not `durable` is faster, but a loss of power may destroy its data. Only tests use such clusters.
    """

    def __init__(self, home: Path, account: Account, *, durable: bool = True, binaries: Binaries | None = None) -> None:
        self.home = home
        self._account = account
        self._durable = durable
        self._binaries = binaries
        self._data = home / "data"
        self._log = home / "server.log"
        self._postmaster = Postmaster(self._data)

    def start(self) -> None:
        """Starts the server if it is not running, and returns when a connection to the server was successful."""
        binaries = self._usable_binaries()
        if not _version_of(self._data):
            self._make(binaries)
        self._await_connection(binaries)

    def stop(self) -> bool:
        """Stops the server, even if connections are open. Returns false if the server was not running."""
        pid = self._postmaster.pid()
        if pid is None:
            return False
        os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + START_SECONDS
        while self._postmaster.pid() == pid:
            if time.monotonic() > deadline:
                raise NoServer(f"The server (process {pid}) does not stop; see {self._log}.")
            time.sleep(PAUSE)
        return True

    def with_database(self, name: str, role: str = APPLICATION) -> str:
        """Returns the address of the database `name` for `role`. Creates a missing database and its roles."""
        prepare(self.address, name)
        return self.address(role, name)

    def address(self, user: str, database: str) -> str:
        """Returns the address of a database of this server for `user`."""
        folder = self._postmaster.socket_folder() or self._socket_folder()
        return f"postgresql://{user}@/{database}?host={str(folder).replace('%', '%25')}"

    def _usable_binaries(self) -> Binaries:
        version = _version_of(self._data)
        binaries = self._binaries or that_open(int(version) if version else None)
        if self._account.other and not binaries.reachable_by(self._account):
            binaries = binaries.copied_below(_made(self.home / "binaries", 0o755))
        return binaries

    def _make(self, binaries: Binaries) -> None:
        """Creates a new cluster under a temporary name, and renames it when it is complete.

        So a half-made cluster is never used.
        """
        if self._data.exists():
            raise NoServer(
                f"The folder {self._data} is damaged: the file PG_VERSION is missing. Restore the folder from a backup,"
                " or move the folder away to start with an empty database."
            )
        fresh = self.home / UNFINISHED
        shutil.rmtree(fresh, ignore_errors=True)
        initdb = [binaries.program("initdb"), "-D", str(fresh), "-U", SUPERUSER, "-A", "trust", "-E", "UTF8"]
        initdb += ["--data-checksums", *([] if self._durable else ["--no-sync"])]
        result = self._run([*initdb, "--locale=C.UTF-8"])
        # Older systems do not have the locale C.UTF-8. The locale C is also correct, because the auditor does not need
        # sorting or letter case by locale.
        if result.returncode:
            shutil.rmtree(fresh, ignore_errors=True)
            result = self._run([*initdb, "--locale=C"])
        if result.returncode:
            raise NoServer(f"The embedded database could not be made in {self.home}: {result.stderr.strip()[-500:]}")
        fresh.rename(self._data)

    def _launch(self, binaries: Binaries) -> subprocess.Popen[bytes]:
        folder = self._socket_folder()
        _made(folder, 0o700)
        if folder.is_symlink() or folder.stat().st_uid not in (os.geteuid(), self._account.uid):
            raise NoServer(
                f"The folder {folder} belongs to another user, who could read the data. Delete this folder, then start"
                " again."
            )
        self._account.give(folder)
        arguments = [binaries.program("postgres"), "-D", str(self._data)]
        for option in (*OPTIONS, *(() if self._durable else FAST_AND_LOOSE), f"unix_socket_directories={folder}"):
            arguments += ["-c", option]
        with self._log.open("wb") as log:
            process = subprocess.Popen(
                arguments,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # a new session, so that Ctrl-C in the terminal does not stop the server
                cwd="/",
                env=_environment(),
                **self._account.switch(),
            )
        # A thread waits for the process to end. Otherwise the ended process would be a zombie, and look alive.
        threading.Thread(target=process.wait, name="embedded-server", daemon=True).start()
        return process

    def _await_connection(self, binaries: Binaries) -> None:
        begun = time.monotonic()
        patience = START_SECONDS
        process: subprocess.Popen[bytes] | None = None
        while True:
            if process is None and self._postmaster.pid() is None:
                self._postmaster.forget()
                process = self._launch(binaries)
            try:
                psycopg.connect(self.address(SUPERUSER, "postgres"), connect_timeout=10).close()
                return
            except psycopg.OperationalError as error:
                fault = str(error)
            if "starting up" in fault or "recovery" in fault:
                patience = RECOVERY_SECONDS
            ended = process is not None and process.poll() is not None
            if ended or time.monotonic() - begun > patience:
                raise NoServer(f"The embedded PostgreSQL does not start: {self._last_words() or fault}")
            time.sleep(PAUSE)

    def _socket_folder(self) -> Path:
        inside = self.home / "socket"
        plain = re.fullmatch(r"[\w./@+-]+", str(inside), re.ASCII)
        if plain and len(f"{inside}/.s.PGSQL.5432") <= LONGEST_SOCKET:
            return inside
        short = hashlib.sha256(os.fsencode(self.home)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"{FOLDER}-{self._account.uid}-{short}"

    def _last_words(self) -> str:
        try:
            lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return ""
        return " ".join([line.partition("] ")[2] or line for line in lines[-3:]])

    def _run(self, arguments: list[str]) -> subprocess.CompletedProcess[str]:
        switch = self._account.switch()
        return subprocess.run(
            arguments, capture_output=True, text=True, check=False, cwd="/", env=_environment(), **switch
        )


@contextlib.contextmanager
def _claimed(data: Path) -> Iterator[None]:
    """Locks the server of a data folder, so that only one process at a time manages the server.

    The operating system releases the lock of a process that dies.
    """
    try:
        make_private(data)
        with (data / "postgresql.lock").open("a") as claim:
            fcntl.flock(claim, fcntl.LOCK_EX)
            yield
    except (NoAccount, SettingsRefused) as refused:
        raise NoServer(str(refused)) from refused
    except PermissionError as error:
        raise NoServer(f"{error.filename} belongs to another user. Run as that user, or set AUDITOR_DATA.") from error


def _made(folder: Path, mode: int) -> Path:
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=mode)
    return folder


def _environment() -> dict[str, str]:
    return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


def _version_of(data: Path) -> str:
    try:
        return (data / "PG_VERSION").read_text(encoding="ascii").strip()
    except OSError:
        return ""
