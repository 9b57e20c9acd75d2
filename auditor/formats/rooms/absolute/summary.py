"""The lines of an Absolute hand after `*** SUMMARY ***`: the pot and rake, and once more what each seat did."""

from typing import Final

from auditor.engine.cards import UNSEEN
from auditor.engine.events import ANY_POT, PotTotal, Rake, Reveal, Won
from auditor.formats.rooms.absolute.lines import pot_told, read_remark
from auditor.formats.rooms.absolute.reading import Reading, cards_of, chips
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS

# What the body of the hand has said already; nothing is added by saying it again.
_TOLD: Final = ("folded ", "hi:", "lo:", "lost ", "mucked", "does not show", "did not", "sitting out", "is sitting out")
_PLACES: Final = (" (dealer)", " (small blind)", " (big blind)", " (ante)")


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line (no blanks around it) says to the events. Answers whether it told the pot."""
    if text.startswith(("Total Pot", "Total pot")) and _total(reading, text[9:], line):
        return True
    if text.startswith("Seat ") and _seat(reading, text[5:], line):
        return False
    if text.startswith("Board ["):
        return False
    if text.startswith("Seat ") or not read_remark(reading, text, line):
        reading.illegible(text, line)
    return False


def _total(reading: Reading, text: str, line: int) -> bool:
    """`($0.43) | Rake ($0.04)`; there is no part for the rake where none was taken."""
    parts = [part.strip() for part in text.split("|")]
    pots = parts[0].split("(")[1:]
    found = [chips(pot.partition(")")[0], reading.minor) for pot in pots]
    rakes = [chips(part[4:], reading.minor) for part in parts[1:] if part.startswith("Rake")]
    if not found or None in found or None in rakes or len(rakes) < len(parts) - 1:
        return False
    names = [part.rpartition(")")[2].strip() for part in parts[0].split("(")]
    for at, amount in enumerate(found):
        pot = ANY_POT if at == 0 else pot_told(names[at])
        if pot is None or amount is None:
            return False
        reading.events.append(PotTotal(amount, pot, line))
    for rake in rakes:
        reading.events.append(Rake(rake or 0, ANY_POT, line))
    return True


def _seat(reading: Reading, text: str, line: int) -> bool:
    """`3: NAME won Total ($0.19) HI:with One pair, aces [7 cards - the five that play] LO:($0.19) [five]`."""
    number, _, rest = text.partition(": ")
    seat = SEAT_NUMBERS.get(number, 0)
    name = reading.players.by_seat.get(seat)
    if name is None or not rest.startswith(name):
        return False
    tail = rest[len(name) :]
    for place in _PLACES:
        tail = tail.removeprefix(place)
    if tail[:1] not in ("", " "):
        return False
    tail = tail.strip()
    verb, total, won = tail.partition(" Total (")
    if total:
        amount = chips(won.partition(")")[0], reading.minor)
        if amount is None or verb not in ("won", "collected"):
            return False
        reading.events.append(Won(seat, amount, line))
    elif tail and not tail.lower().startswith(_TOLD):
        return False
    _reveal(reading, seat, tail, line)
    return True


def _reveal(reading: Reading, seat: int, tail: str, line: int) -> None:
    """The seven cards stand before ` - ` in the first bracket; where they are not those shown, they are told anew."""
    whole, dash, _ = tail.partition("[")[2].partition("]")[0].partition(" - ")
    cards, _ = cards_of(whole)
    if dash and cards and UNSEEN not in cards and cards != reading.shown.get(seat):
        reading.events.append(Reveal(seat, cards, line))
