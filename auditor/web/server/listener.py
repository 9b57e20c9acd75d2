"""The server: one loop for all connections, and threads for complete requests."""

import logging
import socket
import sys
import threading
import time
from typing import Any, Final

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.wasyncore import close_all, poll2

from auditor.web.requests.bodies import allowed
from auditor.web.requests.refusals import journal_mistake
from auditor.web.server.connection import Connection
from auditor.web.server.limits import LONGEST_HEAD, Limits, connections_allowed

_ACCEPTED_AT_ONCE: Final = 64
_WAITING_TO_BE_ACCEPTED: Final = 2048
_LOOK_SECONDS: Final = 1
_IN_MEMORY: Final = 64 * 1024  # the part of a body in memory; the rest is in a file without a name
_READ_AT_ONCE: Final = 32 * 1024
# An answer to a slow client waits in memory, then in a file. No thread waits for the client.
_ANSWER_IN_MEMORY: Final = 256 * 1024
_LONGEST_ANSWER: Final = 1024**4


class _Journal(logging.Handler):
    """Writes the faults that waitress logs to our journal."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a fault. Other messages of waitress are about clients that left."""
        # If waitress logs only a text, the exception is still being handled.
        fault = record.exc_info[1] if record.exc_info else sys.exc_info()[1]
        if fault is not None:
            journal_mistake("server.mistake", fault)


def _keep_journal() -> None:
    for name in ("waitress", "waitress.queue"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [_Journal(logging.ERROR)], False
        logger.setLevel(logging.ERROR)


class Server(TcpWSGIServer):
    """Serves `app` at a listening socket until `stop`."""

    channel_class = Connection

    def __init__(self, app: Flask, listener: socket.socket, limits: Limits | None = None) -> None:
        _keep_journal()
        limits = limits or Limits()
        self._app: Final = app
        self._most: Final = connections_allowed(limits.connections)
        self._stopped: Final = threading.Event()
        threads = ThreadedTaskDispatcher()
        threads.set_thread_count(limits.threads)
        family, kind, protocol = listener.family, listener.type, listener.proto
        super().__init__(
            app,
            _sock=listener,
            dispatcher=threads,
            adj=_adjustments(limits, self._most),
            sockinfo=(family, kind, protocol, listener.getsockname()),
            bind_socket=False,
        )

    def run(self) -> None:
        """Serves until `stop`, then closes all connections."""
        while not self._stopped.is_set():
            poll2(_LOOK_SECONDS, self._map)
        close_all(self._map, ignore_all=True)
        self.task_dispatcher.shutdown(timeout=_LOOK_SECONDS)

    def stop(self) -> None:
        """Ends `run`, from another thread."""
        self._stopped.set()
        self.pull_trigger()

    def allows(self, environ: dict[str, Any]) -> int | None:
        """The number of bytes that a large body may have; None if the head of its request is refused."""
        return allowed(self._app, environ)

    def handle_accept(self) -> None:
        """Accepts waiting connections. If there are too many, closes the oldest idle one."""
        for _ in range(_ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return
            if len(self.active_channels) > self._most:
                self._drop_the_oldest()

    def maintenance(self, _now: float) -> None:
        """Checks the time limits of all connections, about once a second."""
        now = time.monotonic()
        for connection in list(self.active_channels.values()):
            connection.check(now)

    def _drop_the_oldest(self) -> None:
        oldest = next((each for each in self.active_channels.values() if each.may_be_dropped), None)
        if oldest is not None:
            oldest.handle_close()


def _adjustments(limits: Limits, most: int) -> Adjustments:
    """The settings of waitress. Its own limits on connections and bodies are higher than ours."""
    made = Adjustments(
        threads=limits.threads,
        ident=None,
        backlog=_WAITING_TO_BE_ACCEPTED,
        connection_limit=most + _ACCEPTED_AT_ONCE,
        cleanup_interval=_LOOK_SECONDS,
        recv_bytes=_READ_AT_ONCE,
        inbuf_overflow=_IN_MEMORY,
        outbuf_overflow=_ANSWER_IN_MEMORY,
        outbuf_high_watermark=_LONGEST_ANSWER,
        max_request_header_size=LONGEST_HEAD,
        max_request_body_size=_LONGEST_ANSWER,
        log_socket_errors=False,
        clear_untrusted_proxy_headers=False,  # `auditor.web.access.forwarding` does it
    )
    made.limits = limits
    return made
