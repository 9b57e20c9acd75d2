"""Reads the lines above the seats of an Everleaf hand: a title, a banner, and the line with stakes, game and time."""

import re
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment
from auditor.formats.rooms.grammar.header import Header, settle_by_stacks
from auditor.formats.rooms.grammar.money import currency_of
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS

_GAMES: Final[dict[str, Game]] = {
    "7 CARD STUD": Game.STUD,
    "7 CARD STUD HI-LO": Game.STUD8,
    "7 CARD STUD HI/LO": Game.STUD8,
    "7 CARD STUD H/L": Game.STUD8,
    "RAZZ": Game.RAZZ,
    "7 CARD RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "NL": Structure.NO,
    "PL": Structure.POT,
    "FL": Structure.FIXED,
    "LIMIT": Structure.FIXED,
}
_SIGNS: Final = "$€£"
# The character that some files have in place of the euro sign: a wrong encoding turned the euro sign into a circumflex.
_EURO: Final = "\u02c6"
# Finds the blanks inside amounts and stakes, which are removed before reading: `$ 1 / $ 2` becomes `$1/$2`. A currency
# sign after a digit ends the amount. So the blank after such a sign is not removed: `0.10€ 7 Card Stud`.
_APART: Final = re.compile(rf"(?<=(?<![0-9])[{_SIGNS}])\s{{1,9}}(?=[0-9])|\s(?=/)|(?<=/)\s")
_BANNER: Final = ["*****", "hand", "history", "for", "game", "*****"]
_UNITS: Final = frozenset(["USD", "EUR", "EURO", "GBP", "CAD", "GEL", "CHIPS"])


def number_of_title(line: str) -> str:
    """Returns the number of the hand if the line is a title: `Everleaf Gaming Game #285997460`. Empty for any other
    line.
    """
    if "#" not in line:  # a fast test first, because this function is called for every line of a file
        return ""
    words = line.split()
    is_title = len(words) > 2 and words[0].lower() == "everleaf" and words[-2].lower() == "game"
    return _number(words[-1]) if is_title else ""


def number_of_banner(line: str) -> str:
    """Returns the number of the hand if the line is a banner: `***** Hand history for game #285997460 *****`. Empty for
    any other line.

    The banner of PartyPoker is nearly the same, but has no `#`.
    """
    if "#" not in line:
        return ""
    words = line.lower().split()
    is_banner = len(words) == 7 and [*words[:5], words[6]] == _BANNER
    return _number(words[5]) if is_banner else ""


def _number(word: str) -> str:
    number = word[1:]
    return number if word[0] == "#" and number.isascii() and number.isdigit() else ""


def number_of(line: str) -> str:
    """Returns the number of the hand if the line is a title or a banner; empty for any other line."""
    return number_of_title(line) or number_of_banner(line)


def header_of(line: str) -> Header | None:
    """Returns a new header for a hand whose first line is a banner. A banner has only the number of the hand; `game_of`
    adds the facts of the next lines. Returns `None` for any other line.
    """
    number = number_of_banner(line)
    return Header(number) if number else None


def game_of(header: Header, _seat: int, line: int, rest: str) -> bool:
    """Reads the line with stakes, game and time: `$0.05/$0.10 7 Card Stud - 2011/07/08 - 00:08:53`. Returns false for
    any other line. The room names no time zone, so the time is kept as local time.

    In some games the word `Blinds` stands before the stakes, or ` - 6 Max` stands after the name of the game. If the
    stakes have no currency sign, the currency stays empty.
    """
    parts = [part.strip() for part in rest.replace(_EURO, "€").split(" - ")]
    if header.named or len(parts) < 3 or moment(parts[-2], parts[-1]) is None:
        return False
    words = _APART.sub("", parts[0]).split()
    header.currency = ""
    while words and _is_stake(words[0], header):
        del words[0]
    named = " ".join(words)
    header.game = _GAMES.get(named.upper())
    if not named:
        return False
    header.named = named
    header.stakes_line = line
    header.local = f"{parts[-2]} - {parts[-1]}"
    for part in parts[1:-2]:
        size, _, most = part.partition(" ")
        if most.lower() == "max":
            header.most_seats = SEAT_NUMBERS.get(size, 0)
    return True


def _is_stake(word: str, header: Header) -> bool:
    """Whether the word stands before the name of the game: the stakes, the limit, `Blinds`, or a currency sign. Also
    stores the stakes or the limit in the header. Returns false if the word belongs to the name of the game.
    """
    if "/" in word and word[0] in _SIGNS + "0123456789":
        small, _, big = word.partition("/")
        header.amounts = ("", small, big)
        header.currency = currency_of(small) if word[0] in _SIGNS else ""
        return True
    structure = _STRUCTURES.get(word.upper())
    if structure is not None:
        header.structure = structure
        return True
    return word == "Blinds" or word in _SIGNS


def plain_amount(text: str) -> str:
    """Returns an amount in the usual spelling: `$0.10` for `[$ 0.10 USD]`, `1500` for `1500 Chips`."""
    text = text.strip(" ")
    for opening, closing in ("[]", "()"):
        if text.startswith(opening) and text.endswith(closing):
            text = text[1:-1].strip(" ")
    amount, _, unit = text.rpartition(" ")
    bare = amount if amount and unit.upper() in _UNITS else text
    return _APART.sub("", bare.replace(_EURO, "€"))


def stack_and_state(text: str) -> tuple[str, str]:
    """Splits the text in the brackets of a seat into the stack and the words after the stack: `$ 5.00 USD new player`
    gives `$5.00` and `new player`.
    """
    words = text.split()
    amount = next((at for at in range(len(words), 0, -1) if words[at - 1][-1:].isdigit()), 0)
    state = amount + (words[amount : amount + 1] != [] and words[amount].upper() in _UNITS)
    return plain_amount(" ".join(words[:amount])), " ".join(words[state:])


def settle(header: Header, _lines: object) -> None:
    """Sorts the seats by number, because the room lists them in any order. Then reads the stakes."""
    header.listed.sort(key=lambda row: row.number)
    settle_by_stacks(header)
