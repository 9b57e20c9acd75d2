"""The lines of a Bovada hand below the seats, in one pass: streets, everybody's cards, acts and the showdown.

Hands of 2012 have no line for a street after third. There a street begins with its first card: with one for a seat that
has a card of this street already, or the first after the betting. The event has the line of that card.
"""

from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import STRANGER, Deal, Muck, Remark, Reveal, Show
from auditor.formats.rooms.bovada.acts import read_act
from auditor.formats.rooms.bovada.named_hands import HANDS, low_ranks
from auditor.formats.rooms.bovada.reading import Reading
from auditor.formats.rooms.bovada.summary import read_summary_line
from auditor.formats.rooms.grammar.card_text import cards_in, no_cards_in
from auditor.formats.telling.deal_by_street import STREETS

_STREETS: Final = {"HOLE CARDS": 3, **STREETS, "RIVER": 7}


def street_of(text: str) -> int:
    """The street that the line announces; 0 where it announces none."""
    return _STREETS.get(text[4:].partition(" ***")[0].upper(), 0) if text.startswith("*** ") else 0


def read_lines(reading: Reading, lines: Sequence[tuple[int, str]]) -> bool:
    """Appends what the lines, each with its number, say to the events; answers whether the log goes as far as the pot
    of its summary.
    """
    below = complete = False
    for line, text in lines:
        if below:
            complete |= read_summary_line(reading, text, line)
        elif text.startswith("*** SUMMARY"):
            below = True
        elif not _read_line(reading, text, line):
            reading.illegible(text, line)
    return complete


def _read_line(reading: Reading, text: str, line: int) -> bool:
    if text.startswith("***"):
        return _read_street(reading, text, line)
    name, colon, rest = text.partition(" : ")
    if not colon:
        return False
    seat = reading.players.seats.get(name.removesuffix("[ME]").rstrip(), STRANGER)
    verb, bracket, shown = rest.partition(" [")
    if bracket:
        return _read_cards(reading, seat, (verb.casefold(), shown), line)
    return read_act(reading, seat, rest, line)


def _read_street(reading: Reading, text: str, line: int) -> bool:
    """`*** 4TH STREET ***`; the last may bring a card for everybody: `*** RIVER *** [6h]`."""
    street = street_of(text)
    if not street:
        return False
    reading.begin_street(street, line)
    rest = text[4:].partition(" ***")[2]
    if rest:
        reading.common_card(cards_in(rest.strip(" []")), text, line)
    return True


def _read_cards(reading: Reading, seat: int, said: tuple[str, str], line: int) -> bool:
    """`Card dealt to a spot [7d 9c 3d]`, `Showdown [5 cards] (Flush)`, `Mucks [7 cards] (One pair)` and the like."""
    verb, shown = said
    text, closing, words = shown.partition("]")
    if verb in _AROUND:
        reading.events.append(Remark(seat, "other", line))
        return True
    cards = cards_in(text)
    if not closing or not cards:
        return False
    if verb == "card dealt to a spot":
        _deal(reading, seat, text, line)
    elif verb == "showdown":
        _show(reading, seat, cards, words, line)
    elif verb in {"mucks", "does not show"}:
        if verb == "mucks":  # whoever does not show may have won: nobody called
            reading.events.append(Muck(seat, line))
        reading.events.append(Reveal(seat, cards, line))
    else:
        return False
    return True


_AROUND: Final = frozenset(
    {"set dealer", "set dealer/bring in spot", "bounty prize", "prize cash", "show1", "show2", "shows"}
)


def _deal(reading: Reading, seat: int, text: str, line: int) -> None:
    if not reading.marked and reading.street < 7 and (seat in reading.dealt_now or reading.bet_now):
        reading.begin_street(reading.street + 1, line)
    cards = cards_in(text)
    spelled = no_cards_in(text) if NO_CARD in cards else ""
    if reading.street > 6:
        reading.events.append(Deal(seat, cards, (), spelled, line))
    elif reading.street > 3:
        reading.events.append(Deal(seat, (), cards, spelled, line))
    else:  # two face down, then the door card
        reading.events.append(Deal(seat, cards[:-1], cards[-1:], spelled, line))
    reading.dealt_now.add(seat)
    reading.dealt[seat] = reading.dealt.get(seat, ()) + cards


def _show(reading: Reading, seat: int, cards: tuple[int, ...], words: str, line: int) -> None:
    """The five that play; in hi-lo the five of the high and after them the five of the low, in one bracket."""
    low: tuple[int, ...] = ()
    if len(cards) == 10:
        low = low_ranks(cards[5:])
        cards = tuple(dict.fromkeys(cards))
    reading.shown[seat] = cards
    reading.events.append(Show(seat, cards, HANDS.get(words.strip(" ()").casefold(), ()), low, line))
