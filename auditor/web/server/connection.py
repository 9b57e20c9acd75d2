"""A connection (waitress calls it a channel), with a time limit for each of its states."""

import contextlib
import socket
import time
from io import BytesIO
from typing import Any, Final

from flask import Response
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from auditor.web.requests.guards import REFUSED_BY_SERVER
from auditor.web.requests.refusals import Refusal
from auditor.web.server.limits import Limits
from auditor.web.server.request_head import RequestHead

_OUR_MISTAKE: Final = "Something went wrong on our side. Try again. If it happens again, contact your administrator."


class Answer(WSGITask):
    """The answer to a complete request, or to a refused one."""

    def execute(self) -> None:
        """Calls the application. After a refused request, the connection is closed, because its rest was not read."""
        if self.request.is_refused:
            self.set_close_on_finish()
        super().execute()

    def finish(self) -> None:
        """Ends the answer. An answer to HEAD has no body and so no last chunk."""
        if self.request.command == "HEAD":
            self.chunked_response = False
        super().finish()

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment. A refused request brings its refusal, and no view gets the request."""
        environ: dict[str, Any] = super().get_environment()
        if self.request.is_refused:
            environ["wsgi.input"] = BytesIO()
            environ[REFUSED_BY_SERVER] = self.request.refusal or Refusal(500, _OUR_MISTAKE)
        return environ


class Connection(HTTPChannel):
    """A connection and the requests on it. All times are of `time.monotonic`."""

    task_class = Answer
    error_task_class = Answer
    parser_class = RequestHead
    request: RequestHead | None
    requests: list[RequestHead]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._waits_since = time.monotonic()  # since when the connection waits for a request
        self._sending: tuple[float, int] | None = (
            None  # since when the client reads an answer, and the bytes sent until then
        )
        self._sent = 0
        self._unread = False  # the client sends a body that the server does not read
        self._lingers_until: float | None = None
        super().__init__(*arguments, **options)

    @property
    def may_be_dropped(self) -> bool:
        """Whether the connection can be closed without loss: it has no request and no answer."""
        held = self.request is not None and self.request.most_bytes is not None
        return not (self.requests or self.total_outbufs_len or held)

    @property
    def is_unread(self) -> bool:
        """Whether a whole answer waits for somebody to read it."""
        return not self.requests and bool(self.total_outbufs_len)

    @property
    def brings_a_file(self) -> bool:
        """Whether the request to be answered next has a large body."""
        return bool(self.requests) and self.requests[0].most_bytes is not None

    @property
    def bytes_to_come(self) -> int:
        """How many bytes of a large body may still come."""
        request = self.request
        return 0 if request is None else request.bytes_to_come

    def readable(self) -> bool:
        """Whether the loop may read. A large body is read only after the check of its head."""
        if self._lingers_until is not None:
            return True
        if not super().readable():
            return False
        request = self.request
        if request is not None and request.waits and not request.is_being_checked:
            request.is_being_checked = True
            self.server.add_task(_HeadCheck(self, request))
        return request is None or not request.waits

    def writable(self) -> Any:
        """Whether the loop may write."""
        return self._lingers_until is None and super().writable()

    def handle_read(self) -> None:
        """Reads bytes. If the client stops in the middle of a request, it gets a refusal."""
        try:
            data = self.socket.recv(self.adj.recv_bytes)
        except BlockingIOError:
            return
        except OSError:
            self.handle_close()
            return
        request = self.request
        if self._lingers_until is not None:
            if not data:
                self.handle_close()
        elif data:
            self.last_activity = time.time()
            self.received(data)
        elif request is not None and request.headers_finished and not self.requests:
            request.refuse_the_cut()
            self._answer_now(request)
        else:
            self.handle_close()

    def handle_write(self) -> None:
        """Sends bytes. A socket that closes with unread bytes makes the client lose our answer, so the connection first
        reads and drops bytes for a moment.
        """
        if not self._unread:
            super().handle_write()
            return
        self._flush_exception(self._flush_some_if_lockable, do_close=False)
        if self.will_close:
            self.handle_close()
        elif self.close_when_flushed and not self.total_outbufs_len:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
            self._lingers_until = time.monotonic() + self.adj.limits.linger

    def send(self, data: bytes, do_close: bool = True) -> Any:
        """Sends bytes, and counts them."""
        number = super().send(data, do_close)
        self._sent += number
        return number

    def service(self) -> None:
        """Answers the first waiting request."""
        if self.requests[0].is_refused:
            self._unread = True
        super().service()
        self._waits_since = time.monotonic()

    def check(self, now: float) -> None:
        """Ends the connection, or its request, after a time limit."""
        limits, request = self.adj.limits, self.request
        if self._lingers_until is not None:
            late = now > self._lingers_until
        elif self.total_outbufs_len:
            late = self._is_read_too_slowly(now)
        elif self.requests:
            late = False  # the answer has limits of its own
        elif request is None:
            late = now - self._waits_since > limits.idle
        elif not request.headers_finished:
            late = now - request.began > limits.head
        else:
            late = request.is_too_slow(now)
        if not self.total_outbufs_len:
            self._sending = None
        if not late:
            return
        if request is None or self.requests or self.total_outbufs_len or self._lingers_until is not None:
            self.handle_close()
        else:
            request.refuse_the_slow()
            self._answer_now(request)

    def turn_away(self, request: RequestHead, refusal: Exception | Response) -> None:
        """Answers a request whose body is not allowed with its refusal, without reading the body."""
        request.refuse(refusal)
        self._answer_now(request)

    def refuse_the_body(self, refusal: Exception) -> None:
        """Answers a request whose large body is on its way with a refusal, and reads no more of that body."""
        if self.request is not None and self.request.bytes_to_come:
            self.turn_away(self.request, refusal)

    def _answer_now(self, request: RequestHead) -> None:
        """Passes the incomplete request to a thread, which answers it. Its rest is not read."""
        with self.requests_lock:
            self.requests.append(request)
            self.request = None
            self.server.add_task(self)

    def _is_read_too_slowly(self, now: float) -> bool:
        if self._sending is None:
            self._sending = (now, self._sent)
        since, sent = self._sending
        limits: Limits = self.adj.limits
        return self._sent - sent < (now - since - limits.grace) * limits.bytes_a_second


class _HeadCheck:
    """A task for a thread: checks whether the body of a request may come."""

    def __init__(self, connection: Connection, request: RequestHead) -> None:
        self._connection: Final = connection
        self._request: Final = request

    def service(self) -> None:
        """Allows the body, or answers the request without it."""
        connection, request = self._connection, self._request
        # A second check may allow what the first refused, and the view would take the unread body for an empty one.
        found: int | Exception | Response = Refusal(500, _OUR_MISTAKE)
        try:
            found = connection.server.allows(Answer(connection, request).get_environment())
        finally:
            # Only the loop may change the connection.
            connection.server.trigger.pull_trigger(lambda: self._settle(found))

    def cancel(self) -> None:
        """Called when the server stops."""

    def _settle(self, found: int | Exception | Response) -> None:
        connection, request = self._connection, self._request
        if connection.request is not request or not connection.connected:
            return  # the request ended in the meantime
        if not isinstance(found, int):
            connection.turn_away(request, found)
            return
        request.allow(found)
        if request.expect_continue:
            connection.send_continue()
