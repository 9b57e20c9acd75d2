"""`auditor house`: the houses, one of them as a rulebook, or how two of them differ."""

import click


@click.command()
@click.argument("name", required=False)
@click.option("--diff", nargs=2, metavar="NAME NAME", help="Show how two houses differ instead.")
def house(name: str | None, diff: tuple[str, str] | None) -> None:
    """List the houses, print one as a rulebook, or show how two of them differ, in the games that both cover."""
    from auditor.cli.house_diff import house_diff
    from auditor.cli.rulebook import entry, rulebook
    from auditor.engine.house.registry import names

    if diff and name:
        raise click.UsageError("Name one house, or two behind --diff.")
    if diff:
        lines = house_diff(*[each.lower() for each in diff])
    else:
        lines = rulebook(name.lower()) if name else [line for each in names() for line in entry(each)]
    click.echo("\n".join(lines))
