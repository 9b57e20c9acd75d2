"""Reads the header of an iPoker session, the tag `<general>` above its games: the game, the stakes and the table."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.amounts import grouped_amount
from auditor.formats.markup.tags import tags_in
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import CHIPS, decimals_in

_GAMES: Final[dict[str, Game]] = {
    "7 Card Stud": Game.STUD,
    "7 Card Stud Hi-Lo": Game.STUD8,
    "7 Card Stud HiLow": Game.STUD8,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "L": Structure.FIXED,
    "Limit": Structure.FIXED,
    "NL": Structure.NO,
    "No limit": Structure.NO,
    "PL": Structure.POT,
    "LP": Structure.POT,
    "Pot limit": Structure.POT,
}
_SIGNS: Final[dict[str, str]] = {"$": "USD", "€": "EUR", "£": "GBP"}
# The game, the limit and, if the room states them, the stakes: `7 Card Stud L $0.05/$0.10 Ante $0.01`.
_GAMETYPE: Final = re.compile(
    r"(?P<game>.*?)(?<!\s)\s*+\b(?P<limit>NL|PL|LP|L|No limit|Pot limit|Limit)"
    r"(?:\s++(?P<small>[^\s/]{1,20})/(?P<big>[^\s/]{1,20}))?(?:\s++Ante\s++(?P<ante>\S{1,20}))?",
)
# An amount as other languages write it, with a comma before the cents or blanks between thousands: `1.440,50`, `1 440`.
_OTHERWISE: Final = re.compile(
    r"([0-9]{1,3}(?:[. \u00a0][0-9]{3})*|[0-9]{1,15}),([0-9]{2})|([0-9]{1,3}(?:[ \u00a0][0-9]{3})+)"
)
_NUMBERED: Final = re.compile(r"[0-9]{5,}")


def header_of(lead: Sequence[str], lines: Sequence[str]) -> Header | None:
    """Reads the header of a session, for one of its hands. `lead` are the lines of the header, and `lines` the lines of
    the hand. `None` if the header names no game.
    """
    general: dict[str, str] = {}
    for tag in tags_in(lead, 1):
        if tag.name and not tag.closing and tag.text.strip():
            general.setdefault(tag.name, tag.text.strip()[:200])
    gametype = general.get("gametype", "")
    if not gametype:
        return None
    header = Header("")
    header.legible = True
    header.table = general.get("tablename", "")
    size = general.get("tablesize", "")
    header.most_seats = int(size) if size.isascii() and size.isdigit() and len(size) < 3 else 0
    match = _GAMETYPE.fullmatch(gametype)
    header.named = gametype
    if match is None:
        return header
    header.named = match["game"] or gametype
    header.game = _GAMES.get(match["game"])
    header.structure = _STRUCTURES[match["limit"]]
    _read_tournament(header, general, has_stakes=bool(match["small"]))
    _read_unit(header, general, gametype, lines)
    amounts = [None if text is None else chips(text, header.minor) for text in match.group("ante", "small", "big")]
    if not header.tournament:
        header.stakes = Stakes(ante=amounts[0], small_bet=amounts[1], big_bet=amounts[2])
        header.legible = all(
            (text is None) == (amount is None)
            for text, amount in zip(match.group("ante", "small", "big"), amounts, strict=True)
        )
    return header


def _read_tournament(header: Header, general: dict[str, str], *, has_stakes: bool) -> None:
    """Sets the tournament of the header, if the game belongs to one. It does if the session header has a number or name
    of a tournament, or if it states no stakes.
    """
    code = general.get("tournamentcode") or general.get("tourcode") or ""
    named = general.get("tournamentname", "")
    if not code and not named and has_stakes:
        return
    numbers = _NUMBERED.findall(header.table)
    header.tournament = code or (numbers[0] if numbers else "") or named or header.table or "?"


def _read_unit(header: Header, general: dict[str, str], gametype: str, lines: Sequence[str]) -> None:
    """Sets the currency and the decimals of amounts. Tournaments and play money are counted in chips."""
    if header.tournament or general.get("mode") == "fun":
        header.currency, header.minor = CHIPS, decimals_in(lines)
        return
    sign = next((sign for sign in _SIGNS if sign in gametype), "")
    header.currency = _SIGNS.get(sign) or general.get("tablecurrency") or general.get("currency", "")[:3]
    header.minor = 2


def chips(text: str, minor: int) -> int | None:
    """Returns an amount such as `$0.05`, `1,440`, `0,05€`, `1 440` or `1.440,50` in the smallest unit; `None` for any
    other text.
    """
    bare = text.strip("$€£ \u00a0")
    otherwise = _OTHERWISE.fullmatch(bare)
    if otherwise is not None:
        whole = re.sub("[^0-9]", "", otherwise[1] or otherwise[3])
        bare = f"{whole}.{otherwise[2]}" if otherwise[2] else whole
    return grouped_amount(bare, minor)
