"""The server itself, over real sockets: it waits for nobody, it reads no more than it takes, and it is never mute."""

import os
import re
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from auditor.jobs.context import Workplace
from auditor.store.postgres.database import Database, NoDatabase
from auditor.store.uploads.upload_rows import Receipt
from auditor.web.requests.guards import HEADERS
from tests.cli.command import TOP
from tests.web.night import NIGHT
from tests.web.serving import PATIENCE, SHORT, Wire, few, request, served, serving
from tests.web.signed import account, bearer

pytestmark = pytest.mark.database

LARGE = 8_000_000
SEND = "/api/v1/uploads?file_name=night.txt"
BYTES = "Content-Type: application/octet-stream"
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHo"
HALF_BODY = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nname="


@contextmanager
def attackers(address: tuple[str, int], idle: int, heads: int, bodies: int) -> Iterator[list[Wire]]:
    """Connections that are open and ask nothing to its end."""
    with ExitStack() as stack:
        wires = []
        for beginning in [b""] * idle + [HALF_HEAD] * heads + [HALF_BODY] * bodies:
            wire = Wire(address)
            stack.callback(wire.close)
            wires.append(wire.send(beginning))
        yield wires


def assert_dressed(what: object, headers: dict[str, str]) -> None:
    assert "server" not in headers, what
    for name in HEADERS:
        assert name.lower() in headers, f"{what} has no {name}"


def test_half_sent_requests_do_not_hold_up_others(app: Flask, night: Receipt) -> None:
    with served(app) as address, attackers(address, 100, 40, 16) as wires:
        for path in ("/healthz", "/findings", "/hands/1", "/readyz"):
            for _ in range(5):
                wire = Wire(address).send(request(path, "Connection: close"))
                assert wire.answer().status == 200
                wire.close()
        # None of them was thrown out for it: there is room for all.
        assert wires[0].send(request("/healthz")).answer().status == 200
        assert wires[120].send(b"st: localhost\r\n\r\n").answer().status == 200
        assert wires[150].send(b"x" * 495).answer().status == 403  # no token of ours


def test_what_takes_too_long_is_ended(app: Flask) -> None:
    with served(app, SHORT) as address, attackers(address, 20, 20, 20) as wires:
        for place, wire in enumerate(wires):
            if place < 20:
                assert wire.is_closed()
                continue
            answer = wire.answer()
            assert answer.status == 408
            assert_dressed(place, answer.headers)
            assert b"took too long" in answer.body
            assert wire.is_closed()


@pytest.mark.parametrize("beginning", [HALF_HEAD[:5], HALF_BODY], ids=["head", "body"])
def test_dripping_bytes_do_not_buy_time(beginning: bytes, app: Flask) -> None:
    """A limit is on the whole: whoever sends a byte now and then has no more time than whoever sends none."""
    over = threading.Event()
    with served(app, SHORT) as address:
        wire = Wire(address).send(beginning)

        def drip() -> None:
            while not over.wait(0.05):
                try:
                    wire.send(b"x")
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        answer = wire.answer()
        over.set()
        dripping.join()
        wire.close()
    assert answer.status == 408


def test_the_oldest_idle_connection_makes_room(app: Flask) -> None:
    with served(app, few(20)) as address, attackers(address, 0, 20, 0) as wires:
        for _ in range(5):
            wire = Wire(address).send(request("/healthz", "Connection: close"))
            assert wire.answer().status == 200
            wire.close()
        assert wires[0].is_closed()
        assert wires[19].send(b"st: localhost\r\n\r\n").answer().status == 200


def test_the_address_with_the_most_connections_makes_room(app: Flask) -> None:
    with served(app, few(20)) as address, ExitStack() as stack:
        other = stack.enter_context(socket.create_connection(address, PATIENCE, source_address=("127.0.0.2", 0)))
        other.sendall(HALF_HEAD)
        stack.enter_context(attackers(address, 0, 30, 0))
        other.sendall(b"st: localhost\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")


@contextmanager
def instead(app: Flask, view: Callable[[], Any], of: str = "health.alive") -> Iterator[None]:
    """What `/healthz`, or another endpoint, answers meanwhile."""
    kept = app.view_functions[of]
    app.view_functions[of] = view
    try:
        yield
    finally:
        app.view_functions[of] = kept


def test_large_files_hold_no_page_up(app: Flask) -> None:
    """As many of them as there are threads are being stored, and it takes long."""
    stored = threading.Event()

    def stores() -> str:
        assert stored.wait(PATIENCE)
        return "stored"

    with instead(app, stores, "Uploads.send"), served(app) as address:
        sending = [Wire(address).send(request(SEND, BYTES, method="POST", body=b"x" * 100_000)) for _ in range(12)]
        for _ in range(3):
            wire = Wire(address).send(request("/nothing", "Connection: close"))
            wire.socket.settimeout(PATIENCE / 3)
            assert wire.answer().status == 404
        stored.set()
        assert [wire.answer().body for wire in sending] == [b"stored"] * 12


def test_who_reads_slowly_holds_nobody_up(app: Flask) -> None:
    """More of them than there are threads; what they do not read is more than the sockets hold."""
    with instead(app, lambda: b"x" * LARGE), served(app) as address, ExitStack() as stack:
        slow = [Wire(address, room=4096) for _ in range(10)]
        for wire in slow:
            stack.callback(wire.close)
            wire.send(request("/healthz"))
        for _ in range(3):
            assert Wire(address).send(request("/nothing", "Connection: close")).answer().status == 404
        assert slow[7].answer().body == b"x" * LARGE


def test_an_answer_that_nobody_reads_ends(app: Flask) -> None:
    with instead(app, lambda: b"x" * LARGE), serving(app, SHORT) as server:
        wire = Wire((server.effective_host, int(server.effective_port)), room=4096).send(request("/healthz"))
        assert wire.socket.recv(100).startswith(b"HTTP/1.1 200")
        while server.active_channels:
            threading.Event().wait(0.05)
        assert len(wire.rest()) < LARGE - 100


def test_unread_answers_shut_nobody_out(app: Flask) -> None:
    """As many connections as there may be leave a long answer unread; one of them makes room for all who come."""
    with instead(app, lambda: b"x" * LARGE), serving(app, few(20)) as server, ExitStack() as stack:
        address = server.effective_host, int(server.effective_port)
        unread = [Wire(address, room=4096) for _ in range(20)]
        for wire in unread:
            stack.callback(wire.close)
            wire.send(request("/healthz"))
        while not all(each.is_unread for each in list(server.active_channels.values())):
            threading.Event().wait(0.05)
        for _ in range(5):
            wire = Wire(address).send(request("/nothing", "Connection: close"))
            assert wire.answer().status == 404
            assert wire.is_closed()
            wire.close()
        assert len([each for each in server.active_channels.values() if each.is_unread]) == 19


@pytest.mark.parametrize("came", [1, 61, len(NIGHT) - 1])
@pytest.mark.parametrize("how", ["listens", "gone", "through a proxy", "chunked"])
def test_a_cut_upload_gets_no_receipt(how: str, came: int, app: Flask, place: Workplace, rows: Any) -> None:
    whole = request(SEND, BYTES, method="POST", body=NIGHT)
    cut = whole[: len(whole) - len(NIGHT) + came]
    if how == "chunked":
        head = request(SEND, BYTES, "Transfer-Encoding: chunked", method="POST")
        cut = head + b"%x\r\n%b\r\n" % (came, NIGHT[:came])  # a chunk that is whole, and no last one
    with served(app) as address, ExitStack() as stack:
        to = stack.enter_context(proxy(address)) if how == "through a proxy" else address
        wire = Wire(to).send(cut)
        if how == "gone":
            wire.close()
        else:
            answer = wire.end().answer()
            assert answer.status == 400
            assert_dressed(how, answer.headers)
            assert b"Not all data of the request arrived" in answer.body
            wire.close()
        # The loop reads one connection after the other: when this is answered, the end of that one was seen.
        assert Wire(address).send(request("/healthz", "Connection: close")).answer().status == 200
    assert rows("SELECT count(*) FROM upload") == [(0,)]
    assert left_in(place) == []


@contextmanager
def proxy(address: tuple[str, int]) -> Iterator[tuple[str, int]]:
    """One that passes on what comes, also the end of it, for one connection."""
    listener = socket.create_server(("127.0.0.1", 0))

    def pipe(source: socket.socket, target: socket.socket) -> None:
        while piece := source.recv(65536):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)

    def copy() -> None:
        with listener.accept()[0] as near, socket.create_connection(address, timeout=PATIENCE) as far:
            back = threading.Thread(target=pipe, args=(far, near))
            back.start()
            pipe(near, far)
            back.join()

    passing = threading.Thread(target=copy)
    passing.start()
    try:
        yield listener.getsockname()
    finally:
        passing.join(PATIENCE)
        listener.close()


def left_in(place: Workplace) -> list[Path]:
    return [path for path in place.settings.data.rglob("*") if path.is_file() and path.name != "secret-key"]


@pytest.mark.parametrize("size", [100, 60_000, 300_000, 5_000_000])
@pytest.mark.parametrize("how", ["length", "chunked", "asks first"])
def test_a_whole_upload_gets_its_receipt(how: str, size: int, app: Flask, rows: Any) -> None:
    body = (NIGHT * (size // len(NIGHT) + 1))[:size]
    with served(app) as address:
        wire = Wire(address)
        if how == "chunked":
            wire.send(request(SEND, BYTES, "Transfer-Encoding: chunked", method="POST"))
            for start in range(0, size, 70_000):
                piece = body[start : start + 70_000]
                wire.send(b"%x\r\n%b\r\n" % (len(piece), piece))
            wire.send(b"0\r\n\r\n")
        elif how == "asks first":
            wire.send(request(SEND, BYTES, f"Content-Length: {size}", "Expect: 100-continue", method="POST"))
            assert wire.answer().status == 100
            wire.send(body)
        else:
            wire.send(request(SEND, BYTES, method="POST", body=body))
        answer = wire.answer()
        wire.close()
    assert answer.status == 200
    assert rows("SELECT size FROM upload") == [(size,)]


@pytest.mark.parametrize("more", [[], ["Expect: 100-continue"], ["Transfer-Encoding: chunked"]])
def test_a_stranger_s_large_body_is_not_read(more: list[str], app: Flask, database: Database) -> None:
    """Nor is one of a size that is not taken. The answer comes although nothing of the body does."""
    number = account(database, "Ada")
    known = f"Authorization: {bearer(database, number)['Authorization']}"
    length = [] if "Transfer-Encoding: chunked" in more else ["Content-Length: 900000000"]
    with served(app) as address:
        answer = Wire(address).send(request(SEND, BYTES, *length, *more, method="POST")).answer()
        assert answer.status == 401
        assert_dressed("401", answer.headers)
        big = ["Content-Length: 2000000000"]
        answer = Wire(address).send(request(SEND, BYTES, known, *big, method="POST")).answer()
        assert (answer.status, b"UP-01" in answer.body) == (413, True)
        answer = Wire(address).send(request("/sign-in", "Content-Length: 200000", method="POST")).answer()
        assert answer.status == 413
        assert_dressed("413", answer.headers)
        chunked = request("/sign-in", "Transfer-Encoding: chunked", method="POST")
        assert Wire(address).send(chunked).answer().status in (400, 403)


@pytest.mark.parametrize("more", ["Transfer-Encoding: chunked", "Content-Length: 300000"])
def test_a_body_that_was_refused_is_never_taken_for_an_empty_one(
    more: str, app: Flask, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the head fails, and a moment later the same check would pass."""

    def fails() -> None:
        raise NoDatabase("The database does not answer.")

    monkeypatch.setitem(app.extensions, "auditor.before-the-body", (fails,))
    with served(app) as address:
        answer = Wire(address).send(request(SEND, BYTES, more, method="POST")).answer()
    assert (answer.status, answer.headers["retry-after"]) == (503, "10")
    assert_dressed("503", answer.headers)
    assert rows("SELECT count(*) FROM upload") == [(0,)]


def test_the_answer_reaches_whoever_is_still_sending(app: Flask, database: Database) -> None:
    account(database, "Ada")
    with served(app) as address:
        wire = Wire(address)
        wire.send(request(SEND, BYTES, "Content-Length: 20000000", method="POST"))
        for _ in range(200):
            wire.send(b"x" * 100_000)
        assert wire.answer().status == 401
        wire.close()


MALFORMED = {
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n": 400,  # somebody speaks TLS to us
    b"GET\r\n\r\n": 400,
    b"GET  /  HTTP/1.1\r\n\r\n": 400,
    b"GET / HTTP/1.1 x\r\n\r\n": 400,
    b"G\xc3\xa9T / HTTP/1.1\r\n\r\n": 400,
    b"GET /\r\nHost: localhost\r\nBad header\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nA b: c\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nA: \x00\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: localhost\rA: b\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: localhost\nA: b\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n": 400,
    b"GET / HTTP/1.1\r\n\r\n": 400,
    b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n": 400,
    b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n": 414,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nA: " + b"x" * 40_000 + b"\r\n\r\n": 431,
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 7000 + b"\r\n": 431,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +1\r\n\r\nx": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x1\r\n\r\nx": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \xd9\xa1\r\n\r\nx": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 400 + b"\r\n\r\n": 413,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nx": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nx": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \r\nContent-Length: 1\r\n\r\nx": 400,
    b"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n": 501,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, gzip\r\n\r\n": 501,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \x0bchunked\r\n\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n": 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 3000: 400,
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * 3000: 400,
}


def test_what_is_no_request_is_answered_like_everything_else(app: Flask) -> None:
    with served(app) as address:
        for sent, status in MALFORMED.items():
            for method in (b"GET", b"HEAD", b"OPTIONS"):
                wire = Wire(address).send(re.sub(rb"^(GET|POST)(?= /)", method, sent))
                answer = wire.answer("HEAD")  # the body is in what comes after it
                assert answer.status == status, sent[:120]
                assert_dressed(sent[:120], answer.headers)
                rest = wire.end().rest()
                assert re.search(rb"^HTTP/1", rest, re.MULTILINE) is None, sent[
                    :120
                ]  # it was one request, and one answer
                assert b"Traceback" not in rest
                wire.close()
        page = Wire(address).send(b"GET / HTTP/1.1\r\nHost: localhost\r\nBad\r\n\r\n").answer().body
        assert b"<h1>Not valid</h1>" in page
        assert Wire(address).send(request("/healthz")).answer().status == 200


def test_several_requests_on_one_connection_are_answered_in_order(app: Flask) -> None:
    with served(app) as address:
        wire = Wire(address)
        wire.send(request("/healthz") + request("/nothing") + request(SEND, BYTES, method="POST", body=NIGHT))
        assert [wire.answer().status for _ in range(3)] == [200, 404, 200]
        large = NIGHT * 50
        wire.send(request("/healthz") + request(SEND, BYTES, method="POST", body=large))
        assert [wire.answer().status for _ in range(2)] == [200, 200]


def test_a_long_table_goes_out_as_a_stream(app: Flask, night: Receipt) -> None:
    with served(app) as address:
        answer = Wire(address).send(request("/findings.csv?all=yes")).answer()
    assert (answer.status, answer.headers["transfer-encoding"]) == (200, "chunked")
    assert answer.body.endswith(b"0\r\n\r\n")
    assert answer.headers["row-count"] == "1"
    assert answer.body.count(b"B402") == 1


def test_it_serves_ipv6(app: Flask) -> None:
    with served(app, host="::1") as address:
        assert Wire(address).send(request("/healthz", host="[::1]")).answer().status == 200


def test_a_fault_of_ours_is_answered_like_everything_else(app: Flask, capfd: pytest.CaptureFixture[str]) -> None:
    """Also one that only shows when the answer is written: a header that cannot be sent."""
    bad = {"X-Name": "Wolfgang \N{BLACK SPADE SUIT}"}
    with instead(app, lambda: ("", 200, bad)), served(app) as address:
        answer = Wire(address).send(request("/healthz")).answer()
    assert answer.status == 500
    assert_dressed("500", answer.headers)
    told = capfd.readouterr().err
    assert "server.mistake" in told
    assert "Wolfgang" not in told


def test_there_are_no_more_connections_than_files() -> None:
    """Where the system gives few, the server takes fewer connections instead of failing at one of them."""
    counted = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 512));"
        "from auditor.web.server.limits import connections_allowed as allowed; print(allowed(2000), allowed(9));"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", counted], cwd=TOP, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["128", "9", "512"]


def test_a_server_that_has_ended_writes_into_no_other_file(app: Flask) -> None:
    """A task that ends late still wakes the server. The number of its closed pipe may belong to another file then."""
    with serving(app) as server:
        pass
    pipes = [os.pipe() for _ in range(20)]  # these take the numbers that are free now
    try:
        server.pull_trigger()
        server.stop()
        assert select.select([reading for reading, _ in pipes], [], [], 0)[0] == []
    finally:
        for end in (end for pipe in pipes for end in pipe):
            os.close(end)
