"""Finds the findings of a hand that have the same cause, so that a list can show them as one row.

Two findings have the same cause in two cases:

- The findings are equal: they have the same rule, severity and certainty. Their texts (what the log says and what the
  rules require) are also the same, apart from names, amounts, seats and cards.
- The later finding follows from the earlier finding. The rule of the later finding lists the rule of the earlier
  finding in `follows`, because such a mistake often causes the later mistake. For example, if the wrong seat brings it
  in, the next seats act out of turn.

A finding can only follow from a finding on the same street. There is one exception: a finding about the end of the hand
(the log's sums, the showdown and the payout) can follow from any street.

A finding never follows from a less serious or less certain finding, or from a finding with a smaller amount. So no
finding of a row weighs more than the first finding of the row. This module changes no finding.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from auditor.engine.findings import Certainty, Finding, Severity
from auditor.engine.rules import BY_CODE
from auditor.engine.words import HIDDEN_NAME, without_names

NAME: Final = "NAME"
CARDS: Final = "CARDS"
NUMBER: Final = "NUMBER"
_CARD: Final = "(?:(?:10|[2-9TJQKA])[cdhs]|xx)"
_CARDS: Final = re.compile(f"(?<![A-Za-z0-9]){_CARD}(?:[ ,]+{_CARD})*(?![A-Za-z0-9])")
_NUMBER: Final = re.compile("(?<![^ ])[^ 0-9]*+[0-9][^ ]*")
# If a report leaves out findings of a rule, one listed finding states their number at the end of its text (see
# `Finding.standing_for`). This pattern matches that end.
_STANDS_FOR: Final = re.compile("; of [A-Z][0-9]{3} [0-9,]+ more, not listed$")
# The chapters of the rules that are judged at the end of a hand: log, showdown and payout.
_OF_THE_END: Final = ("L", "S", "P")
# For each rule, at most this number of kinds (groups of equal findings) of a hand can be the cause of other findings.
# Without this limit, the work would grow with the square of the number of findings.
_MOST_HEADS: Final = 8
_SEVERITIES: Final = {severity.value: place for place, severity in enumerate(Severity)}
_CERTAINTIES: Final = {certainty.value: place for place, certainty in enumerate(Certainty)}


class Cause(NamedTuple):
    """The cause of a finding. `key` is a text that is the same for all findings of the hand with this cause. `follows`
    is true if the finding follows from the first finding with this cause. It is false for the first finding itself, and
    for findings that are equal to the first.
    """

    key: str
    follows: bool


class _Kind:
    """A group of findings of one hand that are equal except for names, amounts, seats and cards. They have the same
    rule, the same severity and the same certainty.

    - `event` is the earliest event of these findings, and `street` is the street of this event.
    - `on_one_street` is true if all these findings are on that street.
    - `amount` is the largest of their amounts without sign, or -1 if they have no amount.
    - A smaller number in `severity` means more serious, and a smaller number in `certainty` means more certain.
    """

    __slots__ = ("amount", "certainty", "code", "event", "key", "on_one_street", "severity", "street")

    def __init__(self, finding: Finding, key: str, severity: int, certainty: int) -> None:
        self.code: Final = finding.code
        self.key: Final = key
        self.severity: Final = severity
        self.certainty: Final = certainty
        self.event = finding.event
        self.street = max(finding.street, 3)
        self.on_one_street = True
        self.amount = -1

    def add(self, finding: Finding) -> None:
        """Adds one more equal finding to this kind: updates the earliest event, its street and the largest amount."""
        self.amount = max(self.amount, abs(finding.amount) if finding.amount is not None else -1)
        street = max(finding.street, 3)
        self.on_one_street = self.on_one_street and street == self.street
        if finding.event < self.event:
            self.event, self.street = finding.event, street

    @property
    def order(self) -> tuple[int, int, int, int, str]:
        """The sort key of the kinds of a hand: the most serious first, as in the list of findings."""
        return self.severity, -self.amount, self.certainty, self.event, self.key

    def can_bring(self, other: "_Kind") -> bool:
        """Whether findings of the kind `other` can follow from findings of this kind. A kind is a group of equal
        findings.

        Three conditions must hold:

        - This kind does not begin later than `other`. Findings about the deal of one street may have any order, because
          the cards of a street are dealt in one go.
        - Both kinds are on one street, or `other` is about the end of the hand.
        - This kind weighs at least as much as `other`: in certainty and in amount. It is never less serious, because
          `_heads` takes the most serious kinds first.
        """
        of_one_deal = self.code[0] == other.code[0] == "D" and self.street == other.street
        return (
            (self.event <= other.event or of_one_deal)
            and ((self.street == other.street and other.on_one_street) or other.code.startswith(_OF_THE_END))
            and self.certainty <= other.certainty
            and self.amount >= other.amount
        )


def shape_of(finding: Finding, names: Iterable[str] = ()) -> str:
    """Returns the shape of a finding: its rule, what the log says and what the rules say, with NAME, CARDS and NUMBER
    in place of names, cards and numbers. Findings with one shape are the same fault with other amounts, seats or cards.
    """
    return shape_of_words(finding.code, finding.logged, finding.lawful, names)


def shape_of_words(code: str, logged: str, lawful: str, names: Iterable[str] = ()) -> str:
    """Returns the shape of a finding (see `shape_of`), computed from the code of its rule and its two texts.

    A stored finding keeps its shape until its hand is audited again. So a change of this function divides the groups of
    the stored findings until then.
    """
    words = without_names(f"{_STANDS_FOR.sub('', logged)} -> {lawful}", [name for name in names if _is_name(name)])
    return f"{code} {_NUMBER.sub(NUMBER, _CARDS.sub(CARDS, words))}".replace(HIDDEN_NAME, NAME)


def _is_name(name: str) -> bool:
    """Whether a player's name is looked for in the texts. A name such as `2`, `1,200` or `Kd` is not: in the texts, it
    is almost always a number or a card.
    """
    is_number = any(map(str.isdigit, name)) and not any(map(str.isalpha, name))
    return not (is_number or _CARDS.fullmatch(name))


def causes_of(findings: Sequence[Finding], names: Iterable[str] = ()) -> list[Cause]:
    """Returns the cause of each finding of one hand, in the same order. `names` are the names of the players."""
    kinds: dict[str, _Kind] = {}
    known = tuple(names)
    of: list[_Kind] = []
    for finding in findings:
        severity, certainty = _SEVERITIES[finding.severity], _CERTAINTIES[finding.certainty]
        key = f"{severity}{certainty} {shape_of(finding, known)}"
        kind = kinds.get(key)
        if kind is None:
            kind = kinds[key] = _Kind(finding, key, severity, certainty)
        kind.add(finding)
        of.append(kind)
    heads = _heads(list(kinds.values()))
    return [Cause(heads[kind.key].key, heads[kind.key] is not kind) for kind in of]


def _heads(kinds: list[_Kind]) -> dict[str, _Kind]:
    """Returns a dictionary from the key of each kind (a group of equal findings) to the kind that caused it. If a kind
    follows from no other kind, the dictionary has the kind itself as its cause. If A causes B, and B causes C, the
    dictionary has A as the cause of C.

    The loop takes the most serious kinds first, because a kind never follows from a less serious kind.
    """
    before: dict[str, list[_Kind]] = {}
    heads: dict[str, _Kind] = {}
    for kind in sorted(kinds, key=_order):
        rule = BY_CODE.get(kind.code)
        codes = rule.follows if rule is not None else ()
        possible = [each for code in codes for each in before.get(code, ()) if each.can_bring(kind)]
        heads[kind.key] = heads[min(possible, key=_order).key] if possible else kind
        earlier = before.setdefault(kind.code, [])
        if len(earlier) < _MOST_HEADS:
            earlier.append(kind)
    return heads


def _order(kind: _Kind) -> tuple[int, int, int, int, str]:
    return kind.order
