"""`auditor worker`: audits what was sent, in the background, until it is told to stop."""

import click


@click.command()
@click.option("--processes", type=click.IntRange(1, 64), help="How many; one a core where not said.")
def worker(processes: int | None) -> None:
    """Audit in the background what is sent, and every night."""
    from auditor.cli.open_database import ready_workplace
    from auditor.cli.terminal import say
    from auditor.cli.terminal_text import counted
    from auditor.engine.house.registry import in_use
    from auditor.jobs.supervisor import cores, work
    from auditor.settings import load

    settings = load()
    in_use()  # a wrong house file is refused now, and not at the first hand
    ready_workplace(settings).close()
    say(
        f"working in {counted(processes or cores(), 'process', 'processes')}, every night's run by the clock"
        f" {settings.nightly} (UTC); Ctrl-C stops."
    )
    work(settings, processes)
