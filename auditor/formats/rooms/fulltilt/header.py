"""Reads the first line of a Full Tilt hand: number, table or tournament, stakes, game and time, with dashes between.

An example is `Full Tilt Poker Game #29705138396: Table Oak (6 max) - $2.50/$5 Ante $0.40 - Limit Stud H/L -
20:18:30 CET - 2011/04/07 [14:18:30 ET - 2011/04/07]`. The order of stakes and game changed over the years.
"""

from itertools import pairwise
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_place
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import CHIPS, currency_of, unsigned
from auditor.formats.rooms.grammar.months import month_of

# Full Tilt writes the first form. The second form comes from other programs that export its hands.
_TITLES: Final = ("Full Tilt Poker Game #", "FullTiltPoker Game #")
_GAMES: Final[dict[str, Game]] = {
    "7 CARD STUD": Game.STUD,
    "7 CARD STUD HI": Game.STUD,
    "STUD HI": Game.STUD,
    "7 CARD STUD H/L": Game.STUD8,
    "7 CARD STUD HI/LO": Game.STUD8,
    "STUD H/L": Game.STUD8,
    "STUD HI/LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_LIMITS: Final[dict[str, Structure]] = {
    "FL": Structure.FIXED,
    "NL": Structure.NO,
    "PL": Structure.POT,
    "LIMIT": Structure.FIXED,
}
_KINDS: Final[dict[str, Structure]] = {"NO": Structure.NO, "POT": Structure.POT, "FIXED": Structure.FIXED}


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins; empty if the line begins no hand."""
    if "#" not in line:  # a fast test first, because this function is called for every line of a file
        return ""
    title = next((title for title in _TITLES if line.startswith(title)), "")
    number, colon, _ = line[len(title) :].partition(":")
    return number if title and colon and number.isascii() and number.isdigit() else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand. `None` if the line begins no hand or names no game."""
    number = number_of(line)
    if not number:
        return None
    header = Header(number)
    text = line.partition(":")[2].strip()
    header.partial = text.endswith("(partial)")
    text, _, bracketed = text.removesuffix("(partial)").strip().partition(" [")
    parts = [part.strip() for part in text.split(" - ")]
    clock = next((at for at in range(len(parts) - 1, 0, -1) if _is_clock(parts[at])), len(parts))
    _read_time(header, parts[clock:], bracketed.rstrip("] ").split(" - "))
    game = next((at for at in range(clock - 1, -1, -1) if _read_game(header, parts[at])), 0)
    if not game:
        return None
    stakes = next((at for at in range(clock - 1, 0, -1) if at != game and _is_stakes(parts[at])), game)
    _read_place(header, " - ".join(parts[: min(game, stakes)]))
    if stakes != game:
        _read_stakes(header, parts[stakes])
    return header


# --- time ------------------------------------------------------------------------------------------------------------


def _is_clock(part: str) -> bool:
    """Whether the part is a time: `20:18:30 CET`, or the same without seconds."""
    time = part.partition(" ")[0].split(":")
    return 1 < len(time) < 4 and all(each.isascii() and each.isdigit() for each in time)


def _read_time(header: Header, parts: list[str], bracketed: list[str]) -> None:
    """Reads the time of the hand. The first line may state the time in two time zones: `parts` is the first time, and
    `bracketed` the time in brackets, in the time zone of the room. UTC is computed from the time in brackets if
    possible, else from the first time.
    """
    header.local = " - ".join(parts)
    header.played = _utc(bracketed) or _utc(parts)


def _utc(parts: list[str]) -> str:
    """Returns the time in UTC. The parts are `20:18:30 CET` and `2011/04/07` or `Thursday, April 7, 2011`. Empty if the
    parts are no time.
    """
    if len(parts) != 2:
        return ""
    time, _, zone = parts[0].partition(" ")
    date = parts[1]
    words = date.replace(",", " ").split()
    if len(words) == 4 and month_of(words[1]):
        date = f"{words[3]}/{month_of(words[1])}/{words[2]}"
    when = moment(date, time if time.count(":") == 2 else f"{time}:00")
    return utc_by_place(when, zone.strip()) if when else ""


# --- game, place and stakes ------------------------------------------------------------------------------------------


def _read_game(header: Header, part: str) -> bool:
    """Reads the limit and the game from one part of the first line: `Limit Stud H/L`, `$20 Cap No Limit Hold'em`. The
    game follows the word `Limit` or a short form such as `FL`. Returns false if the part has no such word, or no word
    after it.
    """
    words = part.replace("(", " ").replace(")", " ").split()
    upper = [word.upper() for word in words]
    at = next((at for at, word in enumerate(upper) if word in _LIMITS), -1)
    if at < 0 or at + 1 == len(words):
        return False
    header.structure = _LIMITS[upper[at]]
    if at and upper[at] == "LIMIT":
        header.structure = _KINDS.get(upper[at - 1], Structure.FIXED)
    header.named = " ".join(words[at + 1 :])
    header.game = _GAMES.get(" ".join(upper[at + 1 :]))
    return True


def _read_place(header: Header, text: str) -> None:
    """Reads the table and the tournament: `Table Oak (6 max)`, `$2 + $0.10 Heads Up Sit & Go (220338000), Table 1`."""
    title, found, table = text.rpartition("), ")
    number = title.rpartition("(")[2]
    if found and number.isascii() and number.isdigit():
        header.tournament = number
    else:
        table = text
    table = table.removeprefix("Table ").strip()
    name, _, attributes = table.rpartition(" (")
    if name and attributes.endswith(")"):
        table = name
        words = attributes[:-1].replace(",", " ").split()
        sizes = [word for word, after in pairwise(words) if after == "max"]
        if sizes and sizes[0].isascii() and sizes[0].isdigit() and len(sizes[0]) < 3:
            header.most_seats = int(sizes[0])
    header.table = table


def money_of(amounts: str) -> tuple[str, int]:
    """Returns the currency and the number of decimals of an amount or of stakes: (`USD`, 2) for `$2.50/$5`, (`chips`,
    0) for `80/160`.
    """
    currency = currency_of(amounts)
    return currency, 2 if currency != CHIPS or "." in amounts else 0


def _is_stakes(part: str) -> bool:
    return "/" in part and unsigned(part)[:1].isdigit()


def _read_stakes(header: Header, part: str) -> None:
    """Reads the stakes: `$2.50/$5 Ante $0.40`, `80/160 Ante 15`."""
    bets, _, ante = part.partition(" Ante ")
    small, _, big = bets.partition("/")
    header.amounts = (ante.strip(), small.strip(), big.strip())
    header.read_stakes(*(money_of(part) if not header.tournament else (CHIPS, 0)))
