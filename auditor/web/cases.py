"""The cases of a rule, drawn from its `.hand` file: the transcript line by line, and what must be found where."""

from dataclasses import dataclass
from typing import Any

from auditor.formats.transcript.case_files import cases_of
from auditor.formats.transcript.cases import Case
from auditor.web.grid import Grid, Mark, grid_of


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a transcript with the codes that its event gives, and those that cannot be verified there."""

    number: int
    text: str
    codes: list[str]
    unverifiable: list[str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A case as the page shows it. `offends` where the rule itself is broken in it."""

    title: str
    house: str
    overrides: dict[str, str]
    offends: bool
    rows: list[Row]
    grid: Grid


def drawn_cases(code: str) -> list[Drawn]:
    """The cases of a rule, those that break it first."""
    drawn = [_drawn(case, code) for case in cases_of(code)]
    return sorted(drawn, key=lambda each: not each.offends)


def case_document(drawn: Drawn) -> dict[str, Any]:
    """A case as JSON: enough to run it again."""
    return {
        "title": drawn.title,
        "house": drawn.house,
        "overrides": drawn.overrides,
        "lines": [row.text for row in drawn.rows],
        "expected": [{"code": code, "line": row.number} for row in drawn.rows for code in row.codes],
        "unverifiable": [{"code": code, "line": row.number} for row in drawn.rows for code in row.unverifiable],
    }


def _drawn(case: Case, code: str) -> Drawn:
    rows = [
        Row(number, _unmarked(line), _codes_on(line, "!!"), _codes_on(line, "??"))
        for number, line in enumerate(case.text.splitlines(), 1)
    ]
    marks = [Mark(each, event) for each, event in case.expected]
    offends = any(each == code for each, _ in case.expected)
    return Drawn(case.title, case.house, case.overrides, offends, rows, grid_of(case.hand, marks))


def _unmarked(line: str) -> str:
    """A line without its marks and the comment that leads to them; a comment of its own stays."""
    if "!!" not in line and "??" not in line:
        return line
    return line[: min([at for at in (line.find("#"), line.find("!!"), line.find("??")) if at >= 0])].rstrip()


def _codes_on(line: str, mark: str) -> list[str]:
    codes = []
    for part in line.split(mark)[1:]:
        for word in part.split():
            if len(word) != 4 or not word[1:].isdigit():
                break
            codes.append(word)
    return codes
