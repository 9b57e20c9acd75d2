"""Reads the lines before the first act of a Bovada hand: number, game, table, tournament, stakes, time and seats."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_offset
from auditor.formats.rooms.grammar.header import Header, settle_by_stacks
from auditor.formats.rooms.grammar.header import listed as read_listed

# The room has several names, which begin the first line of a hand: Bovada, Ignition, and Bodog with `.com`, `.eu`,
# `UK`, `Canada` or `88`.
_FIRST: Final = re.compile(
    r"(?:Bovada|Bodog|Ignition)(?:[. ]?[A-Za-z0-9]{1,10})? Hand #(?P<number>C?[0-9]{1,20}):?[ \t]+(?P<rest>.+)"
)
# The name of the game ends before these words, which name the tournament, the limit, the kind of table or the level.
_ENDS_GAME: Final = re.compile(r" (?=Tournament #|1 on 1|No Limit|Fixed Limit|Pot Limit|Turbo|Normal|-|\[)")
_TABLE: Final = re.compile(r"(?:TBL|Zone Poker ID)#(?P<table>\S+)\s+")
_TOURNAMENT: Final = re.compile(r"Tournament #(?P<tournament>\S+) TBL#(?P<table>[^ ,]+)")
_LEVEL: Final = re.compile(r"Level [0-9]+ \((?P<small>[^/()]*)/(?P<big>[^/()]*)\)")
# Since 2021 the time in the first line of a hand is followed by `UTC` and by marks such as `[MVS]`.
_MARK: Final = re.compile(r" ?\[[A-Z0-9]{1,10}\]")
_TIME: Final = re.compile(
    r"(?P<local>(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})[- ]+(?P<clock>[0-9]{1,2}:[0-9]{2}:[0-9]{2}))(?P<utc> +UTC)?"
)
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
    """Reads the first line of a hand. `None` if the line begins no hand, or if the game or the time is missing."""
    found = _FIRST.match(line)
    described, dash, rest = found["rest"].rpartition(" - ") if found else ("", "", "")
    time = _TIME.fullmatch(_MARK.sub("", rest).strip())
    if found is None or not dash or time is None:
        return None
    header = Header(found["number"])
    header.local = time["local"]
    when = moment(time["date"].replace("-", "/"), time["clock"]) if time["utc"] else None
    header.played = utc_by_offset(when, 0) if when else ""
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
    if level:  # most logs write `(0/0)` here, because they do not state the stakes
        small, big = ["" if bet.strip() == "0" else bet.strip() for bet in level.group("small", "big")]
        header.amounts = ("", small, big)
    return header if header.named else None


def listed(header: Header, seat: int, line: int, number: int, stack: str, player: str = "") -> None:
    """Adds a seat to the list: `Seat+4 [ME]: 1,500 in chips` or, in logs that name the position, `Seat 4: UTG [ME] ($5
    in chips)`. `[ME]` marks the player who made the log.
    """
    name = player.strip().removesuffix("[ME]").rstrip() or f"Seat+{number}"
    read_listed(header, seat, line, number, name, stack)


def settle(header: Header, _lines: Sequence[str]) -> None:
    """Reads the stakes. The currency is that of the stacks. Most logs of this room state no stakes; this is no fault,
    so nothing is reported.
    """
    header.currency = ""
    settle_by_stacks(header)
    header.legible = header.legible or not any(header.amounts)
