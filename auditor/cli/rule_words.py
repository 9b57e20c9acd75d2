"""A rule in words and as JSON: rendered from what the engine and the file of its cases say, nothing written twice."""

from typing import Any

from auditor.cli.ending import Refused
from auditor.cli.rulebook import alike, setting_document, setting_lines, wrapped
from auditor.engine.house import House
from auditor.engine.kinds import in_words, nearest
from auditor.engine.rule import Rule
from auditor.engine.rules import BY_CODE
from auditor.formats.transcript.cases import Case


def rule_of(code: str) -> Rule:
    """The rule of this code, small letters or large; raises `Refused` where there is none."""
    found = BY_CODE.get(code.upper())
    if found is None:
        kin = [each for each in BY_CODE if each[0] == code[:1].upper()] or BY_CODE
        close = nearest(code.upper(), BY_CODE)
        raise Refused(f'There is no rule "{code[:20]}"{close} the rules are {in_words(kin, "and")}.')
    return found


def _grade(rule: Rule) -> str:
    return rule.grade or "violation where the house says so, else irregular"


def lines(rule: Rule, houses: list[House], cases: list[Case]) -> list[str]:
    """The rule as text: law, clauses of the house, cases."""
    text = [f"{rule.code} {rule.title}", *wrapped(rule.law, "  ")]
    text += wrapped(f"checked at: {in_words([kind.__name__ for kind in rule.on], 'and')}", "  ")
    text += wrapped(f"grade: {_grade(rule)}", "  ")
    for same in alike(houses, rule.cites) if rule.cites else []:
        games = in_words([house.game for house in same], "and")
        text += ["", f"What {same[0].name} says to it, in {games}"]
        for key in rule.cites:
            text += setting_lines(same[0].setting(key))
    for case in cases:
        text += ["", f"== {case.title}", *case.text.splitlines()]
    return text


def document(rule: Rule, houses: list[House], cases: list[Case]) -> dict[str, Any]:
    """The rule as JSON."""
    return {
        "code": rule.code,
        "title": rule.title,
        "law": rule.law,
        "on": [kind.__name__ for kind in rule.on],
        "grade": rule.grade or None,
        "cites": list(rule.cites),
        "houses": [
            {
                "house": house.name,
                "game": house.game.value,
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
            }
            for case in cases
        ],
    }
