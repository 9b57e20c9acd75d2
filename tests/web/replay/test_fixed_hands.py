"""The fixed hands of the replayer, each at the steps that matter: all that the table shows, exactly."""

from tests.web.replay.hands import EIGHT, HIDDEN, RAISED, RAZZ, RUN_OUT, SHORT_ANTE, SPLIT
from tests.web.replay.tables import lines, steps_of


def test_a_raise_over_the_bring_in_that_is_raised_is_in_the_pot_once() -> None:
    step = steps_of(RAISED)
    assert lines(step("3.7")) == [
        "1 Ann 479 bets 20: (xx xx) Kd",
        "2 Bob 496 bets 3: (xx xx) 2c [bring-in, to act]",
        "3 Cat 489 bets 10: (xx xx) Jh",
        "Pot 36",
        "Main 26 · 1 Ann, 2 Bob, 3 Cat",
        "Not called yet 10 · 1 Ann",
    ]
    assert lines(step("4.1")) == [
        "1 Ann 479: (xx xx) Kd",
        "2 Bob 496: (xx xx) 2c [FOLDED 3RD, bring-in]",
        "3 Cat 479: (xx xx) Jh",
        "Pot 46",
        "Main 46 · 1 Ann, 3 Cat",
    ]


def test_the_seventh_card_is_down_and_last() -> None:
    dealt = steps_of(HIDDEN)("7.3")
    assert lines(dealt) == [
        "1 Ann 496: (xx xx) Kd Qs 8h 5c (xx) [to act]",
        "2 Bob 496: (xx xx) 2c 9d 4s 6d (xx) [bring-in]",
        "Pot 8",
        "Main 8 · 1 Ann, 2 Bob",
    ]
    assert [card.face for card in dealt.seats[0].cards] == ["down", "down", "up", "up", "up", "up", "down"]
    assert [card.last for card in dealt.seats[0].cards] == [False] * 6 + [True]


def test_hole_cards_are_hidden_until_the_showdown() -> None:
    step = steps_of(HIDDEN)
    # The log has Ann's from the start, Bob's after he mucked: the table saw neither until she showed.
    assert "1 Ann 499: (xx xx) Kd" in lines(step("3.3"))
    assert "1 Ann 499: (Kc 7s) Kd" in lines(step("3.3", known=True))
    # Of his, those that lie there now, and none that is still to come.
    assert "2 Bob 499: (Jc Ts) 2c [to act]" in lines(step("3.3", known=True))
    assert step("3.2").sentence == "Step 3, third street. Ann is dealt xx xx Kd. Pot 2."
    assert step("3.2", known=True).sentence == "Step 3, third street. Ann is dealt Kc 7s Kd. Pot 2."
    shown = lines(step("8.3"))[:2]
    assert shown == ["1 Ann 496: (Kc 7s) Kd Qs 8h 5c (2d)", "2 Bob 496: (xx xx) 2c 9d 4s 6d (xx) [bring-in]"]
    assert lines(step("8.3", known=True))[1] == "2 Bob 496: (Jc Ts) 2c 9d 4s 6d (3h) [bring-in]"
    assert "Bob held xx xx xx xx xx xx xx" in step("8.3").sentence


def test_streets_are_run_out_after_an_all_in_and_nobody_is_to_act() -> None:
    step = steps_of(RUN_OUT)
    assert lines(step("4.5"))[2:] == ["Pot 38", "Main 34 · 1 Ann, 2 Bob", "Uncalled 4 · 1 Ann"]
    assert lines(step("4.6")) == [
        "1 Ann 483 bets 6: (xx xx) Kd Qs",
        "2 Bob 0 bets 6: (xx xx) 2c 9d [ALL-IN, bring-in]",
        "Pot 34",
        "Main 34 · 1 Ann, 2 Bob",
    ]
    run_out = [step(address) for address in ("5.3", "6.3", "7.1", "7.2", "7.3")]
    assert [view.number for each in run_out for view in each.seats if view.to_act] == []
    assert lines(run_out[-1])[1] == "2 Bob 0: (xx xx) 2c 9d 4s 6d (xx) [ALL-IN, bring-in]"
    assert lines(step("9.2")) == [
        "1 Ann 517: (Kh 7s) Kd Qs 8h 5c (2d)",
        "2 Bob 0: (3c Ts) 2c 9d 4s 6d (3h) [ALL-IN, bring-in]",
        "Pot 0",
        "Main 34, paid 34 · 1 Ann, 2 Bob",
    ]


def test_high_and_low_share_two_pots_and_the_odd_chip_has_a_line() -> None:
    step = steps_of(SPLIT)
    assert lines(step("8.3")) == [
        "1 Ann 469: (Qc 9s) Kd Qs Kh 7c (Th)",
        "2 Bob 469: (8h Jc) 2c 4d 5s 6d (Jd) [bring-in]",
        "3 Cat 0: (Js 2h) Jh 9d Ts 8c (3d) [ALL-IN]",
        "4 Dot 499: (xx xx) 9h [FOLDED 3RD]",
        "Pot 71",
        "Main 25 · 1 Ann, 2 Bob, 3 Cat",
        "Side 1 46 · 1 Ann, 2 Bob",
    ]
    assert lines(step("9.1"))[4:] == [
        "Pot 58",
        "Main 25, paid 13 · 1 Ann, 2 Bob, 3 Cat",
        "Side 1 46 · 1 Ann, 2 Bob",
        "Odd chip 1 · Main, high half · 1 Ann",
    ]
    assert lines(step("9.5"))[4:7] == [
        "Pot 0",
        "Main 25, paid 25 · 1 Ann, 2 Bob, 3 Cat",
        "Side 1 46, paid 46 · 1 Ann, 2 Bob",
    ]


def test_an_ante_larger_than_a_stack_is_all_in_for_a_pot_of_its_own() -> None:
    step = steps_of(SHORT_ANTE)
    assert lines(step("0.3")) == ["1 Ann 496: ()", "2 Bob 496: ()", "3 Cat 0: () [ALL-IN]", "Pot 11"]
    assert lines(step("3.5")) == [
        "1 Ann 496: (xx xx) Kd [to act]",
        "2 Bob 491 bets 5: (xx xx) 2c [bring-in]",
        "3 Cat 0: (xx xx) Jh [ALL-IN]",
        "Pot 16",
        "Main 9 · 1 Ann, 2 Bob, 3 Cat",
        "Side 1 2 · 1 Ann, 2 Bob",
        "Not called yet 5 · 2 Bob",
    ]


def test_in_razz_the_highest_brings_it_in_and_the_lowest_opens() -> None:
    step = steps_of(RAZZ)
    assert lines(step("3.3"))[0] == "1 Ann 499: (xx xx) Kd [to act]"
    assert lines(step("3.4"))[:2] == [
        "1 Ann 496 bets 3: (xx xx) Kd [bring-in]",
        "2 Bob 499: (xx xx) 2c [to act]",
    ]
    assert lines(step("4.3"))[:2] == ["1 Ann 489: (xx xx) Kd 3s [bring-in]", "2 Bob 489: (xx xx) 2c 4d [to act]"]


def test_the_last_card_of_the_deck_belongs_to_all_eight() -> None:
    step = steps_of(EIGHT)
    assert "for all: Ad" not in lines(step("7.2"))
    common = step("7.3")
    assert lines(common)[-3:] == ["Pot 32", "Main 32 · seats 1, 2, 3, 4, 5, 6, 7, 8", "for all: Ad"]
    assert [len(view.cards) for view in common.seats] == [6] * 8
    # The ace of all makes a full house of the fives of seat 8.
    assert [view.number for view in common.seats if view.to_act] == [8]


def test_a_text_that_is_no_card_is_hidden_where_it_lies_face_down() -> None:
    step = steps_of(HIDDEN.replace("1 [Kc 7s] Kd", "1 [1x 7s] Kd"))
    assert step("3.2").sentence.startswith("Step 3, third street. Ann is dealt xx xx Kd. ")
    step = steps_of(HIDDEN.replace("1 [Kc 7s] Kd", "1 [Kc 7s] 1x"))
    assert "(written 1x)" in step("3.2").sentence
