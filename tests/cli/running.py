"""Commands that run on until they are told to stop, and what a server among them answers."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from auditor.settings import Settings
from tests.cli.command import COMMAND, TOP, environment

PATIENCE: Final = 60


@contextmanager
def started(
    settings: Settings, *arguments: str | Path, command: Sequence[str] = COMMAND
) -> Iterator[subprocess.Popen[str]]:
    """The command running; it is killed at the end where it did not stop by itself."""
    with subprocess.Popen(
        [*command, *arguments],
        cwd=TOP,
        env=environment(settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def line_of(running: subprocess.Popen[str], beginning: str = "") -> str:
    """The next line of its output that begins so."""
    assert running.stdout is not None
    return next(line for line in iter(running.stdout.readline, "") if line.startswith(beginning))


def address_in(line: str) -> str:
    """The address of the server that a line names, with the path behind it."""
    found = re.search(r"http://[^\s;]+", line)
    assert found is not None, line
    return found[0]


def answered(address: str) -> tuple[int, str]:
    """The status that the server at an address answers with, and where it leads, if anywhere."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=PATIENCE)
    connection.request("GET", parts.path)
    answer = connection.getresponse()
    connection.close()
    return answer.status, answer.headers.get("Location", "")
