"""The lines above the seats of a PartyPoker hand: the banner with its number; the line with game, stakes and time."""

from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.amounts import grouped_amount
from auditor.formats.files.bare import bare
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_abbreviation
from auditor.formats.rooms.grammar.months import month_of

_GAMES: Final[dict[str, Game]] = {
    "7 CARD STUD": Game.STUD,
    "7 CARD STUD HI-LO": Game.STUD8,
    "7 CARD STUD HI/LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
    "7 CARD RAZZ": Game.RAZZ,
    "7 CARD STUD RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "NL": Structure.NO,
    "PL": Structure.POT,
    "FL": Structure.FIXED,
    "LIMIT": Structure.FIXED,
}
SYMBOLS: Final[dict[str, str]] = {"$": "USD", "€": "EUR", "£": "GBP"}
_CURRENCIES: Final = frozenset(["USD", "EUR", "GBP"])
_KINDS_OF_TABLE: Final = frozenset(["fastforward", "SPOTPOKER", "Tourney", "Hand"])
_SIGNS: Final = "".join(SYMBOLS)


class Header:
    """What stands above the seats. `game` is `None` for a game that is not audited; `named` is the game in its words.

    `blinds` holds the stakes as text until it is known whether they are money: small bet, big bet, ante.
    """

    __slots__ = ("blinds", "currency", "game", "local", "named", "played", "structure", "tournament")

    def __init__(self) -> None:
        self.game: Game | None = None
        self.named = ""
        self.structure = Structure.FIXED
        self.blinds: tuple[str, str, str] = ("", "", "")
        self.currency = ""
        self.tournament = ""
        self.local = ""
        self.played = ""

    def stakes(self, minor: int) -> Stakes:
        """The stakes in the smallest unit; `None` for those that the log does not name."""
        small, big, ante = [grouped_amount(text.strip(_SIGNS + " "), minor) for text in self.blinds]
        return Stakes(ante=ante, small_bet=small, big_bet=big)


def number_of(line: str) -> str:
    """The number of the hand whose banner this is: `***** Hand History for Game 9581478205 *****`; else empty.

    A number with a cross is another room's. Programs that write this form for others set a name behind: `(Party)`.
    """
    words = bare(line).split()
    if len(words) < 7 or words[0] != "*****" or words[6] != "*****":
        return ""
    if [word.lower() for word in words[1:5]] != ["hand", "history", "for", "game"] or not words[5].isalnum():
        return ""
    behind = " ".join(words[7:])
    return words[5] if not behind or behind in ("(Party)", "(PartyPoker)") else ""


def announces(line: str) -> bool:
    """Whether the line announces the next hand, as `#Game No : 9581478205` and `Game #9581478205 starts.` do."""
    text = bare(line).strip()
    return text.startswith("#Game No") or (text.startswith("Game #") and text.endswith(" starts."))


def header_of(line: str) -> Header | None:
    """Reads the line under the banner; `None` for a line that does not name a game and a time."""
    described, dash, time = line.rpartition(" - ")
    header = Header()
    if not dash or not _read_time(header, time):
        return None
    words = described.replace(" / ", "/").split()
    while words and _is_stake(words[0], header):
        del words[0]
    end = len(words)
    for at, word in enumerate(words):
        if at and (word[0] in _SIGNS + "(" or word.startswith("Trny:") or word in ("Game", "Tourney", "Buy-in")):
            end = at
            break
    for word in words[end:]:
        header.structure = _STRUCTURES.get(word.strip("()").upper(), header.structure)
    header.named = " ".join(words[:end])
    header.game = _GAMES.get(header.named.upper())
    read_level(header, " ".join(words[end:]))
    return header if header.named else None


def _is_stake(word: str, header: Header) -> bool:
    """A word before the name of the game: the stakes, the currency, the kind of limit, the kind of table."""
    if "/" in word and word[0] in _SIGNS + "0123456789":
        small, _, big = word.partition("/")
        header.blinds = (small, big, "")
        header.currency = header.currency or SYMBOLS.get(word[0], "")
        return True
    if word in _CURRENCIES:
        header.currency = word
        return True
    structure = _STRUCTURES.get(word.upper())
    if structure is not None:
        header.structure = structure
        return True
    return word[0] in SYMBOLS or word in _KINDS_OF_TABLE


def read_level(header: Header, text: str) -> bool:
    """`Trny:69784932 Level:2  Stakes-Antes(60/120-10)`, or a part of it, as tournaments say it; `False` for others.

    Since 2024 it is `(MTT Tournament #396042592) (Buyin $10.0 + $1.0)`.
    """
    found = False
    for mark in ("Trny:", " Tournament #"):
        tournament = text.partition(mark)[2].split()
        if tournament:
            header.tournament = tournament[0].rstrip(")")
            found = True
    for mark in ("Stakes-Antes(", "Stakes(", "Blinds-Antes(", "Blinds("):
        _, opening, stakes = text.partition(mark)
        if opening:
            blinds, _, ante = stakes.partition(")")[0].partition("-")
            small, _, big = blinds.partition("/")
            header.blinds = (small, big, ante)
            return True
    return found


def _read_time(header: Header, text: str) -> bool:
    """`Monday, August 30, 20:20:17 EEST 2010`: weekday, month, day, time, zone, year."""
    words = text.replace(",", " ").split()
    clock = next((at for at, word in enumerate(words) if word.count(":") == 2), 0)
    if clock < 2 or len(words) < clock + 2:
        return False
    month = month_of(words[clock - 2])
    if not month:
        return False
    header.local = " ".join(text.split())
    when = moment(f"{words[-1]}/{month}/{words[clock - 1]}", words[clock])
    if when is not None and len(words) == clock + 3:
        header.played = utc_by_abbreviation(when, words[clock + 1])
    return True
