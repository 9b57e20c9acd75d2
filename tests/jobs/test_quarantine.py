"""A hand that crashes, loops or fills the memory is quarantined by name, in real workers, and no other hand is lost."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.jobs.context import Workplace
from auditor.jobs.reauditing import nightly
from auditor.jobs.receiving import receive
from auditor.jobs.supervisor import Workers, workers
from auditor.jobs.worker import drain, rescue_now
from auditor.store.queries import uploads
from auditor.store.uploads.upload_rows import Refusal
from tests.cli.command import auditor
from tests.formats.small_files import ONE
from tests.jobs.logs import counts_of, lawful, log_of, run_of, until, upload_of
from tests.jobs.poison import AUDIT, EXITS, IN_C, READ, plant

pytestmark = pytest.mark.database
SHARD_HANDS = 6
SLOW = "Quarantined: the audit of this hand took more than 2 seconds of processor time. The other hands are audited."
LARGE = "Quarantined: the audit of this hand took more than 256 MiB of memory."
CRASH = "Quarantined: the audit of this hand ended the process (SIGSEGV)."
CAUSES = {
    "raises": "Quarantined: the audit of this hand failed (RuntimeError: poison).",
    "loops": SLOW,
    "memory": LARGE,
    "segfault": CRASH,
    "recursion": "Quarantined: the audit of this hand failed (RecursionError: ",
}
STORED = {kind: AUDIT[kind] for kind in ("loops", "memory", "segfault")}


@pytest.fixture
def small(place: Workplace) -> Workplace:
    return Workplace(replace(place.settings, shard_hands=SHARD_HANDS), place.database)


@pytest.fixture
def poisoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", plant(tmp_path / "poison"))


def shards_with(*numbers: int) -> bytes:
    """A file with one hand of these numbers in each shard, the third of good ones."""
    hands: list[int] = []
    for number in numbers:
        first = len(hands) + 1
        hands += [first, first + 1, number, *range(first + 3, first + SHARD_HANDS)]
    return log_of(*[lawful(number) for number in hands])


def finish(team: Workers, place: Workplace, finished: Callable[[], bool]) -> None:
    """Starts a worker again that ended, as the supervisor does it, and has its jobs taken up at once."""

    def done() -> bool:
        before = team.numbers()
        team.mend()
        if team.numbers() != before:
            rescue_now(place, stalled_seconds=0)
        return finished()

    until(done)


def refusals_of(place: Workplace, receipt: str) -> list[Refusal]:
    with place.database.begin() as connection:
        return list(uploads.rejections(connection, upload_of(place, receipt).id).refusals)


def audited_with(place: Workplace, numbers: list[int]) -> list[Refusal]:
    """Has workers audit the file; asserts that all but those hands are audited, and returns their refusals."""
    receipt = receive(place, shards_with(*numbers), "night.jsonl").receipt
    with workers(place.settings, 1) as team:
        finish(team, place, lambda: upload_of(place, receipt).is_finished)
    row = upload_of(place, receipt)
    good = len(numbers) * (SHARD_HANDS - 1)
    assert (row.state, row.shards, row.found) == ("done", len(numbers), len(numbers) * SHARD_HANDS)
    assert counts_of(row) == {"audited": good, "known": 0, "rejected": len(numbers), "skipped": 0}
    return sorted(refusals_of(place, receipt), key=lambda refusal: refusal.line)


def insist(said: list[Refusal], causes: list[str], numbers: list[str | None]) -> None:
    lines = [SHARD_HANDS * shard + 3 for shard in range(len(causes))]
    assert [(one.line, one.hand) for one in said] == list(zip(lines, numbers, strict=True))
    for one, cause in zip(said, causes, strict=True):
        assert one.reason.startswith(cause)
        assert one.reason.endswith(f" To repeat this hand: auditor check FILE --line {one.line}")


@pytest.mark.usefixtures("poisoned")
def test_a_hand_that_harms_its_audit_or_its_reader_is_quarantined(small: Workplace, rows: Any) -> None:
    said = audited_with(small, [*AUDIT.values(), READ["segfault"]])
    insist(said, [*CAUSES.values(), CRASH], [*[str(number) for number in AUDIT.values()], None])
    assert rows("SELECT failed, rejected, clean + faulty, state FROM run") == [(6, 0, 30, "done")]
    assert rows("SELECT max(attempts) FROM shard") == [(2,)]


@pytest.mark.campaign
@pytest.mark.usefixtures("poisoned")
def test_a_hand_that_harms_its_reader_is_quarantined(small: Workplace) -> None:
    said = audited_with(small, [*READ.values(), IN_C, EXITS])
    insist(
        said, [*CAUSES.values(), SLOW, "Quarantined: the audit of this hand ended the process (exit code"], [None] * 7
    )


@pytest.mark.usefixtures("poisoned")
@pytest.mark.campaign
def test_a_stored_hand_that_harms_its_audit_is_quarantined(small: Workplace, rows: Any) -> None:
    with pytest.MonkeyPatch.context() as unpoisoned:
        unpoisoned.delenv("PYTHONPATH")
        receive(small, shards_with(*STORED.values()), "night.jsonl")
        drain(small)
    run = nightly(small, everything=True)
    with workers(small.settings, 1) as team:
        finish(team, small, lambda: run_of(small, run).state != "running")
    row = run_of(small, run)
    assert (row.state, row.hands, row.clean, row.failed) == ("done", 18, 15, 3)
    said = rows(
        """SELECT number, reason, hand_id FROM run_hand JOIN hand ON hand.id = hand_id
           WHERE run_id = %s AND outcome = 'failed' ORDER BY number""",
        run,
    )
    assert [number for number, _, _ in said] == [str(number) for number in STORED.values()]
    for (_, reason, hand_id), kind in zip(said, STORED, strict=True):
        assert str(reason).startswith(f"Under roberts: {CAUSES[kind]}")
        assert str(reason).endswith(f" To repeat this hand: auditor nightly --hand {hand_id}")


def test_the_command_repeats_that_hand_alone(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    file.write_bytes(log_of(*[lawful(number) for number in range(1, 5)]))
    told = auditor("check", file, "--line", "3", "--json")
    rows = [json.loads(line) for line in told.out.splitlines()]
    assert [row["hand"] for row in rows if row["kind"] == "hand"] == ["3"]
    assert (told.code, rows[-1]["hands"]) == (0, 1)


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_line_below_the_end_is_refused_with_a_sentence(end: str, tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    file.write_bytes(log_of(*[lawful(number) for number in range(1, 5)]).rstrip(b"\n") + end.encode())
    lines = 5 if end == "\n\n" else 4
    assert auditor("check", file, "--line", str(lines)).code == 0
    told = auditor("check", file, "--line", str(lines + 1))
    assert f"{file}: The file has no line {lines + 1}. Its last line is {lines}." in told.err
    assert told.code == 2


def test_a_line_above_all_hands_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "night.txt"
    file.write_text("\n\n" + ONE, encoding="utf-8")
    told = auditor("check", file, "--line", "1")
    assert f"{file}: Line 1 belongs to no hand: the first hand begins below this line." in told.err
