"""The lines of an Everleaf hand below the seats, in one pass: streets, cards, acts and noise."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import STRANGER, Remark
from auditor.formats.rooms.everleaf.acts import read_act
from auditor.formats.rooms.everleaf.reading import Reading, cards_of
from auditor.formats.telling.deal_by_street import deal_by_street, not_told_before
from auditor.formats.telling.noise import chat, could_be_play, noise


def read_lines(reading: Reading, lines: Sequence[tuple[int, str]]) -> None:
    """Appends what the lines, each with its number, say to the events."""
    for line, text in lines:
        if not _read_line(reading, text, line):
            reading.illegible(text, line)


def _read_line(reading: Reading, text: str, line: int) -> bool:
    # The same room sets a colon behind some names and none behind others: `Ann: bets`, `Ann calls`.
    for mark in (": ", " "):
        if any(read_act(reading, seat, rest, line) for seat, rest in reading.players.seated_before(text, mark)):
            return True
    if text.startswith("**") and _street(reading, text, line):
        return True
    if text.startswith("Dealt to ") and _dealt(reading, text, line):
        return True
    if _remark(reading, text, line):
        return True
    strangers = [reading.players.before(text, mark) for mark in (": ", " ")]
    return any(
        each is not None and each[0] == STRANGER and read_act(reading, STRANGER, each[1], line) for each in strangers
    )


def _street(reading: Reading, text: str, line: int) -> bool:
    """`** Dealing down cards **`, `**** dealing 4th street ****`; the last may bring a card for everybody."""
    title, _, shown = text.partition("[")
    street = _STREETS.get(title.strip("*: ").lower())
    if street is None:
        return False
    reading.begin_street(street, line)
    if shown:
        reading.common_card(cards_of(shown.rstrip("] "))[0], text, line)
    return True


_STREETS: Final[dict[str, int]] = {
    "dealing down cards": 3,
    "dealing 3rd street": 3,
    "dealing third street": 3,
    "dealing 4th street": 4,
    "dealing 5th street": 5,
    "dealing 6th street": 6,
    "dealing 7th street": 7,
    "dealing river": 7,
}


def _dealt(reading: Reading, text: str, line: int) -> bool:
    """`Dealt to Ann [ qc, 3c, Td ]`: three cards face the reader, one another. A later line may repeat those before."""
    name, _, shown = text[9:].rpartition(" [")
    cards, spelled = cards_of(shown.rstrip("] "))
    if not name or not cards or text[-1] != "]":
        return False
    seats = reading.players.seats
    name = name.rstrip()
    seat = seats.get(name, seats.get(name.removesuffix(":"), STRANGER))
    new = not_told_before(reading.cards, seat, cards)
    reading.events.append(deal_by_street(seat, new, reading.street, spelled, line))
    return True


def _remark(reading: Reading, text: str, line: int) -> bool:
    """Anything may be said in chat, so it comes before the noise; what may be an act is neither."""
    speaker = chat(reading.players, text)
    if speaker is not None and not could_be_play(text.partition(": ")[2]):
        reading.events.append(Remark(speaker, "chat", line))
        return True
    found = noise(reading.players, text, _NOISE, _SENTENCES)
    if found is None:
        return False
    reading.events.append(Remark(*found, line))
    return True


_SENTENCES: Final = (("there was no qualifying low", "no_low"), ("No qualifying low", "no_low"))
_NOISE: Final = ((" finished in ", "", "other"),)
