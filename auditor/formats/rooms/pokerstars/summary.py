"""The lines of a PokerStars hand after `*** SUMMARY ***`: the pot and rake, and once more what each seat did."""

from typing import Final

from auditor.engine.events import ANY_POT, PotTotal, Rake, Reveal, Won
from auditor.formats.rooms.pokerstars.lines import is_rule, read_remark
from auditor.formats.rooms.pokerstars.reading import Reading, chips
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.telling.players import SEAT_NUMBERS

# What the body of the hand has said already; nothing is added by saying it again.
_TOLD: Final = ("mucked", "didn't bet", "is sitting out", "sat out", "lost", "out of hand")
_PLACES: Final = (" (button)", " (small blind)", " (big blind)")


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line (not blank, no blanks at its end) says to the events. Answers whether it told the pot."""
    if text.startswith("Total pot ") and _total(reading, text[10:], line):
        return True
    if text.startswith("Seat ") and _seat(reading, text[5:], line):
        return False
    if text.startswith("Board [") and text[7:-1] == reading.community:
        return False
    if text == "Hand cancelled" and reading.void:
        return False
    if not is_rule(text) and not read_remark(reading, text, line):
        reading.illegible(text, line)
    return False


def _total(reading: Reading, text: str, line: int) -> bool:
    """`$1.94 Main pot $1.66. Side pot $0.24. | Rake $0.04`. The single pots are stated net of their rake."""
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
        pot = _POTS.get(name)
        single = chips(stated.removesuffix("."), reading.minor)
        if pot is None or single is None:
            return False
        found.append((pot, single))
    for pot, chips_in_it in found:
        reading.events.append(PotTotal(chips_in_it, pot, line))
    reading.events.append(Rake(taken, ANY_POT, line))
    return True


_POTS: Final[dict[str, int]] = {
    "Main pot": 0,
    "Side pot": 1,
    **{f"Side pot-{number}": number for number in range(1, 11)},
}


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
    if not tail or tail.startswith(" folded "):
        return True
    if tail[0] != " ":
        return False
    tail = tail[1:]
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
    return tail.startswith(_TOLD)


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
