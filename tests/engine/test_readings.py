"""Readings: what a clause that can be read in more than one way makes contested, and what it adds beside."""

from collections.abc import Iterator
from itertools import chain, islice

import pytest

from auditor.engine.audit import MOST_FINDINGS, audit
from auditor.engine.findings import Report
from auditor.engine.hand import Game, Hand
from auditor.engine.hand_summary import HandSummary
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load
from auditor.engine.readings import audit_with_readings, bears, compared, otherwise, read_as
from tests.engine.digests import cases, logged
from tests.engine.transcripts import OVER_THE_CAP, case_of, houses_for

NINE_LOW = """
house online-hilo
game stud8
stakes 10/20 ante 1
stacks 11 11
antes
1 [As 4h] Kd
2 [7c 7h] 2c
2 brings in 5
1 completes to 10 all-in
2 calls 10 all-in
4th
1 9s
2 7d
5th
1 3h
2 3s
6th
1 4c
2 5d
7th
1 [2d]
2 [Td]
1 shows As 4h Kd 9s 3h 4c 2d
2 shows 7c 7h 2c 7d 3s 5d Td
2 collects 22
end
"""


def report_of(text: str) -> Report:
    case = case_of(text)
    return audit_with_readings(case.hand, load(case.house, case.hand.game))


def outcomes(report: Report) -> list[str]:
    """All that a report says of findings, readings and settlements."""
    lines = [finding.words() for finding in report.findings]
    return [*lines, *[each.words() for each in report.beside]]


def test_a_finding_that_is_missing_under_a_reading_is_contested() -> None:
    found = report_of(OVER_THE_CAP).findings
    assert [(each.code, each.grade, each.event, each.readings) for each in found] == [
        (
            "B403",
            "violation",
            12,
            ("cap.scope = per_player: The text allows them per player: each seat might have four of its own.",),
        )
    ]


def test_what_is_there_under_a_reading_alone_is_listed_beside_and_is_no_finding() -> None:
    report = report_of(OVER_THE_CAP)
    told = [(each.reading, [(one.code, one.event) for one in each.findings]) for each in report.beside]
    assert told == [("cap.counts_bring_in = true", [("B403", 11), ("B403", 12)])]
    assert report.found == 1


def test_a_finding_that_differs_under_a_reading_is_listed_twice() -> None:
    (beside,) = report_of(OVER_THE_CAP).beside
    (_, again) = beside.findings
    assert (again.logged, again.lawful) == ("wager 6 of the street", "4 at most")
    assert report_of(OVER_THE_CAP).findings[0].logged == "wager 5 of the street"


def test_a_settlement_that_hangs_on_a_reading_is_listed_beside() -> None:
    report = report_of(NINE_LOW)
    assert [each.lawful for each in report.settlement.seats] == [0, 22]
    told = {each.reading: each.settlement for each in report.beside}
    other = told["low.qualifier = none"]
    assert other is not None
    assert [each.lawful for each in other.seats] == [11, 11]
    assert [each.difference for each in other.seats] == [-11, 11]


def test_what_hangs_on_readings_is_in_the_digest() -> None:
    case = case_of(OVER_THE_CAP)
    house = load(case.house, case.hand.game)
    alone, read = audit(case.hand, house), audit_with_readings(case.hand, house)
    assert alone.digest() != read.digest()
    assert read.digest() == audit_with_readings(case.hand, house).digest()
    # The same findings, and nothing beside, but a reading that one of them does not stand under.
    bare = Report(read.hand, read.house_name, read.house_digest, read.rules_version, read.findings, (), read.settlement)
    assert bare.digest() not in (alone.digest(), read.digest())


def test_a_chosen_reading_becomes_the_house_and_the_others_are_still_audited() -> None:
    case = case_of(OVER_THE_CAP)
    chosen = read_as(load(case.house, case.hand.game), "cap.scope", "per_player")
    assert [each.name for each in otherwise(chosen) if each.key == "cap.scope"] == []
    report = audit_with_readings(case.hand, chosen)
    assert report.findings == ()
    assert [each.reading for each in report.beside] == []
    counted = read_as(load(case.house, case.hand.game), "cap.counts_bring_in", "true")
    found = audit_with_readings(case.hand, counted).findings
    assert [(each.event, len(each.readings)) for each in found] == [(11, 1), (12, 1)]


def test_a_value_that_is_no_reading_of_the_house_is_refused_with_those_that_are() -> None:
    with pytest.raises(HouseRefused) as refused:
        read_as(load("classic", Game.STUD), "cap.wagers", "3")
    assert str(refused.value) == (
        'house "classic" has no reading cap.wagers = 3; the readings of this house are'
        " bring_in.amount = half_rounded_up,"
        " cap.counts_bring_in = true and showdown.first = any_wager"
    )
    with pytest.raises(HouseRefused, match=r'house "roberts" has no reading cap\.wagers = 3; this house has no'):
        read_as(load("roberts", Game.STUD), "cap.wagers", "3")


@pytest.mark.parametrize("name", ["roberts", "pokerstars", "fulltilt", "winamax", "tda", "wsop-live"])
def test_a_house_without_readings_is_audited_once(name: str) -> None:
    house = load(name, Game.STUD)
    assert otherwise(house) == ()
    hand = case_of(OVER_THE_CAP).hand
    assert audit_with_readings(hand, house).digest() == audit(hand, house).digest()


SHARES = 16


def hands_and_houses(share: int) -> Iterator[tuple[str, Hand, House]]:
    for name, hand, _ in islice(chain(cases(), logged()), share, None, SHARES):
        for house in houses_for(hand.game):
            if otherwise(house):
                yield name, hand, house


@pytest.mark.parametrize("share", [0, *[pytest.param(share, marks=pytest.mark.campaign) for share in range(1, SHARES)]])
def test_a_skipped_reading_would_have_changed_nothing(share: int) -> None:
    """Every fourth hand under every house with readings; the campaign has the others."""
    lost: list[tuple[str, str]] = []
    asked = seats_skipped = 0
    for name, hand, house in hands_and_houses(share):
        report = audit(hand, house)
        alone = outcomes(report)
        summary = HandSummary(hand)
        passed = [each for each in otherwise(house) if not bears(each.key, summary, report, house, each.house)]
        asked += len(otherwise(house)) - len(passed)
        seats_skipped += len(passed)
        if outcomes(compared(report, passed)) != alone:
            lost.append((name, house.name))
    assert lost == []
    assert seats_skipped > 3 * asked > 0  # else nothing was tried


def test_of_a_hand_with_more_findings_than_are_listed_only_those_that_are_listed_are_compared() -> None:
    wagers = "\n".join([f"{1 + index % 2} raises to {20 + 10 * index}" for index in range(MOST_FINDINGS + 300)])
    text = f"{OVER_THE_CAP.partition('3 completes')[0].replace('500', '90000')}3 folds\n1 completes to 10\n{wagers}\n"
    case = case_of(text.replace("1 completes to 10\n1 raises to 20", "1 completes to 10\n2 raises to 20"))
    report = audit_with_readings(case.hand, load(case.house, case.hand.game))
    assert report.found > len(report.findings)
    last = report.findings[-1]
    assert all(each.event < last.event for other in report.beside for each in other.findings)
