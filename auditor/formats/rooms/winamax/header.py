"""The first two lines of a Winamax hand: number, tournament, game, stakes, time; table and button."""

from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.files.bare import bare
from auditor.formats.spelling.clock_zones import moment, utc_by_place
from auditor.formats.telling.players import printed_button, table_size

_TITLE: Final = "Winamax Poker - "
_NUMBER: Final = " - HandId: #"
# The older export writes the names of the game in short.
_GAMES: Final[dict[str, Game]] = {
    "7-CARD STUD": Game.STUD,
    "7-CARD STUD HI/LO": Game.STUD8,
    "7STUD": Game.STUD,
    "7STUD8": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    " fixed limit": Structure.FIXED,
    " pot limit": Structure.POT,
    " no limit": Structure.NO,
}


class Header:
    """What the first line says. `game` is `None` for a game that is not audited; `named` is the game in its words.

    The stakes stay text until it is known whether they are money: ante (it may be missing), small bet, big bet.
    """

    __slots__ = ("game", "local", "named", "number", "played", "stakes", "structure", "tournament")

    def __init__(self, number: str) -> None:
        self.number: Final = number
        self.game: Game | None = None
        self.named = ""
        self.structure = Structure.FIXED
        self.stakes: tuple[str, ...] = ()
        self.tournament = False
        self.local = ""
        self.played = ""


def number_of(line: str) -> str:
    """The number of the hand that the line begins, `8835086-564-1465760198`; empty where it begins none."""
    text = bare(line)
    number = text.rpartition(_NUMBER)[2].partition(" ")[0]
    parts = number.split("-")
    if not text.startswith(_TITLE) or _NUMBER not in text or len(parts) > 4:
        return ""
    return number if all(part.isascii() and part.isdigit() for part in parts) else ""


def header_of(line: str) -> Header | None:
    """Reads the line; `None` where it begins no hand, or names neither a game nor a time."""
    number = number_of(line)
    if not number:
        return None
    header = Header(number)
    title, _, rest = line.rpartition(_NUMBER)
    header.tournament = "Tournament" in title.split('"')[0]
    described, _, time = rest.partition(" - ")[2].rpartition(" - ")
    when = moment(*time.split()[:2]) if len(time.split()) == 3 else None
    if when is None:
        return None
    header.local = " ".join(time.split())
    header.played = utc_by_place(when, time.split()[2])
    game, _, stakes = described.rpartition("(")
    header.stakes = tuple([part.strip() for part in stakes.strip(" )").split("/")])
    named = game.rstrip()
    for closing, structure in _STRUCTURES.items():
        if named.endswith(closing):
            header.named = named.removesuffix(closing).strip()
            header.structure = structure
    header.game = _GAMES.get(header.named.upper())
    return header if header.named else None


class Table:
    """`Table: 'Pampelune' 6-max (real money) Seat #2 is the button`; tournaments add `(76964968)#002` to the name."""

    __slots__ = ("button", "most_seats", "name", "play_money", "tournament")

    def __init__(self, text: str) -> None:
        quoted, _, rest = text.rpartition("'")
        self.name: Final = quoted.partition("'")[2]
        number = self.name.rpartition("(")[2].partition(")#")
        self.tournament: Final = number[0] if number[1] and number[0].isdigit() else ""
        self.play_money: Final = "(play money)" in rest
        self.most_seats = 0
        self.button = 0
        for word in rest.split():
            self.most_seats = table_size(word) or self.most_seats
            if word[0] == "#":
                self.button = printed_button(word[1:])


def is_table(text: str) -> bool:
    return text.startswith(("Table: '", "Table '")) and text.count("'") > 1
