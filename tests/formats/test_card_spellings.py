"""The cards of a room's log in the spellings of a forum or a browser are the cards that the room wrote."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.engine.audit import audit
from auditor.engine.cards import CARDS, NO_CARD, UNSEEN
from auditor.engine.events import Unread
from auditor.engine.house_of_hand import house_for
from auditor.formats import open_log
from auditor.formats.card_spelling import card_in
from auditor.formats.outcomes import Read
from tests.formats.test_pokerstars_lines import hand_of

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "formats"
BRACKETS = re.compile(r"\[[^][\n]*\]")
CARD = re.compile(r"\b(10|[2-9TJQKA])([cdhs])\b")
SIGNS = dict(zip("cdhs", "♣♦♥♠", strict=True))
SPELLINGS: dict[str, Callable[[re.Match[str]], str]] = {
    "sign": lambda card: card[1] + SIGNS[card[2]],
    "picture": lambda card: card[1] + SIGNS[card[2]] + "\ufe0f",
    "capital suit": lambda card: card[1] + card[2].upper(),
    "10": lambda card: card[1].replace("T", "10") + card[2],
    "small letters": lambda card: card[1].lower() + card[2],
    "suit first": lambda card: card[2] + card[1],
}
ROOMS = sorted({sample.parent.name for sample in SAMPLES.glob("*/*.txt")} - {"transcript", "log"})


def told(text: str) -> list[tuple[list[str], list[str]]]:
    """What each hand of a text tells, and the codes of its findings."""
    hands = [each.hand for each in open_log(text.encode()) if isinstance(each, Read)]
    return [
        (
            [event.words() for event in hand.events if type(event) is not Unread],
            [finding.code for finding in audit(hand, house_for(hand)).findings],
        )
        for hand in hands
    ]


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("room", ROOMS)
def test_a_card_is_the_same_in_every_spelling(room: str, spelling: str) -> None:
    for sample in sorted((SAMPLES / room).glob("*.txt")):
        data = sample.read_bytes()
        if data.startswith(b"\xff\xfe"):  # UTF-16, and cut off inside a letter
            continue
        text = data.decode("utf-8-sig")
        other = BRACKETS.sub(lambda bracket: CARD.sub(SPELLINGS[spelling], bracket[0]), text)
        assert told(other) == told(text), sample.name


@pytest.mark.parametrize("word", ["1x", "1h", "11h", "Tz", "♥", "8", "8♥♥", "88", "hh", "8x", "0h"])
def test_a_word_that_is_no_card_in_any_spelling_stays_one(word: str) -> None:
    hand = hand_of("Ann: posts the ante $0.01", "*** 3rd STREET ***", f"Dealt to Ann [Kc 4d {word}]")
    assert card_in(word) == NO_CARD
    assert [finding.code for finding in audit(hand, house_for(hand)).findings if finding.code == "D212"] == ["D212"]


def test_the_one_reader_of_a_card_knows_these_spellings() -> None:
    assert [card_in(word) for word in ("Th", "10h", "10♥", "tH", "h10", "♡T", "T♥\ufe0e")] == [CARDS["Th"]] * 7
    assert [card_in(word) for word in ("xx", "XX", "??")] == [UNSEEN] * 3
