"""What stands before or within the first line of a hand and is not what it says: control characters, signs of money."""

import pytest

from auditor.engine.hand import Hand
from auditor.formats import Read, open_log
from auditor.formats.files.bare import bare
from auditor.formats.rooms.grammar.money import unsigned
from auditor.formats.rooms.pokerstars.header import header_of
from tests.formats.test_nasty_names import ROOMS, hands_of


@pytest.mark.parametrize("mark", ["\x10", "\ufeff", "\ufeff\x10", "\x10 "])
@pytest.mark.parametrize("room", ROOMS)
def test_control_character_before_the_title_is_none_of_it(room: str, mark: str) -> None:
    """In front of each hand, as old clients of PokerStars wrote it."""
    text = ROOMS[room][1](hands_of(room)[0])
    found = list(open_log((mark + text + "\n" + mark + text).encode()))
    assert [type(outcome) for outcome in found] == [Read, Read]
    numbers = {outcome.hand.number for outcome in found if isinstance(outcome, Read)}
    assert len(numbers) == 1
    assert numbers != {""}


@pytest.mark.parametrize(
    ("line", "text"), [("", ""), ("\x10\x10a", "\x10a"), (" \ufeff \x10 a ", "a "), ("a\x10", "a\x10"), ("\t*", "*")]
)
def test_one_control_character_is_taken_off(line: str, text: str) -> None:
    assert bare(line) == text


@pytest.mark.parametrize(
    ("stakes", "currency"),
    [
        ("C$2/C$4 CAD", "CAD"),
        ("C$2/C$4", "CAD"),
        ("A$2/A$4", "AUD"),
        ("US$2/US$4", "USD"),
        ("XY$2/XY$4", ""),
        ("$2/$4 CAD", "CAD"),
        ("₹2/₹4", "INR"),
    ],
)
def test_sign_of_money_may_have_capitals_before_it(stakes: str, currency: str) -> None:
    header = header_of(f"PokerStars Hand #1: 7 Card Stud Limit ({stakes}) - 2011/04/18 2:21:35 ET")
    assert header is not None
    assert header.legible
    assert (header.stakes.small_bet, header.stakes.big_bet) == (200, 400)
    assert (header.currency, header.minor) == (currency, 2)


def test_buy_in_with_such_a_sign_is_no_game() -> None:
    line = "PokerStars Hand #1: Tournament #5, C$10+C$1 CAD Razz Limit - Level I (5/10) - 2011/04/18 2:21:35 ET"
    header = header_of(line)
    assert header is not None
    assert header.named == "Razz"


@pytest.mark.parametrize(
    ("text", "amount"), [("C$1.50", "1.50"), ("$5", "5"), ("ABC$5", "ABC$5"), ("5", "5"), ("", "")]
)
def test_amount_without_its_sign(text: str, amount: str) -> None:
    assert unsigned(text) == amount


def test_hand_in_canadian_dollars_reads_as_the_same_in_others() -> None:
    text = ROOMS["pokerstars"][1](hands_of("pokerstars")[0])
    assert told(text.replace("$", "C$").replace(" USD", " CAD")).events[0].words() == told(text).events[0].words()
    assert told(text.replace("$", "C$").replace(" USD", " CAD")).unit.currency == "CAD"


PLAY = [(" 8-max", " 8-max (Play Money)"), (" (Fixed Limit)", " (Fixed Limit) (Play Money)")]


@pytest.mark.parametrize(("before", "after"), PLAY, ids=["table", "game"])
def test_play_money_of_americas_cardroom_is_no_dollar(before: str, after: str) -> None:
    text = ROOMS["acr"][1](hands_of("acr")[0])
    assert before in text
    hand = told(text.replace(before, after, 1))
    assert (hand.unit.currency, hand.unit.minor) == ("chips", 2)
    assert hand.stakes.small_bet == told(text).stakes.small_bet
    assert [event.words() for event in hand.events] == [event.words() for event in told(text).events]


def told(text: str) -> Hand:
    [outcome] = open_log(text.encode())
    assert isinstance(outcome, Read)
    return outcome.hand


@pytest.mark.parametrize("between", ["\0" * 64 + "\n", "\n\0\0 \0\n\n", "\0" * 9])
@pytest.mark.parametrize("room", ROOMS)
def test_nul_between_hands_belongs_to_none(room: str, between: str) -> None:
    """On lines of their own, or before the title, as a crash leaves them."""
    text = ROOMS[room][1](hands_of(room)[0]).rstrip() + "\n\n"
    found = list(open_log((text + between + text + between).encode()))
    assert [outcome.hand.digest() for outcome in found if isinstance(outcome, Read)] == [told(text).digest()] * 2
    assert len(found) == 2
