"""Reads the lines before the first act of an Absolute hand: number, tournament, game, stakes, time and table."""

from typing import Final

from auditor.engine.hand import Game, Structure
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_place
from auditor.formats.rooms.grammar.header import Header, button
from auditor.formats.rooms.grammar.money import CHIPS, currency_of

_GAMES: Final[dict[str, Game]] = {
    "SEVEN CARD STUD": Game.STUD,
    "7 CARD STUD": Game.STUD,
    "SEVEN CARD": Game.STUD,
    "SEVEN CARD HI/LO": Game.STUD8,
    "SEVEN CARD STUD HI/LO": Game.STUD8,
    "7 CARD STUD HI/LO": Game.STUD8,
    "RAZZ": Game.RAZZ,
}
_STRUCTURES: Final[dict[str, Structure]] = {
    "NO LIMIT": Structure.NO,
    "POT LIMIT": Structure.POT,
    "NORMAL": Structure.FIXED,
    "LIMIT": Structure.FIXED,
}
# Words in the first line of a hand between the name of the game and its limit. They are skipped.
_KINDS: Final = ("(1 on 1)", "Single Tournament", "Multi Normal Tournament", "Multi Tournament", "Sit & Go")
_SIGNS: Final = "$€"


def number_of(line: str) -> str:
    """Returns the number in `Stage #1300000000: Seven Card Hi/Lo ...`; empty for a line that begins no hand."""
    if not line.startswith("Stage #"):
        return ""
    number = line[7:].split(" ", 1)[0].removesuffix(":")
    digits = number.removeprefix("C")
    return number if digits.isascii() and digits.isdigit() else ""


def header_of(line: str) -> Header | None:
    """Reads the first line of a hand. `None` if the line begins no hand, or if the game or the time is missing."""
    number = number_of(line)
    described, dash, time = line.rpartition(" - ")
    header = Header(number)
    if not number or not dash or not _read_time(header, time):
        return None
    words = described.partition("Stage #")[2].split()[1:]
    if words[:2] == ["Tourney", "ID"] and len(words) > 2:
        header.tournament = words[2]
        del words[:3]
    stake = next((at for at, word in enumerate(words) if at and _is_stake(word)), len(words))
    _read_game(header, " ".join(words[:stake]))
    header.mixed = header.game is None
    _read_stakes(header, words[stake:])
    return header if header.named else None


def _read_game(header: Header, text: str) -> None:
    """Reads the game and its limit. The limit may be the first or the last word: `Seven Card Hi/Lo Normal` (fixed
    limit) or `Limit Seven Card Stud`.
    """
    for kind in _KINDS:
        at = text.lower().find(kind.lower())
        if at >= 0:
            text = text[:at] + text[at + len(kind) :]
    words = text.split()
    for count in (2, 1):
        for at in (0, len(words) - count):
            structure = _STRUCTURES.get(" ".join(words[at : at + count]).upper()) if at >= 0 else None
            if structure is not None:
                header.structure = structure
                del words[at : at + count]
    header.named = " ".join(words) or header.named
    header.game = _GAMES.get(header.named.upper())


def _is_stake(word: str) -> bool:
    """Whether the word is an amount: `$0.02/$0.04`, `$10,` or `1,000/2,000`. The caller must not pass the first word of
    the game's name, because the 7 of `7 Card Stud` looks like an amount.
    """
    return word[0] in _SIGNS or (word[0].isdigit() and word.strip(",")[-1].isdigit())


def _read_stakes(header: Header, words: list[str]) -> None:
    """Reads the stakes: `$0.02/$0.04` or, with an ante, `50/1,000, 10 ante`. In a tournament the stakes are chips and
    have no currency sign. Games with blinds write an amount without a slash, `$10, $2.50 ante`. Then only the currency
    is read.
    """
    first = words[0] if words else ""
    small, slash, big = first.rstrip(",").partition("/")
    if slash:
        header.amounts = (words[1] if words[2:3] == ["ante"] else "", small, big)
    currency = currency_of(first)
    header.read_stakes(currency, 2 if currency != CHIPS or "." in first else 0)


def _read_time(header: Header, text: str) -> bool:
    """Reads the time: `2009-03-18 19:10:00 (ET)`. The seconds may have decimals. Returns false if the text is no
    time.
    """
    words = text.split()
    if len(words) < 2:
        return False
    when = moment(words[0].replace("-", "/"), words[1].partition(".")[0])
    if when is None:
        return False
    header.local = " ".join(words)
    header.played = utc_by_place(when, words[2].strip("()")) if len(words) == 3 else ""
    return True


# --- functions that read the lines below the first line ---------------------------------------------------------------


def game_of_mix(header: Header, _seat: int, _line: int, rest: str) -> None:
    """Reads the game of this hand in a mix of games: `Game Type: Limit Razz`."""
    _read_game(header, rest)


def table(header: Header, seat: int, line: int, table: str, kind: str = "", number: int = 0) -> None:
    """Reads the name of the table and the seat of the dealer button: `Table: TORONTO AVE (Real Money) Seat #6 is the
    dealer`.
    """
    header.table = table
    header.play_money = kind.lower().startswith("play")
    button(header, seat, line, number)


def settle(header: Header, _lines: object) -> None:
    """Sets the currency to chips if the table is for play money."""
    if header.play_money:
        header.currency = CHIPS
