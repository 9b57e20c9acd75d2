"""A shard whose findings fill the memory is divided: the rest is a shard of its own, and nothing else differs."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.formats import Outcome, Read, Rejected, Skipped, open_log, read_range
from auditor.formats.log import encode
from auditor.jobs import auditing, hand_limits, judging, reauditing
from auditor.jobs.cancelling import cancel
from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.splitting import rest_of
from auditor.jobs.worker import drain
from auditor.store.evidence.files import Evidence
from auditor.store.findings.reports import Venue
from auditor.store.hands.insert import store_hands
from auditor.store.runs.shards import Shard
from auditor.store.uploads.upload_rows import Source
from tests.jobs.logs import counts_of, faulty, lawful, log_of, run_of, upload_of

pytestmark = pytest.mark.database
FORMATS = Path(__file__).parents[2] / "fixtures" / "formats"
FILES = sorted([*FORMATS.glob("merge/*.xml"), *FORMATS.glob("ipoker/*.xml"), FORMATS / "pokerstars" / "defects.txt"])
HANDS = 6


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every finding fills a batch."""
    monkeypatch.setattr(judging, "BATCH_BYTES", 1)
    monkeypatch.setattr(reauditing, "BATCH_BYTES", 1)


def hands_with_findings() -> bytes:
    return log_of(*[faulty(number) if number % 2 else lawful(number) for number in range(1, HANDS + 1)])


@pytest.mark.usefixtures("tiny")
def test_a_divided_shard_audits_every_hand_once(place: Workplace, rows: Any) -> None:
    receipt = receive(place, hands_with_findings(), "night.jsonl")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.found, row.shards, row.shards_done) == ("done", HANDS, 6, 6)
    assert counts_of(row) == {"audited": HANDS, "known": 0, "rejected": 0, "skipped": 0}
    assert rows("SELECT expected, state FROM shard") == [(1, "done")] * 6
    assert rows("SELECT hands, clean, faulty, state FROM run") == [(HANDS, HANDS // 2, HANDS // 2, "done")]


@pytest.mark.usefixtures("tiny")
def test_a_divided_shard_of_a_nightly_run_audits_every_hand_once(place: Workplace, rows: Any) -> None:
    receive(place, hands_with_findings(), "night.jsonl")
    drain(place)
    run = nightly(place, everything=True)
    drain(place)
    row = run_of(place, run)
    assert (row.state, row.hands, row.clean, row.faulty, row.left_out) == ("done", HANDS, HANDS // 2, HANDS // 2, 0)
    assert rows("SELECT expected, state FROM shard WHERE run_id = %s", run) == [(1, "done")] * 6


@pytest.mark.usefixtures("tiny")
def test_the_rest_of_a_cancelled_shard_is_given_up(place: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Workplace(replace(place.settings, shard_hands=HANDS // 2), place.database)
    receipt = receive(small, hands_with_findings(), "night.jsonl").receipt

    def cancelled(*arguments: Any) -> Any:
        monkeypatch.setattr(auditing, "store_hands", store_hands)
        cancel(small, receipt, "ada")
        return store_hands(*arguments)

    monkeypatch.setattr(auditing, "store_hands", cancelled)
    drain(small)
    row = upload_of(small, receipt)
    assert (row.state, row.found, row.audited, row.shards, row.shards_done) == ("cancelled", HANDS, 1, 3, 3)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rest_of_a_shard_reads_as_it_does_in_the_whole(tmp_path: Path, file: Path) -> None:
    """Wherever it is divided; in a session of XML the lines above hold for it too."""
    data = file.read_bytes()
    evidence = Evidence(tmp_path)
    kept = evidence.keep(data, len(data))
    log = open_log(data)
    source = Source(1, Venue(1, "default"), "", kept.sha256, "", "", "", log.format, log.encoding, "auditing")
    pieces = list(log.pieces())
    first = pieces[0]
    shard = Shard(1, 1, None, first.offset, len(data), first.first_line, len(pieces), 1, 0, *first.lead_at)
    whole = list(map(written, open_log(data)))
    assert len(whole) == len(pieces) > 1
    for judged in range(1, len(pieces)):
        if pieces[judged].refused:
            continue
        rest = rest_of(evidence, source, shard, judged)
        lead = data[rest.lead_start : rest.lead_stop]
        again = read_range(log.format, log.encoding, data[rest.start :], rest.first_line, lead)
        assert list(map(written, again)) == whole[judged:]


def written(outcome: Outcome) -> object:
    """All of an outcome that a person sees."""
    match outcome:
        case Read():
            return encode(outcome.hand), outcome.first_line, outcome.last_line
        case Rejected():
            return outcome.line, outcome.hand, outcome.reason
        case Skipped():
            return outcome.line, outcome.hand, outcome.game


def test_hands_with_a_thousand_findings_leave_others_their_memory(
    place: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_limits, "MEMORY_BYTES", 16 * 1024 * 1024)
    monkeypatch.setattr(judging, "BATCH_BYTES", 10 * 1024 * 1024)
    hands = 40
    receipt = receive(place, "".join(map(dealt_again_and_again, range(1, hands + 1))).encode(), "night.txt")
    drain(place)
    row = upload_of(place, receipt.receipt)
    assert (row.state, row.reason) == ("done", "")
    assert counts_of(row) == {"audited": hands, "known": 0, "rejected": 0, "skipped": 0}
    assert row.shards == 3


def dealt_again_and_again(number: int) -> str:
    """A hand with a thousand findings that are listed."""
    head = f"hand {number}\nstakes 10/20 bring-in 3 ante 1\nstacks 500 500 500\nantes\n"
    return head + "1 [As Ac] Kd\n2 [7c 7h] 2c\n3 [8c 8h] 9c\n2 brings in 3\n" + 700 * "2 [xx xx] 2c\n" + "end\n\n"
