"""The application behind its real server, on a real socket, and what is sent to it byte by byte."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from flask import Flask

from auditor.web.server import Limits, Server

PATIENCE: Final = 30
# So short that a test need not wait long, and as long as one look of the server at its connections.
SHORT: Final = Limits(idle=1, head=1, grace=1, body=5, linger=1)


@dataclass(frozen=True)
class Answered:
    """An answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes


class Wire:
    """A connection to a server."""

    def __init__(self, address: tuple[str, int], room: int | None = None) -> None:
        """With `room`, so many bytes wait for this side to read them, and no more."""
        self.socket = socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET)
        if room is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(address)
        self._came = b""

    def send(self, data: bytes) -> "Wire":
        self.socket.sendall(data)
        return self

    def end(self) -> "Wire":
        """Sends no more, and still listens."""
        self.socket.shutdown(socket.SHUT_WR)
        return self

    def answer(self, method: str = "GET") -> Answered:
        """The next answer."""
        head, body = self._until(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in [line.partition(": ") for line in lines]}
        status = int(re.fullmatch(r"HTTP/1\.[01] (\d{3}) .*", first)[1])  # type: ignore[index]
        self._came = body
        if method == "HEAD" or status < 200 or status in (204, 304):
            return Answered(status, headers, b"")
        if "content-length" in headers:
            while len(self._came) < int(headers["content-length"]):
                self._more()
            size = int(headers["content-length"])
            body, self._came = self._came[:size], self._came[size:]
            return Answered(status, headers, body)
        return Answered(status, headers, self._came + self.rest())

    def rest(self) -> bytes:
        """All that comes until the server closes."""
        came = b""
        while piece := self._received():
            came += piece
        return came

    def is_closed(self) -> bool:
        """Whether the server closes without a word more; waits for it."""
        return self._received() == b""

    def close(self) -> None:
        self.socket.close()

    def _until(self, mark: bytes) -> tuple[bytes, bytes]:
        while mark not in self._came:
            self._more()
        head, _, rest = self._came.partition(mark)
        return head, rest

    def _more(self) -> None:
        piece = self._received()
        assert piece, f"the server closed after {self._came!r}"
        self._came += piece

    def _received(self) -> bytes:
        try:
            return self.socket.recv(65536)
        except ConnectionResetError:
            return b""


@contextmanager
def serving(app: Flask, limits: Limits | None = None, host: str = "127.0.0.1") -> Iterator[Server]:
    """A server of the application, running in a thread."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = Server(app, socket.create_server((host, 0), family=family), limits or Limits())
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    try:
        yield server
    finally:
        server.stop()
        running.join(PATIENCE)
        assert not running.is_alive()


@contextmanager
def served(app: Flask, limits: Limits | None = None, host: str = "127.0.0.1") -> Iterator[tuple[str, int]]:
    """The address at which the application is served."""
    with serving(app, limits, host) as server:
        yield server.effective_host, int(server.effective_port)


def few(connections: int) -> Limits:
    """The usual limits, and so many connections."""
    return replace(Limits(), connections=connections)


def request(path: str, *lines: str, method: str = "GET", host: str = "localhost", body: bytes = b"") -> bytes:
    """The bytes of a request."""
    length = [f"Content-Length: {len(body)}"] if body else []
    head = "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, *length])
    return head.encode("latin-1") + b"\r\n\r\n" + body
