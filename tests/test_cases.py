"""Every case of `fixtures/rules`: a transcript, and exactly the findings that are marked on its lines.

A case is the specification of its rule. Each also tries all other rules for false alarms. `# irregular !! O303` on a
line (or `fault`, `violation`) asks for the grade too, `# irregular bring_in.ace !! O303` also for all clauses that
decide. A case that marks what hangs on a reading has all of it marked.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.house import House
from auditor.engine.house.parameters import PARAMETERS
from auditor.engine.house.registry import load
from auditor.engine.readings import audit_with_readings
from auditor.engine.rule import Rule
from auditor.engine.rules import BY_CODE
from auditor.formats.transcript.cases import Case, read_cases

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "rules"
GRADED = re.compile(
    r"#\s*(fault|violation|irregular)((?:\s+[a-z_]+\.[a-z_]+)*)\s+!!\s+([A-Z][0-9]{3})(?:\s+unless .*)?\s*$"
)


class Placed(NamedTuple):
    """A case and the file it stands in."""

    file: str
    case: Case

    def __str__(self) -> str:
        return f"{self.file}: {self.case.title}"


def placed(path: Path) -> list[Placed]:
    return [Placed(path.name, case) for case in read_cases(path.read_text(encoding="utf-8"))]


ALL = [each for path in sorted(FOLDER.glob("*.hand")) for each in placed(path)]


def house_of(case: Case) -> House:
    house = load(case.house, case.hand.game, case.hand.structure)
    for key, value in case.overrides.items():
        house = house.with_value(key, value)
    return house


def told(each: Placed, report: Report) -> str:
    """The transcript with what the audit says on the lines it says it about."""
    case = each.case
    said: dict[int, list[str]] = {}
    for finding in report.findings:
        said.setdefault(line_of(case, finding.event), []).append(
            f"{finding.code} {finding.grade}, seat {finding.seat}: {finding.logged} -> {finding.lawful}"
        )
    for missing in report.unverifiable:
        said.setdefault(line_of(case, missing.event), []).append(f"{missing.code} not verifiable")
    lines = [f"{each.file}, line {case.line}: {case.title}"]
    for number, line in enumerate(case_lines(each), case.line):
        lines.append(f"{number:5} {line}")
        lines.extend([f"      >>> {saying}" for saying in said.pop(number, [])])
    lines.extend([f"      >>> {saying}" for sayings in said.values() for saying in sayings])
    return "\n".join(lines)


def line_of(case: Case, event: int) -> int:
    return case.hand.events[event].line


def case_lines(each: Placed) -> list[str]:
    """The lines of the file that are the case's, numbered from `case.line`."""
    lines = (FOLDER / each.file).read_text(encoding="utf-8").splitlines()[each.case.line - 1 :]
    end = next((place for place, line in enumerate(lines) if line.startswith("==")), len(lines))
    return lines[:end]


@pytest.mark.parametrize("each", ALL, ids=str)
def test_case(each: Placed) -> None:
    """The findings are those that are marked, no more and no fewer; what is marked `??` is not verifiable."""
    case = each.case
    report = audit(case.hand, house_of(case))
    found = sorted([(finding.code, finding.event) for finding in report.findings])
    assert sorted(case.expected) == found, told(each, report)
    unverifiable = {(missing.code, missing.event) for missing in report.unverifiable}
    assert set(case.unverifiable) <= unverifiable, told(each, report)
    for line_number, line in enumerate(case_lines(each), case.line):
        if match := GRADED.search(line):
            grade, keys, code = match.groups()
            [finding] = [one for one in report.findings if (line_of(case, one.event), one.code) == (line_number, code)]
            assert (finding.grade, finding.code) == (grade, code), told(each, report)
            assert not keys or finding.cites == tuple(keys.split()), (finding.cites, told(each, report))


READ = [each for each in ALL if each.case.contested or each.case.beside]


@pytest.mark.parametrize("each", READ, ids=str)
def test_case_under_other_readings(each: Placed) -> None:
    """What is contested, and what is there under another reading only, is all that is marked, and no more."""
    case = each.case
    report = audit_with_readings(case.hand, house_of(case))
    contested = [
        (finding.code, finding.event, reading.partition(":")[0])
        for finding in report.findings
        for reading in finding.readings
    ]
    assert sorted(contested) == sorted(case.contested), told(each, report)
    own = {(finding.code, finding.event) for finding in report.findings}
    beside = [
        (finding.code, finding.event, other.reading)
        for other in report.beside
        for finding in other.findings
        if (finding.code, finding.event) not in own
    ]
    assert sorted(beside) == sorted(case.beside), told(each, report)


@pytest.mark.parametrize("rule", BY_CODE.values(), ids=lambda rule: rule.code)
def test_every_rule_has_cases_both_ways(rule: Rule) -> None:
    """A file of its own, under its own title, with a case that breaks the rule and one that does not."""
    path = FOLDER / f"{rule.code}.hand"
    assert path.is_file(), f"{rule.code} has no cases"
    cases = read_cases(path.read_text(encoding="utf-8"))
    assert {(rule.code, rule.title)} == {(case.code, case.heading) for case in cases}
    breaking = [case for case in cases if rule.code in [code for code, _ in case.expected]]
    assert breaking, f"{path.name} has no case that breaks the rule"
    assert len(breaking) < len(cases), f"{path.name} has no lawful case"
    titles = [case.title for case in cases]
    assert sorted(set(titles)) == sorted(titles), f"{path.name} has two cases of one name"


@pytest.mark.parametrize("rule", BY_CODE.values(), ids=lambda rule: rule.code)
def test_every_rule_states_its_law_and_cites_what_houses_answer(rule: Rule) -> None:
    assert rule.law.strip()
    assert set(rule.cites) <= set(PARAMETERS)


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    assert {path.stem for path in FOLDER.glob("*.hand")} <= set(BY_CODE)
