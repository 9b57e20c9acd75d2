"""The HTTP server: one loop reads all connections, and threads answer the complete requests.

The server accepts every new connection. If there are then too many, it closes one of them.
"""

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
_IN_MEMORY: Final = 64 * 1024  # the longest body that is kept in memory; a longer body goes to a temporary file
_READ_AT_ONCE: Final = 32 * 1024
# The most bytes of an unread answer in memory. A longer answer goes to a file, so no thread waits for the client.
_ANSWER_IN_MEMORY: Final = 256 * 1024
_LONGEST_ANSWER: Final = 1024**4


class _Journal(logging.Handler):
    """Takes the log messages of waitress, and writes their exceptions to our own journal."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes the exception of a log message to our journal. A message without an exception only says that a client
        left, and is not written.
        """
        # Sometimes waitress logs only a text, from inside an `except` block. The exception that this block handles is
        # then the one to write.
        fault = record.exc_info[1] if record.exc_info else sys.exc_info()[1]
        if fault is not None:
            journal_mistake("server.mistake", fault)


def _keep_journal() -> None:
    for name in ("waitress", "waitress.queue"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [_Journal(logging.ERROR)], False
        logger.setLevel(logging.ERROR)


class Server(TcpWSGIServer):
    """The HTTP server: serves the application `app` at the socket `listener` until `stop` is called."""

    channel_class = Connection

    def __init__(self, app: Flask, listener: socket.socket, limits: Limits | None = None) -> None:
        _keep_journal()
        limits = limits or Limits()
        self._app: Final = app
        self._most: Final = connections_allowed(limits.connections)
        self._stopped: Final = threading.Event()
        # Reentrant, because a signal handler may call `stop` while its own thread already holds this lock.
        self._waking: Final = threading.RLock()
        self._is_closed = False
        self._measures_room = False  # whether a thread is measuring the free space of the disks now
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
        """Serves until `stop` is called, then closes all connections."""
        while not self._stopped.is_set():
            poll2(_LOOK_SECONDS, self._map)
        with self._waking:
            self._is_closed = True
            close_all(self._map, ignore_all=True)
        for threads in (self.task_dispatcher, self._for_files):
            threads.shutdown(timeout=_LOOK_SECONDS)

    def stop(self) -> None:
        """Makes `run` return. Any thread may call this."""
        self._stopped.set()
        self.pull_trigger()

    def pull_trigger(self) -> None:
        """Wakes the loop of `run`. Any thread may call this. After `run` has closed all connections, this does nothing.

        A byte that is written into a pipe wakes the loop. After the pipe is closed, the system may use its file number
        for another file. Without the check `_is_closed`, the byte would then be written into that other file.
        """
        with self._waking:
            if not self._is_closed:
                super().pull_trigger()

    def add_task(self, task: Any) -> None:
        """Puts a task into the queue of the threads. A request with a large body goes to the few threads that are only
        for such requests.
        """
        brings_a_file = isinstance(task, Connection) and task.brings_a_file
        (self._for_files if brings_a_file else self.task_dispatcher).add_task(task)

    def allows(self, environ: dict[str, Any]) -> int | Exception | Response:
        """Checks the head of a request with a large body. Returns the most bytes that the body may have, or the
        refusal.
        """
        coming = sum([each.bytes_to_come for each in list(self.active_channels.values())])
        return allowed(self._app, environ, coming)

    def handle_accept(self) -> None:
        """Accepts all connections that wait. For each connection over the limit, closes one connection."""
        for _ in range(_ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                return
            if len(self.active_channels) > self._most:
                self._make_room()

    def maintenance(self, _now: float) -> None:
        """Checks the time limits of all connections. If large bodies are arriving, also starts a thread task that
        measures the free space of the disks. Waitress calls this about once a second.
        """
        now = time.monotonic()
        for connection in list(self.active_channels.values()):
            connection.check(now)
        if not self._measures_room and any(each.bytes_to_come for each in self.active_channels.values()):
            self._measures_room = True
            self.add_task(_RoomCheck(self))

    def lack_of_room(self) -> NoRoom | None:
        """Measures the free space of the disks. If there is too little for the large bodies that are arriving, returns
        the refusal of these bodies, else `None`.
        """
        return lack_of_room(self._app)

    def settle_room(self, refusal: NoRoom | None) -> None:
        """Refuses all large bodies that are arriving, if `refusal` is not `None`. Only the thread of the loop calls
        this.
        """
        self._measures_room = False
        if refusal is not None:
            for connection in list(self.active_channels.values()):
                connection.refuse_the_body(refusal)

    def _make_room(self) -> None:
        """Closes one connection, because there are too many.

        Chooses the connection in this order:

        - an idle connection (`may_be_dropped`); among several, the oldest
        - a connection whose client has not read its whole answer (`is_unread`); among several, the one that has been
          inactive for the longest time
        - the newest connection

        In the first two cases, the client address is compared first: a connection of the address with the most
        connections is closed. So no single address can shut out the others.
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
            dropped = newcomer  # all other connections wait for their answer, or send a large body that was allowed
        dropped.handle_close()


class _RoomCheck:
    """A task for a thread: it measures the free space of the disks, because large bodies are arriving."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server

    def service(self) -> None:
        """Measures the free space, and makes the loop refuse the arriving bodies if there is too little."""
        refusal = None
        try:
            refusal = self._server.lack_of_room()
        finally:
            self._server.trigger.pull_trigger(lambda: self._server.settle_room(refusal))

    def cancel(self) -> None:
        """Does nothing. Waitress calls this if the server stops before the measurement has begun."""


def _adjustments(limits: Limits, most: int) -> Adjustments:
    """Returns the settings of waitress. Waitress has its own limits on connections and bodies. They are set higher than
    our limits, so that our limits are reached first.
    """
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
        # False, because `auditor.web.access.forwarding` removes the headers of proxies that are not trusted.
        clear_untrusted_proxy_headers=False,
    )
    made.limits = limits
    return made
