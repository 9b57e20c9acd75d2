"""The parser of HTTP requests. It extends the parser of waitress, and refuses ambiguous requests, for example a request
that states its length twice.

A proxy and our server might understand such a request differently. An attacker could then hide a second request in the
first.
"""

import re
import time
from typing import Any, Final

from flask import Response
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver

from auditor.settings import command_line
from auditor.web.requests.refusals import Refusal, cut_short, too_slow
from auditor.web.server.limits import LONGEST_CHUNK_LINE, LONGEST_LINE, SMALL_BODY, Limits

_CODING: Final = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)
_LENGTH: Final = re.compile(rb"^content-length[ \t]*:", re.IGNORECASE | re.MULTILINE)
_NO_HTTP: Final = "The server ignored the request, because the request breaks the rules of HTTP"
# Our own sentences for the errors of requests that waitress reports, by HTTP status.
_SENTENCES: Final = {
    400: f"{_NO_HTTP}.",
    413: "The file or form is too large. Nothing was saved. Send less, or run"
    f" {command_line('ingest FILE')} on the server.",
    431: "The request has too many cookies or too long headers. Delete the cookies of this site and try again.",
    501: "The program that sent this request uses a Transfer-Encoding that this server does not support. It must send"
    " the request without this header, or with the value chunked.",
}


class RequestHead(HTTPRequestParser):
    """A request while it arrives. The request is complete when its whole body has arrived."""

    # If a request cannot be parsed, waitress needs these values for its answer.
    command = "GET"
    path = "/"
    query = ""
    request_uri = "/"
    url_scheme = "http"
    expect_continue: bool

    def __init__(self, adj: Any) -> None:
        super().__init__(adj)
        self.began = time.monotonic()
        self.waits = False  # whether the request has a large body that is not allowed yet, so it is not read
        self.is_being_checked = False  # whether a thread is checking now if the large body is allowed
        self.most_bytes: int | None = None  # the most bytes of the large body; `None` until the body is allowed
        # The answer, if the server refuses the request; `None` otherwise.
        self.refusal: Exception | Response | None = None
        self._expects = False

    @property
    def is_refused(self) -> bool:
        """Whether the server refuses the request. A refused request is answered before all of it is read."""
        return self.refusal is not None or self.error is not None

    @property
    def bytes_to_come(self) -> int:
        """The number of bytes that may still arrive of a large body. 0 if the request has no large body, or if the
        server has not allowed this body yet. If the body comes in chunks, its length is unknown. The function then
        counts as if the body had the most bytes that are allowed.
        """
        if self.most_bytes is None:
            return 0
        whole: int = self.most_bytes if self.chunked else self.content_length
        received: int = self.body_bytes_received
        return max(0, whole - received)

    def received(self, data: bytes) -> int:
        """Parses `data`, which has just arrived. Returns how many of these bytes belong to this request; the other
        bytes begin the next request.
        """
        had_head = self.headers_finished
        taken: int = super().received(data)
        if self.headers_finished and not had_head:
            self.began = time.monotonic()  # the head is complete; from now on, the time limit of the body runs
            self.waits = not self.completed and (self.chunked or self.content_length > SMALL_BODY)
            if self.waits or self.completed:
                # Waitress would now tell the client to send the body (100 Continue). This must wait until the body is
                # allowed.
                self._expects, self.expect_continue = self.expect_continue, False
        if self.most_bytes is not None and self.body_bytes_received > self.most_bytes and not self.completed:
            self.refuse(Refusal(413, _SENTENCES[413], "UP-01"))
        elif isinstance(self.body_rcv, ChunkedReceiver) and _runs_on(self.body_rcv):
            words = "Correct the program that sent the request: a line with the size of a chunk has no end."
            self.refuse(Refusal(400, f"{_NO_HTTP}. {words}"))
        elif self.error is not None and self.refusal is None:
            self.refusal = Refusal(self.error.code, _SENTENCES.get(self.error.code, _SENTENCES[400]))
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parses the head of the request: its first line and its headers. Raises `ParsingError` if the head breaks a
        rule of HTTP, or is too long.
        """
        if len(header_plus.partition(b"\r\n")[0]) > LONGEST_LINE:
            raise self._broken(Refusal(414, "The address is too long. Use fewer filters."))
        coding, length = _CODING.search(header_plus), _LENGTH.search(header_plus)
        if coding is not None and length is not None:
            words = f"{_NO_HTTP}. Send only one of the headers Content-Length and Transfer-Encoding."
            raise self._broken(Refusal(400, words))
        try:
            super().parse_header(header_plus)
        except ValueError as error:
            # Waitress raises this for an incomplete IPv6 address, and for a number that is too long.
            raise ParsingError(_NO_HTTP) from error
        if coding is not None and not self.chunked:
            words = "Correct the program that sent the request: it must use HTTP/1.1 and the Transfer-Encoding chunked."
            raise self._broken(Refusal(400, f"{_NO_HTTP}. {words}"))

    def _broken(self, refusal: Refusal) -> ParsingError:
        self.refusal = refusal
        return ParsingError(refusal.message)

    def allow(self, most_bytes: int) -> None:
        """Allows a large body of at most `most_bytes`, so that the server reads it. The time limit of the body begins
        now.
        """
        self.waits, self.most_bytes, self.began = False, most_bytes, time.monotonic()
        self.expect_continue = self._expects

    def refuse(self, refusal: Exception | Response) -> None:
        """Refuses the request: its answer is `refusal`, and the server reads no more of it."""
        self.refusal = refusal
        self.completed = True

    def refuse_the_slow(self) -> None:
        """Refuses the request with the sentence that its head or body arrives too slowly."""
        self.refuse(too_slow())

    def refuse_the_cut(self) -> None:
        """Refuses the request with the sentence that its body is incomplete, because the client stopped sending."""
        self.refuse(cut_short(self.content_length))

    def is_too_slow(self, now: float) -> bool:
        """Whether the body arrives too slowly, or takes longer than the limit for a whole body. The result is false
        while a large body is not allowed yet, because the server does not read it then.
        """
        if self.waits:
            return False
        limits: Limits = self.adj.limits
        waited = now - self.began
        is_fast_enough = self.body_bytes_received >= (waited - limits.grace) * limits.bytes_a_second
        return waited > limits.body or not is_fast_enough


def _runs_on(chunks: ChunkedReceiver) -> bool:
    """Whether the line with the size of a chunk, or the lines after the last chunk, are too long. Waitress has no limit
    for such lines.
    """
    return len(chunks.control_line) > LONGEST_CHUNK_LINE or len(chunks.trailer) > LONGEST_CHUNK_LINE
