"""The command `auditor rule`: lists the rules, or explains one rule.

For one rule it prints:

- its law, and the clauses of a house that the rule cites;
- the changes of the rule in each version of the rules;
- the example hands of the rule.
"""

import json
from typing import Any, Final

import click

from auditor.cli.exit_codes import Refused
from auditor.cli.options import house_option
from auditor.cli.rulebook import alike, setting_lines, wrapped
from auditor.engine import events
from auditor.engine.hand import Structure
from auditor.engine.history.codes import ACROSS_HANDS, HistoryCode
from auditor.engine.house import House
from auditor.engine.house.files import ROOT
from auditor.engine.house.parameter_types import in_words, nearest
from auditor.engine.house.registry import in_use, load
from auditor.engine.house.setting_words import setting_document
from auditor.engine.rule import Rule, houses_with
from auditor.engine.rules import BY_CODE
from auditor.engine.what_changed import UNCHANGED, history
from auditor.formats.transcript.case_files import cases_of
from auditor.formats.transcript.cases import Case
from auditor.settings import command_line


@click.command()
@click.argument("code", required=False)
@house_option(f"Print the clauses that this house has for the rule. Default: {ROOT}.")
@click.option("--cases", "all_cases", is_flag=True, help="Print all example hands of the rule. Default: the first two.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the rule as JSON. Without CODE, print all rules, each as JSON on one line.",
)
def rule(code: str | None, house: str, all_cases: bool, as_json: bool) -> None:
    """List the rules, or explain one rule with example hands."""
    if code is None:
        entries = listed()
        click.echo("\n".join([json.dumps(each, ensure_ascii=False) for each in entries] if as_json else table()))
        return
    found = rule_of(code)
    file = in_use().file(house or ROOT)
    if not isinstance(found, Rule):
        if as_json:
            click.echo(json.dumps(head_and_history(found), ensure_ascii=False, indent=2))
        else:
            click.echo("\n".join(across_hands(found, load(file.name, file.games[0]))))
        return
    houses = houses_with(found, file.name)
    cases = cases_of(found.code)
    if as_json:
        click.echo(json.dumps(document(found, houses, cases), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(lines(found, houses, cases, None if all_cases else CASES_SHOWN)))


CASES_SHOWN: Final = 2
_MARKS: Final = (
    'At the end of a line, "!! CODE" means: the line breaks the rule CODE. "?? CODE" means: at this line, the rule'
    ' cannot be verified. A reading is one way to understand a clause. "unless READING" means: under this reading, the'
    ' line is lawful. "under READING" means: only under this reading, the line breaks the rule. "auditor transcript"'
    " explains how to write the hands."
)
# For each kind of event, the words after "checked when". They say at which events a rule is checked.
MOMENTS: Final[dict[type[events.Event], str]] = {
    events.Ante: "an ante is posted",
    events.Street: "a street begins",
    events.Deal: "cards are dealt",
    events.Burn: "a card is burned",
    events.Community: "a community card is dealt",
    events.Misdeal: "a misdeal is called",
    events.Opens: "the log names who opens",
    events.BringIn: "a seat brings in",
    events.Fold: "a seat folds",
    events.Check: "a seat checks",
    events.Clocked: "the clock makes a seat all-in",
    events.Dropped: "the house folds a seat",
    events.Call: "a seat calls",
    events.Wager: "a seat completes, bets or raises",
    events.Return: "chips go back to a seat",
    events.TopUp: "chips are added to a stack",
    events.Removed: "chips are taken off the table",
    events.Borrowed: "chips are borrowed",
    events.Changed: "money is changed",
    events.Elsewhere: "a seat plays money that was not on the table",
    events.Motion: "a seat pushes chips forward",
    events.Hidden: "a seat hides cards or chips",
    events.Show: "a seat shows its hand",
    events.Muck: "a seat mucks",
    events.Reveal: "the log reveals the cards of a seat",
    events.Added: "the room adds chips to the pot",
    events.Collect: "a pot is paid",
    events.Rake: "the rake is taken",
    events.PotTotal: "the log states a pot",
    events.Won: "the log states what a seat won",
    events.StackAfter: "the log states a stack at the end",
    events.Void: "the hand is cancelled",
    events.Remark: "the log has a remark",
    events.Shuffle: "the deck is shuffled",
    events.Cut: "the deck is cut",
    events.Exposed: "cards are exposed",
    events.Announced: "money is announced",
    events.Declared: "a seat declares an act",
    events.Illegible: "a line cannot be read",
    events.Unread: "the auditor does not understand a line",
    events.LogEnd: "the hand is over",
}


def rule_of(code: str) -> Rule | HistoryCode:
    """Returns the rule with this code, such as `O303`; lower case is accepted too. Raises `Refused` if there is no such
    rule.
    """
    wanted = code.upper()
    found = BY_CODE.get(wanted) or ACROSS_HANDS.get(wanted)
    if found is None:
        known = [*BY_CODE, *ACROSS_HANDS]
        kin = [each for each in known if each[0] == wanted[:1]]
        of = f"the rules with {wanted[:1]}" if kin else "the rules"
        listed_codes = in_words(kin or known, "and")
        raise Refused(f'There is no rule "{code[:20]}"{nearest(wanted, known)} {of} are {listed_codes}.')
    return found


def head(rule: Rule | HistoryCode) -> dict[str, Any]:
    """Returns the code, title, law, reason, severity and grade of a rule, as a dictionary for JSON."""
    return {
        "code": rule.code,
        "title": rule.title,
        "law": rule.law,
        "why": rule.why,
        "severity": rule.severity,
        "grade": rule.grade or None,
    }


def head_and_history(rule: Rule | HistoryCode) -> dict[str, Any]:
    """Returns the dictionary of `head`, and under `history` what each version of the rules changed in this rule, the
    newest version first.
    """
    changes = [
        {"version": each.version, "new": each.is_new, "said": each.own, "at_large": each.at_large}
        for each in history(rule.code)
    ]
    return {**head(rule), "history": changes}


def listed() -> list[dict[str, Any]]:
    """Returns the dictionary of `head` for every rule. The rules that compare several hands come last."""
    return [*map(head, BY_CODE.values()), *map(head, ACROSS_HANDS.values())]


def table() -> list[str]:
    """Returns the lines of a list of all rules. For each rule: its code and title, and its law on the next line."""
    return [line for each in listed() for line in (f"{each['code']} {each['title']}", *wrapped(each["law"], "     "))]


def _beginning(rule: Rule | HistoryCode) -> list[str]:
    return [f"{rule.code} {rule.title}", *wrapped(rule.law, "  "), *wrapped(f"why: {rule.why}", "  ")]


def across_hands(rule: HistoryCode, house: House) -> list[str]:
    """Returns the lines that explain `rule`, which compares several hands: its law, severity and grade, the clauses of
    `house` that the rule cites, and the changes of the rule in each version of the rules.
    """
    text = _beginning(rule)
    text += wrapped(f"checked across hands: {rule.checked}", "  ")
    text += wrapped(f"severity: {rule.severity}", "  ")
    text += wrapped(f"grade: {rule.grade}", "  ")
    if rule.cites:
        text += ["", f"The clauses of {house.name}"]
    for key in rule.cites:
        text += setting_lines(house.setting(key))
    return text + _what_changed(rule)


def _what_changed(rule: Rule | HistoryCode) -> list[str]:
    text = ["", "Changes by version of the rules"]
    for each in history(rule.code):
        if each.words() == UNCHANGED:
            continue
        text += wrapped(f"rules {each.version}: {each.words()}", "  ")
    return text


def _grade(rule: Rule) -> str:
    return rule.grade or (
        "violation if the house states the clause, otherwise irregular" if rule.cites else "violation"
    )


def _played(houses: list[House]) -> str:
    """Returns the games of these houses as text, such as `stud and razz; stud (pot limit)`. Fixed limit is not
    named.
    """
    structures = dict.fromkeys([house.structure for house in houses])
    games = [in_words([house.game for house in houses if house.structure is each], "and") for each in structures]
    limits = ["" if each is Structure.FIXED else f" ({each} limit)" for each in structures]
    return "; ".join([f"{game}{limit}" for game, limit in zip(games, limits, strict=True)])


def lines(rule: Rule, houses: list[House], cases: list[Case], most: int | None) -> list[str]:
    """Returns the lines that explain a rule: its law, its clauses in each of `houses`, and its test cases. `most` is
    the largest number of cases to list; `None` lists all.
    """
    text = _beginning(rule)
    text += wrapped(f"checked when {in_words([MOMENTS[kind] for kind in rule.on], 'or')}", "  ")
    text += wrapped(f"severity: {rule.severity}", "  ")
    text += wrapped(f"grade: {_grade(rule)}", "  ")
    for same in alike(houses, rule.cites) if rule.cites else []:
        text += ["", *wrapped(f"The clauses of {same[0].name}, in {_played(same)}", "")]
        for key in rule.cites:
            text += setting_lines(same[0].setting(key))
    text += _what_changed(rule)
    if cases:
        text += ["", *wrapped(_MARKS, "")]
    for case in cases[:most]:
        text += ["", f"== {case.title}", *case.text.splitlines()]
    if most is not None and len(cases) > most:
        every = command_line(f"rule {rule.code} --cases")
        text += ["", f"These are {most} of {len(cases)} example hands. To print all, run: {every}"]
    return text


def document(rule: Rule, houses: list[House], cases: list[Case]) -> dict[str, Any]:
    """Returns a rule, its clauses in these houses and its test cases, as a dictionary for JSON."""
    return {
        **head_and_history(rule),
        "on": [kind.__name__ for kind in rule.on],
        "cites": list(rule.cites),
        "houses": [
            {
                "house": house.name,
                "game": house.game.value,
                "structure": house.structure.value,
                "status": house.grade_status(rule.cites),
                "clauses": [setting_document(house.setting(key)) for key in rule.cites],
            }
            for house in houses
        ],
        "cases": [
            {
                "title": case.title,
                "house": case.house,
                "overrides": case.overrides,
                "text": case.text,
                "expected": [{"code": code, "event": event} for code, event in case.expected],
                "unverifiable": [{"code": code, "event": event} for code, event in case.unverifiable],
                "contested": [{"code": code, "event": event, "reading": name} for code, event, name in case.contested],
                "beside": [{"code": code, "event": event, "reading": name} for code, event, name in case.beside],
            }
            for case in cases
        ],
    }
