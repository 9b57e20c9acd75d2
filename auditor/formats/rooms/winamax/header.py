"""Reads the first line of a Winamax hand: number, tournament, game, stakes and time."""

from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_place
from auditor.formats.rooms.grammar.header import Header

_TITLE: Final = "Winamax Poker - "
_NUMBER: Final = " - HandId: #"
# The older form of the log has short names for the games: `7STUD`.
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


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins, `8835086-564-1465760198`; empty if it begins no hand."""
    if not line.startswith(_TITLE) or _NUMBER not in line:
        return ""
    number = line.rpartition(_NUMBER)[2].partition(" ")[0]
    parts = number.split("-")
    if len(parts) > 4:
        return ""
    return number if all(part.isascii() and part.isdigit() for part in parts) else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand. `None` if the line begins no hand, or if the game or the time is missing."""
    number = number_of(line)
    if not number:
        return None
    header = Header(number)
    title, _, rest = line.rpartition(_NUMBER)
    header.is_tournament = "Tournament" in title.split('"')[0]
    described, _, time = rest.partition(" - ")[2].rpartition(" - ")
    when = moment(*time.split()[:2]) if len(time.split()) == 3 else None
    if when is None:
        return None
    header.local = " ".join(time.split())
    header.played = utc_by_place(when, time.split()[2])
    game, _, stakes = described.rpartition("(")
    header.amounts = _three([part.strip() for part in stakes.strip(" )").split("/")])
    named = game.rstrip()
    for closing, structure in _STRUCTURES.items():
        if named.endswith(closing):
            header.named = named.removesuffix(closing).strip()
            header.structure = structure
    header.game = _GAMES.get(header.named.upper())
    return header if header.named else None


def _three(amounts: list[str]) -> tuple[str, str, str]:
    """Returns ante, small bet and big bet. The last two amounts are the bets; an amount before them is the ante."""
    ante, small, big = ["", "", "", *amounts][-3:]
    return ante, small, big
