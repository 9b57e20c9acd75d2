"""The lines of a PartyPoker hand below the seats, in one pass: streets, the hero's cards, acts and noise."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.cards import NO_CARD
from auditor.engine.events import STRANGER, Remark
from auditor.formats.rooms.grammar.card_text import cards_in, no_cards_in
from auditor.formats.rooms.partypoker.acts import phrase_of, read_act
from auditor.formats.rooms.partypoker.header import announces
from auditor.formats.rooms.partypoker.reading import Reading
from auditor.formats.rooms.partypoker.summary import read_summary_line
from auditor.formats.telling.deal_by_street import deal_by_street, not_told_before
from auditor.formats.telling.noise import chat, noise


def read_lines(reading: Reading, lines: Sequence[tuple[int, str]]) -> None:
    """Appends what the lines, each with its number, say to the events."""
    seats = {} if reading.players.holds(" ") else reading.players.seats
    below = False
    for line, text in lines:
        below = below or text == "** Summary **"
        if below:
            if text != "** Summary **" and not read_summary_line(reading, text, line) and not announces(text):
                reading.illegible(text, line)
            continue
        name, _, rest = text.partition(" ")
        seat = seats.get(name)
        if seat is not None:
            phrase = phrase_of(rest, reading.minor)
            if phrase is not None:
                phrase(reading, seat, line)
                continue
        if not _read_rarer(reading, text, line) and not announces(text):  # that is about the next hand
            reading.illegible(text, line)


def _read_rarer(reading: Reading, text: str, line: int) -> bool:
    if any(read_act(reading, seat, rest, line) for seat, rest in reading.players.seated_before(text, " ")):
        return True
    if text.startswith("** Dealing"):
        return _street(reading, text, line)
    if text.startswith("Dealt to ") and _dealt(reading, text, line):
        return True
    if _remark(reading, text, line):
        return True
    found = reading.players.before(text, " ")
    return found is not None and found[0] == STRANGER and read_act(reading, STRANGER, found[1], line)


def _street(reading: Reading, text: str, line: int) -> bool:
    """`** Dealing Fourth street **`; the last may bring a card for everybody: `** Dealing River ** [ 6h ]`."""
    title, _, rest = text[3:].partition(" **")
    street = _STREETS.get(title.lower())
    if street is None:
        return False
    reading.begin_street(street, line)
    if rest:
        reading.common_card(cards_in(rest.strip(" :[]")), text, line)
    return True


_STREETS: Final[dict[str, int]] = {
    "dealing": 3,
    "dealing third street": 3,
    "dealing fourth street": 4,
    "dealing fifth street": 5,
    "dealing sixth street": 6,
    "dealing seventh street": 7,
    "dealing river": 7,
}


def _dealt(reading: Reading, text: str, line: int) -> bool:
    """`Dealt to Hero [  Td 5s 3c ]`; only one player's cards are logged. A later line may repeat the cards before."""
    name, _, shown = text[9:].rpartition(" [")
    cards = cards_in(shown.removesuffix("]"))
    if not name or not cards or text[-1] != "]":
        return False
    seat = reading.players.seats.get(name.rstrip(), STRANGER)
    new = not_told_before(reading.cards, seat, cards)
    spelled = no_cards_in(shown.removesuffix("]")) if NO_CARD in new else ""
    reading.events.append(deal_by_street(seat, new, reading.street, spelled, line))
    return True


def _remark(reading: Reading, text: str, line: int) -> bool:
    found = noise(reading.players, text, _NOISE, _SENTENCES)
    speaker = chat(reading.players, text) if found is None else None
    if speaker is not None:
        found = speaker, "chat"
    if found is None:
        return False
    reading.events.append(Remark(*found, line))
    return True


_SENTENCES: Final = (
    ("There was no qualifying low hand", "no_low"),
    ("Your time bank will be activated", "warned"),
    ("Connection Lost due to some reason", "other"),
    ("Table Closed", "other"),
    ("Due to current high memory use", "other"),
    ("The hand history for this hand number", "other"),
    ("There will be a break in ", "other"),
    ("Tournament moves into Level ", "other"),
    ("Congratulations to player ", "other"),
    ("Player ", "other"),  # has been moved to this table, finished in some place: nobody sits down under that name
    ("Creating Main Pot", "other"),  # net of a rake that is never told, so it is no pot total
    ("Creating Side Pot", "other"),
)
_NOISE: Final = (
    (" will be using ", "", "other"),
    (" finished in ", "", "other"),
    (" has knocked out ", "", "other"),
    (" has been moved from table ", "", "joins"),
    (" opted for cash-out", "", "other"),
    (" Cash-out ", "", "other"),
    (" Cashout ", "", "other"),
    (" probabil", "", "other"),
)
