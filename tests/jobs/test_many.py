"""Many hands: through the workers into the database, and once more by night. Every sum holds."""

from typing import Any

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Hand
from auditor.engine.house_of_hand import house_for
from auditor.formats.log import encode
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import wait_until_idle, workers
from tests.dealer.copies import replaced
from tests.jobs.logs import counts_of, faulty, run_of, upload_of
from tests.store.dictionary import hands

pytestmark = pytest.mark.database
DISTINCT = 1_000
PATIENCE_SECONDS = 600


def many(number: int) -> tuple[bytes, int, int]:
    """A file of so many hands under every house; how many of them are faulty, and how many findings they have."""
    dealt: list[Hand] = [*hands(0, DISTINCT - DISTINCT // 20), *[faulty(seed) for seed in range(DISTINCT // 20)]]
    found = [len(audit(hand, house_for(hand)).findings) for hand in dealt]
    copies = number // len(dealt)
    lines = [
        encode(replaced(hand, number=f"{copy}-{seed}")) for copy in range(copies) for seed, hand in enumerate(dealt)
    ]
    return b"\n".join(lines), copies * sum(each > 0 for each in found), copies * sum(found)


@pytest.mark.parametrize("number", [1_000, pytest.param(100_000, marks=pytest.mark.campaign)])
def test_many_hands_add_up_by_day_and_by_night(place: Workplace, rows: Any, number: int) -> None:
    data, bad, found = many(number)
    receipt = receive(place, data, "many.jsonl")
    with workers(place.settings, 2) as team:
        wait_until_idle(place, PATIENCE_SECONDS, team.mend)
        row = upload_of(place, receipt.receipt)
        assert (row.state, counts_of(row)) == ("done", {"audited": number, "known": 0, "rejected": 0, "skipped": 0})
        run_number = nightly(place, everything=True)
        wait_until_idle(place, PATIENCE_SECONDS, team.mend)
    run = run_of(place, run_number)
    assert (run.state, run.hands, run.clean, run.faulty, run.failed) == ("done", number, number - bad, bad, 0)
    assert (run.findings_new, run.findings_same, run.findings_gone) == (0, found, 0)
    for table, count in {"hand": number, "source": number, "report": number, "finding": found}.items():
        assert rows(f"SELECT count(*) FROM {table}") == [(count,)], table
