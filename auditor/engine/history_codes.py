"""Codes of what is found across hands: the store compares the records of a deal, so no rule of one hand judges it."""

from typing import Final

from auditor.engine.findings import Grade


class HistoryCode:
    """One code: `title` the offence, `law` the law in one sentence; it has no cases and cites no house."""

    __slots__ = ("code", "grade", "law", "title")

    def __init__(self, code: str, title: str, law: str, grade: str) -> None:
        self.code: Final = code
        self.title: Final = title
        self.law: Final = law
        self.grade: Final = grade


CONTRADICTION: Final = HistoryCode(
    "H803",
    "One hand number, two contents",
    "One hand number stands for one deal, and every record of that deal tells the same.",
    Grade.FAULT,
)
ACROSS_HANDS: Final = {each.code: each for each in (CONTRADICTION,)}
