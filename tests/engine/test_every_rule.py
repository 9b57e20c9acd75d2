"""The audit skips rules at regular events, and changes the table by quicker moves there. Where it runs every rule and
makes every move in full, it reports the same, byte for byte, and the table ends the same.

`MUTANTS=0-500000 ./run campaign tests/engine/test_every_rule.py` compares the mangled hands with these numbers, so that
two processes can do half each. `MUTANTS=1234-1235` repeats one. Without it the campaign compares 1,000,000.
"""

import os
import time
from collections import Counter
from typing import Any, Final

import pytest

from auditor.engine.audit import audit
from auditor.engine.findings import Report
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.phases import COUNT
from auditor.engine.regular import REGULARITIES, SKIPPED, STEP
from auditor.engine.rules import BY_CODE
from auditor.engine.table import Clocking, Paid, Raise, Table
from tests.engine.mutants import mutants, planted, sources

USUAL: Final = "0-1000000"
IN_A_TEST: Final = 2_000  # the campaign has a million


def written(report: Report) -> str:
    """A report as text, with what its digest leaves out."""
    found = [f"{finding.words()} {finding.line} {finding.cites} {finding.more}" for finding in report.findings]
    notes = [note.words() for note in report.unverifiable]
    return "\n".join([*found, *notes, report.settlement.words()])


def facts(value: Any) -> Any:
    """What the table holds, such as its wagers, as values that can be compared."""
    if isinstance(value, list | tuple):
        return [facts(each) for each in value]
    if isinstance(value, Raise | Clocking | Paid):
        return [facts(getattr(value, name)) for name in value.__slots__]
    return value


def ended(report: Report) -> dict[str, Any]:
    """All facts of the table at the end of the audit, without the results that it keeps."""
    return {name: facts(getattr(report.table, name, None)) for name in Table.__slots__ if name != "answers"}


def difference(hand: Hand, house: House) -> str:
    """What the two reports say, or in which facts their tables end, where they are not equal."""
    quick, slow = audit(hand, house), audit(hand, house, every_rule=True)
    skipping, complete = written(quick), written(slow)
    if skipping != complete:
        return f"with skips:\n{skipping}\nwith every rule:\n{complete}"
    some, others = ended(quick), ended(slow)
    return ", ".join([f"{name}: {some[name]} and {others[name]}" for name in some if some[name] != others[name]])


def compared(first: int, last: int) -> Counter[str]:
    """How many mangled hands were compared, and how many of them have findings. Fails at the first difference."""
    count: Counter[str] = Counter()
    began = time.monotonic()
    for number in range(first, last):
        for hand, house in mutants(number):
            assert difference(hand, house) == "", f"MUTANTS={number}-{number + 1} under {house.name}"
            count["hands"] += 1
        if (number + 1 - first) % 10_000 == 0:
            speed = (number + 1 - first) / (time.monotonic() - began)
            print(
                f"{number + 1 - first:,} numbers, {count['hands']:,} hands compared, {speed:,.0f} a second", flush=True
            )
    return count


def test_cases_samples_and_planted_faults_have_equal_reports() -> None:
    wrong = [found for source in (*sources(), *planted()) if (found := difference(source.hand, source.house))]
    assert wrong == []


def test_mangled_hands_have_equal_reports() -> None:
    assert compared(0, IN_A_TEST)["hands"] > 0.8 * IN_A_TEST


@pytest.mark.campaign
def test_a_million_mangled_hands_have_equal_reports() -> None:
    first, last = [int(part) for part in os.environ.get("MUTANTS", USUAL).split("-")]
    assert compared(first, last)["hands"] > 0


def test_each_skip_names_rules_of_that_kind_of_event() -> None:
    """A code that concerns no event of a kind would be a line that does nothing."""
    for codes in SKIPPED.values():
        shared = [kind for kind in REGULARITIES if any(BY_CODE[code].is_for(kind) for code in codes)]
        assert shared
        assert [code for code in codes if not any(BY_CODE[code].is_for(kind) for kind in shared)] == []
    assert STEP > COUNT
