"""`auditor nightly`: audits stored hands again, by hand instead of at its hour."""

import datetime as dt

import click

from auditor.cli.options import day, house_option


@click.command()
@house_option("Only hands audited under this house.")
@click.option("--since", metavar="DATE", callback=day, help="Only hands played from then on, UTC.")
@click.option("--all", "everything", is_flag=True, help="All of them, changed or not.")
@click.option("--hand", metavar="NUMBER", type=click.IntRange(1, 2**63 - 1), help="Only the hand at /hands/NUMBER.")
@click.option("--wait/--no-wait", default=True, help="Wait for the result, and help with workers of its own.")
def nightly(house: str, since: dt.date | None, everything: bool, hand: int | None, wait: bool) -> int:
    """Audit again the stored hands whose house or rules changed; all of them, or one, whether they did or not."""
    from auditor.cli.nightly_run import followed, insist_on, told
    from auditor.cli.open_database import ready_workplace
    from auditor.cli.progress import Progress
    from auditor.engine.house.registry import in_use
    from auditor.jobs.reauditing import nightly as start
    from auditor.settings import load

    settings = load()
    if house:
        in_use().file(house)
    place = ready_workplace(settings)
    try:
        if hand is not None:
            insist_on(place, hand)
        run_id = start(place, house or None, since, everything=everything, hand=hand)
        if not wait:
            click.echo(f"run {run_id} is started; `auditor worker` does it.")
            return 0
        with Progress() as progress:
            row = followed(place, run_id, progress)
        click.echo("\n".join(told(row)))
        return 0 if row.state == "done" else 1
    finally:
        place.close()
