"""A byte of a stored file has changed: whoever asks for it is told so, and nobody gets it as what was sent."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.sweeping import sweep
from auditor.jobs.worker import drain
from auditor.store.uploads.upload_rows import Receipt
from tests.jobs.logs import lawful, log_of, upload_of
from tests.web.night import NIGHT

pytestmark = pytest.mark.database


@pytest.fixture
def damaged(night: Receipt, place: Workplace) -> Iterator[Receipt]:
    """An evening of which one byte changed after it was audited."""
    path = place.evidence.path(night.sha256)
    path.chmod(0o600)
    path.write_bytes(NIGHT.replace(b"$15", b"$16", 1))
    yield night
    path.write_bytes(NIGHT)


def test_the_raw_text_is_refused_and_the_upload_is_marked(
    client: FlaskClient, damaged: Receipt, place: Workplace
) -> None:
    answer = client.get("/hands/2/raw")
    assert answer.status_code == 503
    assert "$16" not in answer.text
    assert "EV-01" in answer.text
    assert "Restore the file in the data folder from a backup, or send the same file again." in answer.text
    assert "is damaged" in upload_of(place, damaged.receipt).damage


def test_the_page_of_a_hand_and_its_steps_have_no_line_of_it(client: FlaskClient, damaged: Receipt) -> None:
    page = client.get("/hands/2")
    assert page.status_code == 200
    assert "$16" not in page.text
    assert "This page cannot show the lines of the file." in page.text
    assert "is damaged" in client.get(f"/uploads/{damaged.receipt}").text
    assert "is damaged" in client.get(f"/api/v1/uploads/{damaged.receipt}").get_json()["upload"]["damage"]


def test_a_damaged_file_leaves_out_rejected_lines_with_the_reason(client: FlaskClient, place: Workplace) -> None:
    data = log_of(lawful(1)) + b'{"log":1, what is this}\n'
    receipt = receive(place, data, "x")
    drain(place)
    assert "what is this" in client.get(f"/uploads/{receipt.receipt}").text
    path = place.evidence.path(receipt.sha256)
    path.chmod(0o600)
    path.write_bytes(data.replace(b"what is", b"that is"))
    page = client.get(f"/uploads/{receipt.receipt}")
    assert page.status_code == 200
    assert "that is this" not in page.text
    assert "Until somebody restores the file, this page cannot show its lines." in page.text


@pytest.mark.parametrize("mended", ["sent again", "restored"])
def test_a_restored_file_shows_its_lines_and_loses_its_mark(
    client: FlaskClient, damaged: Receipt, place: Workplace, mended: str
) -> None:
    client.get("/hands/2/raw")
    if mended == "sent again":
        assert receive(place, NIGHT, "night.txt").receipt == damaged.receipt
    else:
        place.evidence.path(damaged.sha256).write_bytes(NIGHT)
        sweep(place)
    assert upload_of(place, damaged.receipt).damage == ""
    assert client.get("/hands/2/raw").status_code == 200
    if mended == "sent again":
        place.evidence.path(damaged.sha256).chmod(0o600)
