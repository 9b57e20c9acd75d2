"""The parser of requests: waitress's parser, which here also refuses ambiguous requests.

A request that two servers understand in two ways can smuggle another request past a proxy.
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
# Our sentences for the errors of waitress.
_SENTENCES: Final = {
    400: f"{_NO_HTTP}.",
    413: "The body is too large. Nothing was saved.",
    431: "The head of the request is too long. Delete the cookies of this site and try again.",
    501: "That Transfer-Encoding is not supported. Send the body plain or chunked.",
}


class RequestHead(HTTPRequestParser):
    """A request during reading. A complete request has its whole body."""

    # Defaults for the answer to a request that is not readable.
    command = "GET"
    path = "/"
    query = ""
    request_uri = "/"
    url_scheme = "http"
    expect_continue: bool

    def __init__(self, adj: Any) -> None:
        super().__init__(adj)
        self.began = time.monotonic()
        self.waits = False  # waits for the check of its body
        self.is_being_checked = False  # a thread checks whether the body may come
        self.most_bytes: int | None = None  # the limit of an allowed body
        self.refusal: Exception | Response | None = None  # the answer to a request that is not read to its end
        self._expects = False

    @property
    def is_refused(self) -> bool:
        """Whether the answer comes before the end of the request was read."""
        return self.refusal is not None or self.error is not None

    @property
    def bytes_to_come(self) -> int:
        """The number of bytes of an allowed body that may still come; for a body in chunks, up to the limit."""
        if self.most_bytes is None:
            return 0
        whole: int = self.most_bytes if self.chunked else self.content_length
        received: int = self.body_bytes_received
        return max(0, whole - received)

    def received(self, data: bytes) -> int:
        """Parses bytes, and returns the number of them that belong to this request."""
        had_head = self.headers_finished
        taken: int = super().received(data)
        if self.headers_finished and not had_head:
            self.began = time.monotonic()  # the time of the body begins
            self.waits = not self.completed and (self.chunked or self.content_length > SMALL_BODY)
            if self.waits or self.completed:
                self._expects, self.expect_continue = (
                    self.expect_continue,
                    False,
                )  # waitress would send 100 Continue at once
        if self.most_bytes is not None and self.body_bytes_received > self.most_bytes and not self.completed:
            self.refuse(Refusal(413, _SENTENCES[413], "UP-01"))
        elif isinstance(self.body_rcv, ChunkedReceiver) and _runs_on(self.body_rcv):
            self.refuse(Refusal(400, f"{_NO_HTTP}: a line of a chunk has no end."))
        elif self.error is not None and self.refusal is None:
            self.refusal = Refusal(self.error.code, _SENTENCES.get(self.error.code, _SENTENCES[400]))
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parses the head. Raises `ParsingError`."""
        if len(header_plus.partition(b"\r\n")[0]) > LONGEST_LINE:
            raise self._broken(Refusal(414, "The address is too long. Use fewer filters."))
        coding, length = _CODING.search(header_plus), _LENGTH.search(header_plus)
        if coding is not None and length is not None:
            words = f"{_NO_HTTP}: the body has a Content-Length and a Transfer-Encoding. Send one."
            raise self._broken(Refusal(400, words))
        try:
            super().parse_header(header_plus)
        except ValueError as odd:  # waitress fails on half an IPv6 address, and on a number of thousands of digits
            raise ParsingError(_NO_HTTP) from odd
        if coding is not None and not self.chunked:
            raise self._broken(Refusal(400, f"{_NO_HTTP}: a Transfer-Encoding must be chunked, in HTTP/1.1."))

    def _broken(self, refusal: Refusal) -> ParsingError:
        self.refusal = refusal
        return ParsingError(refusal.message)

    def allow(self, most_bytes: int) -> None:
        """Allows a body of at most `most_bytes`. Its time begins now."""
        self.waits, self.most_bytes, self.began = False, most_bytes, time.monotonic()
        self.expect_continue = self._expects

    def refuse(self, refusal: Exception | Response) -> None:
        """Ends the request with this refusal as the answer."""
        self.refusal = refusal
        self.completed = True

    def refuse_the_slow(self) -> None:
        """Ends a request whose head or body is too slow."""
        self.refuse(too_slow())

    def refuse_the_cut(self) -> None:
        """Ends a request whose client stopped before the end of the body."""
        self.refuse(cut_short(self.content_length))

    def is_too_slow(self, now: float) -> bool:
        """Whether the body arrives too slowly; false while the body waits for its check."""
        if self.waits:
            return False
        limits: Limits = self.adj.limits
        waited = now - self.began
        kept_up = self.body_bytes_received >= (waited - limits.grace) * limits.bytes_a_second
        return waited > limits.body or not kept_up


def _runs_on(chunks: ChunkedReceiver) -> bool:
    """Whether a line of a chunk is too long. Waitress has no limit for it."""
    return len(chunks.control_line) > LONGEST_CHUNK_LINE or len(chunks.trailer) > LONGEST_CHUNK_LINE
