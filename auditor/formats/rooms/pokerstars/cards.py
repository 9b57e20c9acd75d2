"""The lines of a PokerStars hand that bring cards: streets, and whom what was dealt to."""

from typing import Final

from auditor.engine.cards import CARDS, NO_CARD, UNSEEN
from auditor.engine.events import Community, Deal, Reveal, Street
from auditor.formats.rooms.pokerstars.reading import Reading
from auditor.formats.spelling.card_text import cards_in, no_cards_in
from auditor.formats.telling.dealt_to import dealt_to


def read_deal(reading: Reading, text: str, line: int) -> bool:
    """`Dealt to NAME [Kc]`, and from 4th street on `Dealt to NAME [Kc 4d] [Qd]`, where only the last card is new."""
    found = dealt_to(reading.players, text, bracketed=reading.bracketed)
    if found is None:
        return False
    seat, repeated, new = found
    cards = _ONE.get(new) or cards_in(new)
    if not cards:
        return False
    spelled = no_cards_in(new) if NO_CARD in cards else ""
    if reading.street > 6:
        reading.events.append(Deal(seat, cards, (), spelled, line))
    elif reading.street > 3:
        reading.events.append(Deal(seat, (), cards, spelled, line))
    else:  # the door card; the hero's line shows the two cards face down before it
        down = cards[:-1] if len(cards) > 1 else (UNSEEN, UNSEEN)
        reading.events.append(Deal(seat, down, cards[-1:], spelled, line))
    known = reading.logged.get(seat, "")
    if repeated and repeated != known:  # the log contradicts itself: both versions are kept
        reading.events.append(Reveal(seat, cards_in(repeated), line))
        known = repeated
    reading.logged[seat] = f"{known} {new}" if known else new
    return True


_ONE: Final[dict[str, tuple[int, ...]]] = {name: (card,) for name, card in CARDS.items()}


def read_street(reading: Reading, text: str, line: int) -> bool:
    """`*** 3rd STREET ***`; the last may bring a card for everybody: `*** RIVER *** [6h]`."""
    title, _, rest = text[4:].partition(" ***")
    street = _STREETS.get(title.upper())
    if street is None:
        return False
    reading.street = street
    reading.front.clear()
    reading.events.append(Street(street, line))
    if rest:
        cards = cards_in(rest.strip(" []"))
        if street == 7 and len(cards) == 1 and cards[0] >= 0:
            reading.community = rest.strip(" []")
            reading.events.append(Community(cards[0], line))
        else:
            reading.illegible(text, line)
    return True


_STREETS: Final[dict[str, int]] = {
    "3RD STREET": 3,
    "4TH STREET": 4,
    "5TH STREET": 5,
    "6TH STREET": 6,
    "7TH STREET": 7,
    "RIVER": 7,
}
