"""Lines that bring cards, in rooms that write `Dealt to NAME [cards before] [new cards]` under a street's title."""

from collections.abc import Mapping
from typing import Final

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import Community, Deal, Reveal
from auditor.formats.spelling.card_text import no_cards_in
from auditor.formats.telling.dealt_to import dealt_to
from auditor.formats.telling.line_by_line import Telling
from auditor.formats.telling.masks import masked, seen_or_not

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
    cards = seen_or_not(shown)
    if street == 7 and len(cards) == 1 and cards[0] >= 0:
        telling.events.append(Community(cards[0], line))
    elif shown:
        telling.illegible(text, line)
    return True


def read_dealt(telling: Telling, text: str, line: int) -> bool:
    """`Dealt to NAME [Kc]`, and from 4th street on `Dealt to NAME [Kc 4d] [Qd]`, where only the last are new."""
    found = dealt_to(telling.players, text, bracketed=True)
    if found is None or not text.startswith("Dealt to ") or not found[2].strip():
        return False
    seat, repeated, new = found
    cards = seen_or_not(new)
    spelled = no_cards_in(masked(new)) if NO_CARD in cards else ""
    if telling.street > 6:
        telling.events.append(Deal(seat, cards, (), spelled, line))
    elif telling.street > 3:
        telling.events.append(Deal(seat, (), cards, spelled, line))
    else:  # of others only the door card may be written
        down = cards[:-1] if len(cards) > 1 else (UNSEEN, UNSEEN)
        telling.events.append(Deal(seat, down, cards[-1:], spelled, line))
    known = telling.logged.get(seat, "")
    if repeated and repeated != known:  # the log contradicts itself: both versions are kept
        telling.events.append(Reveal(seat, seen_or_not(repeated), line))
        known = repeated
    telling.logged[seat] = f"{known} {new}" if known else new
    return True
