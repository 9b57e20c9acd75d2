"""A finding cites the parameters that decided it in this hand, and is as certain as they are."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.findings import Finding
from auditor.engine.hand import Game
from auditor.engine.house import House, Setting, Status
from auditor.engine.house.registry import load
from tests.engine.transcripts import case_of


def found(doors: str, house: House) -> Finding:
    """The one finding where seat 1 brings it in, and seat 1 is dealt first."""
    up = "".join([f"{seat} [xx xx] {card}\n" for seat, card in enumerate(doors.split(), 1)])
    hand = f"first dealt 1\nstakes 10/20 bring-in 3 ante 1\nstacks 500 500 500\nantes\n{up}1 brings in 3\n"
    [finding] = audit(case_of(hand).hand, house).findings
    return finding


@pytest.mark.parametrize(
    ("doors", "cites", "grade"),
    [
        ("Kc 2c 9c", ("bring_in.door",), "violation"),
        ("Kc 2c Ac", ("bring_in.door",), "violation"),  # whatever an ace is, a king is above a deuce
        ("Ac 2c 9c", ("bring_in.door", "bring_in.ace"), "irregular"),
        ("2d 2c 9c", ("bring_in.tie",), "violation"),
        ("Ad Ac Ah", ("bring_in.tie",), "violation"),
    ],
)
def test_what_cannot_matter_in_the_hand_is_not_cited(doors: str, cites: tuple[str, ...], grade: str) -> None:
    finding = found(doors, load("qqonline", Game.STUD))  # the rank of an ace is assumed, all else stated
    assert (finding.code, finding.cites, finding.grade) == ("O303", cites, grade)


def test_two_values_that_are_not_stated_may_decide_together() -> None:
    """The ace of diamonds brings it in before the ace of clubs and a deuce. Were aces low, the ace of clubs would owe
    it; were the card dealt first the lowest, the deuce would; only both together let the ace of diamonds.
    """
    stated = load("qqonline", Game.STUD)
    tie = stated.setting("bring_in.tie")
    unsaid = Setting(tie.key, tie.value, Status.ASSUMED, "Silent; equal cards go by suit.")
    settings = {**stated.settings, tie.key: unsaid}
    assumed = House(stated.name, stated.game, stated.structure, stated.title, stated.source, settings)
    together = ("bring_in.door", "bring_in.ace", "bring_in.tie")
    for house, cites, grade in ((stated, ("bring_in.door",), "violation"), (assumed, together, "irregular")):
        finding = found("Ad Ac 2c", house)
        assert (finding.code, finding.cites, finding.grade) == ("O303", cites, grade), house.name


def test_what_stands_under_every_value_rests_on_the_surest_clause() -> None:
    """No way to count the raise over the bring-in makes it 20; only that it may be to 12 or to 8 is assumed."""
    case = case_of(
        "house online-hilo\ngame stud8\nstakes 8/16 ante 1\nstacks 500 500\nantes\n"
        "1 [xx xx] 2c\n2 [xx xx] Kd\n1 brings in 4\n2 raises to 20\n"
    )
    house = load("online-hilo", Game.STUD8)
    [finding] = audit(case.hand, house).findings
    assert (finding.code, finding.cites, finding.grade) == ("O306", ("betting.fixed",), "violation")
    assert finding.clause == house.setting("betting.fixed").clause
