"""`auditor transcript`: the notation in which a person writes down a hand."""

import click


@click.command()
@click.option("--example", is_flag=True, help="Print the whole hand alone, ready to be checked.")
def transcript(example: bool) -> None:
    """Show how to write down a hand, to check it.

    Try: auditor transcript --example | auditor check -
    """
    from auditor.formats.transcript import guide

    click.echo(guide.EXAMPLE if example else guide.page(), nl=False)
