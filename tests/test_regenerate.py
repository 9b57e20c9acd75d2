"""`./run regenerate` takes new cases, and no other outcome without another rules version."""

from auditor.engine.rules import BY_CODE
from auditor.engine.what_changed import RULES_VERSION
from tests.engine.digests import Outcome, version_of
from tests.regenerate import REPORTS, refusals, unpaired

COMMITTED = {f"rules/{code}.hand: a case": Outcome("a", "1") for code in BY_CODE}
CHANGED = {**COMMITTED, "rules/O303.hand: a case": Outcome("a", "2")}


def test_new_cases_and_cases_written_anew_are_taken() -> None:
    now = {**COMMITTED, "rules/O303.hand: another": Outcome("b", "1"), "rules/O304.hand: a case": Outcome("c", "1")}
    assert refusals(COMMITTED, RULES_VERSION, now) == []


def test_another_outcome_needs_another_version() -> None:
    sentence = (
        "These hands have another outcome: rules/O303.hand: a case. Undo that, or say in"
        f" auditor/engine/what_changed.py what version {RULES_VERSION + 1} changes."
    )
    assert refusals(COMMITTED, RULES_VERSION, CHANGED) == [sentence]
    assert refusals(COMMITTED, RULES_VERSION - 1, CHANGED) == []


def test_a_new_rule_needs_another_version() -> None:
    before = {name: outcome for name, outcome in COMMITTED.items() if "O312" not in name}
    assert refusals(before, RULES_VERSION, COMMITTED) == [
        f"O312 is a new rule: write new_in={RULES_VERSION + 1} in its @rule."
    ]


def test_a_rule_needs_cases_and_cases_need_their_rule() -> None:
    assert unpaired({"K901", "K902"}, {"K901", "K903"}) == [
        "K902 has no cases: write fixtures/rules/K902.hand.",
        "fixtures/rules/K903.hand has no rule: write the function, and its name into RULES of its chapter.",
    ]
    codes = {path.stem for path in (REPORTS.parent / "rules").glob("*.hand")}
    assert unpaired(set(BY_CODE), codes) == []


def test_the_committed_outcomes_name_their_version() -> None:
    assert version_of(REPORTS.read_text(encoding="utf-8")) == RULES_VERSION
