"""Rules: a rule is a permanent code, the events to which it applies, the clauses that it cites, and one small function
that judges.

`@rule` turns that function into a `Rule`; the name of the function is the offence. The function returns a `Finding`,
several findings, or `None`. If the law raises `Unseen`, the audit notes the rule as not verifiable.
"""

from collections.abc import Callable
from itertools import product
from typing import Any, Final

from auditor.engine.events import ACTS, Event
from auditor.engine.findings import Grade, Verdict
from auditor.engine.house import House
from auditor.engine.house.registry import in_use, load
from auditor.engine.phases import EVERY, FIRST
from auditor.engine.table import Table

# `Any`: each judging function is for the types of events of its rule, and the audit calls it with no other type.
Judge = Callable[[Table, Any, House], Verdict]
Moot = Callable[[House], bool]


class Rule:
    """One rule. `title` is the offence, `law` the law in one sentence, and `why` the harm that breaking the law does.
    `new_in` is the version of the rules that brought it.

    The rule applies to events of the types `on`. Types that are also in `timed` count only if the log has a clock
    somewhere. With `first_act`, the rule also applies to any act that is the first act of its street. `phases` are the
    phases of a hand to which the rule applies. If `moot` is true for the house, the rule applies to no event.

    `grade` is `fault` for an event that cannot be true. If `grade` is empty, the status of the cited clauses decides
    the grade. A rule that `needs_every_line` is not verifiable if a line of the log is unreadable.
    """

    __slots__ = (
        "cites",
        "code",
        "first_act",
        "grade",
        "judge",
        "law",
        "moot",
        "needs_every_line",
        "new_in",
        "on",
        "phases",
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
        grade: str,
        phases: frozenset[int],
        moot: Moot | None,
        first_act: bool,
        needs_every_line: bool,
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
        self.grade: Final = grade
        self.phases: Final = phases
        self.moot: Final = moot
        self.first_act: Final = first_act
        self.needs_every_line: Final = needs_every_line
        self.timed: Final = timed
        self.judge: Final = judge

    def applies(self, kind: type[Event], phase: int, timed: bool) -> bool:
        """Whether the rule applies to events of this type in this phase. `timed`: the log has a clock somewhere."""
        if kind in self.timed and not timed:
            return False
        if kind in self.on:
            return phase in self.phases
        return self.first_act and kind in ACTS and phase in FIRST & self.phases

    def is_for(self, kind: type[Event]) -> bool:
        """Whether there is at least one phase in which the rule applies to events of this type."""
        return kind in self.on or (self.first_act and kind in ACTS)


def houses_with(rule: Rule, name: str) -> list[House]:
    """Returns the house `name` in each game and structure in which the rule can find something. If there is none,
    returns the house in each of its games, in its first structure, so that a page can explain why. Raises
    `HouseRefused` for an unknown name.
    """
    file = in_use().file(name)
    every = [load(name, game, structure) for structure, game in product(file.structures, file.games)]
    having = [house for house in every if rule.moot is None or not rule.moot(house)]
    return having or every[: len(file.games)]


def _spelt(name: str) -> str:
    """Returns the name of a function as words; bring-in and all-in are hyphenated."""
    return name.replace("bring_in", "bring-in").replace("all_in", "all-in").replace("_", " ")


def rule(
    code: str,
    *on: type[Event],
    cites: tuple[str, ...] = (),
    new_in: int = 1,
    why: str,
    law: str,
    grade: Grade | None = None,
    phases: frozenset[int] = EVERY,
    moot: Moot | None = None,
    first_act: bool = False,
    needs_every_line: bool = False,
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
            weight,
            phases,
            moot,
            first_act,
            needs_every_line,
            timed,
            judge,
        )

    return made
