"""The pages under an attack, measured: how long others wait with it and without it, in turns, in one run."""

import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from urllib.parse import urlsplit

import pytest

from auditor.settings import Settings
from auditor.store.uploads.upload_rows import Receipt
from tests.cli.command import TOP
from tests.cli.running import PATIENCE, address_in, line_of, started

pytestmark = [pytest.mark.database, pytest.mark.campaign]

IDLE, HEADS, BODIES = 500, 200, 50
ROUNDS = 6
ASKED = 150  # requests in one turn
PATHS = ("/findings", "/hands/1", "/", "/rules", "/healthz")
HEAD = b"GET /healthz HTTP/1.1\r\nHo"
BODY = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nname="


def attack(host: str, port: int) -> None:
    """Holds so many connections open, drips a byte into the half-sent ones each second, and opens again what is closed;
    says a line when all are open. It ends with its standard input.
    """
    watched = selectors.DefaultSelector()
    watched.register(sys.stdin, selectors.EVENT_READ)

    def begin(beginning: bytes) -> None:
        wire = socket.create_connection((host, port), timeout=PATIENCE)
        wire.sendall(beginning)
        watched.register(wire, selectors.EVENT_READ, beginning)

    for beginning in [b""] * IDLE + [HEAD] * HEADS + [BODY] * BODIES:
        begin(beginning)
    print("open", flush=True)
    while True:
        for key, _ in watched.select(1):
            if key.fileobj is sys.stdin:
                return
            assert isinstance(key.fileobj, socket.socket)
            watched.unregister(key.fileobj)
            key.fileobj.close()
            begin(key.data)
        for key in list(watched.get_map().values()):
            if key.data:
                try:
                    key.fileobj.send(b"x")  # type: ignore[union-attr]
                except OSError:
                    continue  # closed, as the next look shows
        time.sleep(1)


@contextmanager
def attacked(host: str, port: int) -> Iterator[None]:
    """The attack, by a process of its own."""
    command = [sys.executable, "-P", "-c", f"from tests.web.test_under_attack import attack; attack({host!r}, {port})"]
    with subprocess.Popen(command, cwd=TOP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as attacker:
        try:
            assert attacker.stdout is not None
            assert attacker.stdout.readline() == "open\n"
            yield
        finally:
            attacker.kill()


def waited(host: str, port: int) -> list[float]:
    """How long each request took, each on a connection of its own."""
    times = []
    for _, path in zip(range(ASKED), cycle(PATHS), strict=False):
        began = time.perf_counter()
        connection = HTTPConnection(host, port, timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        times.append(time.perf_counter() - began)
        assert answer.status == 200
    return times


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[18]


def test_others_hardly_wait_longer(settings: Settings, night: Receipt) -> None:
    with started(settings, "serve", "--port", "0") as running:
        at = urlsplit(address_in(line_of(running)))
        host, port = at.hostname or "", at.port or 0
        waited(host, port)  # the first request of a kind takes longer
        calm: list[float] = []
        under: list[float] = []
        for _ in range(ROUNDS):
            calm += waited(host, port)
            with attacked(host, port):
                under += waited(host, port)
        ratio = p95(under) / p95(calm)
        print(
            f"\np95 of {len(calm)} requests {p95(calm) * 1000:.1f} ms; with {IDLE} idle connections, {HEADS} slow heads"
            f" and {BODIES} slow bodies {p95(under) * 1000:.1f} ms: {ratio:.2f} times"
            f" (median {statistics.median(under) / statistics.median(calm):.2f} times)"
        )
        running.terminate()
        running.communicate(timeout=PATIENCE)
    assert ratio < 2
