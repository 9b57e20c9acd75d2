"""Real hands of OnGame: dealt rightly, and paid as their summaries say."""

from auditor.engine.events import Unread, Wager
from auditor.engine.hand import Game
from tests.engine.corpus import codes, files, hands, report_of, there

ONGAME = files("rooms/ongame")


@there
def test_hands_have_no_finding_and_list_what_cannot_be_verified() -> None:
    told = {}
    for path in ONGAME:
        for hand in hands(path):
            report = report_of(hand)
            assert hand.game is Game.STUD
            assert codes(report) == []
            assert not any(isinstance(event, Unread) for event in hand.events)
            told[hand.number] = {each.code for each in report.unverifiable}
    # Neither burns nor the bring-in of the stakes are ever told.
    opened_small = {"D207", "O304"}
    assert told == {
        "R5-82086688-607": opened_small,
        "R5-82086688-608": opened_small,
        "R5-82086688-609": opened_small,
        "R5-82086688-610": opened_small,
        "R5-292493407-77": {"D207"},
    }


@there
def test_what_was_paid_is_what_was_due() -> None:
    paid = {}
    for path in ONGAME:
        for hand in hands(path):
            settlement = report_of(hand).settlement
            assert [account.difference for account in settlement.seats] == [0] * len(hand.seats)
            assert settlement.rake_difference == 0
            paid[hand.number] = (sum(pot.amount for pot in settlement.pots), settlement.rake_logged)
    assert paid == {
        "R5-82086688-607": (235, 11),
        "R5-82086688-608": (125, 6),
        "R5-82086688-609": (175, 8),
        "R5-82086688-610": (130, 6),
        "R5-292493407-77": (1020, 50),
    }


@there
def test_a_big_bring_in_is_an_opening_for_the_full_bet() -> None:
    [hand] = [hand for path in ONGAME for hand in hands(path) if hand.number == "R5-292493407-77"]
    wagers = [event.words() for event in hand.events if isinstance(event, Wager)]
    assert wagers[:2] == ["bets 3 100", "raises 6 200"]
