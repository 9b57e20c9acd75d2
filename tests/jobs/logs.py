"""Log files for these tests: hands of the lawful dealer, numbered, as lines of our own log."""

import time
from collections.abc import Callable

from auditor.engine import events as e
from auditor.engine.hand import Game, Hand, Structure
from auditor.engine.house.registry import load
from auditor.formats.log import encode
from auditor.jobs.context import Workplace
from auditor.store.queries import runs, uploads
from auditor.store.queries.runs import RunRow
from auditor.store.queries.uploads import UploadRow
from tests.dealer import deal
from tests.dealer.copies import replaced, with_too_large_an_ante

PATIENCE_SECONDS = 120


def lawful(number: int, house: str = "roberts", structure: Structure = Structure.FIXED) -> Hand:
    """A lawful hand with that number."""
    return replaced(deal(number, load(house, Game.STUD, structure)), number=str(number), house=house)


def faulty(number: int) -> Hand:
    """The same hand, but one ante is a chip too large: O302 and whatever follows from it."""
    return with_too_large_an_ante(lawful(number))


def without_holes(hand: Hand) -> Hand:
    """A copy of the record for somebody who saw no card that lay face down."""
    unseen = [
        e.Deal(event.seat, (-1,) * len(event.down), event.up) if isinstance(event, e.Deal) else event
        for event in hand.events
    ]
    return replaced(hand, events=tuple(unseen))


def log_of(*hands: Hand) -> bytes:
    """A file of these hands, one a line."""
    return b"".join([encode(hand) + b"\n" for hand in hands])


def upload_of(place: Workplace, receipt: str) -> UploadRow:
    with place.database.begin() as connection:
        row = uploads.by_receipt(connection, receipt)
    assert row is not None
    return row


def run_of(place: Workplace, number: int) -> RunRow:
    with place.database.begin() as connection:
        row = runs.one(connection, number)
    assert row is not None
    return row


def counts_of(row: UploadRow) -> dict[str, int]:
    """The counts of an upload, after seeing that they add up."""
    assert row.hands == row.audited + row.known + row.rejected + row.skipped
    return {
        "audited": row.audited,
        "known": row.known,
        "rejected": row.rejected,
        "skipped": row.skipped,
    }


def until(condition: Callable[[], bool]) -> None:
    """Returns as soon as the condition holds; fails if it does not within two minutes."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)
