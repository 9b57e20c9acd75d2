"""A finding that is made at the end of the log has the street of its event, not the street on which the log ends."""

from functools import cache
from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.findings import Finding
from auditor.engine.house_of_hand import house_for
from auditor.formats import Read, open_log
from auditor.formats.report import finding_row
from auditor.web.hands.replay.places import places_of

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"


@cache
def read(sample: str, number: str) -> Read:
    outcomes = open_log((DEMO / sample).read_bytes())
    return next(each for each in outcomes if isinstance(each, Read) and each.hand.number == number)


@pytest.mark.parametrize(
    ("sample", "house", "number", "code", "event", "street"),
    [
        ("casino.jsonl", "casino", "1588123301", "D214", 66, 5),
        ("strict-test.hand", "strict-test", "5065161508", "L103", 19, 3),
    ],
)
def test_a_finding_about_an_earlier_event_has_the_street_of_this_event(
    sample: str, house: str, number: str, code: str, event: int, street: int
) -> None:
    hand = read(sample, number).hand
    report = audit(hand, house_for(hand, house))
    found: Finding = next(each for each in report.findings if each.code == code)
    assert (found.event, found.street, finding_row(found).street) == (event, street, street)
    assert places_of(hand)[event].street == street
    assert found.words().split()[3] == str(found.asked_on) == "7"
    assert (found.standing_for(2).street, found.standing_for(2).asked_on) == (street, 7)
