"""The traps of the rulebook, and the numbers it gives for betting: what a case cannot say, because it is an answer."""

import pytest

from auditor.engine.audit import audit
from auditor.engine.hand import Game
from auditor.engine.house import House
from auditor.engine.house.choices import BringInNextWager
from auditor.engine.house.registry import load
from auditor.engine.law import turn
from auditor.engine.ranks import low_name, low_value
from auditor.engine.table import seats_in
from auditor.formats.rooms.grammar.card_text import cards_in
from tests.engine.transcripts import case_of, codes, houses_for, open_amounts, report_of, settled, table_of

# Two equal straights to the ace: seat 1 has the ace of spades, seat 2 sits left of the button. One chip is odd.
BROADWAY = """
stakes 10/20 bring-in 3 ante 1
stacks 11 11 11
records -every-up-card -every-down-card
{button}
antes
1 [xx xx] Qh
2 [xx xx] 2c
3 [xx xx] 8h
2 brings in 3
3 folds
1 completes to 10 all-in
2 calls 10 all-in
4th
5th
6th
7th
1 shows As Kd Qh Jc Ts 3c 4d
2 shows Ac Ks 2c Qd Jh Td 4h
1 collects 12
2 collects 11
end
"""

FOURTH = """
game {game}
stakes 5/10 bring-in 2 ante 1
stacks 500 500 {third}
button 1
antes
1 [xx xx] Kd
2 [xx xx] 2d
3 [xx xx] 9d
2 {bring_in}
3 {call}
1 {call}
4th
1 {first}
2 {second}
3 9h
"""

FIFTH = """
stakes {stakes}
stacks {stacks}
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] 9h
2 brings in {bring_in}
3 calls {bring_in}
1 calls {bring_in}
4th
1 Qs
2 7d
3 Td
1 checks
2 checks
3 checks
5th
1 8h
2 3s
3 4c
"""


@pytest.mark.parametrize(("house", "first"), [("qqonline", 2), ("partypoker-high", 1)])
def test_trap_1_nearly_the_same_text_pays_the_odd_chip_to_another(house: str, first: int) -> None:
    """The first left of the dealer at one room, the highest card by suit at the other."""
    shares = [line for line in settled(house, BROADWAY.format(button="button 1")) if line.startswith("share")]
    assert sorted(shares) == [f"share whole {seat} {11 + (seat == first)} {int(seat == first)}" for seat in (1, 2)]


def test_trap_2_a_double_bet_at_hi_lo_is_allowed_by_one_house_alone() -> None:
    text = (
        FOURTH.format(game="stud8", third=500, bring_in="brings in 3", call="calls 3", first="Ks", second="7d")
        + "1 bets 10\n"
    )
    hand = case_of(text).hand
    allowed = [house.name for house in houses_for(Game.STUD8) if "B408" not in codes(audit(hand, house))]
    assert allowed == ["online-hilo"]


def test_trap_3_without_a_button_a_house_that_pays_from_it_cannot_be_verified() -> None:
    """And a house that looks at the cards needs none."""
    text = BROADWAY.format(button="")
    asked = report_of("qqonline", text)
    assert [pot.verifiable for pot in asked.settlement.pots] == [False]
    assert "P605" in [missing.code for missing in asked.unverifiable]
    assert codes(asked) == []
    assert "share whole 1 12 1" in settled("partypoker-high", text)


def test_trap_4_eight_six_beats_eight_seven() -> None:
    """A low is compared from its highest card down."""
    six = low_value(list(cards_in("8c 6d 4h 3s 2c Kd Qh")))
    seven = low_value(list(cards_in("8d 7c 4s 2d Ah Ks Qc")))
    assert (low_name(six), low_name(seven)) == ("8-6-4-3-2", "8-7-4-2-A")
    assert six < seven


@pytest.mark.parametrize(
    ("house", "stakes"), [("wsop-tournament", "150/300 bring-in 50 ante 50"), ("casino", "150/300 ante 50")]
)
def test_trap_5_the_bring_in_may_equal_the_ante(house: str, stakes: str) -> None:
    """The ante stays in the pot, the bring-in counts towards the call: 50 + 50 are not 100 in front."""
    text = (
        f"stakes {stakes}\nstacks 1000 1000\nantes\n1 [xx xx] 2c\n2 [xx xx] Kd\n1 brings in 50\n2 calls 50\nend early"
    )
    assert codes(report_of(house, text)) == []
    assert "pot 200 1,2 0 0" in settled(house, text)


def test_trap_6_a_common_card_that_tops_both_hands_decides_no_odd_chip() -> None:
    text = """
stakes 10/20 bring-in 3 ante 1
stacks 11 11 11
records -every-up-card -every-down-card
antes
1 [xx xx] Qs
2 [xx xx] 2c
3 [xx xx] 8h
2 brings in 3
3 folds
1 completes to 10 all-in
2 calls 10 all-in
4th
5th
6th
7th
community Ah
1 shows Kd Qs Th Jc 4s 3c
2 shows Ks 2c Qd Jh Td 4h
2 collects 12
1 collects 11
end
"""
    lines = settled("partypoker-high", text)
    assert [line for line in lines if line.startswith("share")] == ["share whole 2 12 1", "share whole 1 11 0"]


COMPLETING = [house for house in houses_for(Game.STUD) if house.bring_in_next_wager is BringInNextWager.COMPLETES]


@pytest.mark.parametrize("house", COMPLETING, ids=lambda house: house.name)
def test_trap_7_completing_leaves_all_raises_but_one(house: House) -> None:
    """Three where the cap is four: the completion is the first wager, and the bring-in none."""
    text = "stakes 4/8 bring-in 2 ante 1\nstacks 500 500 500\nantes\n1 [xx xx] 2c\n2 [xx xx] Kd\n3 [xx xx] 9h\n"
    text += "1 brings in 2\n2 completes to 4\n"
    raises = 0
    while amounts := open_amounts(house, text, (2 + raises) % 3 + 1):
        text += f"{(2 + raises) % 3 + 1} raises to {amounts[0]}\n"
        raises += 1
    assert raises == house.cap_wagers - 1
    assert text.splitlines()[-1].endswith(str(4 * house.cap_wagers))


@pytest.mark.parametrize("game", [Game.STUD, Game.STUD8])
def test_trap_9_the_best_board_may_be_all_in(game: Game) -> None:
    """The best of the rest opens, here seat 2; at hi-lo in the World Series the next seat clockwise does, seat 1."""
    text = FOURTH.format(game=game, third=3, bring_in="brings in 2", call="calls 2", first="3c", second="Ac")
    table = table_of(text)
    due = {house.name: seats_in(turn.due(table, house)) for house in houses_for(game)}
    next_clockwise = {"wsop-live", "wsop-tournament"} if game is Game.STUD8 else set()
    assert due == {name: (1,) if name in next_clockwise else (2,) for name in due}


def test_trap_10_a_hand_that_was_never_seen_is_not_verifiable() -> None:
    text = BROADWAY.format(button="").replace("2 shows Ac Ks 2c Qd Jh Td 4h\n", "")
    report = report_of("partypoker-high", text.replace("1 collects 12\n2 collects 11", "1 collects 23"))
    assert codes(report) == []
    assert {"P601", "P602", "P605"} <= {missing.code for missing in report.unverifiable}
    assert [(account.lawful, account.difference) for account in report.settlement.seats] == [(None, None)] * 3


def fifth(stakes: str, bring_in: int, stacks: str, acts: str) -> str:
    return FIFTH.format(stakes=stakes, bring_in=bring_in, stacks=stacks) + acts


TWENTY = "10/20 bring-in 3 ante 1"
SHORT_BRING_IN = """
stakes 80/160 bring-in 20 ante 10
stacks 500 500 {third}
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] 9h
2 brings in 20
3 raises to {to} all-in
"""


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        (fifth(TWENTY, 3, "19 500 500", "1 bets 15 all-in\n"), 35),
        (fifth(TWENTY, 3, "14 500 500", "1 bets 10 all-in\n"), 30),
        (fifth(TWENTY, 3, "13 500 500", "1 bets 9 all-in\n"), 20),
        (fifth(TWENTY, 3, "30 500 500", "1 checks\n2 bets 20\n3 calls 20\n1 raises to 26 all-in\n"), 0),
        (fifth(TWENTY, 3, "30 500 500", "1 bets 20\n"), 40),
        (fifth(TWENTY, 3, "500 30 500", "1 bets 20\n2 raises to 26 all-in\n"), 40),
        (fifth("400/800 bring-in 100 ante 50", 100, "9000 1495 9000", "1 bets 800\n2 raises to 1345 all-in\n"), 2145),
        (SHORT_BRING_IN.format(third=45, to=35), 80),
        (SHORT_BRING_IN.format(third=60, to=50), 130),
    ],
    ids=["15-35", "10-30", "9-20", "26-closed", "20-40", "26-40", "1345-2145", "35-80", "50-130"],
)
def test_the_half_bet_rule(text: str, amount: int) -> None:
    """An all-in of half a bet or more is raised by a full one; less is completed, by a seat that has not acted."""
    table = table_of(text)
    seat = seats_in(turn.due(table, load("roberts", Game.STUD)))[0]
    assert open_amounts(load("roberts", Game.STUD), text, seat) == ((amount,) if amount else ())


@pytest.mark.parametrize(
    ("house", "values", "acts", "amounts"),
    [
        ("qqonline", {}, "", (5, 10)),
        ("qqonline", {}, "1 bets 5\n", (10,)),
        ("qqonline", {}, "1 bets 10\n", (20,)),
        ("qqonline", {"double.raises": "either_until_double"}, "1 bets 5\n", (10, 15)),
        ("qqonline", {}, "1 checks\n", (5,)),
        ("roberts", {}, "1 checks\n", (5, 10)),
        ("roberts", {}, "1 bets 5\n", (10, 15)),
        ("roberts", {}, "1 bets 5\n2 raises to 10\n", (15, 20)),
        ("roberts", {}, "1 bets 5\n2 raises to 15\n", (25,)),
        ("roberts", {}, "1 bets 10\n", (20,)),
        ("classic", {}, "1 checks\n", (5, 10)),
        ("wsop-tournament", {}, "", (5,)),
        ("casino", {}, "", (5,)),
    ],
)
def test_the_double_bet_of_fourth_street(
    house: str, values: dict[str, str], acts: str, amounts: tuple[int, ...]
) -> None:
    """Stakes 5/10, a pair of kings at seat 1: what may be wagered next."""
    rules = load(house, Game.STUD)
    for key, value in values.items():
        rules = rules.with_value(key, value)
    text = FOURTH.format(game="stud", third=500, bring_in="brings in 2", call="calls 2", first="Ks", second="7d") + acts
    seat = seats_in(turn.due(table_of(text), rules))[0]
    assert open_amounts(rules, text, seat) == amounts
