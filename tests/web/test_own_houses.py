"""A card room's own house on the pages: what a run judged by stays, whatever becomes of the house's file."""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from auditor.engine.hand import Game
from auditor.engine.house.registry import load, names, use_folder, use_own
from auditor.jobs.auditing import NO_HOUSE
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive, receive_again
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.store.postgres.database import Database
from tests.jobs.logs import lawful, log_of, upload_of
from tests.web.page_text import visible_text

pytestmark = pytest.mark.database

HEAD = 'title = "Salon Nord"\nsource = "On the wall"\ngames = ["stud"]\n'
FEW = '[seats.most]\nvalue = 2\nstatus = "stated"\nclause = "Two play."\n'
MANY = '[seats.most]\nvalue = 8\nstatus = "stated"\nclause = "Eight may play."\n'
CHANGED = (
    "This page uses the rules of salon as they were when the stored audit of this hand was made. The house changed its"
    " rules after that audit."
)
GONE = (
    "This page uses the rules of salon as they were when the stored audit of this hand was made. This house no longer"
    " exists."
)


@pytest.fixture
def in_force() -> Iterator[Callable[[str], str]]:
    """Has the house say this from now on, and gives its digest; without a text there is no such house."""

    def say(body: str) -> str:
        use_own({"salon": HEAD + body} if body else {})
        return load("salon", Game.STUD).digest if body else ""

    yield say
    use_folder(None)


@pytest.fixture
def worker(settings: Settings, database: Database) -> Callable[[], Workplace]:
    """A workplace as a process has it that starts now."""
    return lambda: Workplace(settings, database)


def codes(client: FlaskClient) -> tuple[list[str], str]:
    """What the page of the hand finds, and under which digest of its house."""
    document = client.get("/hands/1.json").get_json()
    assert document["house"] == "salon"
    return sorted({each["code"] for each in document["findings"]}), document["house_digest"]


def test_an_old_run_shows_the_rules_of_then_whatever_became_of_the_file(
    client: FlaskClient, worker: Callable[[], Workplace], in_force: Callable[[str], str]
) -> None:
    few = in_force(FEW)
    receive(worker(), log_of(lawful(3)), "x", "salon")
    drain(worker())
    assert codes(client) == (["D209"], few)
    listed = {each["name"]: each for each in client.get("/houses.json").get_json()["houses"]}
    assert (listed["salon"]["title"], listed["salon"]["source"]) == ("Salon Nord", "On the wall")
    assert "Two play." in visible_text(client.get("/houses/salon").text)

    many = in_force(MANY)
    assert codes(client) == (["D209"], few)
    assert CHANGED in visible_text(client.get("/hands/1").text)
    assert visible_text(client.get("/findings/1").text).count("Two play.") >= 1
    assert "Eight may play." in visible_text(client.get("/houses/salon").text)
    assert f'<a href="/houses/salon?digest={few}">{few}</a>' in client.get("/runs/1").text
    then = visible_text(client.get(f"/houses/salon?digest={few}").text)
    assert "Two play." in then
    assert "The house changed its rules after that run. Show the rules of today" in then

    run = nightly(worker())
    drain(worker())
    assert codes(client) == ([], many)
    assert "as they were when the stored audit" not in visible_text(client.get("/hands/1").text)
    assert client.get("/findings/1.json").get_json()["gone_by"] == "rules"
    assert [client.get(f"/runs/{each}.json").get_json()["run"]["houses"]["salon/stud/fixed"] for each in (1, run)] == [
        few,
        many,
    ]

    in_force("")
    assert codes(client) == ([], many)
    assert GONE in visible_text(client.get("/hands/1").text)
    assert "Two play." in visible_text(client.get(f"/houses/salon?digest={few}").text)
    last = visible_text(client.get("/houses/salon").text)
    assert "The house salon no longer exists. This page shows its rules as an earlier run stored them." in last
    assert "Eight may play." in last
    for address in ("/findings/1", "/rules/D209?house=salon", "/hands/1/step/3.1", "/hands/1/whatif?house=salon"):
        assert (address, client.get(address).status_code) == (address, 200)


def test_a_house_or_a_version_that_never_was_is_refused(client: FlaskClient, in_force: Callable[[str], str]) -> None:
    digest = in_force(FEW)
    assert client.get(f"/houses/salon?digest={digest}").status_code == 200
    assert (
        visible_text(client.get(f"/houses/roberts?digest={digest}").text).count("No run used this version of the rules")
        == 1
    )
    assert client.get(f"/houses/salon?digest={'0' * 64}").status_code == 404
    assert client.get("/houses/salon?digest=0").status_code == 422
    in_force("")
    assert 'There is no house "salon"' in visible_text(client.get("/houses/salon").text)
    assert client.get("/rules/D209?house=salon").status_code == 404


def test_an_own_house_is_compared_and_chosen_like_ours(client: FlaskClient, in_force: Callable[[str], str]) -> None:
    in_force(FEW)
    assert "Two play." in visible_text(client.get("/houses/salon/against").text)
    assert '<option value="salon">salon</option>' in client.get("/uploads").text
    assert "Two play." in visible_text(client.get("/rules/D209?house=salon").text)
    assert "salon" in names()


def test_a_worker_without_the_house_gives_the_upload_up_until_it_has_it(
    client: FlaskClient, worker: Callable[[], Workplace], in_force: Callable[[str], str]
) -> None:
    in_force(FEW)
    place = worker()
    receipt = receive(place, log_of(lawful(3)), "x", "salon").receipt
    in_force("")
    drain(worker())
    row = upload_of(place, receipt)
    assert (row.hands, row.state) == (0, "incomplete")
    assert NO_HOUSE.format(house="salon") in client.get(f"/uploads/{receipt}.json").text.replace('\\"', '"')
    in_force(FEW)
    receive_again(place, receipt)
    drain(worker())
    row = upload_of(place, receipt)
    assert (row.hands, row.audited, row.state) == (1, 1, "done")
    assert codes(client)[0] == ["D209"]
