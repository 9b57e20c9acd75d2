"""What hangs on how a clause is read: as `auditor check` tells it, and `--reading`, which chooses."""

import pytest

from tests.cli.command import LOGS, auditor, plain

READINGS = LOGS / "readings.hand"
CONTESTED = """
    play; contested: A round takes four bets: one bet and three raises. Four bets are allowed in a round, \
after which it is capped for everybody.
    no finding if the clause is understood in another way (reading): cap.scope = per_player: The text allows them \
per player: each seat might have four of its own.

"""
BESIDE = """
tests/cli/logs/readings.hand:16: hand 8: under another reading, low.qualifier = none: No qualifier is named, so any \
low might do.
    line 41, event 22: P607 Low half paid wrongly or not paid
        2 collects 22  (seventh street, seat 2)
        seat 2 is paid 22 -> seat 2 is due 11
    seat 1 is due 11, not 0; seat 2 is due 11, not 22

"""


def test_a_contested_finding_says_under_which_reading_it_does_not_stand() -> None:
    found = auditor("check", READINGS)
    assert CONTESTED in found.out
    assert "findings: play 1; contested 1; B403 1" in found.out
    assert (found.code, found.err) == (1, "")


def test_what_is_there_under_a_reading_alone_is_told_beside_and_is_not_counted() -> None:
    assert BESIDE in auditor("check", READINGS).out


def test_rows_have_both() -> None:
    first, second = [row for row in auditor("check", "--json", READINGS).rows if row["kind"] == "hand"]
    assert [len(each["readings"]) for each in first["findings"]] == [1]
    assert [(each["reading"], len(each["findings"]), each["settlement"]) for each in first["beside"]] == [
        ("cap.counts_bring_in = true", 2, None)
    ]
    (other,) = second["beside"]
    assert [seat["lawful"] for seat in second["settlement"]["seats"]] == [0, 22]
    assert [seat["lawful"] for seat in other["settlement"]["seats"]] == [11, 11]
    assert "read_as" not in first


def test_a_reading_that_is_chosen_is_the_house() -> None:
    chosen = auditor("check", "--house", "qqonline", "--reading", "cap.scope = per_player", "--json", READINGS)
    first, refused = [row for row in chosen.rows if row["kind"] in ("hand", "rejected")]
    assert (first["findings"], first["read_as"]) == ([], ["cap.scope = per_player"])
    assert refused["reason"] == 'House "qqonline" does not cover stud8; it covers stud.'
    text = auditor("check", "--house", "qqonline", "--reading", "cap.scope=per_player", READINGS).out
    assert "    chosen readings: cap.scope = per_player\n" in text
    assert "contested" not in text


def test_what_the_rulebook_prints_as_a_reading_is_accepted() -> None:
    assert "or no: The ante might not be meant" in plain(auditor("house", "qqonline").out)
    chosen = auditor("check", "--house", "qqonline", "--reading", "clock.ante_counts=no", "--json", READINGS)
    assert chosen.rows[0]["read_as"] == ["clock.ante_counts = no"]
    named = auditor("check", "--house", "qqonline", "--reading", "clock.ante_counts=false", "--json", READINGS)
    assert chosen.rows[0]["digest"] == named.rows[0]["digest"]
    assert chosen.rows[0]["findings"] == named.rows[0]["findings"]


def test_a_hand_whose_house_has_no_such_reading_is_not_judged_and_is_told_which_there_are() -> None:
    ended = auditor("check", "--reading", "low.qualifier=none", READINGS)
    assert (
        'rejected hand 7: House "qqonline" has no reading low.qualifier = none; the readings of this house are'
        " bring_in" in ended.out
    )
    assert "houses that cover" not in ended.out
    assert "1 audited + 1 rejected" in ended.out
    assert "seat 1 got 0, due 11 (-11); seat 2 got 22, due 11 (+11)" in ended.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--reading", "cap.scope"],
            '"cap.scope" has no "=". Write the key of a question, "=" and an answer, such as cap.scope=per_player.',
        ),
        (["--reading", "cap.scope=both"], 'cap.scope cannot be "both"; choose round or per_player.'),
        (["--reading", "cap.skope=round"], 'there is no parameter "cap.skope"; did you mean cap.scope?'),
        (
            ["--house", "classic", "--reading", "cap.wagers=3"],
            'House "classic" has no reading cap.wagers = 3; the readings of this house are bring_in.amount =',
        ),
        (
            ["--house", "roberts", "--reading", "cap.wagers=3"],
            'House "roberts" has no reading cap.wagers = 3; this house has no',
        ),
    ],
)
def test_what_is_no_reading_is_refused_before_anything_is_read(options: list[str], says: str) -> None:
    ended = auditor("check", *options, READINGS)
    assert says in ended.err
    assert (ended.code, ended.out) == (2, "")
