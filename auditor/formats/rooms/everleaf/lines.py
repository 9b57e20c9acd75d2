"""The lines of an Everleaf hand below the seats, in one pass: streets, cards, acts and noise."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import STRANGER, Community, Remark, Street
from auditor.formats.rooms.everleaf.acts import read_act
from auditor.formats.rooms.everleaf.reading import Reading, cards_of
from auditor.formats.telling.deal_by_street import deal_by_street


def read_lines(reading: Reading, lines: Sequence[tuple[int, str]]) -> None:
    """Appends what the lines, each with its number, say to the events."""
    for line, text in lines:
        if not _read_line(reading, text, line):
            reading.illegible(text, line)


def _read_line(reading: Reading, text: str, line: int) -> bool:
    if text.startswith("**"):
        return _street(reading, text, line)
    if text.startswith("Dealt to ") and _dealt(reading, text, line):
        return True
    # The same room sets a colon behind some names and none behind others: `Ann: bets`, `Ann calls`.
    found = [reading.players.before(text, mark) for mark in (": ", " ")]
    for each in found:
        if each is not None and each[0] != STRANGER and read_act(reading, each[0], each[1], line):
            return True
    if found[0] is not None and found[0][0] != STRANGER:  # anything may be said in chat, so before the noise
        reading.events.append(Remark(found[0][0], "chat", line))
        return True
    if _remark(reading, text, line):
        return True
    return any(
        each is not None and each[0] == STRANGER and read_act(reading, STRANGER, each[1], line) for each in found
    )


def _street(reading: Reading, text: str, line: int) -> bool:
    """`** Dealing down cards **`, `**** dealing 4th street ****`; the last may bring a card for everybody."""
    title, _, shown = text.partition("[")
    street = _STREETS.get(title.strip("*: ").lower())
    if street is None:
        return False
    reading.street = street
    reading.front.clear()
    reading.events.append(Street(street, line))
    if shown:
        cards, _ = cards_of(shown.rstrip("] "))
        if street == 7 and len(cards) == 1 and cards[0] >= 0:
            reading.events.append(Community(cards[0], line))
        else:
            reading.illegible(text, line)
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
    seat = reading.players.seats.get(name.rstrip(" :"), STRANGER)
    before = reading.cards.get(seat, ())
    new = cards[len(before) :] if len(cards) > len(before) and cards[: len(before)] == before else cards
    reading.cards[seat] = before + new
    reading.events.append(deal_by_street(seat, new, reading.street, spelled, line))
    return True


def _remark(reading: Reading, text: str, line: int) -> bool:
    kind = next((kind for opening, kind in _SENTENCES if text.lower().startswith(opening)), "")
    if kind:
        reading.events.append(Remark(0, kind, line))
        return True
    for mark, kind in _NOISE:
        found = reading.players.before(text, mark)
        if found is not None:
            reading.events.append(Remark(found[0], kind, line))
            return True
    return False


_SENTENCES: Final = (
    ("there was no qualifying low", "no_low"),
    ("no low hand qualified", "no_low"),
    ("no qualifying low", "no_low"),
)
_NOISE: Final = (
    (" has joined the table", "joins"),
    (" joins the table", "joins"),
    (" has left the table", "leaves"),
    (" leaves the table", "leaves"),
    (" is sitting out", "sits_out"),
    (" sits out", "sits_out"),
    (" has returned", "returns"),
    (" is back", "returns"),
    (" did not respond in time", "timed_out"),
    (" has timed out", "timed_out"),
    (" timed out", "timed_out"),
    (" is disconnected", "disconnected"),
    (" has been disconnected", "disconnected"),
    (" has disconnected", "disconnected"),
    (" has been reconnected", "connected"),
    (" has reconnected", "connected"),
    (" finished in ", "other"),
    (" finished the tournament", "other"),
)
