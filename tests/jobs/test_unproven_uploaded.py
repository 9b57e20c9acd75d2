"""A file of a room that nobody has seen a hand of: its upload and its receipt say so."""

from pathlib import Path

import pytest

from auditor.formats.rooms.mavens import FORMAT
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from tests.jobs.logs import upload_of

pytestmark = pytest.mark.database

SAMPLE = Path(__file__).resolve().parents[2] / "fixtures" / "formats" / "mavens" / "newer-form.txt"


def test_upload_and_receipt_say_that_the_format_is_unproven(place: Workplace) -> None:
    first = receive(place, SAMPLE.read_bytes(), "razz.txt")
    assert first.notes == (), "nobody has read the file yet"
    drain(place)
    row = upload_of(place, first.receipt)
    assert (row.state, row.format, row.notes) == ("done", "mavens", FORMAT.cautions)
    again = receive(place, SAMPLE.read_bytes(), "razz.txt")
    assert (again.receipt, again.notes) == (first.receipt, FORMAT.cautions)
