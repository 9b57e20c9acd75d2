"""Reads the lines before the first act of a KingsClub hand: number, game, stakes, time and table."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.header import table as read_table
from auditor.formats.rooms.grammar.money import CHIPS

_FIRST: Final = re.compile(r"#(?P<number>[0-9]{1,20}): (?P<limit>No Limit|Pot Limit|Fixed Limit|Limit) (?P<rest>.+)")
_STAKES: Final = re.compile(r"(?P<game>.+?) - (?P<small>[^ /]+)/(?P<big>[^ /]+)")
_TOURNAMENT: Final = re.compile(r"T(?P<number>[0-9]{1,20}) \[(?P<table>[^\]]*)\]")
_CENTS: Final = re.compile(r"[ (+-][$€£₹¥]?[0-9][0-9,]*\.[0-9]{1,2}(?=[ ,)]|$)")
_GAMES: Final[dict[str, Game]] = {
    "SEVEN CARD STUD": Game.STUD,
    "SEVEN CARD STUD HI-LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {"No Limit": Structure.NO, "Pot Limit": Structure.POT}


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins; empty if the line begins no hand."""
    # A fast test first, because this function is called for every line of a file.
    first = _FIRST.match(line) if line[:1] == "#" else None
    return first["number"] if first else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand: `#39969356: Limit Razz - 40/80`. `None` if the game or the stakes are missing."""
    first = _FIRST.match(line)
    stakes = _STAKES.fullmatch(first["rest"].strip()) if first else None
    if first is None or stakes is None:
        return None
    header = Header(first["number"])
    header.named = stakes["game"].strip()
    header.game = _GAMES.get(header.named.upper())
    header.structure = _STRUCTURES.get(first["limit"], Structure.FIXED)
    header.amounts = ("", stakes["small"], stakes["big"])
    return header


def time(header: Header, _seat: int, _line: int, time: str) -> None:
    """Reads the time: `2021-01-02 15:48:40`. The log names no time zone, so the time is kept as local time."""
    header.local = time


def table(header: Header, seat: int, line: int, table: str, rest: str) -> None:
    """Reads the name of the table: `Table '8 Game Mix' 6-max`. In a tournament this name has the numbers of the
    tournament and of the table: `Table 'T8801 [4]'`.
    """
    read_table(header, seat, line, table, rest)
    header.play_money = "(Play Money)" in rest
    tournament = _TOURNAMENT.fullmatch(table)
    if tournament:
        header.tournament, header.table = tournament["number"], tournament["table"]


def settle(header: Header, lines: Sequence[str]) -> None:
    """Reads the stakes. Money has two decimals, and its currency stays empty, because no line names it. Chips have two
    decimals if any amount of the hand has a decimal point, else none.
    """
    chips = bool(header.tournament) or header.play_money
    decimals = not chips or any("." in line and _CENTS.search(line) for line in lines)
    header.read_stakes(CHIPS if chips else "", 2 if decimals else 0)
