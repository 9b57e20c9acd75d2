"""Rules: a rule is a permanent code, what it hangs on, what it cites, and one small function that judges.

`@rule` turns the function into a `Rule` value; the function's name is the offence. A rule gives a `Finding`, several,
or `None`; where the law answers `Unseen`, the audit notes the rule as not verifiable.
"""

from collections.abc import Callable
from typing import Any, Final

from auditor.engine.events import ACTS, Event
from auditor.engine.findings import Grade, Verdict
from auditor.engine.house import House
from auditor.engine.phases import ALWAYS, FIRST
from auditor.engine.table import Table

# `Any`: each judge names the type of event it hangs on, and the audit calls it with no other.
Judge = Callable[[Table, Any, House], Verdict]
Moot = Callable[[House], bool]


class Rule:
    """One rule: `title` the offence, `law` the law in one sentence, `why` what is lost where nobody keeps it. It is
    `new_in` a version of the rules.

    It is asked for events of the types `on`, of those in `timed` only where the log has a clock somewhere, and where
    `first_act` says so of whatever act is the first of a street, at the moments `at`, unless the house makes it `moot`.
    `grade` is `fault` for what cannot be true, else empty: graded by the status of what it cites. What it finds is not
    verifiable where it `needs_every_line` and one was lost: that line may have been what is missing.
    """

    __slots__ = (
        "at",
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
        at: frozenset[int],
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
        self.at: Final = at
        self.moot: Final = moot
        self.first_act: Final = first_act
        self.needs_every_line: Final = needs_every_line
        self.timed: Final = timed
        self.judge: Final = judge

    def is_asked(self, kind: type[Event], moment: int, timed: bool) -> bool:
        """Whether it is asked of events of this type at this moment, in the log of a hand that has a clock or not."""
        if kind in self.timed and not timed:
            return False
        if kind in self.on:
            return moment in self.at
        return self.first_act and kind in ACTS and moment in FIRST & self.at


def _spelt(name: str) -> str:
    """The name of a function as words; names cannot hold the hyphens of bring-in and all-in."""
    return name.replace("bring_in", "bring-in").replace("all_in", "all-in").replace("_", " ")


def rule(
    code: str,
    *on: type[Event],
    cites: tuple[str, ...] = (),
    new_in: int = 1,
    why: str,
    law: str,
    grade: Grade | None = None,
    at: frozenset[int] = ALWAYS,
    moot: Moot | None = None,
    first_act: bool = False,
    needs_every_line: bool = False,
    timed: tuple[type[Event], ...] = (),
) -> Callable[[Judge], Rule]:
    """Makes a rule of a judging function; the parameters are the fields of `Rule`."""

    def made(judge: Judge) -> Rule:
        title = _spelt(judge.__name__).capitalize()
        weight = grade.value if grade is not None else ""
        return Rule(
            code, title, on, cites, new_in, why, law, weight, at, moot, first_act, needs_every_line, timed, judge
        )

    return made
