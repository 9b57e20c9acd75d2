"""`auditor rule`: one rule, what a house says to it, and its cases."""

import click

from auditor.cli.options import house_option


@click.command()
@click.argument("code")
@house_option("The house whose clauses are shown; else the base of all.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rule(code: str, house: str, as_json: bool) -> None:
    """Show a rule: what it checks, the house's clauses, its cases."""
    import json

    from auditor.cli.rule_words import document, lines, rule_of
    from auditor.engine.house import load, shipped
    from auditor.engine.house_files import ROOT
    from auditor.formats.transcript.case_files import cases_of

    found = rule_of(code)
    name = house or ROOT
    houses = [load(name, game) for game in shipped().file(name).games]
    cases = cases_of(found.code)
    if as_json:
        click.echo(json.dumps(document(found, houses, cases), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(lines(found, houses, cases)))
