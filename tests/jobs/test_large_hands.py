"""Hands of 225 KB, the largest that are read: a worker holds no more than 256 MiB, whatever they make of a shard."""

from collections.abc import Callable
from typing import Any

import pytest

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import SHARD_BYTES
from auditor.jobs.supervisor import workers
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, lawful, log_of, run_of, until, upload_of
from tests.jobs.test_gigabyte import peak_of

pytestmark = [pytest.mark.database, pytest.mark.campaign]
MEMORY_KIB = 256 * 1024
HANDS = 300


def chatty(number: int) -> Hand:
    """A lawful hand of 225 KB."""
    hand = lawful(number)
    talk = [e.Remark(hand.seats[0].number, f"other {number} {line}") for line in range(4_600)]
    return replaced(hand, events=(hand.events[0], *talk, *hand.events[1:]))


def peak_while(place: Workplace, finished: Callable[[], bool]) -> int:
    peak = 0
    with workers(place.settings, 1) as team:

        def watched() -> bool:
            nonlocal peak
            peak = max([peak, *map(peak_of, team.numbers())])
            return finished()

        until(watched)
    return peak


def test_a_worker_holds_less_than_256_mib(place: Workplace, rows: Any) -> None:
    file = log_of(*[chatty(number) for number in range(1, HANDS + 1)])
    assert len(file) > HANDS * 220_000
    receipt = receive(place, file, "chatty.jsonl").receipt
    first = peak_while(place, lambda: upload_of(place, receipt).is_finished)
    row = upload_of(place, receipt)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}
    run = nightly(place, everything=True)
    second = peak_while(place, lambda: run_of(place, run).state != "running")
    assert run_of(place, run).clean == HANDS
    print(f"\n{row.shards} shards; audited in {first / 1024:.0f} MiB, audited again in {second / 1024:.0f} MiB")
    assert rows("SELECT max(stop - start) FROM shard WHERE upload_id IS NOT NULL")[0][0] <= SHARD_BYTES
    assert max(first, second) <= MEMORY_KIB
