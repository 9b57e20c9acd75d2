"""Reads the first line of a PokerStars hand, 2008 to 2026: number, game, stakes, tournament and time."""

import re
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_place
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import CHIPS, currency_of

# The words before `#number:`. The summary of a tournament, `PokerStars Tournament #`, is no hand.
_TITLES: Final = frozenset(
    [
        "POKERSTARS GAME ",
        "POKERSTARS HAND ",
        "POKERSTARS HOME GAME ",
        "POKERSTARS HOME GAME HAND ",
        "POKERSTARS ZOOM HAND ",
    ]
)
_GAMES: Final[dict[str, Game]] = {
    "7 CARD STUD": Game.STUD,
    "7 CARD STUD HI/LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {"NO": Structure.NO, "POT": Structure.POT, "FIXED": Structure.FIXED}


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins; empty if the line begins no hand."""
    if "#" not in line:
        return ""
    title, _, rest = line.partition("#")
    if title.upper() not in _TITLES:
        return ""
    number = rest.partition(":")[0]
    return number if number.isascii() and number.isdigit() and ":" in rest else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand. `None` if the line begins no hand, or if the game or the time is missing."""
    number = number_of(line)
    if not number:
        return None
    header = Header(number)
    text = line.partition("#")[2].partition(":")[2].strip()
    if text.startswith("{"):  # a home game names its club, whose name may be any text
        text = text.rpartition("}")[2].strip()
    split = _date_at(text)
    if split < 0:
        return None
    described = text[:split]
    _read_time(header, text[split + 3 :])
    described = _read_tournament(header, described)
    if not _read_game(header, described):
        return None
    _read_stakes(header, described)
    return header


def _date_at(text: str) -> int:
    """Returns the position at which ` - 2009/11/26` begins; -1 if there is no date."""
    at = text.find(" - ")
    while at >= 0:
        if text[at + 3 : at + 7].isdigit() and text[at + 7 : at + 8] == "/":
            return at
        at = text.find(" - ", at + 3)
    return -1


def _read_time(header: Header, text: str) -> None:
    """Reads the time: `2011/04/18 2:21:35 CET [2011/04/17 20:21:35 ET]`. The time in brackets is the clock of the room,
    so UTC is made from this time if possible.
    """
    local, _, bracketed = text.partition("[")
    header.local = " ".join(local.split())
    header.played = _utc(bracketed.partition("]")[0]) or _utc(local)


def _utc(text: str) -> str:
    words = [word for word in text.split() if word != "-"]
    if len(words) != 3:
        return ""
    when = moment(words[0], words[1])
    return utc_by_place(when, words[2].strip("()")) if when else ""


def _read_tournament(header: Header, described: str) -> str:
    """Reads the tournament: `Tournament #2010090015, $200+$15 USD `. Returns the next words, which name the game."""
    mark = described.upper().find("TOURNAMENT #")
    if mark not in (0, 5):  # the word `Zoom` may come before
        return described
    header.tournament, _, rest = described[mark + 12 :].partition(",")
    words = rest.split()
    while len(words) > 1 and _is_price(*words[:2]):
        del words[0]
    return " ".join(words)


def _is_price(word: str, after: str) -> bool:
    """Whether the word is part of the buy-in: `$200+$15`, `100+9`, `500FPP`, `SC100`, `USD` or `Freeroll`. `after` is
    the next word: the 7 of `7 Card` is no price.
    """
    if word.upper() in _BUY_IN or (len(word) == 3 and word.isalpha() and word.isupper()):
        return True
    return after.upper() != "CARD" and all(_PRICE.fullmatch(part) for part in word.rstrip(",").split("+"))


_BUY_IN: Final = frozenset(["FREEROLL", "FPP", "SC", "TICKET", "+", "-"])
_PRICE: Final = re.compile(r"(?:[A-Z]{0,2}[$€£₹¥]|[TW]?[^\w\s]|[A-Z]{1,4})?[0-9][0-9.,]*[A-Z]{0,4}|")


def _read_game(header: Header, described: str) -> bool:
    """Reads the game, which stands before the word `Limit`. In a mix of games the game and the limit are in brackets.
    Returns whether the text names a game.
    """
    words = described.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split()
    upper = [word.upper() for word in words]
    if "LIMIT" not in upper:
        return False
    end = upper.index("LIMIT")
    if upper[end - 1 : end] and upper[end - 1] in _STRUCTURES:
        end -= 1
        header.structure = _STRUCTURES[upper[end]]
    start = upper.index("(") + 1 if "(" in upper[:end] else 0
    header.named = " ".join(words[start:end])
    header.game = _GAMES.get(" ".join(upper[start:end]))
    return bool(header.named)


def _read_stakes(header: Header, described: str) -> None:
    """Reads the stakes: `($0.04/$0.08 USD)`, `(25/50)`, `($2.50 / $5)` or, in a mix of games,
    `(7 Card Stud Limit, $400/$800 USD)`.
    """
    inside = described.rpartition("(")[2].partition(")")[0]
    small, slash, big = inside.rpartition(", ")[2].partition("/")
    words = big.split()
    if not slash or not words:
        return
    small = small.strip()
    if not header.tournament:
        named = [word for word in words[1:] if len(word) == 3 and word.isascii() and word.isalpha() and word.isupper()]
        header.currency = named[0] if named else currency_of(small)
        header.minor = 2 if header.currency != CHIPS or "." in inside else 0
    header.amounts = ("", small, words[0])
    header.read_stakes(header.currency, header.minor)
