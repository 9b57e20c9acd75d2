"""The lines of a Full Tilt hand after `*** SUMMARY ***`: the pot and rake, and once more what each seat did."""

from typing import Final

from auditor.engine.events import ANY_POT, PotTotal, Rake, Reveal, Won
from auditor.formats.rooms.fulltilt.lines import read_remark
from auditor.formats.rooms.fulltilt.reading import Reading, chips
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.telling.players import SEAT_NUMBERS
from auditor.formats.telling.pots_by_name import pot_named

# What the body of the hand has said already; nothing is added by saying it again.
_TOLD: Final = frozenset(["mucked", "didn't bet (folded)", "folded"])
_PLACES: Final = (" (button)", " (small blind)", " (big blind)")


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line (not blank, no blanks at its end) says to the events. Answers whether it told the pot."""
    if text.startswith("Total pot ") and _total(reading, text[10:], line):
        return True
    if text.startswith("Seat ") and _seat(reading, text[5:], line):
        return False
    if text.startswith(("Duration ", "Board: [")):
        return False
    if not read_remark(reading, text, line):
        reading.illegible(text, line)
    return False


def _total(reading: Reading, text: str, line: int) -> bool:
    """`$95.10 Main pot $85.10. Side pot $10. | Rake $3`. The single pots are stated with their rake still in them."""
    pots, bar, rake = text.partition("| Rake ")
    taken = chips(rake.strip(), reading.minor)
    total, _, parts = pots.strip().partition(" ")
    amount = chips(total, reading.minor)
    if not bar or amount is None or taken is None:
        return False
    found = [(ANY_POT, amount)]
    for part in parts.split(". "):
        name, _, stated = part.strip().rpartition(" ")
        if not name:
            continue
        pot = pot_named(name.lower())
        single = chips(stated.removesuffix("."), reading.minor)
        if pot is None or single is None:
            return False
        found.append((pot, single))
    for pot, chips_in_it in found:
        reading.events.append(PotTotal(chips_in_it, pot, line))
    reading.events.append(Rake(taken, ANY_POT, line))
    return True


def _seat(reading: Reading, text: str, line: int) -> bool:
    """`5: NAME showed [7 cards] and won ($0.40) with HI: a flush, Queen high`, and what else a seat can have done."""
    number, _, rest = text.partition(": ")
    seat = SEAT_NUMBERS.get(number, 0)
    name = reading.players.by_seat.get(seat)
    if name is None or not rest.startswith(name):
        return False
    tail = rest[len(name) :]
    for place in _PLACES:
        tail = tail.removeprefix(place)
    if tail[:1] != " ":
        return False
    tail = tail[1:]
    if tail == "is sitting out":
        reading.out.add(seat)
        return True
    if tail.startswith("collected ("):
        return _won(reading, seat, tail[10:], line)
    if tail.startswith(("showed [", "mucked [")):
        shown, bracket, rest = tail[8:].partition("]")
        cards = cards_in(shown)
        if not bracket or not cards:
            return False
        if shown != reading.shown.get(seat):
            reading.events.append(Reveal(seat, cards, line))
        return " won (" not in rest or _won(reading, seat, rest, line)
    return tail in _TOLD or tail.startswith("folded ")


def _won(reading: Reading, seat: int, text: str, line: int) -> bool:
    """Sums the amounts in brackets: a hand may win several pots in one line."""
    won = 0
    for part in text.split("(")[1:]:
        amount = chips(part.partition(")")[0], reading.minor)
        if amount is None:
            return False
        won += amount
    reading.events.append(Won(seat, won, line))
    return True
