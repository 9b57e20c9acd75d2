"""Where a disk is nearly full no file is taken, in the page, in the API and on the command line: UP-06."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.settings import MEBIBYTE, Settings
from auditor.store.evidence.disk_space import Disk, Room
from tests.jobs.logs import lawful, log_of, upload_of
from tests.jobs.servers import command
from tests.web.forms import upload
from tests.web.night import NIGHT
from tests.web.serving import Wire, request, served

pytestmark = pytest.mark.database
MORE_THAN_THERE_IS = 10**14


def test_the_page_and_the_api_take_no_file(served_over: Callable[[Settings], Flask], settings: Settings) -> None:
    client = served_over(replace(settings, free_bytes=MORE_THAN_THERE_IS)).test_client()
    answer = client.post("/api/v1/uploads", data=NIGHT, content_type="application/octet-stream")
    assert answer.status_code == 503
    refusal = answer.get_json()
    assert refusal["code"] == "UP-06"
    assert refusal["message"].startswith("Storage is nearly full. ")
    page = upload(client, ("night.txt", NIGHT))
    assert page.status_code == 503
    assert "UP-06" in page.text
    assert "Free space on this disk, then send the file again." in page.text
    assert not settings.evidence.exists()


class Measured(Disk):
    """A disk with as much room as the test says."""

    free = 0

    def free_and_whole(self) -> tuple[int, int]:
        return Measured.free, 10 * MEBIBYTE


@pytest.fixture
def measured(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application on a disk of which a mebibyte must stay free."""
    room = Room(lambda: [Measured("the stored files", Path("/"))], MEBIBYTE)
    monkeypatch.setattr(app.extensions["auditor"].place(), "room", room)
    return app


def begun(address: tuple[str, int], length: str) -> Wire:
    """A connection on which an upload of that length begins."""
    kind = "Content-Type: application/octet-stream"
    return Wire(address).send(request("/api/v1/uploads?file_name=a", kind, length, method="POST"))


@pytest.mark.parametrize("length", [f"Content-Length: {2 * MEBIBYTE}", "Transfer-Encoding: chunked"])
def test_a_body_for_which_there_is_no_room_is_not_read(length: str, measured: Flask) -> None:
    """There is more than the reserve, and not so much more; in chunks as many bytes may come as are taken."""
    Measured.free = 3 * MEBIBYTE - 1
    with served(measured) as address:
        answer = begun(address, length).answer()
    assert answer.status == 503
    refusal = json.loads(answer.body)
    assert refusal["code"] == "UP-06"
    assert refusal["message"].startswith(
        "Storage is nearly full. The disk of the stored files has 2 MiB free, but must keep 1 MiB free in addition to "
    )


def test_bodies_that_are_on_their_way_count(measured: Flask) -> None:
    Measured.free = 5 * MEBIBYTE
    two = f"Content-Length: {2 * MEBIBYTE}"
    with served(measured) as address:
        first, second = (begun(address, f"{two}\r\nExpect: 100-continue") for _ in range(2))
        assert [first.answer().status, second.answer().status] == [100, 100]
        assert begun(address, two).answer().status == 503
        first.close()
        # As soon as the reserve itself is touched, what is on its way is refused.
        second.send(b"x" * 100_000)
        Measured.free = MEBIBYTE - 1
        assert json.loads(second.answer().body)["code"] == "UP-06"


def test_the_command_takes_no_file(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("files") / "night.txt"
    path.write_bytes(NIGHT)
    with command(replace(settings, free_bytes=MORE_THAN_THERE_IS), "ingest", str(path)) as ended:
        _out, err = ended.communicate()
    assert ended.returncode == 74
    assert err.splitlines()[-1].startswith("auditor: Storage is nearly full. ")
    assert not settings.evidence.exists()


def test_a_received_file_waits_until_there_is_room_and_loses_no_hand(place: Workplace) -> None:
    receipt = receive(place, log_of(lawful(1)), "x").receipt
    full = Workplace(replace(place.settings, free_bytes=MORE_THAN_THERE_IS), place.database)
    drain(full)
    assert upload_of(place, receipt).state == "received"
    with place.database.begin() as connection:
        connection.exec_driver_sql("UPDATE procrastinate_jobs SET scheduled_at = NULL")  # half a minute later
    drain(place)
    assert upload_of(place, receipt).state == "done"
