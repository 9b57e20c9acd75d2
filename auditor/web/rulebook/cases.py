"""Shows the test cases of a rule from its `.hand` file: transcripts line by line, with the expected findings.

A mark is a comment in a line of the file. A mark names a rule that an audit must report at the event of that line, as a
finding or as not verifiable.
"""

from dataclasses import dataclass
from typing import Any

from auditor.formats.transcript.case_files import cases_of
from auditor.formats.transcript.cases import Case, Marked, marks_on
from auditor.web.hands.grid import Grid, Mark, grid_of


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a transcript, with the marks of its event."""

    number: int
    text: str
    marks: list[Marked]

    def codes(self, *kinds: str) -> list[str]:
        """Returns the codes of the marks of these kinds."""
        return [mark.code for mark in self.marks if mark.kind in kinds]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A case for the page. `offends` is true if the case breaks the rule."""

    title: str
    house: str
    overrides: dict[str, str]
    offends: bool
    rows: list[Row]
    grid: Grid


def drawn_cases(code: str) -> list[Drawn]:
    """Returns the cases of a rule. The cases that break the rule come first."""
    drawn = [_drawn(case, code) for case in cases_of(code)]
    return sorted(drawn, key=lambda each: not each.offends)


def case_document(drawn: Drawn) -> dict[str, Any]:
    """Returns a case as a document that is complete enough to run the case again."""
    return {
        "title": drawn.title,
        "house": drawn.house,
        "overrides": drawn.overrides,
        "lines": [row.text for row in drawn.rows],
        "expected": [{"code": code, "line": row.number} for row in drawn.rows for code in row.codes("!!", "unless")],
        "unverifiable": [{"code": code, "line": row.number} for row in drawn.rows for code in row.codes("??")],
        "contested": _under_readings(drawn, "unless"),
        "beside": _under_readings(drawn, "under"),
    }


def _drawn(case: Case, code: str) -> Drawn:
    rows = [_row(number, line) for number, line in enumerate(case.text.splitlines(), 1)]
    marks = [Mark(each, event) for each, event in case.expected]
    offends = any(each == code for each, _ in case.expected)
    return Drawn(case.title, case.house, case.overrides, offends, rows, grid_of(case.hand, marks))


def _row(number: int, line: str) -> Row:
    """Returns the line without its marks and the `#` before them. A comment without marks stays."""
    text, marks = marks_on(line)
    return Row(number, text.partition("#")[0].rstrip() if marks else line, marks)


def _under_readings(drawn: Drawn, kind: str) -> list[dict[str, Any]]:
    return [
        {"code": mark.code, "line": row.number, "reading": mark.reading}
        for row in drawn.rows
        for mark in row.marks
        if mark.kind == kind
    ]
