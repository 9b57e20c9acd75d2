"""One digest over the reports of all fixtures, with the rules version under which it was made.

Whoever changes an outcome raises `RULES_VERSION` and writes the new line: `python -m tests.engine.digests | tail -1`.
"""

from tests.engine.digests import FIXTURES, one_for_all


def test_no_outcome_changes_without_a_new_rules_version() -> None:
    assert one_for_all() == (FIXTURES / "reports.txt").read_text(encoding="utf-8").strip()
