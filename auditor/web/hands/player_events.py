"""The events of a hand as one of its players reads them: without noise, and with marks at the wrong lines."""

import re
from collections.abc import Set as AbstractSet
from typing import Any, Final

from auditor.engine import events as e
from auditor.engine.cards import UNSEEN
from auditor.engine.hand import Hand
from auditor.web.hands.event_sentences import STREET_WORDS, Piece, plain_text, sentence_of
from auditor.web.hands.replay.card_faces import DealtCards, cards_of_seat, veiled
from auditor.web.hands.sections import NAMES, numbers_of

# A page with more events than this would be too long for a player.
MOST_EVENTS: Final = 300
_NOISE: Final = frozenset({"chat", "joins", "leaves", "disconnected", "connected", "sits_out", "returns", "other"})
_CARD: Final = re.compile(r"\b(?:[2-9TJQKA][cdhs]|xx)\b")
_LAST_STREET: Final = 7


def parts_of(hand: Hand, seat: int, wrong: AbstractSet[int]) -> tuple[list[dict[str, Any]], int]:
    """Returns the sentences about the events, grouped by the parts of the hand, such as fourth street. Also returns the
    number of events that are not listed because the hand is too long.

    `wrong` has the indexes of the events with findings. In each part, `marked` has the places of their sentences, and
    `events` has the index of the event of each sentence. The
    face-down cards of `seat` are visible, and those of all other seats stay hidden.
    """
    parts: list[dict[str, Any]] = []
    left_out = listed = 0
    for index, (event, number) in enumerate(zip(hand.events, numbers_of(hand), strict=True)):
        if index not in wrong and _is_noise(event, seat):
            continue
        listed += 1
        if listed > MOST_EVENTS:
            left_out += 1
            continue
        if not parts or parts[-1]["name"] != NAMES[number]:
            parts.append({"name": NAMES[number], "sentences": [], "events": [], "marked": []})
        if isinstance(event, e.Street) and event.street in STREET_WORDS and index not in wrong:
            continue  # the heading names the street already
        if index in wrong:
            parts[-1]["marked"].append(len(parts[-1]["sentences"]))
        own = isinstance(event, e.Deal | e.Reveal) and event.seat == seat
        sentence = plain_text(sentence_of(hand, event if own else veiled(event))).strip()
        parts[-1]["sentences"].append(f"{_seat(sentence)}.")
        parts[-1]["events"].append(index)
    return parts, left_out


def own_cards(hand: Hand, seat: int) -> list[str]:
    """Returns the names of the cards of a seat, in the order of the deal. A card that the log does not name is `xx`."""
    down: list[int] = []
    up: list[int] = []
    seen: list[int] = []
    for event in hand.events:
        if getattr(event, "seat", 0) != seat:
            continue
        if isinstance(event, e.Deal):
            down += event.down
            up += event.up
        elif isinstance(event, e.Show | e.Reveal):
            seen += event.cards
    dealt = DealtCards(down, up, [*[card for card in down if card >= 0], *seen], _LAST_STREET)
    return [card.name for card in cards_of_seat(dealt, frozenset())]


def pieces_of_text(text: str) -> list[Piece]:
    """Divides a sentence into pieces, so that a page can show each card with the symbol of its suit. The word `As` at
    the beginning of a sentence is no card.
    """
    pieces: list[Piece] = []
    end = 0
    for found in _CARD.finditer(text):
        start = found.start()
        if start == 0 or text[:start].endswith(". "):
            continue
        pieces += [Piece("text", text[end:start]), Piece("card", found[0], "down" if found[0] == "xx" else "up")]
        end = found.end()
    return [*pieces, Piece("text", text[end:])]


def _is_noise(event: e.Event, seat: int) -> bool:
    """Whether an event tells the player nothing about the hand, such as chat or the end of the record."""
    match event:
        case e.Remark(kind=kind):
            return kind in _NOISE
        case e.LogEnd(complete=complete):
            return complete
        case e.Burn(card=card):
            return card == UNSEEN
        case e.Reveal(up=up, seat=whose):
            return not up and whose != seat
        case _:
            return isinstance(event, e.Opens)


def _seat(sentence: str) -> str:
    """Puts the word `Seat` before a sentence that begins with the number of a seat."""
    return f"Seat {sentence}" if sentence[:1].isdigit() else sentence
