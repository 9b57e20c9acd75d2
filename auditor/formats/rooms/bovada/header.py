"""Reads the lines before the first act of a Bovada hand: number, game, table, tournament, stakes, time and seats."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.header import Header, settle_by_stacks
from auditor.formats.rooms.grammar.header import listed as read_listed

# The network has several names: Bovada, Bodog (.com, .eu, UK, Canada, 88), Ignition.
_FIRST: Final = re.compile(
    r"(?:Bovada|Bodog|Ignition)(?:[. ]?[A-Za-z0-9]{1,10})? Hand #(?P<number>C?[0-9]{1,20}):?[ \t]+(?P<rest>.+)"
)
# The words after the name of the game: the tournament, the limit, the kind of table or the level.
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


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins; empty if the line begins no hand."""
    found = _FIRST.match(line)
    return found["number"] if found else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand. `None` if the game or the time is missing."""
    found = _FIRST.match(line)
    described, dash, time = found["rest"].rpartition(" - ") if found else ("", "", "")
    if found is None or not dash or not _TIME.fullmatch(time.strip()):
        return None
    header = Header(found["number"])
    header.local = time.strip()
    table = _TABLE.match(described)
    named = described[table.end() :] if table else described
    header.named = _ENDS_GAME.split(named, maxsplit=1)[0].strip()
    header.game = _GAMES.get(header.named.upper())
    header.table = table["table"] if table else ""
    tournament = _TOURNAMENT.search(described)
    if tournament:
        header.tournament, header.table = tournament["tournament"], tournament["table"]
    for words, structure in _STRUCTURES.items():
        if words in described:
            header.structure = structure
    level = _LEVEL.search(described)
    if level:  # most logs write `(0/0)`, which means that they do not state the stakes
        small, big = ["" if bet.strip() == "0" else bet.strip() for bet in level.group("small", "big")]
        header.amounts = ("", small, big)
    return header if header.named else None


def listed(header: Header, seat: int, line: int, number: int, stack: str, player: str = "") -> None:
    """Adds a seat: `Seat+4 [ME]: 1,500 in chips`, or with a name `Seat 4: UTG [ME] ($5 in chips)`."""
    name = player.strip().removesuffix("[ME]").rstrip() or f"Seat+{number}"
    read_listed(header, seat, line, number, name, stack)


def settle(header: Header, _lines: Sequence[str]) -> None:
    """Reads the stakes in the currency of the stacks. A log without stakes is legible too."""
    header.currency = ""
    settle_by_stacks(header)
    header.legible = header.legible or not any(header.amounts)
