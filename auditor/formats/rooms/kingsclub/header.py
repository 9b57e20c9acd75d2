"""The lines above the seats of a KingsClub hand: number, game and stakes; the time; the table."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.amounts import grouped_amount
from auditor.formats.files.bare import bare
from auditor.formats.rooms.grammar.players import printed_button, table_size

_SYMBOLS: Final = tuple("$€£₹¥")
_CENTS: Final = re.compile(r"[ (+-][$€£₹¥]?[0-9][0-9,]*\.[0-9]{1,2}(?=[ ,)]|$)")

_NUMBER: Final = re.compile(r"#(?P<number>[0-9]{1,20}): (?P<limit>No Limit|Pot Limit|Fixed Limit|Limit) (?P<rest>.+)")
_STAKES: Final = re.compile(r"(?P<game>.+?) - (?P<small>[^ /]+)/(?P<big>[^ /]+)")
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} +[0-9]{1,2}:[0-9]{2}:[0-9]{2}")
_TABLE: Final = re.compile(r"Table (?:ID )?'(?P<name>.*)'(?P<rest>[^']*)")
_TOURNAMENT: Final = re.compile(r"T(?P<tournament>[0-9]{1,20}) \[(?P<table>[^\]]*)\]")
_GAMES: Final[dict[str, Game]] = {
    "SEVEN CARD STUD": Game.STUD,
    "SEVEN CARD STUD HI-LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {"No Limit": Structure.NO, "Pot Limit": Structure.POT}


class Header:
    """What the first line says. `game` is `None` for a game that is not audited; `named` is the game in its words."""

    __slots__ = ("game", "named", "number", "stakes", "structure")

    def __init__(self, number: str, named: str, stakes: Stakes, structure: Structure) -> None:
        self.number: Final = number
        self.named: Final = named
        self.game: Final = _GAMES.get(named.upper())
        self.stakes: Final = stakes
        self.structure: Final = structure


def number_of(line: str) -> str:
    """The number of the hand that the line begins; empty where it begins none."""
    found = _NUMBER.match(bare(line))
    return found["number"] if found else ""


def header_of(line: str, minor: int) -> Header | None:
    """Reads `#39969356: Limit Razz - 40/80`; `None` where the line names no game and stakes."""
    found = _NUMBER.match(bare(line))
    stakes = _STAKES.fullmatch(found["rest"].strip()) if found else None
    if found is None or stakes is None:
        return None
    structure = _STRUCTURES.get(found["limit"], Structure.FIXED)
    small, big = [chips(stakes[each], minor) for each in ("small", "big")]
    return Header(found["number"], stakes["game"].strip(), Stakes(small_bet=small, big_bet=big), structure)


def chips(text: str, minor: int) -> int | None:
    """`1,060.38` or `$40` in the smallest unit; `None` for anything else."""
    return grouped_amount(text[1:] if text[:1] in _SYMBOLS else text, minor)


class Place:
    """Where and when the hand was played, as the lines under the first say."""

    __slots__ = ("button", "local", "most_seats", "play_money", "table", "tournament")

    def __init__(self) -> None:
        self.local = ""
        self.table = ""
        self.tournament = ""
        self.button = 0
        self.most_seats = 0
        self.play_money = False

    def read(self, text: str) -> bool:
        """Takes the time `2021-01-02 15:48:40` or the table `Table '8 Game Mix' 6-max`; `False` for other lines."""
        if _TIME.fullmatch(text):
            self.local = text
            return True
        found = _TABLE.fullmatch(text)
        if found is None:
            return False
        self.table = found["name"]
        tournament = _TOURNAMENT.fullmatch(self.table)
        if tournament:
            self.tournament = tournament["tournament"]
            self.table = tournament["table"]
        self.play_money = "(Play Money)" in found["rest"]
        for word in found["rest"].split():
            self.most_seats = table_size(word) or self.most_seats
            if word.startswith("#"):
                self.button = printed_button(word[1:])
        return True


def decimals_of(lines: Sequence[str]) -> int:
    """How many decimals the amounts of a hand have: cents for money; for chips none unless it writes some."""
    place = Place()
    for line in lines[1:4]:
        place.read(line.strip())
    money = not (place.tournament or place.play_money)
    return 2 if money or any("." in line and _CENTS.search(line) for line in lines) else 0
