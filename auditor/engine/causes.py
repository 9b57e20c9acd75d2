"""Finds the findings of a hand that have one cause, so that a list can show them as one row.

Findings have one cause in two cases. They are equal: the same rule with the same difference, apart from names, amounts,
seats and cards. Or a finding follows from an earlier one: its rule names the earlier rule in `follows`, because a
breach of the earlier rule often brings a breach of this rule. For example, if the wrong seat brings it in, the next
seats act out of turn. Both findings must be on the same street, except that the end of a hand (the log's sums, the
showdown and the payout) can follow from any street.

A finding never follows from a less serious or a less certain finding, or from one with a smaller amount. So a row never
hides a finding that weighs more than the first finding of the row. Nothing here changes a finding.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from auditor.engine.findings import Certainty, Finding, Severity
from auditor.engine.rules import BY_CODE

NAME: Final = "NAME"
CARDS: Final = "CARDS"
NUMBER: Final = "NUMBER"
_CARD: Final = "(?:(?:10|[2-9TJQKA])[cdhs]|xx)"
_CARDS: Final = re.compile(f"(?<![A-Za-z0-9]){_CARD}(?:[ ,]+{_CARD})*(?![A-Za-z0-9])")
_NUMBER: Final = re.compile("(?<![^ ])[^ 0-9]*+[0-9][^ ]*")
# The end of the words of a finding that stands for further findings, see `Finding.standing_for`.
_STANDS_FOR: Final = re.compile("; of [A-Z][0-9]{3} [0-9,]+ more, not listed$")
# At most this many kinds of findings of a rule can have consequences in a hand. So the work grows with the number of
# findings, and not with its square.
_MOST_HEADS: Final = 8
# The chapters of the rules that are judged at the end of a hand: log, showdown and payout.
_OF_THE_END: Final = ("L", "S", "P")
_SEVERITIES: Final = {severity.value: place for place, severity in enumerate(Severity)}
_CERTAINTIES: Final = {certainty.value: place for place, certainty in enumerate(Certainty)}


class Cause(NamedTuple):
    """The cause of a finding. `key` is a text that all findings of the hand with the same cause share. `follows` is
    true if the finding follows from the first finding of the cause, and false if it is that finding or equal to it.
    """

    key: str
    follows: bool


class _Kind:
    """One kind of findings of a hand: those that are equal. `event` is the earliest event of these findings, and
    `street` its street. `on_one_street`: all of these findings are on that street. `amount` is the largest of their
    amounts without sign, or -1 if they have no amount. A smaller number in `severity` means more serious, and a smaller
    number in `certainty` more certain.
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
        """Takes the event and the amount of one more equal finding into account."""
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
        """Whether this kind begins before the other kind, and weighs at least as much. The cards of a street are dealt
        in one go, so the order of the findings about one deal does not matter.
        """
        of_one_deal = self.code[0] == other.code[0] == "D" and self.street == other.street
        return (
            (self.event <= other.event or of_one_deal)
            and ((self.street == other.street and other.on_one_street) or other.code.startswith(_OF_THE_END))
            and self.severity <= other.severity
            and self.certainty <= other.certainty
            and self.amount >= other.amount
        )


def shape_of(finding: Finding, names: Iterable[str] = ()) -> str:
    """Returns the shape of a finding: its rule, what the log says and what the rules say, with NAME, CARDS and NUMBER
    in place of names, cards and numbers. Findings with one shape are the same fault with other amounts, seats or cards.
    """
    return shape_of_words(finding.code, finding.logged, finding.lawful, names)


def shape_of_words(code: str, logged: str, lawful: str, names: Iterable[str] = ()) -> str:
    """Returns the shape of a finding from its parts, see `shape_of`."""
    words = f"{_STANDS_FOR.sub('', logged)} -> {lawful}"
    for name in sorted({name for name in names if name}, key=len, reverse=True):
        if name in words:
            words = words.replace(name, NAME)
    return f"{code} {_NUMBER.sub(NUMBER, _CARDS.sub(CARDS, words))}"


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
    """Returns for each kind, by its key, the first kind of its cause. If a kind follows from no other kind, this is the
    kind itself.

    The kinds are taken in the order of the list, so a kind comes after each kind from which it can follow.
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
