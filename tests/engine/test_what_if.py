"""What if: the same hand under two houses, and what of it is house-sensitive."""

from auditor.engine.house.registry import load
from auditor.engine.readings import audit_with_readings
from auditor.engine.what_if import Pair, WhatIf
from tests.engine.transcripts import NO_STAKES, case_of

# Two kings on fourth street, and a double bet; then the odd chip of a pot of 25.
DOUBLED = """
stakes 10/20 bring-in 3 ante 1
stacks 500 500 500
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] 9h
3 brings in 3
1 completes to 10
2 folds
3 calls 10
4th
1 Ks
3 5d
1 bets 20
"""
UNSUITED = """
button 2
stakes 10/20 bring-in 2 ante 1
stacks 11 11 11
antes
1 [As Kh] Qd
2 [7c 8h] 2c
3 [Ah Kc] Qs
2 brings in 2
3 completes to 10 all-in
1 calls 10 all-in
2 folds
4th
1 Jd
3 Jc
5th
1 9h
3 9d
6th
1 3c
3 4h
7th
1 [5s]
3 [6d]
1 shows As Kh Qd Jd 9h 3c 5s
3 shows Ah Kc Qs Jc 9d 4h 6d
3 collects 13
1 collects 12
end
"""


def what_if(text: str, first: str, second: str) -> WhatIf:
    hand = case_of(text).hand
    one, other = (audit_with_readings(hand, load(name, hand.game)) for name in (first, second))
    return WhatIf(one, other)


def found(text: str, first: str, second: str) -> list[tuple[str, str, bool]]:
    """Where each finding is there, and whether it is house-sensitive."""
    told = {(True, True): "both", (True, False): "first", (False, True): "second"}
    return [
        (
            next(side.code for side in (each.first, each.second) if side is not None),
            told[each.first is not None, each.second is not None],
            each.house_sensitive,
        )
        for each in what_if(text, first, second).findings
    ]


def test_a_finding_of_one_house_alone_is_house_sensitive() -> None:
    assert found(DOUBLED, "roberts", "wsop-tournament") == [("O303", "both", False), ("B408", "second", True)]
    assert found(DOUBLED, "wsop-tournament", "roberts") == [("O303", "both", False), ("B408", "first", True)]


def test_a_finding_that_weighs_otherwise_is_house_sensitive() -> None:
    (opening, *_) = what_if(DOUBLED, "roberts", "casino").findings
    assert (opening.first and opening.first.lawful) == (opening.second and opening.second.lawful)
    lawful = what_if(DOUBLED, "roberts", "roberts")
    assert [each.house_sensitive for each in lawful.findings] == [False]
    assert not lawful.house_sensitive


def test_a_house_that_cannot_verify_a_rule_does_not_approve() -> None:
    """Without stakes in the log, a house that measures a raise by the stakes cannot judge its size."""
    told = what_if(NO_STAKES, "roberts", "casino").findings
    assert ("B402", True, False, True) in [_sides(each) for each in told]
    turned = what_if(NO_STAKES, "casino", "roberts").findings
    assert ("B402", False, True, True) in [_sides(each) for each in turned]
    assert not any(each.unseen for each in what_if(DOUBLED, "roberts", "casino").findings)


def _sides(pair: Pair) -> tuple[str, bool, bool, bool]:
    finding = pair.first or pair.second
    assert finding is not None
    return finding.code, pair.first is not None, pair.second is not None, pair.unseen


def test_what_a_seat_is_due_under_each_house() -> None:
    told = what_if(UNSUITED, "qqonline", "partypoker-high")
    assert [(each.seat, each.first, each.second, each.house_sensitive) for each in told.due] == [
        (1, 12, 13, True),
        (2, 0, 0, False),
        (3, 13, 12, True),
        (0, 0, 0, False),
    ]
    assert told.house_sensitive
