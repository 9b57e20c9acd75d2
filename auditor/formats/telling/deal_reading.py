"""Lines that bring cards, in rooms that write `Dealt to NAME [cards before] [new cards]` under a street's title."""

from collections.abc import Mapping
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import Reveal
from auditor.formats.rooms.grammar.card_text import masked, no_cards_in, seen_or_not
from auditor.formats.telling.deal_by_street import deal_by_street
from auditor.formats.telling.dealt_to import are_up_cards, dealt_to
from auditor.formats.telling.line_by_line import Telling

STREETS: Final[dict[str, int]] = {
    "3rd STREET": 3,
    "4th STREET": 4,
    "5th STREET": 5,
    "6th STREET": 6,
    "7th STREET": 7,
}


def read_street(telling: Telling, text: str, line: int, titles: Mapping[str, int]) -> bool:
    """`*** 7th STREET ***`; behind the last a card for everybody may stand: `*** 7th STREET *** [6h]`."""
    title, _, rest = text[4:].partition(" ***")
    street = titles.get(title)
    if street is None:
        return False
    telling.begin_street(street, line)
    shown = rest.strip(" :[]")
    if shown:
        telling.common_card(seen_or_not(shown), text, line)
    return True


def read_dealt(telling: Telling, text: str, line: int) -> bool:
    """`Dealt to NAME [Kc]`, and from 4th street on `Dealt to NAME [Kc 4d] [Qd]`, where only the last are new."""
    found = dealt_to(telling.players, text, bracketed=True)
    if found is None or not text.startswith("Dealt to ") or not found[2].strip():
        return False
    seat, repeated, new = found
    cards = seen_or_not(new)
    spelled = no_cards_in(masked(new)) if NO_CARD in cards else ""
    telling.events.append(deal_by_street(seat, cards, telling.street, spelled, line))
    known = telling.logged.get(seat, "")
    if repeated and repeated != known:  # the log contradicts itself: both versions are kept
        again = seen_or_not(repeated)
        seen = tuple([card for card in again if card != UNSEEN])
        up = are_up_cards(seen, telling.street)
        telling.events.append(Reveal(seat, seen if up else again, line, up))
        known = repeated
    telling.logged[seat] = f"{known} {new}" if known else new
    return True
