"""Reads the first line of an Americas Cardroom hand, 2019 to 2026: number, tournament, game, stakes and time."""

from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_place
from auditor.formats.rooms.grammar.header import Header

_GAMES: Final[dict[str, Game]] = {"7STUD": Game.STUD, "7STUD H/L": Game.STUD8, "RAZZ": Game.RAZZ}
_STRUCTURES: Final[dict[str, Structure]] = {
    "Fixed Limit": Structure.FIXED,
    "Pot Limit": Structure.POT,
    "No Limit": Structure.NO,
}
_PLAY_MONEY: Final = "(Play Money)"


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins: `Hand #85198832 - ` or, in tournaments, `Game Hand #80586589
    - `. Empty if the line begins no hand. Lines of other rooms do not match, because they begin with the name of the
    room.
    """
    if "Hand #" not in line:  # a fast test first, because this function is called for every line of a file
        return ""
    text = line.removeprefix("Game ")
    number, dash, _ = text.removeprefix("Hand #").partition(" - ")
    return number if text.startswith("Hand #") and dash and number.isascii() and number.isdigit() else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand. `None` if the line begins no hand, or if the game or the time is missing."""
    number = number_of(line)
    described, dash, time = line.rpartition("- ")
    if not number or not dash:
        return None
    header = Header(number)
    when = moment(*time.split()[:2]) if len(time.split()) == 3 else None
    if when is None:
        return None
    header.local = " ".join(time.split())
    header.played = utc_by_place(when, time.split()[2])
    header.play_money = _PLAY_MONEY in described
    for part in described.replace(_PLAY_MONEY, "").split(" - ")[1:]:
        _read_part(header, part.strip())
    return header if header.named else None


def _read_part(header: Header, part: str) -> None:
    """Reads one part of the first line, which has dashes between its parts. Examples of a part are `$5,000 GTD
    Tournament #27099516`, `7Stud H/L (Fixed Limit)`, `$0.04/$0.08, Ante $0.01` and `Level 10 (3000.00/6000.00)`.
    """
    _, tournament, number = part.partition("Tournament #")
    if tournament:
        header.tournament = number.split(" ")[0]
        return
    game, _, rest = part.rpartition("(")
    if rest.rstrip(")") in _STRUCTURES or (rest.endswith("Limit)") and not header.named):
        header.named = game.strip()
        header.game = _GAMES.get(header.named.upper())
        header.structure = _STRUCTURES.get(rest.rstrip(")"), Structure.FIXED)
    elif header.named and "/" in part:
        stakes, _, ante = part.partition("Ante ")
        small, _, big = stakes.rpartition("(")[2].partition("/")
        header.amounts = (ante.strip(" ,)"), small.strip(), big.strip(" ,)"))
