"""Which findings of a hand have one cause, and that a cause never hides a finding of more weight."""

from itertools import islice

import pytest

from auditor.engine.audit import GAMES, audit
from auditor.engine.causes import causes_of, shape_of, shape_of_words
from auditor.engine.findings import Certainty, Finding, Severity
from auditor.engine.hand import Structure
from auditor.engine.house.registry import load
from auditor.engine.rules import BY_CODE, RULES
from auditor.formats.transcript.cases import read_cases
from tests.spoiler import plants

WRONG_BRING_IN = """# O303  The wrong seat brings it in

== the wrong seat brings it in, and the play goes on from there
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500 500
antes
1 [As Ac] Kd
2 [7c 7h] 2c
3 [8c 8h] 9c
4 [Jc Jh] Qc
3 brings in 3
1 calls 3
4 calls 3
2 folds
4th
1 Qs
3 Td
4 5h
end
"""


def made(code: str, amount: int | None = None, event: int = 0, street: int = 3, **fields: str) -> Finding:
    """A finding of this rule, as serious as its rule says and as certain as can be."""
    finding = Finding(fields.get("logged", f"{code} happened"), "nothing", amount, at=event)
    finding.code, finding.street = code, street
    finding.severity = fields.get("severity", BY_CODE[code].severity)
    finding.certainty = fields.get("certainty", Certainty.STATED.value)
    return finding


def rows_of(*findings: Finding) -> list[tuple[int, bool]]:
    """For each finding the number of its cause, counted in the order of the findings, and whether it follows."""
    causes = causes_of(findings)
    keys = list(dict.fromkeys(cause.key for cause in causes))
    return [(keys.index(cause.key), cause.follows) for cause in causes]


def test_what_the_wrong_bring_in_brings_follows_from_it() -> None:
    case = read_cases(WRONG_BRING_IN)[0]
    findings = audit(case.hand, load("casino", case.hand.game, case.hand.structure)).findings
    causes = causes_of(findings)
    by_code = [(finding.code, cause.follows) for finding, cause in zip(findings, causes, strict=True)]
    assert by_code[0] == ("O303", False)
    followers = [code for (code, follows), cause in zip(by_code, causes, strict=True) if follows]
    assert "B401" in followers
    assert {cause.key for cause in causes if cause.follows} == {causes[0].key}


def test_equal_findings_are_one_cause_whatever_their_seats_cards_and_amounts() -> None:
    first, second = made("S504", logged="seat 2 says Kh Kd"), made("S504", event=9, logged="seat 7 says 2c 2d 10h")
    assert rows_of(first, second, made("S504", event=3, logged="says nothing")) == [(0, False), (0, False), (1, False)]


@pytest.mark.parametrize(
    "later",
    [
        made("B405", event=2),  # earlier in the hand
        made("B410", event=9, street=4),  # on another street
        made("B410", amount=1, event=9),  # with an amount, which the first has not
        made("B410", event=9, severity=Severity.MONEY.value),  # more serious
        made("B405", event=9, severity=Severity.LOG.value),
        made("L106", amount=5, event=9, street=7),  # the rule names no such rule
    ],
    ids=lambda finding: f"{finding.code} {finding.event} {finding.street} {finding.amount} {finding.severity}",
)
def test_a_finding_of_its_own_weight_is_a_row_of_its_own(later: Finding) -> None:
    assert rows_of(made("B401", event=5), later) == [(0, False), (1, False)]


def test_a_more_certain_finding_follows_from_no_less_certain_one() -> None:
    doubtful = made("B401", event=5, certainty=Certainty.ASSUMED.value)
    assert rows_of(doubtful, made("B410", event=9)) == [(0, False), (1, False)]
    assert rows_of(doubtful, made("B410", event=9, certainty=Certainty.CONTESTED.value)) == [(0, False), (0, True)]


def test_a_more_certain_finding_follows_from_no_less_certain_one_of_more_money() -> None:
    doubtful = made("B401", amount=10, event=5, certainty=Certainty.ASSUMED.value)
    assert rows_of(doubtful, made("B410", amount=5, event=9)) == [(0, False), (1, False)]
    less_certain = made("B410", amount=5, event=9, certainty=Certainty.CONTESTED.value)
    assert rows_of(doubtful, less_certain) == [(0, False), (0, True)]


def test_a_finding_about_more_money_follows_from_no_more_serious_one() -> None:
    serious = made("B401", amount=5, event=5, severity=Severity.MONEY.value)
    assert rows_of(serious, made("B410", amount=10, event=9)) == [(0, False), (1, False)]
    assert rows_of(serious, made("B410", amount=5, event=9)) == [(0, False), (0, True)]


def test_equal_findings_on_several_streets_follow_from_nothing() -> None:
    """The later ones would be joined to a cause on a street that is over."""
    first = made("D202", event=1)
    assert rows_of(first, made("D206", event=2), made("D206", event=3)) == [(0, False), (0, True), (0, True)]
    assert rows_of(first, made("D206", event=2), made("D206", event=30, street=5)) == [
        *[(0, False), (1, False), (1, False)]
    ]


def test_a_chain_leads_to_its_first_finding() -> None:
    chain = [made("O303", event=1), made("B401", event=2), made("B410", event=3), made("B416", event=4)]
    assert rows_of(*chain) == [(0, False), (0, True), (0, True), (0, True)]
    assert rows_of(chain[0], chain[3]) == [(0, False), (1, False)]


def test_the_sums_of_the_end_follow_from_any_street() -> None:
    assert rows_of(made("D202", event=1, street=4), made("L107", amount=None, event=40, street=7)) == [
        (0, False),
        (0, True),
    ]


def test_every_first_finding_weighs_the_most_of_its_cause() -> None:
    """In hands with a planted fault, and in any order of the findings."""
    seen = 0
    for code in ("D201", "D205", "D211", "L102", "O312", "P604", "S509"):
        for game in sorted(GAMES):
            house = load("strict-test", game, Structure.FIXED)
            for planted in islice(plants(code, house, 2, 200), 2):
                findings = audit(planted.hand, house).findings
                causes = causes_of(findings)
                assert sorted(causes_of(findings[::-1])) == sorted(causes)
                for finding, cause in zip(findings, causes, strict=True):
                    firsts = [f for f, c in zip(findings, causes, strict=True) if c.key == cause.key and not c.follows]
                    most = max((abs(f.amount) for f in firsts if f.amount is not None), default=-1)
                    assert list(Severity).index(Severity(firsts[0].severity)) <= list(Severity).index(
                        Severity(finding.severity)
                    )
                    assert not cause.follows or finding.amount is None or abs(finding.amount) <= most
                    seen += cause.follows
    assert seen >= 5


def test_a_thousand_different_findings_take_no_thousand_comparisons_each() -> None:
    words = [f"{'ab' * (place % 30)}{'xyz'[place % 3] * place}" for place in range(300)]
    findings = [made(code, event=place, logged=words[place]) for place in range(300) for code in ("B401", "B410")]
    assert len({cause.key for cause in causes_of(findings)}) <= 302


@pytest.mark.parametrize(
    ("logged", "lawful", "shape"),
    [
        ("raises to 1,800", "to 1,200", "B402 raises to NUMBER -> to NUMBER"),
        ("seat 3 (3d), stands", "seat 1 (2c)", "B402 seat NUMBER (CARDS), stands -> seat NUMBER (CARDS)"),
        ("4c As 10h xx", "a hand", "B402 CARDS -> a hand"),
        ("Ann adds $1O", "nothing", "B402 NAME adds NUMBER -> nothing"),
        ("odd chip; of B402 1,234 more, not listed", "x", "B402 odd chip -> x"),
    ],
)
def test_a_shape_has_no_names_cards_and_numbers(logged: str, lawful: str, shape: str) -> None:
    assert shape_of_words("B402", logged, lawful, ["Ann", ""]) == shape


@pytest.mark.parametrize("names", [["Ann"], ["e"], ["a+2"], ["2"], ["1,200"], ["Kd"], ["Kc Kd"], ["s"]])
def test_a_name_is_no_part_of_a_word_a_number_or_a_card(names: list[str]) -> None:
    shape = "P601 seat NUMBER bets NUMBER (CARDS) -> NUMBER"
    assert shape_of_words("P601", "seat 1 bets 2 (Kc Kd)", "2", names) == shape
    assert shape_of_words("P601", "seat 2 bets 1,200 (2c)", "0", names) == shape


@pytest.mark.parametrize("names", [["Ann", "Ann Lee", "Lee"], ["Lee", "Ann Lee", "Ann"]])
def test_the_longest_name_is_replaced_first(names: list[str]) -> None:
    for name in names:
        assert shape_of_words("H802", f"{name} in two seats", "one", names) == "H802 NAME in two seats -> one"


@pytest.mark.parametrize("name", ["a+2", "Zed77", "Bo (2)", ".*"])
def test_a_name_with_marks_and_digits_is_a_name(name: str) -> None:
    assert shape_of_words("H802", f"{name} in seats 1 and 4", "", [name]) == "H802 NAME in seats NUMBER and NUMBER -> "


def test_a_finding_that_stands_for_others_has_their_shape() -> None:
    finding = made("B402", logged="to 15")
    assert shape_of(finding.standing_for(1_200)) == shape_of(finding)


def test_rules_follow_from_rules_that_there_are() -> None:
    for rule in RULES:
        assert set(rule.follows) <= BY_CODE.keys() - {rule.code}, rule.code
        assert len(rule.follows) == len(set(rule.follows)), rule.code
