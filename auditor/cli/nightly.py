"""The command `auditor nightly`: starts the nightly run now. A nightly run audits stored hands again if their house or
the auditor's rules changed.
"""

import datetime as dt
import math
from typing import Final

import click

from auditor.cli.exit_codes import Refused
from auditor.cli.open_database import ready_workplace
from auditor.cli.options import day, house_option
from auditor.cli.progress import Progress
from auditor.cli.terminal_text import counted
from auditor.engine.house.registry import in_use
from auditor.jobs.context import Workplace
from auditor.jobs.outages import through_outages
from auditor.jobs.reauditing import nightly as start
from auditor.jobs.supervisor import Workers, enough, wait_for
from auditor.settings import command_line, load
from auditor.store.queries import hands, runs
from auditor.store.queries.runs import RunRow


@click.command()
@house_option("Audit only hands of this house.")
@click.option("--since", metavar="DATE", callback=day, help="Audit only hands played on or after this day (UTC).")
@click.option("--all", "everything", is_flag=True, help="Audit all stored hands, even if nothing changed.")
@click.option(
    "--hand",
    metavar="NUMBER",
    type=click.IntRange(1, 2**63 - 1),
    help="Audit only the hand whose page is /hands/NUMBER.",
)
@click.option("--wait/--no-wait", default=True, help="Start workers that audit the hands, and wait for the result.")
def nightly(house: str, since: dt.date | None, everything: bool, hand: int | None, wait: bool) -> int:
    """Audit hands again if their house or the auditor's rules changed.

    With --all or --hand, the command audits hands again even if nothing changed.
    """
    settings = load()
    if house:
        in_use().file(house)
    place = ready_workplace(settings)
    try:
        if hand is not None:
            insist_on(place, hand)
        run_id = start(place, house or None, since, everything=everything, hand=hand)
        if not wait:
            click.echo(f'run {run_id} is started; "{command_line("worker")}" audits its hands.')
            return 0
        with Progress() as progress:
            row = followed(place, run_id, progress)
        click.echo("\n".join(run_lines(row)))
        return 0 if row.state == "done" else 1
    finally:
        place.close()


# One process audits about this many hands in the time that a second process needs to start.
HANDS_ALONE: Final = 2_000


def followed(place: Workplace, run_id: int, progress: Progress) -> RunRow:
    """Starts worker processes for a nightly run, and waits until they have audited all its hands. Draws a progress bar.
    Returns the run's row in the database.
    """
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
    """Raises `Refused` if the database has no hand with this number. Otherwise a run for that hand would audit
    nothing.
    """
    with place.database.begin() as connection:
        stored = hands.names_of(connection, [hand])
    if not stored:
        raise Refused(f"There is no hand {hand}. Use the number of its page, /hands/NUMBER. No run was started.")


def run_lines(row: RunRow) -> list[str]:
    """Returns lines of text with the result of a nightly run. The lines count the hands that were clean, had findings,
    failed, or were left out because another run audited them. The lines also count the findings that are new, the same
    as before, changed or gone.
    """
    made = f"{row.clean:,} clean + {row.faulty:,} with findings + {row.failed:,} failed"
    made = f"{made} + {row.left_out:,} left to another run"
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
