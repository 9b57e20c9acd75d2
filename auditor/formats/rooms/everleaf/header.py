"""The lines above the seats of an Everleaf hand: title, banner, and the line with stakes, game and time."""

import re
from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.amounts import grouped_amount
from auditor.formats.files.bare import bare
from auditor.formats.rooms.grammar.clock_zones import moment
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
# Some files write the euro of their own code page, which decodes as a circumflex.
SYMBOLS: Final[dict[str, str]] = {"$": "USD", "€": "EUR", "\u02c6": "EUR", "£": "GBP"}
_SIGNS: Final = "".join(SYMBOLS)
# Blanks within the stakes: `$ 1 / $ 2`.
_APART: Final = re.compile(rf"(?<=[{_SIGNS}])\s(?=[0-9])|\s(?=/)|(?<=/)\s")


class Header:
    """What stands above the seats. `game` is `None` for a game that is not audited; `named` is the game in its words.

    `blinds` holds the stakes as text until it is known whether they are money: small and big bet. The room names no
    time zone, so the time stays local.
    """

    __slots__ = ("blinds", "currency", "game", "local", "most_seats", "named", "structure")

    def __init__(self, local: str) -> None:
        self.local: Final = local
        self.game: Game | None = None
        self.named = ""
        self.structure = Structure.FIXED
        self.blinds: tuple[str, str] = ("", "")
        self.currency = ""
        self.most_seats = 0

    def stakes(self, minor: int) -> Stakes:
        """The stakes in the smallest unit; `None` for those that the log does not name."""
        small, big = [grouped_amount(text.strip(_SIGNS + " "), minor) for text in self.blinds]
        return Stakes(small_bet=small, big_bet=big)


def is_title(line: str) -> bool:
    """`Everleaf Gaming Game #285997460`: the room's name, and nothing after the number."""
    return bool(number_of_title(line))


def number_of_title(line: str) -> str | None:
    """The number in a title; `None` where the line is none."""
    words = bare(line).split()
    if len(words) < 3 or words[0].lower() != "everleaf" or words[-2].lower() != "game":
        return None
    return _number(words[-1])


def number_of(line: str) -> str:
    """The number of the hand whose banner this is: `***** Hand history for game #285997460 *****`; else empty.

    The cross is what tells it from PartyPoker's, which is nearly the same.
    """
    words = bare(line).split()
    if len(words) != 7 or words[0] != "*****" or words[6] != "*****":
        return ""
    if [word.lower() for word in words[1:5]] != ["hand", "history", "for", "game"]:
        return ""
    return _number(words[5]) or ""


def _number(word: str) -> str | None:
    number = word[1:]
    return number if word[0] == "#" and number.isascii() and number.isdigit() else None


def header_of(line: str) -> Header | None:
    """Reads `$0.05/$0.10 7 Card Stud - 2011/07/08 - 00:08:53`; `None` for a line that does not name a game and a time.

    `Blinds` may stand before the stakes of other games, and ` - 6 Max` after the name of any.
    """
    parts = line.split(" - ")
    if len(parts) < 3 or moment(parts[-2].strip(), parts[-1].strip()) is None:
        return None
    header = Header(f"{parts[-2].strip()} - {parts[-1].strip()}")
    described = _APART.sub("", parts[0])
    words = described.split()
    while words and _is_stake(words[0], header):
        del words[0]
    for part in parts[1:-2]:
        size, _, most = part.strip().partition(" ")
        if most.lower() == "max":
            header.most_seats = SEAT_NUMBERS.get(size, 0)
    header.named = " ".join(words)
    named = header.named.upper()
    header.game = _GAMES.get(named)
    # What ends in the name of a game that is read is no other game: what stands before it could not be read.
    unread = header.game is None and named.endswith(tuple([f" {game}" for game in _GAMES]))
    return header if named and not unread else None


def _is_stake(word: str, header: Header) -> bool:
    """A word before the name of the game: `Blinds`, the stakes, the kind of limit."""
    if "/" in word and word[0] in _SIGNS + "0123456789":
        small, _, big = word.partition("/")
        header.blinds = (small, big)
        header.currency = SYMBOLS.get(word[0], "")
        return True
    structure = _STRUCTURES.get(word.upper())
    if structure is not None:
        header.structure = structure
        return True
    return word == "Blinds" or word in SYMBOLS
