"""Compresses text answers with gzip.

A compressed page can betray a secret (the attack BREACH). A page may contain a secret and also a text that an attacker
chose. The more of this text equals the secret, the smaller the compressed page is. So the attacker makes the browser of
a visitor open our pages many times, and watches their sizes in the network. Two measures stop this attack, and each
alone is enough:

- the token of our forms is masked: its text is different in each answer (see `auditor.web.requests.form_tokens`);
- if a page of another site made the browser send the request, the answer is not compressed. Browsers name the kind of
  site in the header `Sec-Fetch-Site`.

The second measure also protects all other secrets of a page, such as the cards and names of a hand. Answers to POST are
never compressed, because one of these answers contains a new API token.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from flask import Flask, Response, request

# Shorter answers are not compressed: the result has about the same number of network packets.
LEAST_BYTES: Final = 1_024
_LEVEL: Final = 6
_GZIP: Final = 16 + zlib.MAX_WBITS  # tells zlib to write the head and the tail of a gzip file
_TEXTS: Final = frozenset({"application/json", "application/javascript", "image/svg+xml"})
_BODILESS: Final = frozenset({204, 206, 304})  # no body, or only a part of one
_OWN_SITE: Final = frozenset({"same-origin", "none"})  # "none": the visitor wrote the address, or used a bookmark


def compress_texts(app: Flask) -> None:
    """Makes `app` compress each text answer if the client accepts that."""
    app.after_request(compressed)


def compressed(response: Response) -> Response:
    """Compresses the answer, if it is a text and the request allows it. `Vary` tells caches that the answer depends on
    the header `Accept-Encoding`.
    """
    if not _is_text(response.mimetype) or request.method not in ("GET", "HEAD") or response.status_code in _BODILESS:
        return response
    response.vary.add("Accept-Encoding")
    if not _is_allowed() or "Content-Encoding" in response.headers:
        return response
    if not response.is_streamed or response.direct_passthrough:
        response.direct_passthrough = False
        data = response.get_data()
        if len(data) < LEAST_BYTES:
            return response
        response.set_data(b"".join(_gzip([data])))
    else:
        # A long CSV is not in memory as a whole, so its length is not known before it is sent.
        response.response = _gzip(response.iter_encoded())
        response.headers.pop("Content-Length", None)
    response.headers["Content-Encoding"] = "gzip"
    # A strong ETag stands for exact bytes. Compression changes the bytes, so the ETag becomes weak.
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _is_text(kind: str | None) -> bool:
    return kind is not None and (kind.startswith("text/") or kind in _TEXTS or kind.endswith("+json"))


def _is_allowed() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    return request.accept_encodings["gzip"] > 0 and (site is None or site in _OWN_SITE)


def _gzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    packing = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    for chunk in chunks:
        if packed := packing.compress(chunk):
            yield packed
    yield packing.flush()
