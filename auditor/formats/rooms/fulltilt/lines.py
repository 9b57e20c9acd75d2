"""The lines of a Full Tilt hand between the seats and the summary, in one pass."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import STRANGER, Opens, Remark, Return, Reveal, Void
from auditor.formats.rooms.fulltilt.acts import phrase_of
from auditor.formats.rooms.fulltilt.cards import read_deal, read_street
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.telling.noise import chat, noise


def read_lines(reading: Reading, lines: Sequence[tuple[int, str]]) -> int:
    """Appends what the lines, each with its number, say to the events, up to the summary; answers how many it read."""
    # Where a name holds a blank, lines cannot be cut at the first: all take the longer way.
    seats = {} if reading.players.holds(" ") else reading.players.seats
    for at, (line, text) in enumerate(lines):
        name, _, rest = text.partition(" ")
        seat = seats.get(name)
        if seat is not None:
            phrase = phrase_of(rest, reading.minor)
            if phrase is not None:
                phrase(reading, seat, line)
                continue
        elif seats and text.startswith("Dealt to ") and read_deal(reading, text, line):
            continue
        if text == "*** SUMMARY ***":
            return at + 1
        if not _read_rarer(reading, text, line):
            reading.illegible(text, line)
    return len(lines)


def _read_rarer(reading: Reading, text: str, line: int) -> bool:
    if any(_read_act(reading, seat, rest, line) for seat, rest in reading.players.seated_before(text, " ")):
        return True
    if " with [" in text and _called_on(reading, text, line):
        return True
    if text.startswith("Dealt to ") and read_deal(reading, text, line):
        return True
    if _other(reading, text, line):
        return True
    # Nobody at the table, but perhaps an act all the same.
    found = reading.players.before(text, " ")
    return found is not None and found[0] == STRANGER and _read_act(reading, STRANGER, found[1], line)


def _read_act(reading: Reading, seat: int, rest: str, line: int) -> bool:
    phrase = phrase_of(rest, reading.minor)
    if phrase is None:
        return False
    phrase(reading, seat, line)
    return True


def _other(reading: Reading, text: str, line: int) -> bool:
    if text.startswith("*** ") and text[-1] in "*])" and _title(reading, text, line):
        return True
    if text.startswith(("Uncalled bet of ", "Ante of ")) and _returned(reading, text, line):
        return True
    if text.startswith("Hand #") and text.endswith((" has been canceled", " has been cancelled")):
        reading.events.append(Void(line))
        return True
    return read_remark(reading, text, line) or (text.startswith("*** ") and _title(reading, text, line))


def _title(reading: Reading, text: str, line: int) -> bool:
    return text == "*** SHOW DOWN ***" or read_street(reading, text, line)


def _returned(reading: Reading, text: str, line: int) -> bool:
    """`Uncalled bet of $1.75 returned to NAME`, also of an ante that was more than others had."""
    amount, returned, name = text.partition(" of ")[2].partition(" returned to ")
    money = chips(amount, reading.minor)
    if money is None or not returned:
        return False
    reading.events.append(Return(reading.players.seats.get(name, STRANGER), money, line))
    return True


def _called_on(reading: Reading, text: str, line: int) -> bool:
    """`NAME is low with [5d]`, in razz `is high with`: whose door card the log itself finds to be the one."""
    for mark in (" is low with [", " is high with ["):
        found = reading.players.before(text, mark)
        if found is None:
            continue
        seat, card = found[0], found[1].removesuffix("]")
        cards = cards_in(card)
        if len(cards) != 1 or found[1] == card:
            return False
        reading.events.append(Opens(seat, line))
        if card != reading.logged.get(seat, "")[-2:]:  # the log contradicts itself: both versions are kept
            reading.events.append(Reveal(seat, cards, line, up=True))
        return True
    return False


def read_remark(reading: Reading, text: str, line: int) -> bool:
    """Chat and what happens around the table; the names there need not be in the hand."""
    speaker = chat(reading.players, text)
    found = (speaker, "chat") if speaker is not None else noise(reading.players, text, _NOISE)
    if found is None:
        return False
    if found[1] in ("sits_out", "leaves") and reading.street == 0:
        reading.out.add(found[0])
    reading.events.append(Remark(*found, line))
    return True


# What follows the name, what comes after that, and the kind.
_NOISE: Final = ((" has timed out while ", "", "timed_out"), (" finished the tournament in ", "", "other"))
