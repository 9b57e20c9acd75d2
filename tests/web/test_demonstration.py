"""The demonstration dates its runs back over 30 nights, labels them, and touches nobody else's."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.store.queries.digest import digest
from auditor.store.runs.demonstration import NIGHTS, NOTE, spread
from auditor.store.uploads.upload_rows import Receipt
from tests.web.night import HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database
FILES = 6
LABEL = "Demonstration data: the auditor made the sample hands itself."
DAYS_AGO = "SELECT DISTINCT CAST(now() AS date) - CAST({} AS date) AS days FROM {} ORDER BY days DESC"


def samples(sent: Callable[..., Receipt]) -> list[int]:
    """The uploads of some sample files, each with a finding."""
    files = [history(HandText(number=str(8800000 + place), bet=15)) for place in range(FILES)]
    return [sent(file, f"sample-{place}.txt").upload_id for place, file in enumerate(files)]


def test_runs_findings_and_uploads_are_spread_and_labelled(
    client: FlaskClient, sent: Callable[..., Receipt], place: Workplace, rows: Any
) -> None:
    uploads = samples(sent)
    for done in (True, False):  # the second time, all is spread already
        with place.database.begin() as connection:
            assert spread(connection, uploads) is done
    every_five = [(days,) for days in range(NIGHTS - 1, 0, -NIGHTS // FILES)]
    for column, table in (("started_at", "run"), ("first_seen_at", "finding"), ("received_at", "upload")):
        assert rows(DAYS_AGO.format(column, table)) == every_five, table
    assert rows("SELECT count(*) FROM run WHERE finished_at < started_at") == [(0,)]
    days = client.get("/nights.json").get_json()["days"]
    today = dt.datetime.now(dt.UTC).date()
    assert [(today - dt.date.fromisoformat(day)).days for day in days] == [days for (days,) in every_five]
    for address in ("/", "/runs", "/nights"):
        assert LABEL in all_text(client.get(address).text), address
    assert "demonstration of sample-0.txt" in all_text(client.get("/runs").text)
    with place.database.begin() as connection:
        weeks = [digest(connection, today - dt.timedelta(days=7 * back - 1)).came_in for back in range(1, 6)]
    assert [(week.uploads, week.hands, week.again) for week in weeks].count((0, 0, 0)) == 0
    assert sum(week.uploads for week in weeks) == sum(week.hands for week in weeks) == FILES
    assert sum(week.again for week in weeks) == 0
    (receipt,) = rows("SELECT receipt FROM upload ORDER BY id LIMIT 1")[0]
    assert NOTE in all_text(client.get(f"/uploads/{receipt}").text)


def test_real_uploads_keep_their_dates(
    client: FlaskClient, sent: Callable[..., Receipt], place: Workplace, rows: Any
) -> None:
    sent(history(HandText(number="7")), "real.txt")
    uploads = samples(sent)
    with place.database.begin() as connection:
        assert not spread(connection, uploads)
    assert rows(DAYS_AGO.format("started_at", "run")) == [(0,)]
    assert LABEL not in all_text(client.get("/").text)
