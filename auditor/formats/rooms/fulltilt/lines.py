"""The lines of a Full Tilt hand between the seats and the summary, in one pass."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import STRANGER, Opens, Remark, Return, Reveal, Void
from auditor.formats.rooms.fulltilt.acts import phrase_of
from auditor.formats.rooms.fulltilt.cards import read_deal, read_street
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.spelling.card_text import cards_in


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
                phrase.act(reading, seat, phrase, line)
                continue
        elif text.startswith("Dealt to ") and read_deal(reading, text, line):
            continue
        if text == "*** SUMMARY ***":
            return at + 1
        if not _read_rarer(reading, text, line):
            reading.illegible(text, line)
    return len(lines)


def _read_rarer(reading: Reading, text: str, line: int) -> bool:
    found = reading.players.before(text, " ")
    known = found is not None and found[0] != STRANGER
    if known and _read_act(reading, found, line):
        return True
    if _other(reading, text, line):
        return True
    # Nobody at the table, but perhaps an act all the same.
    return not known and _read_act(reading, found, line)


def _read_act(reading: Reading, found: tuple[int, str] | None, line: int) -> bool:
    phrase = None if found is None else phrase_of(found[1], reading.minor)
    if found is None or phrase is None:
        return False
    phrase.act(reading, found[0], phrase, line)
    return True


def _other(reading: Reading, text: str, line: int) -> bool:
    if text.startswith("*** "):
        return text == "*** SHOW DOWN ***" or read_street(reading, text, line)
    if text.startswith(("Uncalled bet of ", "Ante of ")) and _returned(reading, text, line):
        return True
    if " with [" in text and _called_on(reading, text, line):
        return True
    if text.startswith("Hand #") and text.endswith((" has been canceled", " has been cancelled")):
        reading.events.append(Void(line))
        return True
    return read_remark(reading, text, line)


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
            reading.events.append(Reveal(seat, cards, line))
        return True
    return False


def read_remark(reading: Reading, text: str, line: int) -> bool:
    """Chat and what happens around the table; the names there need not be in the hand."""
    for opening, kind in _SENTENCES:
        if text.startswith(opening):
            reading.events.append(Remark(0, kind, line))
            return True
    said = reading.players.before(text + " ", ": ")
    if said is not None and (said[0] != STRANGER or _is_somebody(text.partition(":")[0])):
        reading.events.append(Remark(said[0], "chat", line))
        return True
    for mark, kind in _NOISE:
        found = reading.players.before(text, mark)
        if found is not None and (not found[1] or mark in _OPEN):
            if kind in ("sits_out", "leaves") and reading.street == 0:
                reading.out.add(found[0])
            reading.events.append(Remark(found[0], kind, line))
            return True
    return _warned(reading, text, line)


def _warned(reading: Reading, text: str, line: int) -> bool:
    """`NAME has 15 seconds left to act`; without a name it is said to the hero."""
    seat, rest = reading.players.before(text, " has ") or (0, text)
    seconds, found, _ = rest.partition(" seconds left to act")
    if not found or not (seconds.isascii() and seconds.isdigit()):
        return False
    reading.events.append(Remark(seat, "warned", line))
    return True


def _is_somebody(name: str) -> bool:
    """Whether chat may come from this name: onlookers talk too."""
    return len(name) <= _LONGEST_NAME and not name.startswith(("Seat ", "Dealt to ", "Total pot "))


_LONGEST_NAME: Final = 20
_SENTENCES: Final = (
    ("Betting is capped", "capped"),
    ("No low hand qualified", "no_low"),
    ("Pair on board - a double bet is allowed", "double_allowed"),
    ("Time has expired", "timed_out"),
    ("The blinds are now ", "other"),
    ("The limits are now ", "other"),
)
# What follows the name, and the kind.
_NOISE: Final = (
    (" has timed out", "timed_out"),
    (" is sitting out", "sits_out"),
    (" has returned", "returns"),
    (" stands up", "leaves"),
    (" sits down", "joins"),
    (" has been disconnected", "disconnected"),
    (" has reconnected", "connected"),
    (" has been reconnected", "connected"),
    (" has requested TIME", "warned"),
    (" is feeling ", "other"),
    (" has timed out while ", "timed_out"),
    (" finished the tournament in ", "other"),
    (" wins the tournament", "other"),
)
_OPEN: Final = frozenset([" is feeling ", " has timed out while ", " finished the tournament in "])
