"""A gigabyte through the API: the server holds little of it, and leaves nothing of one that breaks off."""

import contextlib
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from auditor.jobs.context import Workplace
from tests.cli.running import PATIENCE, address_in, line_of, started
from tests.web.night import NIGHT
from tests.web.serving import Wire, request

pytestmark = pytest.mark.database
BYTES = "application/octet-stream"
GIGABYTE = 1024**3
MEMORY_KIB = 128 * 1024


def pieces(size: int) -> Iterator[bytes]:
    piece = NIGHT * (1024**2 // len(NIGHT))
    while size:
        yield piece[:size]
        size -= min(size, len(piece))


def peak_of(process: int) -> int:
    """The most memory that a running process ever held, in KiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


def opened_without_a_name(process: int) -> list[str]:
    """The files that a process has open and nobody can find by name."""
    found = []
    for each in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            found.append(str(each.readlink()))
    return [file for file in found if file.startswith("/") and file.endswith(" (deleted)")]


@pytest.mark.campaign
def test_a_gigabyte_is_sent_to_a_server_of_128_mib(place: Workplace, rows: Any) -> None:
    with started(place.settings, "serve", "--port", "0") as running:
        at = urlsplit(address_in(line_of(running)))
        connection = HTTPConnection(at.hostname or "", at.port, timeout=600)
        headers = {"Content-Type": BYTES, "Content-Length": str(GIGABYTE)}
        connection.request("POST", "/api/v1/uploads", pieces(GIGABYTE), headers)
        answer = connection.getresponse()
        peak = peak_of(running.pid)
        print(f"\n1 GiB by the API: {answer.status}, at most {peak / 1024:.0f} MiB")
        assert (answer.status, rows("SELECT size FROM upload")) == (200, [(GIGABYTE,)])
        assert opened_without_a_name(running.pid) == []
    assert peak <= MEMORY_KIB


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux tells the files of a process")
def test_a_body_waits_beside_the_evidence_in_a_file_without_a_name(place: Workplace) -> None:
    with started(place.settings, "serve", "--port", "0") as running:
        at = urlsplit(address_in(line_of(running)))
        address = (at.hostname or "", at.port or 0)
        wire = Wire(address).send(
            request(
                "/api/v1/uploads",
                f"Content-Type: {BYTES}",
                "Content-Length: 900000",
                "Expect: 100-continue",
                method="POST",
            )
        )
        assert wire.answer().status == 100
        for piece in pieces(300_000):
            wire.send(piece)
        while not (waiting := opened_without_a_name(running.pid)):
            assert Wire(address).send(request("/healthz", "Connection: close")).answer().status == 200
        assert waiting[0].startswith(str(place.settings.data))
        wire.close()
        while opened_without_a_name(running.pid):
            assert Wire(address).send(request("/healthz", "Connection: close")).answer().status == 200
        running.terminate()
        said = running.communicate(timeout=PATIENCE)[1]
        assert [line for line in said.splitlines() if not line.startswith("auditor: accepted risk ")] == []
    left = {path.name for path in place.settings.data.rglob("*") if path.is_file()}
    assert left == {"postgresql.lock", "secret-key"}
