"""Sending forms as a browser does, the one of the page for uploads above all."""

import io
import re
from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

from flask.testing import FlaskClient

from tests.web.night import NIGHT

BOUNDARY = "----a-browser-s-own-boundary"


def form_token(client: FlaskClient, address: str = "/settings") -> str:
    """The token of the forms on a page, and with it the cookie."""
    return token_on(client.get(address).text)


def token_on(page: str) -> str:
    """The token of the forms on this page: that of another second is another."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def send(client: FlaskClient, address: str, form_of: str = "/settings", **fields: Any) -> Any:
    """The answer to a form, sent as the page that it stands on sends it."""
    return client.post(address, data={"csrf_token": form_token(client, form_of), **fields})


def decide(client: FlaskClient, finding: int, way: str = "act", **fields: Any) -> Any:
    """The answer to a form of the page of a finding, sent by somebody who has just read the page."""
    seen = client.get(f"/findings/{finding}.json").get_json()["last_act"]
    return send(client, f"/findings/{finding}/{way}", based_on=str(seen), **fields)


def upload(client: FlaskClient, *files: tuple[str, bytes], house: str = "", **headers: str) -> Any:
    """The answer to the form with these files, each a name and its bytes."""
    data: dict[str, Any] = {
        "csrf_token": form_token(client),
        "house": house,
        "file": [(io.BytesIO(content), name) for name, content in files],
    }
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/uploads", data=data, content_type="multipart/form-data", headers=sent)


class Sending:
    """A form with one file of real hands, `size` bytes long, that is made as it is read and nowhere held as a whole."""

    def __init__(self, token_of_form: str, size: int) -> None:
        fields = _part('name="csrf_token"') + token_of_form.encode() + _part('name="house"')
        self._head = fields + _part('name="file"; filename="night.txt"', "text/plain")
        self._tail = f"\r\n--{BOUNDARY}--\r\n".encode()
        self._pieces = chain([self._head], _cut(repeat(NIGHT), size), [self._tail])
        self._ready = b""
        self.length = len(self._head) + size + len(self._tail)

    def read(self, size: int = -1) -> bytes:
        while len(self._ready) < size:
            piece = next(self._pieces, b"")
            if not piece:
                break
            self._ready += piece
        given, self._ready = self._ready[:size], self._ready[size:]
        return given

    def readline(self, size: int = -1) -> bytes:
        raise AssertionError(f"a form is not read by lines ({size})")


def post(client: FlaskClient, size: int, *, chunked: bool = False) -> Any:
    """The answer to the form with one file of `size` bytes, sent with its length or in chunks without one."""
    body = Sending(form_token(client), size)
    return client.post(
        "/uploads",
        environ_overrides={
            "CONTENT_TYPE": f"multipart/form-data; boundary={BOUNDARY}",
            "wsgi.input": body,
            "wsgi.input_terminated": True,
            "CONTENT_LENGTH": "" if chunked else str(body.length),
        },
    )


def _part(disposition: str, kind: str = "") -> bytes:
    typed = f"\r\nContent-Type: {kind}" if kind else ""
    return f"\r\n--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}{typed}\r\n\r\n".encode()


def _cut(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        yield piece[:size]
        size -= len(piece)
        if size <= 0:
            return
