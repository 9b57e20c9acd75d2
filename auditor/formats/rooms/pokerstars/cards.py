"""The lines of a PokerStars hand that bring cards: streets, and whom what was dealt to."""

from typing import Final

from auditor.engine.cards import CARDS, NO_CARD
from auditor.engine.events import Reveal
from auditor.formats.rooms.pokerstars.reading import Reading
from auditor.formats.spelling.card_text import cards_in, no_cards_in
from auditor.formats.telling.deal_by_street import STREETS, deal_by_street
from auditor.formats.telling.dealt_to import are_up_cards, dealt_to


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
    # Of others the door card alone; the hero's line shows the two face down before it.
    reading.events.append(deal_by_street(seat, cards, reading.street, spelled, line))
    known = reading.logged.get(seat, "")
    if repeated and repeated != known:  # the log contradicts itself: both versions are kept
        again = cards_in(repeated)
        reading.events.append(Reveal(seat, again, line, are_up_cards(again, reading.street)))
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
    reading.begin_street(street, line)
    shown = rest.strip(" []")
    if rest and reading.common_card(cards_in(shown), text, line):
        reading.community = shown
    return True


_STREETS: Final = {**STREETS, "RIVER": 7}
