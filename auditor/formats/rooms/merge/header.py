"""Reads the tags above the seats of a Merge hand: the `<description>` of the file, and the `<game>` of the hand."""

from collections.abc import Mapping, Sequence
from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.markup.tags import tags_in
from auditor.formats.rooms.grammar import header as shared
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_abbreviation
from auditor.formats.rooms.grammar.money import CHIPS, chips, currency_of, decimals_in
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS

_GAMES: Final[dict[str, Game]] = {"7-Stud": Game.STUD, "7-Stud H/L8": Game.STUD8, "Razz": Game.RAZZ}
# The attributes of the tag `<game>` name the game by a number. These are the numbers of the games that we read; every
# other number is another game.
_CODES: Final[dict[str, Game]] = {
    **dict.fromkeys(("38", "39", "41", "42"), Game.STUD),
    **dict.fromkeys(("43", "45"), Game.STUD8),
    **dict.fromkeys(("46", "47", "49"), Game.RAZZ),
}
_CODE_NAMES: Final[dict[str, str]] = {
    **dict.fromkeys(("1", "2", "9", "23"), "Holdem"),
    "4": "Omaha",
    **dict.fromkeys(("34", "35", "37"), "Omaha H/L8"),
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "Limit": Structure.FIXED,
    "No Limit": Structure.NO,
    "Pot Limit": Structure.POT,
}
# The clock of the room was five hours behind UTC both in summer and in winter. We know this from five files: in each,
# the events have time stamps that show it.
_CLOCK: Final = "EST"
# Since this day a raise states the new total in front of the seat. Before, it stated how many chips the seat added.
_RAISES_STATE_TOTALS: Final = "20100908"


class Header(shared.Header):
    """The header of a Merge hand. `totals` is true if a raise in the log states the new total in front of the seat."""

    __slots__ = ("totals",)

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.legible = True
        self.totals = True


def header_of(game: Mapping[str, str], lead: Sequence[str], lines: Sequence[str]) -> Header | None:
    """Makes the header from the attributes of the tag `<game>` and from `lead`, the lines with the `<description>`.
    `None` if the hand has no number or no time.
    """
    time = game.get("starttime", "")
    header = Header(game.get("id", ""))
    if not header.number or len(time) != 14 or not (time.isascii() and time.isdigit()):
        return None
    described = _description(lead)
    limit, amounts = _split(described.get("stakes", "Limit"))
    header.local = f"{time[:4]}/{time[4:6]}/{time[6:8]} {time[8:10]}:{time[10:12]}:{time[12:]}"
    when = moment(*header.local.split(" "))
    header.played = utc_by_abbreviation(when, _CLOCK) if when else ""
    header.totals = time >= _RAISES_STATE_TOTALS
    _read_game(header, described.get("type", ""), game, limit)
    _read_table(header, game.get("data", ""))
    header.most_seats = SEAT_NUMBERS.get(game.get("seats", ""), 0)
    _read_unit(header, game, amounts, lines)
    _read_stakes(header, amounts)
    return header


def _description(lead: Sequence[str]) -> dict[str, str]:
    return next((tag.attributes() for tag in tags_in(lead, 1) if tag.name == "description"), {})


def _split(stakes: str) -> tuple[str, str]:
    """Splits the text of the stakes, such as `No Limit ($0.01/$0.02/$0.10)`, into the limit, `No Limit`, and the
    amounts, `$0.01/$0.02/$0.10`.
    """
    words = stakes.split()
    at = next((at for at, word in enumerate(words) if word.lstrip("($€£")[:1].isdigit()), len(words))
    return " ".join(words[:at]), words[at].strip("()") if at < len(words) else ""


def _read_game(header: Header, described: str, game: Mapping[str, str], limit: str) -> None:
    """Reads the game and the limit. In a mix of games a number names the game of this hand. In other hands the
    description names the game in words, or the tag `<game>` names it by a number.
    """
    code = game.get("multigametype", "")
    named = described.removesuffix(" Tournament")
    if code or named not in _GAMES:
        code = code or game.get("gametype", "")
        header.game = _CODES.get(code)
        # The description of a mix may name stud, although this hand is of a game that we do not read, such as Omaha.
        # Then the name from the description is not used.
        other = "" if named in _GAMES else named
        header.named = str(header.game or _CODE_NAMES.get(code) or other or f"game {code[:10]}")
        if not game.get("multigametype", "") and header.game is None:
            header.named = other or header.named
    else:
        header.game = _GAMES[named]
        header.named = named
    structure = _STRUCTURES.get(limit)
    if structure is None and limit:
        header.game = None
        header.named = f"{limit} {header.named}"
    header.structure = structure or Structure.FIXED


def _read_table(header: Header, data: str) -> None:
    """Reads the table and the tournament: `20110622|$200 Freeroll - HORSE - 12%3A00|36447024-1|36487050-15|true`. The
    parts are date, table, number of the table, number of the hand, and whether this is a tournament.
    """
    parts = data.replace("%3A", ":").split("|")
    if len(parts) < 5:
        return
    header.table = parts[1]
    if parts[4] == "true":
        header.tournament = parts[2].partition("-")[0]
        header.table = f"{parts[1]} {parts[2]}"


def _read_unit(header: Header, game: Mapping[str, str], amounts: str, lines: Sequence[str]) -> None:
    """Reads the currency and the decimals of amounts. Tournaments and play money have chips, with decimals only if some
    amount of the hand has decimals.
    """
    if header.tournament or game.get("realmoney") != "true":
        header.currency, header.minor = CHIPS, decimals_in(lines)
        return
    signs = [amounts, *[line.partition('balance="')[2][:1] for line in lines]]
    named = [currency for currency in map(currency_of, signs) if currency not in ("", CHIPS)]
    header.currency, header.minor = named[0] if named else "", 2


def _read_stakes(header: Header, amounts: str) -> None:
    """Reads the stakes. Two amounts, `$0.25/$0.50`, are the small and the big bet. Three amounts in no-limit or
    pot-limit, `$0.01/$0.02/$0.10`, are the ante, the bring-in and the smallest bet.
    """
    if not amounts or header.tournament:
        return
    found = [chips(amount, header.minor) for amount in amounts.split("/")]
    if len(found) == 2:
        header.stakes = Stakes(small_bet=found[0], big_bet=found[1])
    elif len(found) == 3 and header.structure is not Structure.FIXED:
        header.stakes = Stakes(ante=found[0], bring_in=found[1], small_bet=found[2])
    header.legible = None not in found
