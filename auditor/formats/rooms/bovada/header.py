"""The first line of a Bovada hand: room, number, game, table, tournament, level and local time."""

import re
from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.amounts import grouped_amount
from auditor.formats.files.bare import bare

SYMBOLS: Final[dict[str, str]] = {"$": "USD", "€": "EUR", "£": "GBP"}

# One network under several names: Bovada, Bodog (.com, .eu, UK, Canada, 88), Ignition.
_FIRST: Final = re.compile(
    r"(?:Bovada|Bodog|Ignition)(?:[. ]?[A-Za-z0-9]{1,10})? Hand #(?P<number>C?[0-9]{1,20}):?[ \t]+(?P<rest>.+)"
)
# What ends the name of the game: the tournament, the limit, the kind of table or the level.
_ENDS_GAME: Final = re.compile(r" (?=Tournament #|1 on 1|No Limit|Fixed Limit|Pot Limit|Turbo|Normal|-|\[)")
_TABLE: Final = re.compile(r"(?:TBL|Zone Poker ID)#(?P<table>\S+)\s+")
_TOURNAMENT: Final = re.compile(r"Tournament #(?P<tournament>\S+) TBL#(?P<table>[^ ,]+)")
_LEVEL: Final = re.compile(r"Level [0-9]+ \((?P<small>[^/()]*)/(?P<big>[^/()]*)\)")
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[- ]+[0-9]{1,2}:[0-9]{2}:[0-9]{2}")
_GAMES: Final[dict[str, Game]] = {
    "7CARD": Game.STUD,
    "7CARD HILO": Game.STUD8,
    "7CARD_HL": Game.STUD8,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "Fixed Limit": Structure.FIXED,
    "Pot Limit": Structure.POT,
    "No Limit": Structure.NO,
}


class Header:
    """`game` is `None` for a game that is not audited; `named` is the game in the log's words. `level` holds the
    stakes as text until it is known how many decimals the log writes.
    """

    __slots__ = ("game", "level", "local", "named", "number", "structure", "table", "tournament")

    def __init__(self, number: str, named: str) -> None:
        self.number: Final = number
        self.named: Final = named
        self.game: Final = _GAMES.get(named.upper())
        self.structure = Structure.FIXED
        self.table = ""
        self.tournament = ""
        self.level = ("", "")
        self.local = ""

    def stakes(self, minor: int) -> Stakes:
        """Small and big bet of a level; most logs name none, and write `(0/0)` for that."""
        small, big = [grouped_amount(text.strip(" $€£"), minor) or None for text in self.level]
        return Stakes(small_bet=small, big_bet=big)


def number_of(line: str) -> str:
    """The number of the hand that the line begins; empty where it begins none."""
    found = _FIRST.match(bare(line))
    return found["number"] if found else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand; `None` where it names no game and time."""
    found = _FIRST.match(bare(line))
    described, dash, time = found["rest"].rpartition(" - ") if found else ("", "", "")
    if found is None or not dash or not _TIME.fullmatch(time.strip()):
        return None
    table = _TABLE.match(described)
    named = described[table.end() :] if table else described
    header = Header(found["number"], _ENDS_GAME.split(named, maxsplit=1)[0].strip())
    header.local = time.strip()
    header.table = table["table"] if table else ""
    tournament = _TOURNAMENT.search(described)
    if tournament:
        header.tournament = tournament["tournament"]
        header.table = tournament["table"]
    for words, structure in _STRUCTURES.items():
        if words in described:
            header.structure = structure
    level = _LEVEL.search(described)
    if level:
        header.level = (level["small"], level["big"])
    return header if header.named else None
