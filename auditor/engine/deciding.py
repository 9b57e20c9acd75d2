"""Finds which clauses of the house decide a finding. A clause is the answer of the house to one question. The question
is called a parameter, and the answer is its value. A clause decides a finding if the finding would disappear under
another answer to the same question.

Each rule lists in `cites` all parameters that may matter to the rule. Most of them do not matter in a given hand. So
the rule judges the same event again, under a house with another value of one parameter. If the rule then finds nothing,
or cannot be verified, that parameter decides. The grade depends only on the deciding parameters.

For example, the lowest door card must pay the bring-in, and a king pays it although a deuce is on the table. It does
not matter here whether an ace is high or low. So the finding is a violation, even if the house does not state how it
counts the ace.
"""

from itertools import combinations
from typing import Final

from auditor.engine.events import Event
from auditor.engine.findings import Finding, Unseen
from auditor.engine.house import House
from auditor.engine.house.files import FIRM
from auditor.engine.house.parameters import parameter_of
from auditor.engine.law_cache import Answers, Betting
from auditor.engine.rule import Rule
from auditor.engine.table import Table

# A cache for `changed_in`. The key is the digest of a house and the key of a parameter.
_CHANGED: Final[dict[tuple[str, str], tuple[House, ...]]] = {}
_MOST_KEPT: Final = 256


def changed_in(house: House, key: str) -> tuple[House, ...]:
    """Returns copies of the house. Each copy has another possible value of the parameter `key`."""
    found = _CHANGED.get((house.digest, key))
    if found is None:
        if len(_CHANGED) >= _MOST_KEPT:
            _CHANGED.clear()
        values = parameter_of(key).others(house.setting(key).value)
        found = _CHANGED[house.digest, key] = tuple([house.with_value(key, value) for value in values])
    return found


def _is_moot(rule: Rule, house: House) -> bool:
    """Whether the rule can find nothing in any hand under this house."""
    return rule.moot is not None and rule.moot(house)


class Deciding:
    """Finds the clauses that decide each finding of one audit: it changes one clause of the house, judges the event
    again, and looks whether the finding is still there.

    `_betting` is a cache; its key is the digest of a changed house. Each value is a pair of states of the betting on
    the current street: the state under the audit's house, and the state under the changed house. Without the cache, all
    raises of the street would be counted again for each finding, which takes very long if there are very many raises.
    """

    __slots__ = ("_betting", "house", "table")

    def __init__(self, table: Table, house: House) -> None:
        self.table: Final = table
        self.house: Final = house
        self._betting: Final[dict[str, tuple[Betting, Betting]]] = {}

    def among(self, cites: tuple[str, ...], rule: Rule, event: Event, finding: Finding) -> tuple[str, ...]:
        """Returns the parameters in `cites` that decide the finding, in the same order. `finding` is as the rule
        returned it, before the audit completes it.

        - A parameter decides if the rule makes no such finding under another value of the parameter.
        - If no parameter with an unsure answer (assumed or hedged) decides alone, pairs of such parameters are tried
          too.
        - If nothing decides, the result has the parameters that can switch the rule off: under another value of such a
          parameter, the rule can find nothing in any hand.
        - If no parameter can switch the rule off, the result is the first parameter in `cites`.

        If `cites` has fewer than two parameters, it is returned unchanged.
        """
        if len(cites) < 2:
            return cites
        deciding = [key for key in cites if self._decides((key,), rule, event, finding)]
        unsure = [key for key in cites if self.house.setting(key).status not in FIRM]
        if not [key for key in deciding if key in unsure]:
            for pair in combinations(unsure, 2):
                if self._decides(pair, rule, event, finding):
                    deciding += pair
        if not deciding:
            deciding = [key for key in cites if any(_is_moot(rule, other) for other in changed_in(self.house, key))]
        return tuple([key for key in cites if key in deciding]) or cites[:1]

    def _decides(self, keys: tuple[str, ...], rule: Rule, event: Event, finding: Finding) -> bool:
        """Whether some other values of the parameters `keys` make the finding disappear. Values that switch the rule
        off in every hand do not count.
        """
        others = [self.house]
        for key in keys:
            others = [changed for other in others for changed in changed_in(other, key)]
        return any(not _is_moot(rule, other) and not self._is_found(rule, event, finding, other) for other in others)

    def _is_found(self, rule: Rule, event: Event, finding: Finding, other: House) -> bool:
        """Whether the rule finds the same offence at this event under the house `other`. While the rule runs, the table
        uses a separate cache, because results that were computed under the audit's house may be wrong under `other`.
        """
        own = self.table.answers
        self.table.answers = answers = Answers(own)
        kept = self._betting.get(other.digest)
        if kept is not None and kept[0] is own.betting:
            answers.betting = kept[1]
        try:
            verdict = rule.judge(self.table, event, other)
        except Unseen:
            return False
        finally:
            self.table.answers = own
        if own.betting is not None and answers.betting is not None:
            self._betting[other.digest] = (own.betting, answers.betting)
        found = verdict if isinstance(verdict, tuple) else (verdict,) if verdict is not None else ()
        return any(each.seat == finding.seat and each.subject == finding.subject for each in found)
