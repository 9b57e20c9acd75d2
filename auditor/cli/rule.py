"""`auditor rule`: the list of rules, or one rule, what a house says to it, what changed, and its cases."""

import click

from auditor.cli.options import house_option


@click.command()
@click.argument("code", required=False)
@house_option("The house whose clauses are shown; else the base of all.")
@click.option("--cases", "all_cases", is_flag=True, help="Show all its cases, not the first two.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; without a code, one a line.")
def rule(code: str | None, house: str, all_cases: bool, as_json: bool) -> None:
    """List the rules, or show one: law, clauses of a house, what changed, cases."""
    import json

    from auditor.cli import rule_words as words
    from auditor.engine.house.files import ROOT
    from auditor.engine.house.registry import in_use, load
    from auditor.engine.rule import Rule, houses_with
    from auditor.formats.transcript.case_files import cases_of

    if code is None:
        entries = words.listed()
        click.echo("\n".join([json.dumps(each, ensure_ascii=False) for each in entries] if as_json else words.table()))
        return
    found = words.rule_of(code)
    file = in_use().file(house or ROOT)
    if not isinstance(found, Rule):
        said = words.across_hands(found, load(file.name, file.games[0]))
        if as_json:
            said = [json.dumps(words.head_and_history(found), ensure_ascii=False, indent=2)]
        click.echo("\n".join(said))
        return
    houses = houses_with(found, file.name)
    cases = cases_of(found.code)
    if as_json:
        click.echo(json.dumps(words.document(found, houses, cases), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(words.lines(found, houses, cases, None if all_cases else words.CASES_SHOWN)))
