"""A run over stored hands, followed to its end, and told in words."""

import math
from typing import Final

from auditor.cli.exit_codes import Refused
from auditor.cli.progress import Progress
from auditor.cli.terminal_text import counted
from auditor.jobs.context import Workplace
from auditor.jobs.outages import through_outages
from auditor.jobs.supervisor import Workers, enough, wait_for
from auditor.store.queries import hands, runs
from auditor.store.queries.runs import RunRow

HANDS_ALONE: Final = 2_000


def followed(place: Workplace, run_id: int, progress: Progress) -> RunRow:
    """The run once it is finished, done with the help of workers of our own."""
    row = through_outages(place, lambda _: _row(place, run_id))
    if row.finished_at is not None:
        return row
    team = Workers(place.settings, enough(row.hands, HANDS_ALONE))
    try:
        with progress.of(f"run {run_id}", 0) as bar:

            def finished() -> bool:
                nonlocal row
                row = _row(place, run_id)
                bar.to(row.dealt_with, row.hands, f"{row.dealt_with:,} of {counted(row.hands, 'hand')}")
                return row.finished_at is not None

            wait_for(finished, math.inf, team.mend)
    finally:
        team.stop()
    return row


def insist_on(place: Workplace, hand: int) -> None:
    """Raises `Refused` where no hand of that number is stored: a run of it would audit nothing."""
    with place.database.begin() as connection:
        stored = hands.names_of(connection, [hand])
    if not stored:
        raise Refused(f"There is no hand {hand}; the number is that of its page, /hands/NUMBER. Nothing was started.")


def told(row: RunRow) -> list[str]:
    """A run in words, its counts adding up."""
    made = f"{row.clean:,} clean + {row.faulty:,} with findings + {row.failed:,} failed + {row.left_out:,} left out"
    findings = (
        f"{row.findings_new:,} new, {row.findings_same:,} as before, {row.findings_changed:,} changed,"
        f" {row.findings_gone:,} gone"
    )
    lines = [
        f"run {row.id}, {row.state}: {row.selection}",
        f"    {counted(row.hands, 'hand')} = {made}",
        f"    findings: {findings}",
    ]
    return [*lines, f"    {row.reason}"] if row.reason else lines


def _row(place: Workplace, run_id: int) -> RunRow:
    with place.database.begin() as connection:
        row = runs.one(connection, run_id)
    assert row is not None
    return row
