"""`auditor demo`: the whole way on the project's own sample histories."""

from dataclasses import replace

import click

from auditor.settings import MEBIBYTE

FREE_BYTES = 256 * MEBIBYTE  # the samples are small, and a machine on which somebody looks at them may be too


@click.command()
@click.option("--once", is_flag=True, help="Exit after printing what was found.")
@click.option("--port", type=click.IntRange(0, 65535), help="Of the pages; else the usual one, or a free one.")
def demo(once: bool, port: int | None) -> int:
    """Audit the sample histories, print what was found, serve it."""
    from auditor.cli.demo_run import Demo
    from auditor.cli.open_database import ready_workplace
    from auditor.cli.progress import Progress
    from auditor.settings import load

    settings = load()
    if settings.free_bytes is None:
        settings = replace(settings, free_bytes=FREE_BYTES)
    with Progress() as progress:
        click.echo("Starting the database ...")
        return Demo(ready_workplace(settings), progress).run(once=once, port=port)
