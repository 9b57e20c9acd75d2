"""Where a disk is nearly full no file is taken, in the page, in the API and on the command line: UP-06."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.settings import Settings
from tests.jobs.logs import lawful, log_of, upload_of
from tests.jobs.servers import command
from tests.web.forms import upload
from tests.web.night import NIGHT

pytestmark = pytest.mark.database
MORE_THAN_THERE_IS = 10**14


def test_the_page_and_the_api_take_no_file(served_over: Callable[[Settings], Flask], settings: Settings) -> None:
    client = served_over(replace(settings, free_bytes=MORE_THAN_THERE_IS)).test_client()
    answer = client.post("/api/v1/uploads", data=NIGHT, content_type="application/octet-stream")
    assert answer.status_code == 503
    refusal = answer.get_json()
    assert refusal["code"] == "UP-06"
    assert refusal["message"].startswith("Storage is nearly full: ")
    page = upload(client, ("night.txt", NIGHT))
    assert page.status_code == 503
    assert "UP-06" in page.text
    assert "Make room there, then send the file again." in page.text
    assert not settings.evidence.exists()


def test_the_command_takes_no_file(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("files") / "night.txt"
    path.write_bytes(NIGHT)
    with command(replace(settings, free_bytes=MORE_THAN_THERE_IS), "ingest", str(path)) as ended:
        _out, err = ended.communicate()
    assert ended.returncode == 74
    assert err.splitlines()[-1].startswith("auditor: Storage is nearly full: ")
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
