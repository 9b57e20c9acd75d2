"""A mistake that the table mended at once is told as such, and leaves no trace in the betting."""

from typing import Final

from tests.engine.told import report_of, table_of

TAKEN_BACK: Final = """
stakes 10/20 bring-in 3 ante 1
stacks 500 4 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
3 [xx xx] 9h
2 brings in 3 all-in
2 gets back 3
"""


def test_a_bring_in_taken_back_is_told_so_and_one_that_stands_is_not() -> None:
    mended = report_of("roberts", TAKEN_BACK + "1 brings in 3\n")
    stands = report_of("roberts", TAKEN_BACK.replace("2 gets back 3", "3 calls 3"))
    assert [finding.logged for finding in mended.findings] == ["seat 2 (Kd), taken back at once"]
    assert [finding.logged for finding in stands.findings] == ["seat 2 (Kd)"]


def test_the_table_stands_as_before_the_bring_in_that_was_taken_back() -> None:
    after = table_of(TAKEN_BACK + "remark chat 1\n")
    before = table_of(TAKEN_BACK.split("2 brings in")[0] + "remark chat 1\n")
    for fact in ("front", "put_in", "returned", "behind", "able", "waiting", "all_in", "bring_in_seat", "opened_third"):
        assert getattr(after, fact) == getattr(before, fact), fact
