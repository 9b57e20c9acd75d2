"""Real hands of Americas Cardroom and Winamax: how many there are, and that nothing is found but what is explained."""

from collections import Counter
from pathlib import Path

import pytest

from auditor.engine.hand import Game
from auditor.engine.house.registry import load
from auditor.formats import open_log
from auditor.formats.outcomes import Read
from tests.engine.corpus import codes, files, hands, report_of, there

ACR = files("rooms/acr_winning")
WINAMAX = files("rooms/winamax")

# The hand is cut off after its seats: the file ends there.
CUT_OFF = "693976187"
# The room's own log: the low card brings in 10 and goes all-in for 18.90 more, which is written as a raise to 18.90.
# So 10 chips are missing from there on, the caller calls too much, and the seat would have chips left to bet.
NEGATIVE_RAISE = "9250793-1578-1479092164"
EXPLAINED = {
    CUT_OFF: Counter(["L105"]),
    NEGATIVE_RAISE: Counter(["B402", "B416", "B410", "L107", "L106"]),
}


@there
def test_every_stud_hand_of_the_corpus_is_read() -> None:
    told: Counter[str] = Counter()
    for path in [*ACR, *WINAMAX]:
        log = open_log(path.read_bytes())
        for outcome in log:
            assert isinstance(outcome, Read), path
            told[f"{log.format} {outcome.hand.game}"] += 1
    # Those of 2016 are there twice: once with a byte too many at the end.
    assert told == {
        "acr stud8": 2,
        "acr_2016 stud": 8,
        "acr_2016 stud8": 4,
        "winamax razz": 1,
        "winamax stud": 2,
    }


@there
@pytest.mark.parametrize("path", [*ACR, *WINAMAX], ids=lambda path: f"{path.parent.name}/{path.name[:40]}")
def test_hands_were_dealt_rightly_but_for_those_explained(path: Path) -> None:
    for hand in hands(path):
        number = hand.number or ""
        found = Counter(codes(report_of(hand)))
        assert (number, sorted(found)) == (number, sorted(EXPLAINED.get(number, Counter())))


@there
def test_payments_are_those_due() -> None:
    for path in [*ACR, *WINAMAX]:
        for hand in hands(path):
            settlement = report_of(hand).settlement
            if hand.number not in EXPLAINED:
                assert [account.difference for account in settlement.seats] == [0] * len(hand.seats)
                assert settlement.rake_difference == 0


@there
def test_the_room_s_negative_raise_is_found_on_its_line() -> None:
    path = next(path for path in WINAMAX if "negative" in path.name)
    (hand,) = hands(path)
    report = report_of(hand)
    first = report.findings[0]
    assert (first.code, first.logged, hand.events[first.event].line) == ("B402", "to 18.90", 17)
    missing = {finding.code: finding.amount for finding in report.findings if finding.code in ("L106", "L107")}
    assert missing == {"L107": 1000, "L106": 1000}


@there
def test_what_the_rooms_do_not_log_is_not_verifiable() -> None:
    told: dict[str, set[str]] = {}
    for path in [*ACR, *WINAMAX]:
        form = open_log(path.read_bytes()).format
        for hand in hands(path):
            told.setdefault(form, set()).update(each.code for each in report_of(hand).unverifiable)
    # Burns, and the nominal bring-in; the order of the showdown; the older export of Winamax has no cards.
    assert told == {
        "acr": {"D207", "O304", "S501", "S502"},
        "acr_2016": {"D207", "O304"},
        "winamax": {"B407", "D207", "O303", "O304", "S501", "S502"},
    }


@pytest.mark.parametrize(
    ("house", "key", "value"),
    [
        ("acr", "odd.halves", "low"),
        ("acr", "cap.wagers", "4"),
        ("acr", "showdown.first", "room_order"),
        ("winamax", "odd.halves", "any"),
        ("winamax", "showdown.first", "room_order"),
    ],
)
def test_nothing_of_these_houses_is_stated(house: str, key: str, value: str) -> None:
    setting = load(house, Game.STUD8).setting(key)
    assert (str(setting.value), setting.status) == (value, "assumed")
