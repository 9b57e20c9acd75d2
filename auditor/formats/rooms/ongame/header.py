"""What stands above the seats of an OnGame hand: number, time, table, game and stakes."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Stakes, Structure, Unit
from auditor.formats.files.bare import bare
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_abbreviation, utc_by_offset
from auditor.formats.rooms.grammar.months import month_of
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS
from auditor.formats.telling.line_by_line import chips
from auditor.formats.telling.seat_list import currency_of, decimals_in

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


class Header:
    """`game` is `None` for a game that is not audited; `named` is the game in the log's words."""

    __slots__ = (
        "amounts",
        "game",
        "legible",
        "local",
        "money",
        "most_seats",
        "named",
        "number",
        "played",
        "stakes",
        "structure",
        "table",
        "tournament",
        "unit",
    )

    def __init__(self, number: str, tournament: str) -> None:
        self.number: Final = number
        self.tournament: Final = tournament
        self.game: Game | None = None
        self.named = ""
        self.structure = Structure.FIXED
        self.amounts: tuple[str, str, str] = ("", "", "")
        self.money = ""
        self.stakes = Stakes()
        self.unit = Unit()
        self.table = ""
        self.local = ""
        self.played = ""
        self.most_seats = 0
        self.legible = True

    def takes(self, text: str) -> bool:
        """Reads a line above the seats; answers whether it is one that is known."""
        if text.startswith("Start hand: "):
            self.local = text[12:].strip()
            self.played = _utc(self.local)
        elif text.startswith("Table: "):
            return self._read_table(text[7:])
        elif text.startswith("Players in round: "):
            size = text.partition("(")[2].rstrip(") ")
            self.most_seats = SEAT_NUMBERS.get(size, 0)
        else:
            # The button is not that of a stud table: it stood at an empty seat.
            return text.startswith(("User: ", "Button: seat "))
        return True

    def _read_table(self, text: str) -> bool:
        """`Milwaukee [82086688] (LIMIT SEVEN_CARD_STUD $0.10/$0.20, ante: $0.02, Real money)`."""
        table, opening, inside = text.rpartition(" (")
        parts = [part.strip() for part in inside.strip().removesuffix(")").split(", ")]
        words = parts[0].split()
        if not opening or len(words) < 3:
            return False
        self.table = table.removeprefix("[SPEED] ").partition(" [")[0]
        self.named = words[-2]
        self.game = _GAMES.get(words[-2].upper())
        limit = " ".join(words[:-2])
        structure = _STRUCTURES.get(limit.upper())
        if structure is None:
            self.game = None
            self.named = f"{limit} {words[-2]}"
        self.structure = structure or Structure.FIXED
        small, _, big = words[-1].partition("/")
        ante = next((part[6:] for part in parts if part.startswith("ante: ")), "")
        self.amounts = (small, big, ante)
        self.money = parts[-1]
        return True

    def settle_unit(self, lines: Sequence[str]) -> None:
        """Once all lines are known: money, or chips, whole ones where no amount is another."""
        if self.tournament or self.money != "Real money":
            self.unit = Unit("chips", decimals_in(lines))
        else:
            self.unit = Unit(currency_of(self.amounts[0]), 2)
        small, big, ante = [chips(text, self.unit.minor) if text else None for text in self.amounts]
        self.legible = small is not None and big is not None and (ante is not None or not self.amounts[2])
        self.stakes = Stakes(ante=ante, small_bet=small, big_bet=big)


def number_of(line: str) -> str:
    """The number of the hand that the line begins; else empty."""
    match = _BANNER.fullmatch(bare(line).rstrip())
    return match[1] if match else ""


def header_of(line: str) -> Header | None:
    """`***** History for hand T5-1-2 (TOURNAMENT: "name", S-123, buy-in: $5) *****`; `None` for any other line."""
    match = _BANNER.fullmatch(bare(line).rstrip())
    if match is None:
        return None
    told = match[2] or ""
    words = [word.strip() for word in told.rpartition('"')[2].removeprefix("TOURNAMENT:").split(",")]
    number = next((word for word in words if word and "buy-in" not in word), "")
    return Header(match[1], number or told.removeprefix("TOURNAMENT:").strip())


def is_end(text: str) -> bool:
    """Whether the line is the last of a hand."""
    return text.startswith("***** End of hand ")


def _utc(text: str) -> str:
    """`Mon Sep 13 22:31:30 GMT+0100 2010`."""
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
