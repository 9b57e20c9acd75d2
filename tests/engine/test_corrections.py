"""A mistake that the table mended at once is told as such, and leaves no trace in the betting."""

from typing import Final

import pytest

from tests.engine.transcripts import report_of, table_of

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


def test_only_a_bring_in_that_was_taken_back_is_called_taken_back() -> None:
    mended = report_of("roberts", TAKEN_BACK + "1 brings in 3\n")
    stands = report_of("roberts", TAKEN_BACK.replace("2 gets back 3", "3 calls 3"))
    assert [finding.logged for finding in mended.findings] == ["seat 2 (Kd), taken back at once"]
    assert [finding.logged for finding in stands.findings] == ["seat 2 (Kd), stands"]


WRONGLY_OPENED: Final = """
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500 500
antes
1 [xx xx] Ad
2 [xx xx] 2c
3 [xx xx] 9h
4 [xx xx] Jc
2 brings in 3
3 calls 3
4 calls 3
1 calls 3
4th
1 Ks
2 7d
3 8s
4 Js
"""


@pytest.mark.parametrize(
    ("lines", "became"),
    [
        ("2 bets 10\n2 gets back 10\n4 checks\n", ", taken back at once"),
        ("2 bets 10\n3 calls 10\n", ", stands"),
        ("2 bets 10\n3 folds\n", ", stands"),
        ("2 bets 10\n4 calls 10\n", ", stands"),
        ("2 checks\n3 checks\n", ", stands"),
        ("2 checks\n4 checks\n", ", corrected"),
        ("3 checks\n4 checks\n", ""),
        ("2 checks\n", ""),
        ("2 bets 10\n", ""),
        ("2 bets 10\n2 gets back 10\n2 collects 12\n", ""),
    ],
)
def test_a_wrong_opening_is_called_mended_or_standing_as_far_as_the_log_goes(lines: str, became: str) -> None:
    report = report_of("roberts", WRONGLY_OPENED + lines)
    first = next(finding for finding in report.findings if finding.code == "B407")
    board = "2c 7d" if lines.startswith("2") else "9h 8s"
    assert first.logged == f"seat {lines[0]} ({board}){became}"


def test_the_table_stands_as_before_the_bet_that_was_taken_back() -> None:
    after = table_of(WRONGLY_OPENED + "2 bets 10\n2 gets back 10\n4 checks\n", to_come=1)
    before = table_of(WRONGLY_OPENED)
    for fact in (
        "front", "put_in", "returned", "behind", "able", "waiting", "all_in", "raises", "wagerers", "wagered_ahead",
        "acted", "first_actor", "last_actor", "most_in_front", "raises_when_two_left", "first_wager",
    ):  # fmt: skip
        assert getattr(after, fact) == getattr(before, fact), fact


def test_the_table_stands_as_before_the_bring_in_that_was_taken_back() -> None:
    after = table_of(TAKEN_BACK + "1 brings in 3\n", to_come=1)
    before = table_of(TAKEN_BACK.split("2 brings in")[0])
    for fact in ("front", "put_in", "returned", "behind", "able", "waiting", "all_in", "bring_in_seat", "opened_third"):
        assert getattr(after, fact) == getattr(before, fact), fact
