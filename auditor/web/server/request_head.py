"""A request as it comes in: waitress's parser, which refuses besides whatever two servers could read in two ways."""

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
_NO_HTTP: Final = "The request breaks the rules of HTTP, so nothing was done"
# What waitress answers by itself, in our words.
_SENTENCES: Final = {
    400: f"{_NO_HTTP}.",
    413: "The body is larger than is taken here. Nothing was kept.",
    431: "The head of the request is too long. Delete the cookies of this site, and try again.",
    501: "That Transfer-Encoding is not supported; send the body as it is, or chunked.",
}


class RequestHead(HTTPRequestParser):
    """A request that is being read. A whole request has its body with it."""

    # What an answer needs of a request that could not be read.
    command = "GET"
    path = "/"
    query = ""
    request_uri = "/"
    url_scheme = "http"
    expect_continue: bool

    def __init__(self, adj: Any) -> None:
        super().__init__(adj)
        self.began = time.monotonic()
        self.waits = False  # for its body to be allowed
        self.is_being_checked = False  # a thread checks whether the body may come
        self.most_bytes: int | None = None  # of the body, where it was allowed
        self.refusal: Exception | Response | None = None  # the answer to a request that is not read to its end
        self._expects = False

    @property
    def is_refused(self) -> bool:
        """Whether it is answered without having been read to its end."""
        return self.refusal is not None or self.error is not None

    @property
    def bytes_to_come(self) -> int:
        """How many bytes of an allowed body may still come; a body in chunks may have as many as are taken."""
        if self.most_bytes is None:
            return 0
        whole: int = self.most_bytes if self.chunked else self.content_length
        received: int = self.body_bytes_received
        return max(0, whole - received)

    def received(self, data: bytes) -> int:
        """Takes bytes of the request, and gives how many of them belong to it."""
        had_head = self.headers_finished
        taken: int = super().received(data)
        if self.headers_finished and not had_head:
            self.began = time.monotonic()  # from here on the time of the body counts
            self.waits = not self.completed and (self.chunked or self.content_length > SMALL_BODY)
            if self.waits or self.completed:
                self._expects, self.expect_continue = self.expect_continue, False  # waitress would say so at once
        if self.most_bytes is not None and self.body_bytes_received > self.most_bytes and not self.completed:
            self.refuse(Refusal(413, _SENTENCES[413], "UP-01"))
        elif isinstance(self.body_rcv, ChunkedReceiver) and _runs_on(self.body_rcv):
            self.refuse(Refusal(400, f"{_NO_HTTP}: the line before a chunk, or the one after the last, has no end."))
        elif self.error is not None and self.refusal is None:
            self.refusal = Refusal(self.error.code, _SENTENCES.get(self.error.code, _SENTENCES[400]))
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Reads the head. Raises `ParsingError`."""
        if len(header_plus.partition(b"\r\n")[0]) > LONGEST_LINE:
            raise self._broken(Refusal(414, "The address is too long. Use fewer filters."))
        coding, length = _CODING.search(header_plus), _LENGTH.search(header_plus)
        if coding is not None and length is not None:
            words = f"{_NO_HTTP}: the body has a Content-Length and a Transfer-Encoding. Send one."
            raise self._broken(Refusal(400, words))
        try:
            super().parse_header(header_plus)
        except ValueError as odd:  # of half an address of IPv6, and a number of thousands of digits
            raise ParsingError(_NO_HTTP) from odd
        if coding is not None and not self.chunked:
            raise self._broken(Refusal(400, f"{_NO_HTTP}: a Transfer-Encoding is for HTTP/1.1, and is chunked."))

    def _broken(self, refusal: Refusal) -> ParsingError:
        self.refusal = refusal
        return ParsingError(refusal.message)

    def allow(self, most_bytes: int) -> None:
        """Has the body come, which may be so long. Its time begins now."""
        self.waits, self.most_bytes, self.began = False, most_bytes, time.monotonic()
        self.expect_continue = self._expects

    def refuse(self, refusal: Exception | Response) -> None:
        """Ends the request here: the answer is this refusal."""
        self.refusal = refusal
        self.completed = True

    def refuse_the_slow(self) -> None:
        """Ends a request whose head or body did not come in time."""
        self.refuse(too_slow())

    def refuse_the_cut(self) -> None:
        """Ends a request whose sender sends no more, although the body is not whole."""
        self.refuse(cut_short(self.content_length))

    def is_too_slow(self, now: float) -> bool:
        """Whether what is there of the body by now is too little; false while the body may not come yet."""
        if self.waits:
            return False
        limits: Limits = self.adj.limits
        waited = now - self.began
        kept_up = self.body_bytes_received >= (waited - limits.grace) * limits.bytes_a_second
        return waited > limits.body or not kept_up


def _runs_on(chunks: ChunkedReceiver) -> bool:
    """Waitress looks for the end of such a line in all that came of it so far, however much that is."""
    return len(chunks.control_line) > LONGEST_CHUNK_LINE or len(chunks.trailer) > LONGEST_CHUNK_LINE
