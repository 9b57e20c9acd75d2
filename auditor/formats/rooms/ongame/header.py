"""Reads the lines above the seats of an OnGame hand: number, time, table, game and stakes."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_abbreviation, utc_by_offset
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import CHIPS, currency_of, decimals_in
from auditor.formats.rooms.grammar.months import month_of
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS

_BANNER: Final = re.compile(r"\*{5} History for hand ([A-Z0-9-]{1,40})(?: \((TOURNAMENT:.*)\))? \*{5}")
_GAMES: Final[dict[str, Game]] = {
    "SEVEN_CARD_STUD": Game.STUD,
    "SEVEN_CARD_STUD_HI_LO": Game.STUD8,
    "SEVEN_CARD_STUD_HILO": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "LIMIT": Structure.FIXED,
    "NO_LIMIT": Structure.NO,
    "NO LIMIT": Structure.NO,
    "POT_LIMIT": Structure.POT,
    "POT LIMIT": Structure.POT,
}
_OFFSET: Final = re.compile(r"(?:GMT|UTC)([+-])([0-9]{2}):?([0-9]{2})")


def number_of(line: str) -> str:
    """Returns the number of the hand that the line begins; empty if the line begins no hand."""
    match = _BANNER.fullmatch(line.rstrip())
    return match[1] if match else ""


def header_of(line: str) -> Header | None:
    """Reads the first line: `***** History for hand T5-1-2 (TOURNAMENT: "name", S-123, buy-in: $5) *****`. `None` for
    any other line.
    """
    match = _BANNER.fullmatch(line.rstrip())
    if match is None:
        return None
    header = Header(match[1])
    tournament = match[2] or ""
    words = [word.strip() for word in tournament.rpartition('"')[2].removeprefix("TOURNAMENT:").split(",")]
    number = next((word for word in words if word and "buy-in" not in word), "")
    header.tournament = number or tournament.removeprefix("TOURNAMENT:").strip()
    return header


# --- functions that read the lines above the seats --------------------------------------------------------------------


def started(header: Header, _seat: int, _line: int, rest: str) -> None:
    """Reads the time at which the hand began: `Mon Sep 13 22:31:30 GMT+0100 2010`."""
    header.local = rest
    header.played = _utc(rest)


def players(header: Header, _seat: int, _line: int, rest: str) -> None:
    """Reads the number of seats: the 8 of `Players in round: 3 (8)`. The first number counts the players."""
    header.most_seats = SEAT_NUMBERS.get(rest.partition("(")[2].rstrip(") "), 0)


def table_of(header: Header, _seat: int, _line: int, rest: str) -> bool:
    """Reads the table, the game and the stakes:
    `Milwaukee [82086688] (LIMIT SEVEN_CARD_STUD $0.10/$0.20, ante: $0.02, Real money)`.
    """
    table, opening, inside = rest.rpartition(" (")
    parts = [part.strip() for part in inside.strip().removesuffix(")").split(", ")]
    *limit, game, stakes = parts[0].split() if len(parts[0].split()) > 2 else ("", "", "")
    if not opening or not game:
        return False
    header.table = table.removeprefix("[SPEED] ").partition(" [")[0]
    structure = _STRUCTURES.get(" ".join(limit).upper())
    header.structure = structure or Structure.FIXED
    header.game = _GAMES.get(game.upper()) if structure is not None else None
    header.named = game if structure is not None else f"{' '.join(limit)} {game}"
    small, _, big = stakes.partition("/")
    header.amounts = (next((part[6:] for part in parts if part.startswith("ante: ")), ""), small, big)
    header.play_money = parts[-1] != "Real money"
    return True


def settle(header: Header, lines: Sequence[str]) -> None:
    """Reads the stakes, in money or in chips. Chips have decimals only if some amount of the hand has decimals."""
    if header.tournament or header.play_money:
        header.read_stakes(CHIPS, decimals_in(lines))
    else:
        header.read_stakes(currency_of(header.amounts[1]), 2)


def _utc(text: str) -> str:
    """Converts a time such as `Mon Sep 13 22:31:30 GMT+0100 2010` to UTC. Empty if the text is no such time."""
    words = text.split()
    if len(words) != 6 or not month_of(words[1]):
        return ""
    when = moment(f"{words[5]}/{month_of(words[1])}/{words[2]}", words[3])
    if when is None:
        return ""
    offset = _OFFSET.fullmatch(words[4])
    if offset is None:
        return utc_by_abbreviation(when, words[4])
    minutes = int(offset[2]) * 60 + int(offset[3])
    return utc_by_offset(when, -minutes if offset[1] == "-" else minutes) if minutes < 24 * 60 else ""
