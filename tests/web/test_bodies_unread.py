"""What a person sends is kept by the web process and read by a worker: no reader sees a body while it is received."""

import io
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from types import FrameType
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import split
from auditor.jobs.worker import drain
from tests.printers.zips import Packed, zipped
from tests.web.forms import form_token
from tests.web.night import NIGHT

pytestmark = pytest.mark.database

BYTES = "application/octet-stream"
# What readers have to try hard at: blanks without end, brackets without end, letters of many kinds.
BODIES = {
    "tabs": b"\t" * 960_000,
    "lines": b"\t\n" * 100_000,
    "brackets": b'{"ohh":' * 100_000,
    "utf-16": NIGHT.decode().encode("utf-16") * 20,
    "bytes": bytes(range(1, 256)) * 2_000,
    "hands": NIGHT * 20,
    "zip": zipped(Packed(b"night.txt", NIGHT * 20)),
}
# An encoding is looked up by its name, and of UTF-16 the first bytes tell which of the two it is.
HARMLESS = {"encoding_named", "byte_order", "looks_like", "archive_kind"}


def watched(work: Callable[[], Any]) -> tuple[Any, set[str]]:
    """What the work gives, and every function of the formats that it calls in any thread, but for those that look at a
    name or at the first bytes.
    """
    called: set[str] = set()

    def heed(frame: FrameType, event: str, _: Any) -> None:
        path = PurePath(frame.f_code.co_filename).parts
        if event == "call" and "formats" in path and path[path.index("formats") - 1] == "auditor":
            called.add(frame.f_code.co_name)

    sys.setprofile(heed)
    threading.setprofile(heed)
    try:
        result = work()
    finally:
        threading.setprofile(None)
        sys.setprofile(None)
    return result, {name for name in called - HARMLESS if not name.startswith("<")}


@pytest.mark.parametrize("encoding", ["", "utf-16"])
@pytest.mark.parametrize("body", BODIES)
def test_no_reader_sees_a_body_while_it_is_received(
    body: str, encoding: str, client: FlaskClient, place: Workplace
) -> None:
    data = BODIES[body]
    form = {"csrf_token": form_token(client), "encoding": encoding, "file": (io.BytesIO(data), "a.txt")}
    for send in (
        lambda: client.post("/uploads", data=form, content_type="multipart/form-data"),
        lambda: client.post(f"/api/v1/uploads?encoding={encoding}", data=data, content_type=BYTES),
    ):
        answer, readers = watched(send)
        assert answer.status_code in (200, 303)
        assert readers == set()


def test_a_reader_would_be_seen(place: Workplace) -> None:
    receipt = receive(place, NIGHT, "night.txt")
    assert {"examine", "open_log", "pieces"} <= watched(lambda: split(place, receipt.upload_id))[1]


def test_no_reader_sees_the_kept_bytes_when_they_are_to_be_read_again(client: FlaskClient, place: Workplace) -> None:
    receipt = client.post("/api/v1/uploads", data=NIGHT, content_type=BYTES).get_json()["receipt"]
    drain(place)
    for encoding in ("cp1251", "utf-16"):
        address = f"/api/v1/uploads/{receipt}?encoding={encoding}"
        answer, readers = watched(partial(client.post, address, content_type=BYTES))
        assert (answer.status_code, readers) == (200, set())
        receipt = answer.get_json()["receipt"]
        drain(place)


def test_the_upload_names_its_encoding(client: FlaskClient, place: Workplace) -> None:
    data = NIGHT.replace(b"Aster", b"Z\xe9")
    receipt = client.post("/api/v1/uploads", data=data, content_type=BYTES).get_json()
    address = f"/api/v1/uploads/{receipt['receipt']}"
    early = client.get(address).get_json()["upload"]
    assert [(each["encoding"], each["notes"]) for each in (receipt, early)] == [("", [])] * 2
    drain(place)
    read = client.get(address).get_json()["upload"]
    assert read["encoding"] == "cp1252"
    assert "Line 3 is not UTF-8" in read["notes"][0]
    again = client.post("/api/v1/uploads", data=data, content_type=BYTES).get_json()
    assert (again["again"], again["encoding"], again["notes"]) == (True, "cp1252", read["notes"])
