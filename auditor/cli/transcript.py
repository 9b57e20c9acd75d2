"""The command `auditor transcript`: explains the text notation in which a person can write down a hand."""

import click

from auditor.formats.transcript import guide


@click.command()
@click.option("--example", is_flag=True, help='Print only the example hand, as a file that "auditor check" can read.')
def transcript(example: bool) -> None:
    """Print how to write down a hand.

    Try: auditor transcript --example | auditor check -
    """
    click.echo(guide.EXAMPLE if example else guide.page(), nl=False)
