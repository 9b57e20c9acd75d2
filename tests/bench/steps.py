"""A step of the replayer as the server makes it, from the request to the last byte of the page."""

import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from auditor.engine.hand import Game, Hand
from auditor.engine.house.registry import load
from auditor.formats import log
from auditor.jobs.context import open_workplace
from auditor.jobs.receiving import receive
from auditor.jobs.worker import drain
from auditor.settings import Settings
from auditor.web import create_app
from auditor.web.hands.replay.places import places_of
from tests.bench.ingest import new_database, server_alone
from tests.bench.rows import Row, seconds
from tests.dealer import deal

SEEDS = 300
AIM_SECONDS = 0.050


def rows() -> Iterator[Row]:
    """How many times within the aim of 50 ms a step of the longest of some hundred dealt hands is."""
    house = load("roberts", Game.STUD)
    hand = max([deal(seed, house) for seed in range(SEEDS)], key=_length)
    with server_alone() as server, tempfile.TemporaryDirectory() as data:
        url = new_database(server, "replayed")
        settings = Settings(
            data=Path(data), database_url=url.set(drivername="postgresql").render_as_string(False), free_bytes=0
        )
        place = open_workplace(settings)
        receive(place, log.encode(hand) + b"\n", "hand.jsonl", "roberts")
        drain(place)
        place.close()
        app = create_app(settings)
        visitor = app.test_client()
        addresses = [f"/hands/1/step/{each.address}?cards=known" for each in places_of(hand)]
        assert visitor.get(addresses[0]).status_code == 200
        times = sorted([seconds(partial(visitor.get, address)) for address in addresses])
        sizes = [len(visitor.get(address).data) for address in addresses]
        app.extensions["auditor"].close()
    median = statistics.median(times)
    figures: dict[str, float | int | str] = {
        "steps": len(addresses),
        "seats": len(hand.seats),
        "median_ms": round(median * 1000, 1),
        "p95_ms": round(times[len(times) * 95 // 100] * 1000, 1),
        "largest_bytes": max(sizes),
    }
    yield Row("a step of the replayer against its aim of 50 ms", AIM_SECONDS / median, 1, figures)


def _length(hand: Hand) -> tuple[int, int]:
    return len(hand.seats), len(hand.events)
