"""Shows the test cases of a rule on the page of the rule. A case is a hand as text in a `.hand` file, line by line.

A line may end with a mark, as in `2 raises to 15 !! B402`. A mark names a rule that an audit must report at the event
of this line: after `!!` as a finding, after `??` as not verifiable.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from auditor.engine.findings import Report
from auditor.engine.house import House
from auditor.engine.house.registry import load
from auditor.engine.readings import audit_with_readings
from auditor.formats.transcript.case_files import cases_of
from auditor.formats.transcript.cases import Case, Marked, marks_on
from auditor.web.hands.grid import Grid, Mark, grid_of
from auditor.web.hands.sections import weightiest
from auditor.web.rulebook.catalogue import severity_of

MOST_SHOWN: Final = 2  # how many cases that break the rule a page draws, and how many that obey it


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a test case, with its marks. A mark is the code of a rule that an audit must report at the event of
    this line.
    """

    number: int
    text: str
    marks: list[Marked]

    def codes(self, *kinds: str) -> list[str]:
        """Returns the rule codes of those marks whose kind is in `kinds`.

        The kinds are:

        - `!!`: an expected finding
        - `??`: a rule that is not verifiable
        - `unless`: an expected finding that disappears under another reading of a clause
        - `under`: a finding that appears only under another reading of a clause
        """
        return [mark.code for mark in self.marks if mark.kind in kinds]

    @property
    def weight(self) -> str:
        """The severity of the most serious finding that is expected at this line, such as `money`; empty if none is."""
        return weightiest([severity_of(code) for code in self.codes("!!", "unless")])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A test case as the page shows it. `offends` is true if the hand of the case breaks the rule of the page. A case
    may answer some questions in another way than its house. `overrides` maps the name of each such question to the
    answer of the case.
    """

    title: str
    house: str
    overrides: dict[str, str]
    offends: bool
    rows: list[Row]
    grid: Grid


Numbered = list[tuple[int, Drawn]]


def drawn_cases(code: str) -> list[Drawn]:
    """Returns the test cases of the rule `code`. The cases that break the rule come first, then the cases
    that obey it.
    """
    return [_drawn(case, code) for case in cases_in_order(code)]


def cases_in_order(code: str) -> list[Case]:
    """Returns the test cases of the rule `code` in the order of its page. The numbers of the cases begin with 1."""
    return sorted(cases_of(code), key=lambda case: not _offends(case, code))


def audited(case: Case) -> tuple[Report, House]:
    """Audits the hand of a test case under the house of the case. A case may change answers of this house."""
    house = load(case.house, case.hand.game, case.hand.structure)
    for key, value in case.overrides.items():
        house = house.with_value(key, value)
    return audit_with_readings(case.hand, house), house


def parted(drawn: Sequence[Drawn], chosen: int | None) -> tuple[Numbered, Numbered]:
    """Divides the test cases of a rule into those that its page draws, and those that the page only lists by title.
    Each case has its number, from 1.

    The page draws the first cases that break the rule, the first cases that obey it, and the case with the number
    `chosen`. Some rules have over fifty cases, and a page with all of them would have 300 KB.
    """
    numbered = list(enumerate(drawn, 1))
    first = {
        number
        for offends in (True, False)
        for number, _ in [each for each in numbered if each[1].offends is offends][:MOST_SHOWN]
    }
    shown = [each for each in numbered if each[0] in first or each[0] == chosen]
    return shown, [each for each in numbered if each not in shown]


def case_document(drawn: Drawn) -> dict[str, Any]:
    """Returns a test case as a dict for JSON: the hand as text, the rules for its audit, and the expected results."""
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
    marks = [Mark(each, event, severity_of(each)) for each, event in case.expected]
    return Drawn(case.title, case.house, case.overrides, _offends(case, code), rows, grid_of(case.hand, marks))


def _offends(case: Case, code: str) -> bool:
    return any(each == code for each, _ in case.expected)


def _row(number: int, line: str) -> Row:
    """Makes a row of the page from a line of a test case. If the line has marks, they and the comment of the line are
    removed from its text. In a line without marks, the comment stays.
    """
    text, marks = marks_on(line)
    return Row(number, text.partition("#")[0].rstrip() if marks else line, marks)


def _under_readings(drawn: Drawn, kind: str) -> list[dict[str, Any]]:
    return [
        {"code": mark.code, "line": row.number, "reading": mark.reading}
        for row in drawn.rows
        for mark in row.marks
        if mark.kind == kind
    ]
