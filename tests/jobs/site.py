"""The pages of a campaign's own, as a process that may be killed, and what it takes to go on then."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from auditor.settings import Settings
from auditor.store.postgres import embedded
from auditor.store.postgres.binaries import NoServer
from tests.jobs.logs import until

TOP = Path(__file__).parents[2]
T = TypeVar("T")


class Pages:
    """`auditor serve` as a process group of its own, which may be killed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and returns when it answers."""
        environment = {
            "PATH": os.defpath,
            "AUDITOR_DATA": str(self._settings.data),
            "AUDITOR_FREE_BYTES": "0",
            "DATABASE_URL": self._settings.database_url or "",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "auditor", "serve", "--port", str(self._port)],
            cwd=TOP, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        until(self._answers)

    def kill(self) -> None:
        """Kills all of it."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def send(self, name: str, data: bytes) -> dict[str, Any]:
        """The receipt for a file. Raises what the connection does where it breaks, and `NotNow` where it is refused."""
        address = f"http://127.0.0.1:{self._port}/api/v1/uploads?file_name={name}"
        request = urllib.request.Request(address, data, {"Content-Type": "application/octet-stream"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - the address is ours
                receipt: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as refused:
            raise NotNow(refused.code, refused.read().decode()) from refused
        except (OSError, HTTPException, ValueError) as broken:
            if isinstance(getattr(broken, "reason", None), ConnectionRefusedError):
                raise NotNow("nobody listens") from broken
            raise Broken from broken
        return receipt

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), 1) as connection:
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return re.match(rb"HTTP/1.1 200", connection.recv(100)) is not None
        except OSError:
            assert self._process is not None
            if self._process.poll() is not None:  # the database was away just then
                self._process = None
                self.start()
            return False


class NotNow(Exception):
    """The site refused, in words."""


class Broken(Exception):
    """The connection ended before there was an answer."""


@contextlib.contextmanager
def pages(settings: Settings) -> Iterator[Pages]:
    """The pages for the length of a block."""
    served = Pages(settings)
    served.start()
    try:
        yield served
    finally:
        served.kill()


def until_it_answers(question: Callable[[], T]) -> T:
    """The answer of a database that is killed again and again."""
    while True:
        try:
            return question()
        except (psycopg.OperationalError, NoServer):
            time.sleep(0.02)


def running(settings: Settings) -> None:
    """Starts the server, which may still be ending."""
    until_it_answers(lambda: embedded.start(settings))
