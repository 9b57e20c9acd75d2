"""Rules: a rule is a permanent code, the events to which it applies, the clauses that it cites, and one small function
that judges.

`@rule` turns that function into a `Rule`; the name of the function is the offence. The function returns a `Finding`,
several findings, or `None`. If the function raises `Unseen`, the log does not show enough, and the report lists the
rule as not verifiable.
"""

from collections.abc import Callable
from itertools import product
from typing import Any, Final

from auditor.engine.events import ACTS, Event
from auditor.engine.findings import Grade, Severity, Verdict
from auditor.engine.house import House
from auditor.engine.house.registry import in_use, load
from auditor.engine.phases import EVERY, FIRST
from auditor.engine.table import Table

# The type of a function that judges an event. The event is `Any`, because each function takes only the event types of
# its own rule; the audit calls it with no other type.
Judge = Callable[[Table, Any, House], Verdict]
# The type of a function that returns true for a house in which the rule can find nothing.
Moot = Callable[[House], bool]


class Rule:
    """One rule. `title` is the name of the offence, `law` states the rule in one sentence, and `why` says what harm is
    done if somebody breaks the rule. `new_in` is the version of the rules in which this rule was new.

    These fields decide to which events the rule applies:

    - `on` are the types of events to which the rule applies.
    - `timed` are those types of `on` which are included only if at least one event of the log has a clock time.
    - `first_act`: if true, the rule also applies to any act that is the first act of its street.
    - `phases` are the phases of a hand in which the rule applies.
    - `moot` is a function of the house. If it returns true, the rule applies to no event in that house.

    `cites` are the keys of all house parameters on which a finding may depend, such as `cap.wagers`, the most general
    first.

    `severity` says how serious the findings of the rule are. `grade` is `fault` for an event that cannot be true. If
    `grade` is empty, the grade of a finding follows from the status of its clauses (stated, hedged or assumed). If
    `needs_every_line` is true, the rule is not verifiable in a hand with an unreadable line.

    If `contradicts_money` is true, a finding of the rule says that the log contradicts itself about money: the log
    states two different amounts, and cannot show which of them is correct. Then nobody can say who owes what.

    `follows` has the codes of rules whose breach often brings a breach of this rule later in the hand. Lists then show
    the later finding as a consequence of the earlier one (see `causes`).
    """

    __slots__ = (
        "cites",
        "code",
        "contradicts_money",
        "first_act",
        "follows",
        "grade",
        "judge",
        "law",
        "moot",
        "needs_every_line",
        "new_in",
        "on",
        "phases",
        "severity",
        "timed",
        "title",
        "why",
    )

    def __init__(
        self,
        code: str,
        title: str,
        on: tuple[type[Event], ...],
        cites: tuple[str, ...],
        new_in: int,
        why: str,
        law: str,
        severity: str,
        follows: tuple[str, ...],
        grade: str,
        phases: frozenset[int],
        moot: Moot | None,
        first_act: bool,
        needs_every_line: bool,
        contradicts_money: bool,
        timed: tuple[type[Event], ...],
        judge: Judge,
    ) -> None:
        self.code: Final = code
        self.title: Final = title
        self.on: Final = on
        self.cites: Final = cites
        self.new_in: Final = new_in
        self.why: Final = why
        self.law: Final = law
        self.severity: Final = severity
        self.follows: Final = follows
        self.grade: Final = grade
        self.phases: Final = phases
        self.moot: Final = moot
        self.first_act: Final = first_act
        self.needs_every_line: Final = needs_every_line
        self.contradicts_money: Final = contradicts_money
        self.timed: Final = timed
        self.judge: Final = judge

    def applies(self, kind: type[Event], phase: int, timed: bool) -> bool:
        """Whether the rule applies to events of this type in this phase. `timed` is true if at least one event of the
        log has a clock.
        """
        if kind in self.timed and not timed:
            return False
        if kind in self.on:
            return phase in self.phases
        return self.first_act and kind in ACTS and phase in FIRST & self.phases

    def is_for(self, kind: type[Event]) -> bool:
        """Whether the rule applies to events of this type in at least one phase of the hand."""
        return kind in self.on or (self.first_act and kind in ACTS)


def houses_with(rule: Rule, name: str) -> list[House]:
    """Returns the house `name` once for each combination of game and betting structure in which the rule applies. If
    the rule never applies in this house, returns the house once for each game, in the first structure of its file. A
    page can then explain why the rule does not apply. Raises `HouseRefused` for an unknown name.
    """
    file = in_use().file(name)
    every = [load(name, game, structure) for structure, game in product(file.structures, file.games)]
    having = [house for house in every if rule.moot is None or not rule.moot(house)]
    return having or every[: len(file.games)]


def _spelt(name: str) -> str:
    """Returns the name of a function as words: `bring_in_too_low` becomes `bring-in too low`."""
    return name.replace("bring_in", "bring-in").replace("all_in", "all-in").replace("_", " ")


def rule(
    code: str,
    *on: type[Event],
    cites: tuple[str, ...] = (),
    new_in: int = 1,
    severity: Severity,
    follows: tuple[str, ...] = (),
    why: str,
    law: str,
    grade: Grade | None = None,
    phases: frozenset[int] = EVERY,
    moot: Moot | None = None,
    first_act: bool = False,
    needs_every_line: bool = False,
    contradicts_money: bool = False,
    timed: tuple[type[Event], ...] = (),
    title: str = "",
) -> Callable[[Judge], Rule]:
    """Makes a rule from a judging function. The parameters are the fields of `Rule`. If `title` is empty, the title is
    the name of the function.
    """

    def made(judge: Judge) -> Rule:
        offence = title or _spelt(judge.__name__).capitalize()
        weight = grade.value if grade is not None else ""
        return Rule(
            code,
            offence,
            on,
            cites,
            new_in,
            why,
            law,
            severity.value,
            follows,
            weight,
            phases,
            moot,
            first_act,
            needs_every_line,
            contradicts_money,
            timed,
            judge,
        )

    return made
