"""Lines of a summary that say once more what each seat did: `Seat 5: NAME showed [7 cards] and won $0.40 with ...`."""

from typing import Final

from auditor.engine.events import Collect, Muck, Reveal
from auditor.formats.rooms.grammar.card_text import seen_or_not
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.telling.line_by_line import Telling

# What the body of the hand has said already; nothing is added by saying it again.
_TOLD: Final = ("folded on ", "folded before ", "did not bet", "is sitting out", "sat out", "lost", "did not show")
_PLACES: Final = (" (button)", " (small blind)", " (big blind)")


def read_seat_line(telling: Telling, text: str, line: int, *, pays: bool) -> bool:
    """Appends what the line says to the events. With `pays`, a pot that no line before has paid is paid here."""
    number, _, rest = text.removeprefix("Seat ").partition(": ")
    seat = SEAT_NUMBERS.get(number, 0)
    name = telling.players.by_seat.get(seat)
    if name is None or not text.startswith("Seat ") or not rest.startswith(name):
        return False
    tail = rest[len(name) :]
    for place in _PLACES:
        tail = tail.removeprefix(place)
    if not tail:
        return True
    if tail[0] != " ":
        return False
    return _read(telling, seat, tail[1:], line, pays)


def _read(telling: Telling, seat: int, tail: str, line: int, pays: bool) -> bool:
    known = tail.startswith(_TOLD)
    if tail.startswith(("showed [", "mucked [")):
        shown, closing, words = tail[8:].partition("]")
        cards = seen_or_not(shown)
        if not closing or not cards:
            return False
        if shown != telling.shown.get(seat):
            telling.events.append(Reveal(seat, cards, line))
        known = True
        tail = tail[:6] + words
    if tail.startswith("mucked"):
        known = True
        if seat not in telling.mucked and seat not in telling.shown:
            telling.mucked.add(seat)
            telling.events.append(Muck(seat, line))
    won = _won(telling, tail)
    if won is None:
        return known
    if won < 0:
        return False
    if pays and seat not in telling.paid:
        telling.events.append(Collect(seat, won, line=line))
    else:
        telling.win(seat, won, line)
    return True


def _won(telling: Telling, tail: str) -> int | None:
    """The sum of all that the line says was won; `None` where it says nothing of it, -1 where that is no amount."""
    parts = f" {tail}".replace(" collected ", " won ").split(" won ")[1:]
    if not parts:
        return None
    total = 0
    for part in parts:
        amount = telling.chips(part.partition(" ")[0].strip("(),"))
        if amount is None:
            return -1
        total += amount
    return total
