"""The command `auditor worker`: audits uploads in the background until a signal stops it."""

import click

from auditor.cli.open_database import ready_workplace
from auditor.cli.terminal import say
from auditor.cli.terminal_text import counted
from auditor.engine.house.registry import in_use
from auditor.jobs.supervisor import cores, work
from auditor.settings import load


@click.command()
@click.option("--processes", type=click.IntRange(1, 64), help="Number of processes. Default: one per core.")
def worker(processes: int | None) -> None:
    """Audit uploads in the background.

    Every night, the command also audits stored hands again if their house or the auditor's rules changed.
    """
    settings = load()
    in_use()  # reads all house files now, so that a faulty file is reported before the workers start
    ready_workplace(settings).close()
    say(
        f"auditing uploads with {counted(processes or cores(), 'process', 'processes')}; the nightly run is at"
        f" {settings.nightly} (UTC); press Ctrl-C to stop."
    )
    work(settings, processes)
