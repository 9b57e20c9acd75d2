"""The lines of a Full Tilt hand that bring cards: streets, and whom what was dealt to."""

from auditor.engine.cards import NO_CARD, UNSEEN
from auditor.engine.events import Community, Deal, Reveal
from auditor.formats.rooms.fulltilt.reading import Reading
from auditor.formats.rooms.grammar.card_text import cards_in, no_cards_in
from auditor.formats.telling.deal_by_street import STREETS
from auditor.formats.telling.dealt_to import are_up_cards, dealt_to


def read_deal(reading: Reading, text: str, line: int) -> bool:
    """`Dealt to NAME [Kc]`, and from 4th street on `Dealt to NAME [Kc 4d] [Qd]`, where only the last card is new.

    On 3rd street two brackets are the hero's: two cards down, one up.
    """
    found = dealt_to(reading.players, text, bracketed=reading.bracketed)
    if found is None:
        return False
    seat, before, new = found
    cards = cards_in(new)
    if not cards:
        return False
    reading.joins(seat)
    spelled = no_cards_in(new) if NO_CARD in cards else ""
    if reading.street > 3:
        known = reading.logged.get(seat, "")
        down, up = (cards, ()) if reading.street > 6 else ((), cards)
        reading.events.append(Deal(seat, down, up, spelled, line))
        if before and before != known:  # the log contradicts itself: both versions are kept
            again = cards_in(before)
            reading.events.append(Reveal(seat, again, line, are_up_cards(again, reading.street)))
            known = before
        reading.logged[seat] = f"{known} {new}" if known else new
        return True
    down = cards_in(before) if before else (UNSEEN, UNSEEN)
    if not before and len(cards) > 1:
        down, cards = cards[:-1], cards[-1:]
    if NO_CARD in down:
        spelled = no_cards_in(f"{before} {new}")
    reading.events.append(Deal(seat, down, cards, spelled, line))
    reading.logged[seat] = f"{before} {new}" if before else new
    return True


def read_street(reading: Reading, text: str, line: int) -> bool:
    """`*** 4TH STREET ***`, since 2012 with the pot and the players behind it; the last may bring a card for all."""
    title, _, rest = text[4:].partition(" ***")
    street = STREETS.get(title.upper())
    if street is None:
        return False
    reading.begin_street(street, line)
    note, _, told = rest.strip().partition("(")
    if note and street == 7 and note.startswith("["):
        cards = cards_in(note.strip("[] "))
        if len(cards) == 1 and cards[0] >= 0:
            reading.events.append(Community(cards[0], line))
            note = ""
    if note or (told and not told.startswith(("Total Pot: ", "Pot: "))):
        reading.illegible(text, line)
    return True
