"""The lines of an Absolute hand between the seats and the summary, in one pass."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, STRANGER, Collect, Remark
from auditor.formats.rooms.absolute.acts import read_act
from auditor.formats.rooms.absolute.reading import Reading, cards_of, chips
from auditor.formats.rooms.grammar.pots_by_name import pot_named
from auditor.formats.telling.deal_by_street import STREETS
from auditor.formats.telling.noise import chat, noise


def read_lines(reading: Reading, lines: Sequence[str], start: int, first_line: int) -> int:
    """Appends what the lines say to the events, up to the summary; answers where that begins, or the lines end."""
    for at in range(start, len(lines)):
        text = lines[at].strip()
        if not text:
            continue
        if text.startswith("*** SUMMARY ***"):
            return at + 1
        if not _read_line(reading, text, first_line + at):
            reading.illegible(text, first_line + at)
    return len(lines)


def _read_line(reading: Reading, text: str, line: int) -> bool:
    if any(read_act(reading, seat, rest, line) for seat, rest in reading.players.seated_before(text, " - ")):
        return True
    if " Collects " in text and _collects(reading, text, line):
        return True
    if text.startswith("*** ") and (text.startswith("*** SHOW DOWN ***") or _street(reading, text, line)):
        return True
    if read_remark(reading, text, line):
        return True
    found = reading.players.before(text, " - ")
    return found is not None and found[0] == STRANGER and read_act(reading, STRANGER, found[1], line)


def _street(reading: Reading, text: str, line: int) -> bool:
    """`*** 4TH STREET ***`; the last may bring a card for everybody: `*** RIVER *** [6h]`."""
    title, _, rest = text[4:].partition(" ***")
    street = _STREETS.get(title.upper())
    if street is None:
        return False
    reading.begin_street(street, line)
    if rest:
        reading.common_card(cards_of(rest.strip(" []"))[0], text, line)
    return True


_STREETS: Final = {**STREETS, "RIVER": 7}


def _collects(reading: Reading, text: str, line: int) -> bool:
    """`NAME Collects $0.19 from main pot`, or from `side pot-1`."""
    name, _, rest = text.rpartition(" Collects ")
    amount, _, source = rest.partition(" from ")
    pot = pot_told(source.strip(" ."))
    money = chips(amount, reading.minor)
    if money is None or pot is None:
        return False
    seat = reading.players.seats.get(name.removesuffix(" -"), STRANGER)
    reading.events.append(Collect(seat, money, pot, "", line))
    return True


def pot_told(text: str) -> int | None:
    """The number of `main pot`, `side pot` or `side pot-2`; where nothing is named, it may be any."""
    name = text.lower().removeprefix("the ")
    return pot_named(name) if name else ANY_POT


def read_remark(reading: Reading, text: str, line: int) -> bool:
    """Chat and what happens around the table; the names there need not be in the hand."""
    speaker = chat(reading.players, text)
    found = (speaker, "chat") if speaker is not None else noise(reading.players, text, _NOISE)
    if found is None:
        return False
    if found[1] == "sits_out":
        reading.sitting_out.add(found[0])
    reading.events.append(Remark(*found, line))
    return True


_NOISE: Final = (
    (" said, ", "", "chat"),
    (" joins table", "", "joins"),
    (" leaves table", "", "leaves"),
    (" - Sitout", "", "sits_out"),
    (" - sitout", "", "sits_out"),
    (" - Sitting out", "", "sits_out"),
    (" - sitting out", "", "sits_out"),
    (" - is sitting out", "", "sits_out"),
    (" - Timeout", "", "timed_out"),
    (" - Timed out", "", "timed_out"),
    (" - timed out", "", "timed_out"),
    (" - Disconnected", "", "disconnected"),
    (" - disconnected", "", "disconnected"),
    (" - Reconnected", "", "connected"),
    (" - reconnected", "", "connected"),
)
