"""The lines of a PokerStars hand between the seats and the summary, in one pass."""

from collections.abc import Sequence
from typing import Final

from auditor.engine.events import ANY_POT, STRANGER, Collect, Remark, Return, Void
from auditor.formats.rooms.pokerstars.acts import BARE, phrase_of, read_act
from auditor.formats.rooms.pokerstars.cards import read_deal, read_street
from auditor.formats.rooms.pokerstars.reading import Reading, chips
from auditor.formats.telling.noise import noise


def read_lines(reading: Reading, lines: Sequence[str], start: int, first_line: int) -> int:
    """Appends what the lines say to the events, up to the summary; answers where that begins, or the lines end."""
    minor = reading.minor
    events = reading.events
    # Where a name holds a colon and a blank, lines cannot be cut at the first: all take the longer way.
    seats = {} if reading.players.holds(": ") else reading.players.seats
    for line, told in enumerate(lines[start:], first_line + start):
        text = told.rstrip()
        if not text:
            continue
        name, _, rest = text.partition(": ")
        seat = seats.get(name)
        if seat is not None:
            bare = BARE.get(rest)
            if bare is not None:
                events.append(bare(seat, line))
                continue
            phrase = phrase_of(rest, minor)
            if phrase is not None:
                phrase(reading, seat, line)
                continue
        elif seats and text.startswith("Dealt to ") and read_deal(reading, text, line):
            continue
        if text == "*** SUMMARY ***":
            return line - first_line + 1
        if not _read_rarer(reading, text, line):
            reading.illegible(text, line)
    return len(lines)


def _read_rarer(reading: Reading, text: str, line: int) -> bool:
    if ": " in text and any(
        read_act(reading, seat, rest, line) for seat, rest in reading.players.seated_before(text, ": ")
    ):
        return True
    if text.startswith("Dealt to ") and read_deal(reading, text, line):
        return True
    if _other(reading, text, line):
        return True
    found = reading.players.before(text, ": ")
    # Nobody at the table, but perhaps an act all the same.
    return found is not None and found[0] == STRANGER and read_act(reading, STRANGER, found[1], line)


def is_rule(text: str) -> bool:
    """`*********** # 2 **************`: e-mailed histories number their hands so."""
    return text.startswith("*") and not text.strip("*#0123456789 ")


def _other(reading: Reading, text: str, line: int) -> bool:
    if is_rule(text):
        return True
    if " collected " in text and _collected(reading, text, line):
        return True
    if text.startswith("*** ") and text[-1] in "*]" and _title(reading, text, line):
        return True
    if text.startswith("Uncalled bet (") and _uncalled(reading, text, line):
        return True
    kind = _SENTENCES.get(text)
    if kind is not None:
        if kind == "void":
            reading.void = True
        reading.events.append(Void(line) if kind == "void" else Remark(0, kind, line))
        return True
    return read_remark(reading, text, line) or (text.startswith("*** ") and _title(reading, text, line))


def _title(reading: Reading, text: str, line: int) -> bool:
    return text == "*** SHOW DOWN ***" or read_street(reading, text, line)


_SENTENCES: Final[dict[str, str]] = {
    "All players have agreed to skip the break. Game resuming.": "other",
    "Hand cancelled": "void",
}


def _uncalled(reading: Reading, text: str, line: int) -> bool:
    """`Uncalled bet ($0.08) returned to NAME`."""
    amount, returned, name = text[14:].partition(") returned to ")
    money = chips(amount, reading.minor)
    if money is None or not returned:
        return False
    reading.events.append(Return(reading.players.seats.get(name, STRANGER), money, line))
    return True


def _collected(reading: Reading, text: str, line: int) -> bool:
    """`NAME collected $0.77 from pot`, or `from main pot`, `from side pot`, `from side pot-2`."""
    name, _, rest = text.rpartition(" collected ")
    amount, _, source = rest.partition(" from ")
    pot = _POTS.get(source)
    money = chips(amount, reading.minor)
    if money is None or pot is None:
        return False
    reading.events.append(Collect(reading.players.seats.get(name, STRANGER), money, pot, "", line))
    return True


_POTS: Final[dict[str, int]] = {
    "pot": ANY_POT,
    "main pot": 0,
    "side pot": 1,
    **{f"side pot-{number}": number for number in range(1, 11)},
}


def read_remark(reading: Reading, text: str, line: int) -> bool:
    """Chat and what happens around the table; the names there need not be in the hand."""
    found = noise(reading.players, text, _NOISE)
    if found is None:
        return False
    reading.events.append(Remark(*found, line))
    return True


# What follows the name, what comes after that, and the kind.
_NOISE: Final = (
    (" joins the table at seat #", "", "joins"),
    (" has requested TIME", "", "other"),
    (" cashed out the hand for ", "", "other"),
    (" wins ", " for eliminating ", "other"),
    (" wins ", " for splitting the elimination of ", "other"),
    (" wins an entry to tournament ", "", "other"),
    (" wins a ", " ticket", "other"),
    (" also received a ", "", "other"),
    (" re-buys and receives ", "", "other"),
    (" takes the add-on and receives ", "", "other"),
    (" adds ", " chips", "other"),
)
