"""Chips that nobody got are no rake of the house, and chips that nobody put in are no debt to the house."""

from auditor.cli.settlement_text import owed, settled
from auditor.engine.settlement.arithmetic import settlement_words, transfer_words
from auditor.engine.settlement.restitution import UNACCOUNTED, restitution
from auditor.formats.settled import settlement_row
from auditor.store.findings.settlements import rake_of, settlement_from_text, settlement_to_text, wrong_amounts
from tests.engine.transcripts import report_of

FOLDED = """
stakes 10/20 bring-in 3 ante 1
stacks 500 500
antes
1 [xx xx] 2c
2 [xx xx] Kd
1 brings in 3
2 completes to 10
1 folds
2 gets back 7
2 collects {paid}
{rake}end
"""


def test_the_house_took_the_rake_that_the_log_states_and_no_more() -> None:
    report = report_of("pokerstars", FOLDED.format(paid=3, rake="rake 1\n"))
    settlement = report.settlement
    assert (settlement.rake_logged, settlement.unaccounted, settlement.kept) == (1, 4, 5)
    words = settlement_words(report.hand, settlement, None)
    assert "unaccounted for: 4 that was put in, but that nobody got" in words
    assert [each for each in words if "the house" in each and "took 5" in each] == []
    assert wrong_amounts(settlement).get(0, 0) == 1 - (settlement.rake_lawful or 0)
    assert rake_of(settlement) == (1, settlement.rake_lawful)
    differences = [each.difference or 0 for each in settlement.seats]
    assert sum(differences) + (settlement.rake_difference or 0) + 4 == 0


def test_chips_that_nobody_got_are_owed_by_nobody_known() -> None:
    report = report_of("roberts", FOLDED.format(paid=4, rake="rake 0\n"))
    transfers = restitution(report.settlement)
    assert [(each.giver, each.taker, each.amount) for each in transfers] == [(UNACCOUNTED, 2, 4)]
    assert transfer_words(report.hand, transfers) == ["seat 2 is due 4 that nobody got"]
    row = settlement_row(report, report.settlement, transfers)
    assert row.unaccounted == 4
    assert [(each.giver, each.taker, each.unaccounted) for each in row.transfers] == [(None, 2, "giver")]


def test_chips_that_nobody_put_in_are_not_owed_to_the_house() -> None:
    report = report_of("roberts", FOLDED.format(paid=11, rake="rake 0\n"))
    transfers = restitution(report.settlement)
    assert transfer_words(report.hand, transfers) == ["seat 2 got 3 that nobody put in"]
    assert report.settlement.unaccounted == -3
    (row,) = settlement_row(report, report.settlement, transfers).transfers
    assert (row.giver, row.taker, row.unaccounted) == (2, None, "taker")


def test_the_command_names_no_transfer_if_the_log_contradicts_itself() -> None:
    decide_first = (
        "    to correct the payments: decide first which lines of the log are correct; the log contradicts itself about"
        " money, so nobody can say who owes what"
    )
    for contradiction in (FOLDED.format(paid=11, rake="rake 0\n"), FOLDED.format(paid=8, rake="pot 12\n")):
        assert settled(report_of("roberts", contradiction))[-1] == decide_first
    assert owed(report_of("roberts", FOLDED.format(paid=11, rake="rake 0\n")))[-1] == decide_first


def test_a_report_names_no_transfer_if_the_log_contradicts_itself() -> None:
    fine = report_of("roberts", FOLDED.format(paid=8, rake="rake 0\n").replace("2 collects", "1 collects"))
    assert [(each.giver, each.taker, each.amount) for each in fine.transfers] == [(1, 2, 8)]
    wrong_winner = FOLDED.format(paid=8, rake="rake 0\npot 12\n").replace("2 collects", "1 collects")
    for contradiction in (FOLDED.format(paid=11, rake="rake 0\n"), wrong_winner):
        report = report_of("roberts", contradiction)
        assert restitution(report.settlement)
        assert report.transfers == ()
        assert settlement_row(report, report.settlement, report.transfers).transfers == []


def test_a_stored_settlement_keeps_them_and_an_older_text_has_none() -> None:
    settlement = report_of("roberts", FOLDED.format(paid=4, rake="rake 0\n")).settlement
    assert settlement_from_text(settlement_to_text(settlement)).unaccounted == 4
    assert settlement_from_text("[[],[],[0,4,false]]").unaccounted == 0
