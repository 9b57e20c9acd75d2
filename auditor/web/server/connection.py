"""A connection of the HTTP server, with a time limit for each of its states. Waitress calls a connection a channel."""

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
    """The answer to one request, which is either complete or refused."""

    def execute(self) -> None:
        """Calls the application. After a refused request the connection is closed: part of the request is unread."""
        if self.request.is_refused:
            self.set_close_on_finish()
        super().execute()

    def finish(self) -> None:
        """Ends the answer. An answer to HEAD has no body, so no last chunk is sent."""
        if self.request.command == "HEAD":
            self.chunked_response = False
        super().finish()

    def get_environment(self) -> dict[str, Any]:
        """Returns the WSGI environment. For a refused request it holds the refusal, and no view is called."""
        environ: dict[str, Any] = super().get_environment()
        if self.request.is_refused:
            environ["wsgi.input"] = BytesIO()
            environ[REFUSED_BY_SERVER] = self.request.refusal or Refusal(500, _OUR_MISTAKE)
        return environ


class Connection(HTTPChannel):
    """A connection and its requests. All times come from `time.monotonic`."""

    task_class = Answer
    error_task_class = Answer
    parser_class = RequestHead
    request: RequestHead | None
    requests: list[RequestHead]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._waits_since = time.monotonic()  # the time when the wait for the next request began
        # The time when the server began to send an answer, and the number of bytes sent before that time.
        self._sending: tuple[float, int] | None = None
        self._sent = 0
        self._unread = False  # the client sends a body that the server does not read
        self._lingers_until: float | None = None  # until then, bytes of the unread body are read and dropped
        super().__init__(*arguments, **options)

    @property
    def may_be_dropped(self) -> bool:
        """Whether the connection can be closed without loss, because it has no request and no answer."""
        held = self.request is not None and self.request.most_bytes is not None
        return not (self.requests or self.total_outbufs_len or held)

    @property
    def is_unread(self) -> bool:
        """Whether a complete answer waits for the client to read it."""
        return not self.requests and bool(self.total_outbufs_len)

    @property
    def brings_a_file(self) -> bool:
        """Whether the next request to be answered has a large body."""
        return bool(self.requests) and self.requests[0].most_bytes is not None

    @property
    def bytes_to_come(self) -> int:
        """The number of bytes of a large body that may still arrive."""
        request = self.request
        return 0 if request is None else request.bytes_to_come

    def readable(self) -> bool:
        """Whether the loop may read from the client. A large body is read only after its request's head is checked."""
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
        """Whether the loop may write to the client."""
        return self._lingers_until is None and super().writable()

    def handle_read(self) -> None:
        """Reads bytes. A client that stops sending in the middle of a request gets a refusal."""
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
        """Sends bytes. If the body is unread, the connection then reads and drops bytes for a few seconds.

        Without that, closing the socket with unread bytes would make the client lose our answer.
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
        """Sends bytes, counts them, and returns their number."""
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
        """Ends the connection, or refuses its request, if the time limit of its state is over."""
        limits, request = self.adj.limits, self.request
        if self._lingers_until is not None:
            late = now > self._lingers_until
        elif self.total_outbufs_len:
            late = self._is_read_too_slowly(now)
        elif self.requests:
            late = False  # a thread makes the answer; this time has no limit here
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
        """Sends the refusal of a request whose body is not allowed. The body is not read."""
        request.refuse(refusal)
        self._answer_now(request)

    def refuse_the_body(self, refusal: Exception) -> None:
        """Sends a refusal if a large body is arriving now, and reads no more of that body."""
        if self.request is not None and self.request.bytes_to_come:
            self.turn_away(self.request, refusal)

    def _answer_now(self, request: RequestHead) -> None:
        """Gives the incomplete request to a thread, which answers it. The rest of the request is not read."""
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
    """A task for a thread: it checks whether the server accepts the body of a request."""

    def __init__(self, connection: Connection, request: RequestHead) -> None:
        self._connection: Final = connection
        self._request: Final = request

    def service(self) -> None:
        """Allows the body, or answers the request with a refusal and without the body."""
        connection, request = self._connection, self._request
        # Used if the check fails with an exception. The same check runs again before the view, and may then pass. The
        # view must not be called in that case, because it would treat the unread body as an empty body.
        found: int | Exception | Response = Refusal(500, _OUR_MISTAKE)
        try:
            found = connection.server.allows(Answer(connection, request).get_environment())
        finally:
            # Only the thread of the loop may change the connection.
            connection.server.trigger.pull_trigger(lambda: self._settle(found))

    def cancel(self) -> None:
        """Does nothing. Waitress calls this if the server stops before the check began."""

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
