"""Each rule of PokerKit that is no house's, by a hand in which nothing else is otherwise: what is done here and there.

The hands are lawful under the house they name. The list is published in the README.
"""

from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.house.registry import load
from auditor.formats.transcript.cases import read_cases
from tests.engine.pokerkit_rules import DIFFERENCES, SET_ASIDE
from tests.engine.pokerkit_table import Aside
from tests.engine.test_pokerkit_payouts import Compared

ROOT = Path(__file__).resolve().parents[2]
HANDS = ROOT / "fixtures" / "pokerkit"

# What the seats win or lose, in the smallest unit; only where that is not the same.
PAID = {
    "odd chips to the first": ({5: "0", 7: "0"}, {5: "-1", 7: "1"}),
    "fractions": ({6: "10", 7: "27"}, {6: "19/2", 7: "55/2"}),
    "low without a low": ({5: "-1", 6: "3"}, {5: "0", 6: "2"}),
    "pots put together": ({6: "11", 7: "9"}, {6: "10", 7: "10"}),
}
# What the log has, which is lawful here, and what PokerKit would have instead.
PLAYED = {
    "cap": ("1 raises to 200", Aside("cap", 1, "no wager")),
    "double bet": ("2 raises to 12", Aside("double bet", 2, "to 8")),
    "short all-in": ("8 raises to 30", Aside("short all-in", 8, "to 33")),
    "raise for nothing": ("8 raises to 10 all-in", Aside("raise for nothing", 8, "calls 9")),
    "tied openers": ("2 bets 75", Aside("tied openers", 2, "seat 7 opens")),
    "opener all-in": ("3 checks", Aside("opener all-in", 3, "seat 2 opens")),
    "common card opens": ("4 checks", Aside("common card opens", 4, "seat 3 opens")),
    "bring-in refused": ("1 folds", Aside("bring-in refused", 1, "brings in")),
    "short bring-in": ("7 calls 0.90", Aside("short bring-in", 7, "calls 0.46")),
    "nobody to bet against": ("4th", Aside("nobody to bet against", 2, "has a turn")),
    "short deck": ("community 2h", Aside("short deck", 0, "a card each")),
}


def compared(name: str) -> tuple[str, Compared]:
    """The hand of a difference: its transcript, and what becomes of it here and there."""
    text = (HANDS / f"{name.replace(' ', '-')}.hand").read_text(encoding="utf-8")
    case = read_cases(text)[0]
    house = load(case.house, case.hand.game, case.hand.structure)
    for key, value in case.overrides.items():
        house = house.with_value(key, value)
    assert audit(case.hand, house).findings == ()
    return text, Compared(case.hand, house)


def test_every_difference_has_a_hand() -> None:
    assert (set(PAID), set(PLAYED)) == (set(DIFFERENCES), set(SET_ASIDE))
    assert {path.stem.replace("-", " ") for path in HANDS.iterdir()} == {
        name.replace("-", " ") for name in (*DIFFERENCES, *SET_ASIDE)
    }


@pytest.mark.parametrize("name", sorted(PAID))
def test_what_pokerkit_pays_otherwise(name: str) -> None:
    _, hand = compared(name)
    otherwise = [seat for seat in hand.ours if hand.ours[seat] != hand.theirs[seat]]
    here, there = [{seat: str(paid[seat]) for seat in otherwise} for paid in (hand.ours, hand.theirs)]
    assert (here, there) == PAID[name]
    assert set(hand.reasons) == {name}
    assert hand.set_aside == []


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_what_pokerkit_plays_otherwise(name: str) -> None:
    text, hand = compared(name)
    line, aside = PLAYED[name]
    assert line in text.splitlines()
    assert hand.set_aside == [aside]
    assert hand.ours == hand.theirs


def test_the_list_is_published() -> None:
    told = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    missing = [words for words in (*DIFFERENCES.values(), *SET_ASIDE.values()) if " ".join(words.split()) not in told]
    assert missing == []
