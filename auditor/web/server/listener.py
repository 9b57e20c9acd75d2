"""The server: one loop for all connections, threads for complete requests, and room for every new connection."""

import logging
import socket
import sys
import threading
import time
from collections import Counter
from typing import Any, Final

from flask import Flask, Response
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.wasyncore import close_all, poll2

from auditor.store.evidence.disk_space import NoRoom
from auditor.web.requests.bodies import allowed, lack_of_room
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
        self._measures_room = False  # a thread measures the disks
        threads, self._for_files = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        threads.set_thread_count(limits.threads)
        self._for_files.set_thread_count(limits.file_threads)
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
        for threads in (self.task_dispatcher, self._for_files):
            threads.shutdown(timeout=_LOOK_SECONDS)

    def stop(self) -> None:
        """Ends `run`, from another thread."""
        self._stopped.set()
        self.pull_trigger()

    def add_task(self, task: Any) -> None:
        """Queues work for a thread."""
        brings_a_file = isinstance(task, Connection) and task.brings_a_file
        (self._for_files if brings_a_file else self.task_dispatcher).add_task(task)

    def allows(self, environ: dict[str, Any]) -> int | Exception | Response:
        """The number of bytes that a large body may have, or the refusal of its request by its head."""
        coming = sum([each.bytes_to_come for each in list(self.active_channels.values())])
        return allowed(self._app, environ, coming)

    def handle_accept(self) -> None:
        """Accepts waiting connections. If there are too many, an older one makes room."""
        for _ in range(_ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return
            if len(self.active_channels) > self._most:
                self._make_room()

    def maintenance(self, _now: float) -> None:
        """Checks the time limits of all connections, about once a second."""
        now = time.monotonic()
        for connection in list(self.active_channels.values()):
            connection.check(now)
        if not self._measures_room and any(each.bytes_to_come for each in self.active_channels.values()):
            self._measures_room = True
            self.add_task(_RoomCheck(self))

    def lack_of_room(self) -> NoRoom | None:
        """The refusal of the bodies that are on their way, where a disk no longer has its reserve."""
        return lack_of_room(self._app)

    def settle_room(self, refusal: NoRoom | None) -> None:
        """Ends the bodies that are on their way where there is a refusal; called by the loop."""
        self._measures_room = False
        if refusal is not None:
            for connection in list(self.active_channels.values()):
                connection.refuse_the_body(refusal)

    def _make_room(self) -> None:
        """Closes one connection: the oldest that asks nothing, else the one that left its answer unread the longest.
        The address with the most connections loses one first, so that nobody shuts others out from one address.
        """
        *others, newcomer = self.active_channels.values()
        of_address = Counter([each.addr[0] for each in others])
        idle = [each for each in others if each.may_be_dropped]
        unread = [each for each in others if each.is_unread]
        if idle:
            dropped = max(idle, key=lambda each: of_address[each.addr[0]])
        elif unread:
            dropped = max(unread, key=lambda each: (of_address[each.addr[0]], -each.last_activity))
        else:
            dropped = newcomer  # all others are being answered, or send a body that was allowed
        dropped.handle_close()


class _RoomCheck:
    """A thread's work: to measure the disks while bodies come."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server

    def service(self) -> None:
        """Has the loop refuse the bodies where there is no room for them."""
        refusal = None
        try:
            refusal = self._server.lack_of_room()
        finally:
            self._server.trigger.pull_trigger(lambda: self._server.settle_room(refusal))

    def cancel(self) -> None:
        """The server stops."""


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
