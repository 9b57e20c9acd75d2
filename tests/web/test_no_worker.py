"""The page of an upload says that no worker is running, and the command that starts one."""

import pytest
from flask.testing import FlaskClient

from auditor.jobs.context import Workplace
from auditor.jobs.worker import drain
from tests.web.forms import upload
from tests.web.night import NIGHT, HandText, history
from tests.web.page_text import all_text

pytestmark = pytest.mark.database
TOLD = "No worker is running, so the auditor does not read and audit files now. Start a worker on the server: "
HEARD = "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - make_interval(secs => {}))"


def test_it_is_told_until_a_worker_runs(client: FlaskClient, place: Workplace) -> None:
    sent = upload(client, ("night.txt", NIGHT))
    together = upload(client, ("a.txt", history(HandText(number="33"))), ("b.txt", history(HandText(number="44"))))
    for address in (sent.location, together.location):
        assert f"{TOLD}auditor worker" in all_text(client.get(address).text), address
    drain(place)
    for address in (sent.location, together.location):
        assert TOLD not in all_text(client.get(address).text), address


@pytest.mark.parametrize(("silent_seconds", "told"), [(0, False), (6, False), (9, True)])
def test_a_worker_that_was_heard_lately_is_running(
    silent_seconds: int, told: bool, client: FlaskClient, place: Workplace
) -> None:
    """A worker is heard every 5 seconds; the page is loaded again every 2 seconds. So it tells within 10 seconds."""
    sent = upload(client, ("night.txt", NIGHT))
    with place.database.begin() as connection:
        connection.exec_driver_sql(HEARD.format(silent_seconds))
    page = client.get(sent.location).text
    assert (TOLD in all_text(page)) == told
    inside = page[page.index("data-progress") :]
    assert ("No worker is running" in inside) == told, "the part that is loaded again"
