"""A player who left is folded when it is his turn, and nobody else is accused of acting out of turn."""

from auditor.engine import events as e
from auditor.engine.audit import audit
from auditor.engine.cards import card_named
from auditor.engine.hand import Game, Hand, Seat, Stakes
from auditor.engine.house.registry import load
from auditor.engine.house_of_hand import house_for
from auditor.formats.folds_in_turn import with_folds_in_turn
from auditor.formats.outcomes import Read
from auditor.formats.rooms import everleaf, pokerstars

SEATS = [Seat(number, f"player {number}", 100) for number in (1, 2, 3)]
DOORS = {1: "2c", 2: "Kd", 3: "9h"}
THIRD = [
    *[e.Ante(seat, 1) for seat in DOORS],
    e.Street(3),
    *[e.Deal(seat, (-1, -1), (card_named(card),)) for seat, card in DOORS.items()],
]
FOUR = {1: "2c", 2: "Kd", 3: "9h", 4: "8h"}
FOUR_SEATS = [Seat(number, f"player {number}", 100) for number in FOUR]
BRING_IN = e.BringIn(1, 2)


def text_of(event: e.Event) -> str:
    return f"line {event.line}"


def told(*acts: e.Event, stated: dict[int, e.Fold] | None = None, game: Game = Game.STUD) -> list[str]:
    """The events after the deal of third street."""
    found = with_folds_in_turn([*THIRD, *acts], stated or {}, game, SEATS, text_of=text_of)
    return [event.words() for event in found][len(THIRD) :]


def after_fourth(boards: dict[int, str], *acts: e.Event) -> list[str]:
    """What is done on fourth street by the seats of `FOUR`, none of whom is accused. `boards` are the cards dealt on
    this street.
    """
    third = [*[e.Ante(seat, 1) for seat in FOUR], e.Street(3)]
    third += [e.Deal(seat, (-1, -1), (card_named(card),)) for seat, card in FOUR.items()]
    third += [e.BringIn(1, 2), e.Call(2, 2), e.Call(3, 2), e.Call(4, 2), e.Street(4)]
    fourth = [*third, *[e.Deal(seat, (), (card_named(card),)) for seat, card in boards.items()]]
    found = with_folds_in_turn([*fourth, *acts], {}, Game.STUD, FOUR_SEATS, text_of=text_of)
    assert not accused(found)
    done = [event for event in found[len(fourth) :] if not isinstance(event, e.Remark)]
    return [f"{event.words()} away" if event.is_away else event.words() for event in done]


def accused(events: list[e.Event]) -> list[str]:
    """The rules about the turn and the bring-in that are broken in a hand of four seats."""
    hand = Hand(Game.STUD, tuple(FOUR_SEATS), Stakes(2, 4), tuple(events), 0)
    codes = [finding.code for finding in audit(hand, load("pokerstars", Game.STUD)).findings]
    return [code for code in codes if code not in ("O302", "O304", "L105")]


def leaves(seat: int, kind: str = "leaves") -> e.Remark:
    return e.Remark(seat, kind, 7)


def test_a_player_who_left_is_folded_before_the_next_act() -> None:
    after = [e.Call(3, 2), e.Street(4), e.Check(3)]
    expected = ["fold 2", "call 3 2", "street 4", "check 3"]
    assert told(BRING_IN, leaves(2), *after) == ["bringin 1 2", "remark 2 leaves", *expected]
    assert told(leaves(2), BRING_IN, *after) == ["remark 2 leaves", "bringin 1 2", *expected]
    for kind in ("sits_out", "disconnected", "timed_out"):
        assert told(BRING_IN, leaves(2, kind), *after)[2:] == expected
    for kind in ("chat", "warned"):
        assert told(BRING_IN, leaves(2, kind), *after)[2:] == expected[1:]


def test_the_last_turn_of_a_street_comes_before_the_next_street() -> None:
    assert told(BRING_IN, leaves(3), e.Call(2, 2), e.Street(4))[2:] == ["call 2 2", "fold 3", "street 4"]


def test_a_player_who_plays_on_or_is_back_is_not_folded() -> None:
    for back in (e.Call(2, 2), e.Fold(2), leaves(2, "connected"), leaves(2, "returns"), leaves(2, "joins")):
        acts = [BRING_IN, leaves(2), back, e.Call(3, 2), e.Street(4)]
        assert told(*acts) == [event.words() for event in acts]
    passed = [e.Call(3, 2), e.Street(4)]
    assert told(BRING_IN, leaves(2), *passed, e.Show(2, ()))[2] == "call 3 2"
    assert told(BRING_IN, leaves(2), *passed, e.Collect(2, 5))[2] == "call 3 2"
    assert told(BRING_IN, leaves(2), *passed, e.Deal(2, (), (4,)))[2] == "call 3 2"


def test_a_player_without_chips_keeps_his_hand() -> None:
    acts = [BRING_IN, e.Wager(2, 99, "raises"), leaves(2), e.Call(3, 99), e.Fold(1), e.Street(4)]
    assert [line for line in told(*acts) if "fold" in line] == ["fold 1"]


def test_an_uncalled_bet_comes_back_after_the_fold() -> None:
    told_here = told(BRING_IN, e.Fold(2), e.Wager(3, 4), leaves(1), e.Return(3, 2), e.Muck(3), e.Collect(3, 7))
    assert told_here[4:] == ["fold 1", "return 3 2", "remark 3 other", "collect 3 7 -1 -"]


def test_a_muck_of_a_folded_player_gives_up_nothing() -> None:
    acts = [BRING_IN, leaves(2), e.Call(3, 2), e.Street(4), e.Muck(2)]
    assert told(*acts)[2:] == ["fold 2", "call 3 2", "street 4", "remark 2 other"]


def test_the_best_board_opens_though_its_player_left() -> None:
    third = [BRING_IN, e.Call(2, 2), e.Call(3, 2), e.Street(4)]
    fourth = [e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "3c"), (2, "Kh"), (3, "9c"))]
    acts = [*third, leaves(2), *fourth, e.Check(3), e.Check(1), e.Street(5)]
    assert told(*acts)[8:] == ["fold 2", "check 3", "check 1", "street 5"]
    acts = [*third, leaves(3), *fourth, e.Check(2), e.Check(1), e.Street(5)]
    assert told(*acts)[8:] == ["check 2", "fold 3", "check 1", "street 5"]
    acts = [*third, leaves(1), *fourth, e.Check(1), e.Check(2), e.Street(5)]
    assert "fold 1" not in told(*acts)


def test_the_next_best_board_may_open_instead_of_the_next_seat() -> None:
    third = [BRING_IN, e.Call(2, 2), e.Call(3, 2), e.Street(4)]
    fourth = [e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "Td"), (2, "Kh"), (3, "3c"))]
    for first, second in ((3, 1), (1, 3)):  # seat 3 is the next clockwise, seat 1 has the next best board
        acts = [*third, *fourth, leaves(2), e.Check(first), e.Check(second), e.Street(5)]
        found = with_folds_in_turn([*THIRD, *acts], {}, Game.STUD, SEATS, text_of=text_of)
        fold = next(event for event in found if isinstance(event, e.Fold))
        assert fold.is_away == (first == 1)
        hand = Hand(Game.STUD, tuple(SEATS), Stakes(2, 4), tuple(found), 0)
        assert "B407" not in [finding.code for finding in audit(hand, house_for(hand)).findings]


def test_of_two_openers_who_left_the_one_who_had_to_open_is_folded_first() -> None:
    low = [e.Deal(seat, (-1, -1), (card_named(card),)) for seat, card in ((1, "4c"), (2, "2c"), (3, "9h"), (4, "Th"))]
    third = [*[e.Ante(seat, 1) for seat in FOUR], e.Street(3), *low, leaves(1), leaves(2), e.BringIn(3, 2)]
    found = with_folds_in_turn([*third, e.Call(4, 2), e.Street(4)], {}, Game.STUD, FOUR_SEATS, text_of=text_of)
    assert [event.words() for event in found][-5:] == ["fold 2", "fold 1", "bringin 3 2", "call 4 2", "street 4"]
    folds = [event for event in found if isinstance(event, e.Fold)]
    assert [fold.clock.cause for fold in folds if fold.clock] == ["disconnect", "disconnect"]
    assert not accused(found)
    boards = {1: "Qh", 2: "Kh", 3: "3c", 4: "3d"}
    acts = [leaves(1), leaves(2), e.Check(3), e.Check(4), e.Street(5)]
    assert after_fourth(boards, *acts) == ["fold 2", "check 3", "check 4", "fold 1", "street 5"]
    # Seat 4 is not the next clockwise: it has the best of the two boards that are left.
    acts = [leaves(1), leaves(2), e.Check(4), e.Check(3), e.Street(5)]
    assert after_fourth({**boards, 4: "Th"}, *acts) == ["fold 2 away", "fold 1 away", "check 4", "check 3", "street 5"]


def test_of_equal_boards_the_house_decides_which_opens() -> None:
    boards = {1: "9c", 2: "9d", 3: "Kh", 4: "3d"}  # seats 2 and 3 have a king and a nine
    for gone, opens, others in ((2, 3, (4, 1)), (3, 2, (4, 1)), (2, 4, (1, 3)), (3, 4, (1, 2))):
        acts = [leaves(gone), *map(e.Check, (opens, *others)), e.Street(5)]
        done = after_fourth(boards, *acts)
        assert done[:2] == ["unread line 7", f"check {opens}"]
        assert f"fold {gone}" in done[2:-1]
    both = [leaves(2), e.Remark(3, "leaves", 8), e.Check(4), e.Check(1), e.Street(5)]
    assert after_fourth(boards, *both)[:3] == ["unread line 7", "unread line 8", "check 4"]
    # Seat 1 has a pair, so it does not matter that the boards of seats 2 and 3 are equal.
    pair = {**boards, 1: "2s"}
    acts = [leaves(2), e.Check(1), e.Check(3), e.Check(4), e.Street(5)]
    assert after_fourth(pair, *acts) == ["check 1", "fold 2", "check 3", "check 4", "street 5"]


def test_the_lowest_board_opens_in_razz() -> None:
    third = [e.BringIn(2, 2), e.Call(3, 2), e.Call(1, 2), e.Street(4)]
    fourth = [e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "3c"), (2, "Kh"), (3, "9c"))]
    acts = [*third, *fourth, leaves(1), e.Check(2), e.Check(3), e.Street(5)]
    assert told(*acts, game=Game.RAZZ)[8:] == ["fold 1", "check 2", "check 3", "street 5"]


def test_the_room_folds_the_low_card_of_a_player_who_left() -> None:
    found = with_folds_in_turn(
        [*THIRD, leaves(1), e.BringIn(3, 2), e.Call(2, 2)], {}, Game.STUD, SEATS, text_of=text_of
    )
    assert [event.words() for event in found][len(THIRD) :] == ["remark 1 leaves", "fold 1", "bringin 3 2", "call 2 2"]
    clock = found[len(THIRD) + 1].clock
    assert clock is not None
    assert clock.cause == "disconnect"


def test_a_player_who_left_before_the_cards_and_got_none_is_folded_before_them() -> None:
    antes, (street, *deals) = THIRD[:3], THIRD[3:]
    events = [*antes, leaves(2), street, deals[0], deals[2], BRING_IN, e.Call(3, 2)]
    found = [event.words() for event in with_folds_in_turn(events, {}, Game.STUD, SEATS, text_of=text_of)]
    assert found[3:6] == ["remark 2 leaves", "fold 2", "street 3"]
    only_one_logged = [*antes, leaves(2), street, deals[2], BRING_IN, e.Call(3, 2)]
    found = [event.words() for event in with_folds_in_turn(only_one_logged, {}, Game.STUD, SEATS, text_of=text_of)]
    assert found[3:] == ["remark 2 leaves", "street 3", "deal 3 xxxx|9h", "bringin 1 2", "fold 2", "call 3 2"]


def test_the_only_opponent_leaves_before_the_bring_in() -> None:
    antes, (street, *deals) = [e.Ante(1, 1), e.Ante(2, 1)], [THIRD[3], *THIRD[4:6]]
    for gone, stays, cause in ((1, 2, "disconnect"), (2, 1, "away")):  # seat 1 has the low card
        events = [*antes, street, *deals, leaves(gone), e.Collect(stays, 2)]
        found = with_folds_in_turn(events, {}, Game.STUD, SEATS[:2], text_of=text_of)
        assert [event.words() for event in found][-2:] == [f"fold {gone}", f"collect {stays} 2 -1 -"]
        clock = found[-2].clock
        assert clock is not None
        assert clock.cause == cause
        assert not accused(found)


def test_nobody_knows_how_the_room_treats_a_player_who_left_and_still_gets_cards() -> None:
    third = [BRING_IN, e.Call(2, 2), e.Call(3, 2), e.Street(4)]
    fourth = [e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "3c"), (2, "Kh"), (3, "9c"))]
    fifth = [e.Street(5), *[e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "4c"), (2, "5h"), (3, "6c"))]]
    for kind in ("leaves", "sits_out", "disconnected", "timed_out"):
        acts = [*third, *fourth, leaves(2, kind), e.Check(3), e.Check(1), *fifth, e.Wager(3, 4, "bets"), e.Call(1, 4)]
        found = told(*acts, e.Street(6))
        assert found[7:10] == ["unread line 7", "check 3", "check 1"]
        assert "fold 2" not in found


def test_a_seat_that_skips_a_seat_at_the_table_still_acts_out_of_turn() -> None:
    acts = [BRING_IN, leaves(3), e.Call(1, 4), e.Street(4)]
    assert told(*acts)[2:] == ["call 1 4", "fold 3", "street 4"]


def test_a_stated_fold_moves_to_its_turn_or_is_unsure() -> None:
    fold = e.Fold(3, 7)
    assert told(BRING_IN, fold, e.Call(2, 2), e.Street(4), stated={3: fold})[1:] == ["call 2 2", "fold 3", "street 4"]
    assert told(BRING_IN, fold, e.Call(2, 2), stated={3: fold})[1:] == ["unread line 7", "call 2 2"]


def test_a_stated_fold_comes_after_the_cards_that_the_seat_still_gets() -> None:
    fold = e.Fold(3, 7)
    third = [BRING_IN, e.Call(2, 2), e.Call(3, 2), e.Call(1, 2), fold, e.Street(4)]
    fourth = [e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "3c"), (2, "Kh"), (3, "9c"))]
    acts = [*third, *fourth, e.Check(2), e.Check(1), e.Street(5)]
    assert told(*acts, stated={3: fold})[8:] == ["check 2", "fold 3", "check 1", "street 5"]


LEFT = """Everleaf Gaming Game #285997460
***** Hand history for game #285997460 *****
$0.05/$0.10 7 Card Stud - 2011/07/08 - 00:08:53
Table Ry 20
Total number of players: 3
Seat 1: Ann (  $ 0.54 USD )
Seat 2: Bob (  $ 1.29 USD )
Seat 3: Cy (  $ 1.62 USD )
Ann: posts ante [$ 0.01 USD]
Bob: posts ante [$ 0.01 USD]
Cy: posts ante [$ 0.01 USD]
** Dealing down cards **
Ann posts bring-in $0.02.
{}Cy calls [$ 0.02 USD]
**** dealing 4th street ****
Cy bets [$ 0.05 USD]
Ann folds
Cy does not show cards
Cy wins $ 0.06 USD from main pot"""


def test_a_log_without_the_fold_accuses_nobody_of_it() -> None:
    codes = []
    for line in ("Bob has left the table\n", "Bob folds\n", ""):
        outcome = everleaf.read(LEFT.format(line).splitlines(), 1)
        assert isinstance(outcome, Read)
        codes.append([finding.code for finding in audit(outcome.hand, house_for(outcome.hand)).findings])
    assert codes[0] == codes[1] == []
    assert "B401" in codes[2]


PROTECTED = """PokerStars Hand #80908721832:  7 Card Stud Limit ($0.04/$0.08 USD) - 2012/05/23 23:24:52 CET
Table 'Equinox IV' 8-max
Seat 1: Ann ($5 in chips)
Seat 2: Bob ($5 in chips)
Ann: posts the ante $0.01
Bob: posts the ante $0.01
*** 3rd STREET ***
Dealt to Ann [Kc]
Dealt to Bob [2d]
Bob: brings in for $0.02
Ann: raises $0.02 to $0.04
Bob: calls $0.02
*** 4th STREET ***
Dealt to Ann [Kc] [Kh]
Dealt to Bob [2d] [3s]
Ann: bets $0.04
{}Uncalled bet ($0.04) returned to Ann
*** 5th STREET ***
Dealt to Ann [Kc Kh] [5c]
Dealt to Bob [2d 3s] [3h]
*** 6th STREET ***
Dealt to Ann [Kc Kh 5c] [6c]
Dealt to Bob [2d 3s 3h] [Qd]
*** RIVER ***
*** SHOW DOWN ***
Ann: shows [Ac Ah Kc Kh 5c 6c Jh] (two pair, Aces and Kings)
Bob: {}
Ann collected $0.10 from pot
*** SUMMARY ***
Total pot $0.10 | Rake $0
Seat 1: Ann showed [Ac Ah Kc Kh 5c 6c Jh] and won ($0.10) with two pair, Aces and Kings
Seat 2: Bob {}"""


def test_a_player_who_lost_the_connection_and_keeps_his_part_accuses_nobody() -> None:
    ends = (
        ("mucks hand", "mucked"),
        ("shows [8d 9h 2d 3s 3h Qd 2h] (two pair, Threes and Deuces)", "showed [8d 9h 2d 3s 3h Qd 2h] and lost"),
    )
    for line in ("Bob is disconnected", "Bob has timed out"):
        for words, summary in ends:
            outcome = pokerstars.read(PROTECTED.format(f"{line}\n", words, summary).splitlines(), 1)
            assert isinstance(outcome, Read)
            assert [event.text for event in outcome.hand.events if isinstance(event, e.Unread)] == [line]
            assert not audit(outcome.hand, house_for(outcome.hand)).findings
    at_the_table = pokerstars.read(PROTECTED.format("", *ends[0]).splitlines(), 1)
    assert isinstance(at_the_table, Read)
    assert "B410" in [finding.code for finding in audit(at_the_table.hand, house_for(at_the_table.hand)).findings]


def test_the_end_is_judged_after_the_folds_of_players_who_left() -> None:
    lines = LEFT.format("").splitlines()
    gone = [*lines[:13], "Cy completes to $0.05.", "Bob has left the table", "Ann has left the table", *lines[17:]]
    outcome = everleaf.read(gone, 1)
    assert isinstance(outcome, Read)
    assert isinstance(outcome.hand.events[-1], e.LogEnd)
    assert outcome.hand.events[-1].complete


def test_a_pot_that_the_log_states_within_a_street_folds_nobody() -> None:
    acts = [BRING_IN, e.Call(2, 2), e.Fold(3), e.Street(4), e.PotTotal(7, -1), leaves(2), e.Check(1), e.Check(2)]
    assert "fold 2" not in told(*acts)
    third = [BRING_IN, leaves(2), e.Fold(3), e.Street(4), e.PotTotal(7, -1), e.Check(1), e.Street(5)]
    assert told(*third)[2] == "fold 2"
    fourth = [BRING_IN, e.Call(2, 2), e.Fold(3), e.Street(4), leaves(1), e.PotTotal(7, -1), e.Check(2), e.Street(5)]
    assert told(*fourth)[5:] == ["total 7 -1", "check 2", "fold 1", "street 5"]


def test_what_gives_a_player_nothing_does_not_show_that_he_stayed() -> None:
    acts = [BRING_IN, leaves(2), e.Call(3, 2), e.Street(4)]
    for nothing in (e.Won(2, 0), e.Collect(2, 0), e.Deal(2, (), ())):
        assert told(*acts, nothing)[:4] == ["bringin 1 2", "remark 2 leaves", "fold 2", "call 3 2"]


def test_an_all_in_player_who_left_is_not_folded_at_the_end() -> None:
    """Seat 3 bets the stack, seat 2 calls with all chips and leaves, and seat 1 leaves: the pot goes on to seat 2."""
    bets = [BRING_IN, e.Wager(2, 99, "raises"), e.Call(3, 99), leaves(2), leaves(1)]
    for end in ([e.Collect(3, 200)], [e.Street(4), e.Deal(1, (), (4,)), e.Deal(3, (), (5,)), e.Collect(3, 200)]):
        assert "fold 2" not in told(*bets, *end)


def test_after_an_away_fold_either_seat_may_open() -> None:
    third = [BRING_IN, e.Call(2, 2), e.Call(3, 2), e.Street(4)]
    fourth = [e.Deal(seat, (), (card_named(card),)) for seat, card in ((1, "Td"), (2, "Kh"), (3, "3c"))]
    for first, second in ((3, 1), (1, 3)):
        fold = e.Fold(2)
        fold.clock = e.Clock(cause="away")
        events = (*THIRD, *third, *fourth, fold, e.Check(first), e.Check(second), e.Street(5))
        hand = Hand(Game.STUD, tuple(SEATS), Stakes(2, 4), events, 0)
        for name in ("pokerstars", "roberts", "tda"):
            assert "B407" not in [each.code for each in audit(hand, load(name, Game.STUD)).findings], (first, name)
    wrong = (*THIRD, *third, *fourth, e.Check(3), e.Check(1), e.Check(2), e.Street(5))
    report = audit(Hand(Game.STUD, tuple(SEATS), Stakes(2, 4), wrong, 0), load("pokerstars", Game.STUD))
    assert "B407" in [each.code for each in report.findings]


def test_a_lost_player_who_mucks_at_the_showdown_was_not_folded() -> None:
    third = [BRING_IN, e.Call(2, 2), e.Call(3, 2), e.Street(7), leaves(2, "disconnected"), e.Wager(3, 8), e.Call(1, 8)]
    end = [e.Show(3, ()), e.Muck(2), e.Collect(3, 25)]
    assert "unread line 7" in told(*third, *end)
    assert "fold 2" not in told(*third, *end)
    # A log that lists the mucks of folded players does not show by a muck that the player stayed.
    folds = [*third[:-1], e.Fold(1), e.Show(3, ()), e.Muck(1), e.Muck(2), e.Collect(3, 25)]
    assert "fold 2" in told(*folds)
