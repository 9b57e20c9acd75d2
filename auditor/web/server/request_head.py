"""The parser of HTTP requests: the parser of waitress, which here also refuses ambiguous requests.

If a proxy and our server understand one request differently, a second request can be hidden inside the first one.
"""

import re
import time
from typing import Any, Final

from flask import Response
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver

from auditor.web.requests.refusals import Refusal, cut_short, too_slow
from auditor.web.server.limits import LONGEST_CHUNK_LINE, LONGEST_LINE, SMALL_BODY, Limits

_CODING: Final = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)
_LENGTH: Final = re.compile(rb"^content-length[ \t]*:", re.IGNORECASE | re.MULTILINE)
_NO_HTTP: Final = "The request breaks the rules of HTTP and was ignored"
# Our sentences for the errors that waitress reports, by HTTP status.
_SENTENCES: Final = {
    400: f"{_NO_HTTP}.",
    413: "The body is too large. Nothing was saved.",
    431: "The head of the request is too long. Delete the cookies of this site and try again.",
    501: "That Transfer-Encoding is not supported. Send the body plain or chunked.",
}


class RequestHead(HTTPRequestParser):
    """A request while it is read. It is complete when its whole body has arrived."""

    # Values for the answer to a request that cannot be read.
    command = "GET"
    path = "/"
    query = ""
    request_uri = "/"
    url_scheme = "http"
    expect_continue: bool

    def __init__(self, adj: Any) -> None:
        super().__init__(adj)
        self.began = time.monotonic()
        self.waits = False  # whether the request waits until its large body is allowed
        self.is_being_checked = False  # a thread checks whether the body may come
        self.most_bytes: int | None = None  # the most bytes of a large body, once the body is allowed
        self.refusal: Exception | Response | None = None  # the answer to a refused request
        self._expects = False

    @property
    def is_refused(self) -> bool:
        """Whether the server refuses the request, and so answers before it has read the whole request."""
        return self.refusal is not None or self.error is not None

    @property
    def bytes_to_come(self) -> int:
        """The number of bytes of an allowed body that may still arrive. A body in chunks may reach its whole limit."""
        if self.most_bytes is None:
            return 0
        whole: int = self.most_bytes if self.chunked else self.content_length
        received: int = self.body_bytes_received
        return max(0, whole - received)

    def received(self, data: bytes) -> int:
        """Parses bytes. Returns the number of bytes that belong to this request; the others begin the next request."""
        had_head = self.headers_finished
        taken: int = super().received(data)
        if self.headers_finished and not had_head:
            self.began = time.monotonic()  # the head is complete: from now on the time of the body counts
            self.waits = not self.completed and (self.chunked or self.content_length > SMALL_BODY)
            if self.waits or self.completed:
                # Waitress would send 100 Continue at once, before the body is allowed.
                self._expects, self.expect_continue = self.expect_continue, False
        if self.most_bytes is not None and self.body_bytes_received > self.most_bytes and not self.completed:
            self.refuse(Refusal(413, _SENTENCES[413], "UP-01"))
        elif isinstance(self.body_rcv, ChunkedReceiver) and _runs_on(self.body_rcv):
            self.refuse(Refusal(400, f"{_NO_HTTP}: a line of a chunk has no end."))
        elif self.error is not None and self.refusal is None:
            self.refusal = Refusal(self.error.code, _SENTENCES.get(self.error.code, _SENTENCES[400]))
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parses the head of the request. Raises `ParsingError` if the head breaks a rule of HTTP or a limit."""
        if len(header_plus.partition(b"\r\n")[0]) > LONGEST_LINE:
            raise self._broken(Refusal(414, "The address is too long. Use fewer filters."))
        coding, length = _CODING.search(header_plus), _LENGTH.search(header_plus)
        if coding is not None and length is not None:
            words = f"{_NO_HTTP}: the body has a Content-Length and a Transfer-Encoding. Send one."
            raise self._broken(Refusal(400, words))
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # waitress fails on an incomplete IPv6 address and on a number that is too long
            raise ParsingError(_NO_HTTP) from error
        if coding is not None and not self.chunked:
            raise self._broken(Refusal(400, f"{_NO_HTTP}: a Transfer-Encoding must be chunked, in HTTP/1.1."))

    def _broken(self, refusal: Refusal) -> ParsingError:
        self.refusal = refusal
        return ParsingError(refusal.message)

    def allow(self, most_bytes: int) -> None:
        """Allows a body of at most `most_bytes`. The time limit of the body begins now."""
        self.waits, self.most_bytes, self.began = False, most_bytes, time.monotonic()
        self.expect_continue = self._expects

    def refuse(self, refusal: Exception | Response) -> None:
        """Ends the request. The answer to the request is `refusal`."""
        self.refusal = refusal
        self.completed = True

    def refuse_the_slow(self) -> None:
        """Refuses the request because its head or body arrives too slowly."""
        self.refuse(too_slow())

    def refuse_the_cut(self) -> None:
        """Refuses the request because the client stopped before the end of the body."""
        self.refuse(cut_short(self.content_length))

    def is_too_slow(self, now: float) -> bool:
        """Whether the body arrives too slowly. The result is false as long as the body is not allowed yet."""
        if self.waits:
            return False
        limits: Limits = self.adj.limits
        waited = now - self.began
        is_fast_enough = self.body_bytes_received >= (waited - limits.grace) * limits.bytes_a_second
        return waited > limits.body or not is_fast_enough


def _runs_on(chunks: ChunkedReceiver) -> bool:
    """Whether the line before or after a chunk is too long. Waitress has no limit for such lines."""
    return len(chunks.control_line) > LONGEST_CHUNK_LINE or len(chunks.trailer) > LONGEST_CHUNK_LINE
