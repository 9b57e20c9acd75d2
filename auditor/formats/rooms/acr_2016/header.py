"""The first two lines of a hand in the older form of Americas Cardroom: when it was played, and its number, stakes,
table and game.
"""

from typing import Final

from auditor.engine.hand import Game
from auditor.formats.files.bare import bare
from auditor.formats.spelling.clock_zones import moment

_STARTED: Final = "Game started at: "
_GAMES: Final[dict[str, Game]] = {
    "SEVEN CARDS STUD": Game.STUD,
    "SEVEN CARDS STUD HILOW": Game.STUD8,
    "RAZZ": Game.RAZZ,
}


class Header:
    """`game` is `None` for a game that is not audited; `named` is the game in its words. The clock has no zone."""

    __slots__ = ("big_bet", "game", "local", "most_seats", "named", "number", "play_money", "small_bet", "table")

    def __init__(self) -> None:
        self.number = ""
        self.local = ""
        self.game: Game | None = None
        self.named = ""
        self.small_bet = ""
        self.big_bet = ""
        self.table = ""
        self.play_money = False
        self.most_seats = 0


def started_at(line: str) -> str:
    """The time in `Game started at: 2016/8/2 11:17:19`, with which a hand begins; empty where none does."""
    text = bare(line).rstrip()
    time = " ".join(text.removeprefix(_STARTED).split())
    parts = time.split(" ")
    known = text.startswith(_STARTED) and len(parts) == 2 and moment(parts[0], parts[1]) is not None
    return time if known else ""


def read_number(header: Header, line: str) -> bool:
    """`Game ID: 693977667 1/2 (PRR) Leyak (Seven Cards Stud) 8-max`; answers whether it names number and game."""
    words = line.strip().split(" ")
    size = words.pop().removesuffix("-max") if words[-1].endswith("-max") else ""
    if words[:2] != ["Game", "ID:"] or len(words) < 5 or not (words[2].isascii() and words[2].isdigit()):
        return False
    header.number = words[2]
    small, slash, big = words[3].partition("/")
    header.most_seats = int(size) if size.isascii() and size.isdigit() and len(size) < 3 else 0
    table, _, game = " ".join(words[4:]).rpartition("(")
    header.table = table.strip()
    header.play_money = words[4] == "PM"
    header.named = game.rstrip(")").strip()
    header.game = _GAMES.get(header.named.upper())
    header.small_bet, header.big_bet = small, big
    return bool(slash and header.named and game.endswith(")"))
