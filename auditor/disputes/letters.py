"""The letter to one party of a decided case, as plain text in plain words. A venue can replace the text around it."""

import datetime as dt
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from string import Template
from typing import Final

from auditor.disputes.outcomes import OUTCOME_WORDS
from auditor.disputes.rulings import HOUSE, RuleBasis, Ruling

WIDTH: Final = 78
LARGEST: Final = 64 * 1024
FIELDS: Final = ("venue", "case", "date", "party", "hand", "claim", "facts", "rule", "decision", "amounts")
# The fields without which a letter does not say what it must.
NEEDED: Final = ("case", "facts", "rule", "decision", "amounts")
_STATUSES: Final = {
    "stated": "The house states this rule.",
    "assumed": "The house does not state this rule. We assume it.",
    "hedged": "The house states this rule, but not for every hand.",
}


class BadLetter(ValueError):
    """Raised for a template that cannot be used. The message is one sentence that says what to change."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """The party who receives the letter. `label` is the party as everybody may read it, and `keys` are the names that
    the settlement may have for this party, such as `seat 3`.
    """

    label: str
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Decided:
    """The parts of a decided case that a letter is about. `money` writes an amount in the smallest unit as text.
    `hidden` takes away from a text what the party may not see. `open_amounts` are the open amounts of the ledger;
    `claimed` is the claimed amount, or `None`. `on` is the day of the letter.
    """

    case_id: int
    venue: str
    hand: str
    happened: str
    should: str
    claimed: int | None
    ruling: Ruling
    open_amounts: Mapping[str, int]
    on: dt.date
    money: Callable[[int], str]
    hidden: Callable[[str], str]


def english() -> str:
    """Returns the template that comes with the auditor."""
    return resources.files("auditor.disputes").joinpath("letter.txt").read_text(encoding="utf-8")


def checked(template: str) -> Template:
    """Returns a template that can be filled in. Raises `BadLetter` if a field is unknown, spoilt or missing."""
    if len(template) > LARGEST:
        raise BadLetter(f"The template is longer than {LARGEST:,} characters. Shorten it.")
    made = Template(template)
    if not made.is_valid():
        raise BadLetter("A dollar sign in the template has no field. Write two dollar signs to print one.")
    names = made.get_identifiers()
    unknown = [name for name in names if name not in FIELDS]
    if unknown:
        raise BadLetter(f"The template has the unknown field ${unknown[0]}. The fields are: {_listed(FIELDS)}.")
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise BadLetter(f"The template has no field ${missing[0]}. Each letter needs: {_listed(NEEDED)}.")
    return made


def letter(template: str, decided: Decided, to: Addressee) -> str:
    """Returns the letter to a party as lines of at most 78 characters. Raises `BadLetter` as `checked` does."""
    fields = {
        "venue": decided.venue,
        "case": str(decided.case_id),
        "date": decided.on.isoformat(),
        "party": to.label,
        "hand": decided.hidden(decided.hand),
        "claim": _claim(decided),
        "facts": _facts(decided),
        "rule": _rule(decided.ruling.basis, decided.hidden),
        "decision": OUTCOME_WORDS[decided.ruling.outcome],
        "amounts": _amounts(decided, to),
    }
    filled = checked(template).substitute({name: _visible(text) for name, text in fields.items()})
    return "\n".join([_wrapped(line) for line in filled.split("\n")])


def _claim(decided: Decided) -> str:
    amount = "no amount" if decided.claimed is None else decided.money(decided.claimed)
    happened, should = [" ".join(decided.hidden(text).split()) for text in (decided.happened, decided.should)]
    lines = [f"What happened, in the words of the claimant: {happened}", f"What should have happened: {should}"]
    return "\n".join([*lines, f"Claimed: {amount}"])


def _facts(decided: Decided) -> str:
    lines = []
    for number, fact in enumerate(decided.ruling.facts, 1):
        where = "" if fact.event is None else f" (event {fact.event} of the hand)"
        lines.append(f"{number}. {' '.join(decided.hidden(fact.text).split())}{where}")
    return "\n".join(lines)


def _rule(basis: RuleBasis, hidden: Callable[[str], str]) -> str:
    clause = " ".join(hidden(basis.clause).split())
    if not basis.is_of_house:
        return f"{clause}\nThe house has no rule for this question. The rule is from: {hidden(basis.source)}."
    lines = [clause, f"This is the rule {basis.key} of the house {basis.house}, as it was when the case was opened."]
    lines += [_STATUSES[basis.status]] if basis.status in _STATUSES else []
    lines += [f"The rule can be read in more than one way. We read it as: {basis.reading}."] if basis.reading else []
    return "\n".join(lines)


def _amounts(decided: Decided, to: Addressee) -> str:
    """The amounts of this party only. The letter has no amounts of the other parties."""
    ruled = decided.ruling.amounts()
    mine = sum([amount for party, amount in ruled.items() if party in to.keys])
    still = sum([amount for party, amount in decided.open_amounts.items() if party in to.keys])
    named = {line.party for line in decided.ruling.lines} | {extra.party for extra in decided.ruling.ex_gratia}
    others = named - {HOUSE}
    if others and others.isdisjoint(to.keys) and not any(party.startswith("seat ") for party in to.keys):
        return f"The settlement has no line for {to.label}. Ask us if you expected an amount."
    if not mine and not still:
        return "The decision moves no chips to you or from you."
    lines = [f"You {'receive' if mine >= 0 else 'pay'} {decided.money(abs(mine))} in all."]
    for extra in decided.ruling.ex_gratia:
        if extra.party in to.keys:
            reason = " ".join(decided.hidden(extra.reason).split())
            lines.append(f"In this amount, {decided.money(extra.amount)} is more than the rules require: {reason}")
    if still:
        word = "to" if still > 0 else "by"
        lines.append(f"On the day of this letter, {decided.money(abs(still))} is still owed {word} you.")
    else:
        lines.append("On the day of this letter, nothing of this amount is open.")
    return "\n".join(lines)


def _visible(text: str) -> str:
    return "".join([letter if letter.isprintable() or letter == "\n" else "?" for letter in text])


def _wrapped(line: str) -> str:
    indent = "   " if re.match(r"\d+\. ", line) else ""
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) if line.strip() else ""


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join([f"${name}" for name in names])
