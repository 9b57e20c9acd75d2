"""Files that say above many hands what holds for all of them, in shards of a few hands each."""

from dataclasses import replace

import pytest

from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from auditor.formats import Read, open_log
from auditor.jobs.context import Workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.store.queries import hands
from tests.dealer import deal
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, upload_of
from tests.printers import ipoker

pytestmark = pytest.mark.database


def session(name: str, game: Game, numbers: range) -> str:
    """A session whose games begin where the one before ends, in the same line."""
    house = load("ipoker", game)
    dealt = [replaced(deal(number, house), number=str(number), tournament=name) for number in numbers]
    return ipoker.print_lead(dealt[0]) + "".join([ipoker.print_hand(hand) for hand in dealt]) + "\n</session>\n"


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_every_shard_knows_what_stands_above_its_hands(place: Workplace, size: int) -> None:
    text = session("Up", Game.STUD, range(1, 8)) + session("Split", Game.STUD8, range(11, 16))
    expected = {
        outcome.hand.number: outcome.hand.digest() for outcome in open_log(text.encode()) if isinstance(outcome, Read)
    }
    assert len(expected) == 12
    small = Workplace(replace(place.settings, shard_hands=size), place.database)
    receipt = receive(small, text.encode(), "evening.xml")
    drain(small)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.format, row.found) == ("done", "ipoker", 12)
    assert counts_of(row) == {"audited": 12, "known": 0, "rejected": 0, "skipped": 0}
    with place.database.begin() as connection:
        for number, digest in expected.items():
            assert [named.digest for named in hands.named(connection, number or "")] == [digest]
