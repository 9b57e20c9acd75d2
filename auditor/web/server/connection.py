"""A connection of the HTTP server to one client. It has a time limit for each state: waiting, receiving, answering.
Waitress calls a connection a channel.
"""

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

_OUR_MISTAKE: Final = (
    "Something went wrong on our side. Try again. If the error happens again, contact your administrator."
)


class Answer(WSGITask):
    """A task for a thread: answers one request. The request is complete, or the server refuses it before it is
    complete.
    """

    def execute(self) -> None:
        """Calls the application. If the request is refused, the connection is closed afterwards, because the server has
        not read the end of that request.
        """
        if self.request.is_refused:
            self.set_close_on_finish()
        super().execute()

    def finish(self) -> None:
        """Ends the answer. A HEAD request asks only for headers, so its answer has no body. The empty chunk that ends a
        body in chunks is then not sent.
        """
        if self.request.command == "HEAD":
            self.chunked_response = False
        super().finish()

    def get_environment(self) -> dict[str, Any]:
        """Returns the WSGI environment of the request. If the server refuses the request, puts the refusal into the
        environment. The application then answers with this refusal, and makes no page.
        """
        environ: dict[str, Any] = super().get_environment()
        if self.request.is_refused:
            environ["wsgi.input"] = BytesIO()
            environ[REFUSED_BY_SERVER] = self.request.refusal or Refusal(500, _OUR_MISTAKE)
        return environ


class Connection(HTTPChannel):
    """A connection to one client, with its requests.

    A small body is read at once. A large body, such as an uploaded file, is read only after the server has checked the
    head of the request and allowed the body. All times of this class are seconds of `time.monotonic`, except
    `last_activity`. That attribute is a time of `time.time`, because waitress sets it too.
    """

    task_class = Answer
    error_task_class = Answer
    parser_class = RequestHead
    request: RequestHead | None
    requests: list[RequestHead]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._waits_since = time.monotonic()  # since this time, the connection has waited for its next request
        # Two numbers about the answer that is being sent: the time when the sending began, and the number of bytes that
        # this connection had sent before that time. `None` if no answer is being sent.
        self._sending: tuple[float, int] | None = None
        self._sent = 0
        # Whether the last request was refused before its whole body was read. The bytes of that body may still arrive.
        self._unread = False
        # The time until which the server still reads the bytes of such an unread body and drops them. `None` if the
        # server does not do this now.
        self._lingers_until: float | None = None
        super().__init__(*arguments, **options)

    @property
    def may_be_dropped(self) -> bool:
        """Whether the server may close this connection to make room for another one. This is true if no complete
        request is waiting, the client has no permission to send a large body, and no answer is being sent.
        """
        held = self.request is not None and self.request.most_bytes is not None
        return not (self.requests or self.total_outbufs_len or held)

    @property
    def is_unread(self) -> bool:
        """Whether all requests are answered, and the client has not read the whole answer yet."""
        return not self.requests and bool(self.total_outbufs_len)

    @property
    def brings_a_file(self) -> bool:
        """Whether the first complete request that waits for its answer has a large body, such as an uploaded file."""
        return bool(self.requests) and self.requests[0].most_bytes is not None

    @property
    def bytes_to_come(self) -> int:
        """The number of bytes that may still arrive of the current request's large body. 0 if the request has no large
        body, or if the server has not allowed that body yet.
        """
        request = self.request
        return 0 if request is None else request.bytes_to_come

    def readable(self) -> bool:
        """Whether the loop should read from the client.

        A large body is read only after the head of its request is checked. If this check has not begun, this call
        starts it in a thread.
        """
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
        """Whether the loop has something to write to the client."""
        return self._lingers_until is None and super().writable()

    def handle_read(self) -> None:
        """Reads the bytes that arrived. If the client stops in the middle of a body, the client gets a refusal."""
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
        """Sends bytes of an answer.

        After the answer to a refused request, the server still reads for a few seconds, and drops what it reads.
        Without this, the server would close the connection while bytes from the client are still unread. The client
        would then lose our answer.
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
        """Sends bytes to the client, and returns how many were sent. These bytes are counted, so that the server
        notices a client that reads too slowly.
        """
        number = super().send(data, do_close)
        self._sent += number
        return number

    def service(self) -> None:
        """Answers the first request that waits. A thread calls this."""
        if self.requests[0].is_refused:
            self._unread = True
        super().service()
        self._waits_since = time.monotonic()

    def check(self, now: float) -> None:
        """Checks the time limits of this connection. `now` is the time of `time.monotonic`.

        If the client is too slow while a request is arriving, answers this request with a refusal. In all other cases
        of a slow client, closes the connection.
        """
        limits, request = self.adj.limits, self.request
        if self._lingers_until is not None:
            late = now > self._lingers_until
        elif self.total_outbufs_len:
            late = self._is_read_too_slowly(now)
        elif self.requests:
            late = False  # a thread is making the answer; this may take as long as needed
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
        """Answers with `refusal` a request whose large body is not allowed. The body is not read."""
        request.refuse(refusal)
        self._answer_now(request)

    def refuse_the_body(self, refusal: Exception) -> None:
        """If a large body is arriving now, answers its request with `refusal`, and reads no more of the body."""
        if self.request is not None and self.request.bytes_to_come:
            self.turn_away(self.request, refusal)

    def _answer_now(self, request: RequestHead) -> None:
        """Answers an incomplete request: puts it into the queue for the threads. The bytes of the request that have not
        arrived yet are not read.
        """
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
    """A task for a thread: it checks the head of a request, to decide whether the server accepts the large body of this
    request.
    """

    def __init__(self, connection: Connection, request: RequestHead) -> None:
        self._connection: Final = connection
        self._request: Final = request

    def service(self) -> None:
        """Checks the head of the request. Then the loop reads the large body, or answers the request with a refusal
        without reading the body.
        """
        connection, request = self._connection, self._request
        # The answer if the check itself fails with an exception. Without this answer, the server would read no body,
        # and the application would check the request a second time. If that second check succeeded, the view would get
        # an empty body.
        found: int | Exception | Response = Refusal(500, _OUR_MISTAKE)
        try:
            found = connection.server.allows(Answer(connection, request).get_environment())
        finally:
            # Only the thread of the loop may change the connection.
            connection.server.trigger.pull_trigger(lambda: self._settle(found))

    def cancel(self) -> None:
        """Does nothing. Waitress calls this in place of `service` if the server stops before the check has begun."""

    def _settle(self, found: int | Exception | Response) -> None:
        connection, request = self._connection, self._request
        if connection.request is not request or not connection.connected:
            return  # the connection was closed, or the request was answered, while the check ran
        if not isinstance(found, int):
            connection.turn_away(request, found)
            return
        request.allow(found)
        if request.expect_continue:
            connection.send_continue()
