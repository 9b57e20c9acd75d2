"""Reads the lines before the first act of a PartyPoker hand: number, game, stakes, time, table and seats."""

import re
from collections.abc import Sequence
from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_abbreviation
from auditor.formats.rooms.grammar.header import Header, settle_by_stacks
from auditor.formats.rooms.grammar.header import button as read_button
from auditor.formats.rooms.grammar.header import listed as read_listed
from auditor.formats.rooms.grammar.money import CHIPS, currency_of
from auditor.formats.rooms.grammar.months import month_of
from auditor.formats.rooms.grammar.players import SEAT_NUMBERS

_GAMES: Final[dict[str, Game]] = {
    "7 CARD STUD": Game.STUD,
    "7 CARD STUD HI-LO": Game.STUD8,
    "7 CARD STUD HI/LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
    "7 CARD RAZZ": Game.RAZZ,
    "7 CARD STUD RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "NL": Structure.NO,
    "PL": Structure.POT,
    "FL": Structure.FIXED,
    "LIMIT": Structure.FIXED,
}
_CURRENCIES: Final = frozenset(["USD", "EUR", "GBP"])
_KINDS_OF_TABLE: Final = frozenset(["fastforward", "SPOTPOKER", "Tourney", "Hand"])
_SIGNS: Final = "$€£"
# The name of the game ends before the first word that begins with one of these texts, or that is one of the words in
# `_WORDS_BEHIND_GAME`.
_BEHIND_GAME: Final = (*_SIGNS, "(", "Trny:")
_WORDS_BEHIND_GAME: Final = frozenset(["Game", "Tourney", "Buy-in"])
_TOURNAMENT: Final = re.compile(r"(?:Trny:| Tournament #)\s{0,9}([^\s)]{1,40})")
_LEVEL: Final = ("Trny:", "Stakes", "Blinds")
_AMOUNTS: Final = r"(?:-Antes)?\(([^/()]{0,40})/([^-()]{0,40})(?:-([^()]{0,40}))?"
_STAKES_OF_TITLE: Final = re.compile(f"(?:Stakes|Blinds){_AMOUNTS}")
# `_STAKES_OF_TITLE` is for the line that names the game, and `_STAKES` for the lines below it. There, `Blinds(...)` are
# the blinds of another game than stud, so `_STAKES` does not find them.
_STAKES: Final = re.compile(f"Stakes{_AMOUNTS}")
# The text in an amount that other rooms leave out: blanks after the sign, and the unit.
_LEFT_OUT: Final = re.compile(r"(?<=[$€£]) {1,9}| ?(?:USD|EUR|GBP|chips)\Z", re.IGNORECASE)


def number_of(line: str) -> str:
    """Returns the number of the hand if the line is a banner, the first line of a hand: `***** Hand History for Game
    9581478205 *****`. Empty for any other line.

    A banner with `#` before the number is of another room. Other programs that write this form add the name of the
    room: `(Party)`.
    """
    if line[:5] != "*****":  # a fast test first, because this function is called for every line of a file
        return ""
    words = line.split()
    if len(words) < 7 or words[0] != "*****" or words[6] != "*****":
        return ""
    if [word.lower() for word in words[1:5]] != ["hand", "history", "for", "game"] or not words[5].isalnum():
        return ""
    behind = " ".join(words[7:])
    return words[5] if not behind or behind in ("(Party)", "(PartyPoker)") else ""


def announces(line: str) -> bool:
    """Whether the line announces the next hand, as `#Game No : 9581478205` and `Game #9581478205 starts.` do."""
    text = line.strip()
    return text.startswith("#Game No") or (text.startswith("Game #") and text.endswith(" starts."))


def header_of(line: str) -> Header | None:
    """Makes the header from a banner, the first line of a hand. It has only the number. `None` for any other line."""
    number = number_of(line)
    return Header(number) if number else None


def plain_amount(text: str) -> str:
    """Returns an amount in the usual spelling: `$0.50` for `[$0.50 USD]`, `1.80` for `(1.80)`, `$1` for `$ 1`."""
    return _LEFT_OUT.sub("", text.strip("[()] "))


# --- functions that read the lines before the first act ---------------------------------------------------------------


def game_or_level(header: Header, _seat: int, line: int, rest: str) -> bool:
    """Reads a line with stakes, game and time: `$0.50/$1 USD 7 Card Stud Hi-Lo - Monday, August 30, 20:20:17 EEST
    2010`. Also reads a later line with the level of a tournament: `Trny:69784932 Level:2`. Returns false for any other
    line.
    """
    if header.named:
        return rest.startswith(_LEVEL) and _read_level(header, line, rest, _STAKES)
    described, _, time = rest.rpartition(" - ")
    if not described or not _read_time(header, time):
        return False
    header.currency = ""
    words = described.replace(" / ", "/").split()
    while words and _is_stake(words[0], header):
        del words[0]
    ends = [at for at, word in enumerate(words) if word.startswith(_BEHIND_GAME) or word in _WORDS_BEHIND_GAME]
    end = next(filter(None, ends), len(words))
    for word in words[end:]:
        header.structure = _STRUCTURES.get(word.strip("()").upper(), header.structure)
    header.named = " ".join(words[:end])
    header.game = _GAMES.get(header.named.upper())
    header.stakes_line = line
    _read_level(header, line, described, _STAKES_OF_TITLE)
    return bool(header.named)


def _is_stake(word: str, header: Header) -> bool:
    """Whether a word is the stakes, the currency, the limit or the kind of table. These come before the name of the
    game, as `$0.50/$1` and `USD` in `$0.50/$1 USD 7 Card Stud`. Stores stakes, currency and limit in the header.
    """
    if "/" in word and word[0] in _SIGNS + "0123456789":
        small, _, big = word.partition("/")
        header.amounts = ("", small, big)
        header.currency = header.currency or (currency_of(word) if word[0] in _SIGNS else "")
        return True
    if word in _CURRENCIES:
        header.currency = word
        return True
    structure = _STRUCTURES.get(word.upper())
    if structure is not None:
        header.structure = structure
        return True
    return word[0] in _SIGNS or word in _KINDS_OF_TABLE


def _read_level(header: Header, line: int, text: str, pattern: re.Pattern[str]) -> bool:
    """Reads the number of the tournament and the stakes: `Trny:69784932 Level:2  Stakes-Antes(60/120-10)`. The
    tournament or the stakes may be missing. `pattern` finds the stakes. Returns true if the text has a tournament,
    stakes or blinds.

    Since 2024 the text is `(MTT Tournament #396042592) (Buyin $10.0 + $1.0)`.
    """
    tournament, stakes = _TOURNAMENT.search(text), pattern.search(text)
    if tournament:
        header.tournament = tournament[1]
    if stakes:
        small, big, ante = [amount.strip() for amount in stakes.groups("")]
        header.amounts = _agreed(header.amounts, (ante, small, big))
        header.stakes_line = line
    return bool(tournament or stakes or _STAKES_OF_TITLE.search(text))


def _agreed(before: tuple[str, str, str], now: tuple[str, str, str]) -> tuple[str, str, str]:
    """Combines the stakes of two lines. Each of the two, and the result, has the ante, the small bet and the big bet.
    An amount that one line leaves empty comes from the other line. If the two lines contradict each other, the result
    has texts such as `5 or 10`, which cannot be read as amounts.
    """
    pairs = list(zip(before, now, strict=True))
    if all(not old or not new or _plain(old) == _plain(new) for old, new in pairs):
        ante, small, big = [new or old for old, new in pairs]
    else:
        ante, small, big = [f"{old} or {new}" for old, new in pairs]
    return ante, small, big


def _plain(amount: str) -> str:
    """Returns an amount without its sign, its commas and the last zeros of its decimals: `1200.5` for `$1,200.50`."""
    digits = plain_amount(amount).strip(_SIGNS).replace(",", "")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def _read_time(header: Header, text: str) -> bool:
    """Reads the time: `Monday, August 30, 20:20:17 EEST 2010`. Returns false if the text is no time."""
    words = text.replace(",", " ").split()
    clock = next((at for at, word in enumerate(words) if word.count(":") == 2), 0)
    if clock < 2 or len(words) < clock + 2:
        return False
    month = month_of(words[clock - 2])
    if not month:
        return False
    header.local = " ".join(text.split())
    when = moment(f"{words[-1]}/{month}/{words[clock - 1]}", words[clock])
    if when is not None and len(words) == clock + 3:
        header.played = utc_by_abbreviation(when, words[clock + 1])
    return True


def table(header: Header, seat: int, line: int, table: str, kind: str, number: int = 0, **_rest: str) -> None:
    """Reads the table: `Table Table  136403 (Real Money)`. Since 2026 the line ends with ` -- Seat 1 is the button`."""
    header.table = " ".join(table.split()).removeprefix("Table ")
    header.play_money = kind.lower() == "play"
    if number:
        read_button(header, seat, line, number)


def size(header: Header, _seat: int, _line: int, rest: str) -> None:
    """Reads the number of seats: the 8 of `Total number of players : 7/8`. The first number counts the players."""
    header.most_seats = SEAT_NUMBERS.get(rest.partition("/")[2].strip(), 0)


def listed(header: Header, seat: int, line: int, number: int, player: str, stack: str) -> None:
    """Adds a seat: `Seat 3: Hero ( $24.95 USD )`."""
    read_listed(header, seat, line, number, player.strip(), plain_amount(stack))


def settle(header: Header, _lines: Sequence[str]) -> None:
    """Sorts the seats, because the room lists them in any order, and reads the stakes. Tournaments and play money have
    chips as currency. A log without stakes is no fault, so nothing is reported about it.
    """
    header.listed.sort(key=lambda row: row.number)
    if header.tournament:
        header.read_stakes(CHIPS, 0)
    else:
        header.currency = CHIPS if header.play_money else header.currency
        settle_by_stacks(header)
    header.legible = header.legible or not any(header.amounts)
