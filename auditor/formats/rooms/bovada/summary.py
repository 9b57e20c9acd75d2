"""The lines of a Bovada hand after `*** SUMMARY ***`: the pot, and once more what each seat did."""

import re
from typing import Final

from auditor.engine.events import ANY_POT, PotTotal, Reveal, Won
from auditor.formats.rooms.bovada.named_hands import HANDS
from auditor.formats.rooms.bovada.reading import Reading, chips
from auditor.formats.rooms.grammar.card_text import cards_in
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS

_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_SEAT: Final = re.compile(r"Seat[ +](?P<number>[0-9]{1,3}):(?P<rest>.*)")


def read_summary_line(reading: Reading, text: str, line: int) -> bool:
    """Appends what a line says to the events. Answers whether it told the pot."""
    if text.startswith("Total Pot(") and text[-1] == ")":
        amount = chips(text[10:-1], reading.minor)
        if amount is not None:
            reading.events.append(PotTotal(amount, ANY_POT, line))
            return True
    if not _seat(reading, text, line):
        reading.illegible(text, line)
    return False


def _seat(reading: Reading, text: str, line: int) -> bool:
    """`Seat 5:  97 [Does not show]`, `Seat+2:   with One pair [seven-five] LO $73.50 [seven-five]` and the like."""
    found = _SEAT.fullmatch(text)
    seat = SEAT_NUMBERS.get(found["number"], 0) if found else 0
    if found is None or seat not in reading.players.by_seat:
        return False
    rest = found["rest"].strip().removeprefix(reading.players.by_seat[seat]).lstrip()
    if rest.casefold().startswith("folded"):
        return True
    won = []
    for word in _BRACKETS.sub(" ", rest).split():
        if any(sign.isdigit() for sign in word):
            amount = chips(word, reading.minor)
            if amount is None:
                return False
            won.append(amount)
        elif word.casefold() not in _WORDS:
            return False
    for bracket in _BRACKETS.findall(rest):
        if bracket not in {"Does not show", "Mucked"}:
            _reveal(reading, seat, bracket, line)
    if won:
        reading.events.append(Won(seat, sum(won), line))
    return True


_WORDS: Final = frozenset(["with", "lose", "hi", "lo", "low", *" ".join(HANDS).split()])


def _reveal(reading: Reading, seat: int, bracket: str, line: int) -> None:
    """All cards of a seat, and behind a dash those that play. What was said above is not said again."""
    whole, _, playing = bracket.partition("-")
    told = (reading.dealt.get(seat, ()), reading.shown.get(seat, ()))
    for text, known in zip((whole, playing), told, strict=True):
        cards = cards_in(text)
        if cards and not set(cards) <= set(known):
            reading.events.append(Reveal(seat, cards, line))
