"""`auditor house`: the houses, or one of them as a rulebook."""

import click


@click.command()
@click.argument("name", required=False)
def house(name: str | None) -> None:
    """List the houses, or print one as a rulebook."""
    from auditor.cli.rulebook import entry, rulebook
    from auditor.engine.house import names

    lines = rulebook(name.lower()) if name else [line for each in names() for line in entry(each)]
    click.echo("\n".join(lines))
