"""Reads the lines above the play of a Poker Mavens hand: number and time, game and stakes, table and seats."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Stakes
from auditor.formats.rooms.grammar.header import Header, listed
from auditor.formats.rooms.grammar.money import CHIPS, chips

_TITLE: Final = re.compile(
    r"Hand #(?P<number>[0-9]{1,20}-[0-9]{1,10}) - "
    r"(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2} {1,9}[0-9]{1,2}:[0-9]{2}:[0-9]{2})",
    re.IGNORECASE,
)
# The brackets have the lowest and highest buy-in of a cash table, `20 - 100`, or the price of a tournament, `10+1`.
_GAME: Final = re.compile(r"(?P<named>[^()]{1,60}?) {0,9}\((?P<price>[^()]{1,60})\)(?: {1,9}- {1,9}(?P<stakes>.*))?")
_STAKES: Final = re.compile(r"Stakes {1,9}(?P<small>[^ /]{1,40})/(?P<big>[^ /]{1,40})(?P<others>.*)", re.IGNORECASE)
_OTHER: Final = re.compile(r" {1,9}(?P<name>Ante|Bring[- ]?in) {1,9}(?P<amount>[^ ]{1,40})", re.IGNORECASE)
_GAMES: Final[dict[str, Game]] = {
    "LIMIT STUD": Game.STUD,
    "LIMIT STUD HI-LO": Game.STUD8,
    "LIMIT RAZZ": Game.RAZZ,
}
_TOURNAMENT_TABLE: Final = re.compile(r"(?P<tournament>.+) - (?P<table>Table [0-9]{1,9})", re.IGNORECASE)
# Lines without amounts of the hand. The name of a table may contain stakes, and chat may contain numbers. So these
# lines are not searched when the decimals of the hand are determined.
_NO_AMOUNTS: Final = re.compile(r"(?:Hand #|Site:|Table:)|[^\"]{0,99}: \"", re.IGNORECASE)
_CENTS: Final = re.compile(r"[ (/+-][0-9][0-9,]*\.[0-9]{1,2}(?=[ ,)/]|$)")


class MavensHeader(Header):
    """The header of a Poker Mavens hand. `bring_in` is the amount of the bring-in as text; empty if the log states
    none. `understood` is true if every word of the stakes could be read.
    """

    __slots__ = ("bring_in", "understood")

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.bring_in = ""
        self.understood = False


def number_of(line: str) -> str:
    """Returns the number in a title, `Hand #6340502-110 - 2013-05-02 02:14:03`; empty for any other line."""
    if line[:5].lower() != "hand ":  # a fast test first, because this function is called for every line of a file
        return ""
    title = _TITLE.fullmatch(line.rstrip())
    return title["number"] if title else ""


def header_of(line: str) -> MavensHeader | None:
    """Returns a new header with the number and time of a title; `None` for any other line. The room names no time zone,
    so the time is kept as local time.
    """
    title = _TITLE.fullmatch(line.rstrip())
    if title is None:
        return None
    header = MavensHeader(title["number"])
    header.local = " ".join(title["time"].split())
    return header


def game_of(header: MavensHeader, _seat: int, line: int, rest: str) -> bool:
    """Reads game and stakes: `Limit Razz (40 - 1000) - Stakes 2/4 Ante 0.50`. Returns false for any other line."""
    found = _GAME.fullmatch(rest.strip())
    if header.named or found is None:
        return False
    header.named = found["named"].strip()
    header.game = _GAMES.get(" ".join(header.named.upper().split()))
    header.is_tournament = "+" in found["price"]
    header.stakes_line = line
    stakes = _STAKES.fullmatch((found["stakes"] or "").strip())
    if stakes is not None:
        others = {each["name"][:1].lower(): each["amount"] for each in _OTHER.finditer(stakes["others"])}
        header.amounts = (others.get("a", ""), stakes["small"], stakes["big"])
        header.bring_in = others.get("b", "")
        header.understood = not _OTHER.sub("", stakes["others"]).strip()
    return True


def site_of(header: MavensHeader, _seat: int, _line: int, rest: str) -> None:
    """Puts the name of the site in front of the number of the hand: `The Den 6340502-110`. Every host has a site of his
    own, which counts its hands from the start, so two sites may use the same number.
    """
    if rest.strip():
        header.number = f"{' '.join(rest.split())} {header.number}"


def table_of(header: MavensHeader, _seat: int, _line: int, table: str) -> None:
    """Reads the table. In a tournament the name of the tournament stands before the table: `Sunday Stud - Table 3`."""
    found = _TOURNAMENT_TABLE.fullmatch(table) if header.is_tournament else None
    header.table = found["table"] if found else table
    if header.is_tournament:
        header.tournament = found["tournament"] if found else table


def seat_of(header: MavensHeader, seat: int, line: int, number: int, player: str, stack: str, state: str = "") -> None:
    """Adds a seat to the list. If words follow the stack, `Seat 3: Cy (139.08) - sitting out`, the player is dealt in
    only if he posts an ante.
    """
    listed(header, seat, line, number, player, stack, moved_in=bool(state))


def settle(header: MavensHeader, lines: Sequence[str]) -> None:
    """Reads the stakes. The room names no currency. If any amount of the hand has a decimal point, all amounts have two
    decimals. Otherwise they have none, and the smallest chip is 1.
    """
    decimals = any("." in line and not _NO_AMOUNTS.match(line) and _CENTS.search(line) for line in lines)
    header.read_stakes(CHIPS if header.is_tournament else "", 2 if decimals else 0)
    stakes, bring_in = header.stakes, chips(header.bring_in, header.minor)
    header.stakes = Stakes(stakes.ante, bring_in, stakes.small_bet, stakes.big_bet)
    header.legible = header.legible and header.understood and (bring_in is not None or not header.bring_in)
