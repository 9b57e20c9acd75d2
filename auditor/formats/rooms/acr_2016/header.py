"""Reads the first two lines of an Americas Cardroom hand until 2019. The first line has the time, without a time zone.
The second line has number, stakes, table and game.
"""

from typing import Final

from auditor.engine.hand import Game
from auditor.formats.rooms.grammar.clock_zones import moment
from auditor.formats.rooms.grammar.header import Header

_STARTED: Final = "Game started at: "
_GAMES: Final[dict[str, Game]] = {
    "SEVEN CARDS STUD": Game.STUD,
    "SEVEN CARDS STUD HILOW": Game.STUD8,
    "RAZZ": Game.RAZZ,
}


def started_at(line: str) -> str:
    """Returns the time in `Game started at: 2016/8/2 11:17:19`, the line that begins a hand. Empty for other lines."""
    if not line.startswith(_STARTED):
        return ""
    parts = line.removeprefix(_STARTED).split()
    return " ".join(parts) if len(parts) == 2 and moment(parts[0], parts[1]) is not None else ""


def header_of(line: str) -> Header | None:
    """Reads the time in the first line of a hand, and returns a header with nothing else. `game_of` adds the facts of
    the second line. Returns `None` if the line begins no hand.
    """
    header = Header("")
    header.local = started_at(line)
    return header if header.local else None


def game_of(
    header: Header, _seat: int, line: int, count: str, small: str, big: str, game: str, table: str = "", size: int = 0
) -> None:
    """Reads number, stakes, table, game and seats: `Game ID: 693977667 1/2 (PRR) Leyak (Seven Cards Stud) 8-max`."""
    header.number = count
    header.stakes_line = line
    header.amounts = ("", small, big)
    header.table = table.strip()
    header.play_money = table.partition(" ")[0] == "PM"
    header.named = game.strip()
    header.game = _GAMES.get(header.named.upper())
    header.most_seats = size
