"""The first line of an Absolute hand: number, tournament, game, limit, stakes and time."""

from typing import Final

from auditor.engine.hand import Game, Stakes, Structure
from auditor.formats.amounts import grouped_amount
from auditor.formats.files.bare import bare
from auditor.formats.rooms.grammar.clock_zones import moment, utc_by_place
from auditor.formats.telling.header import CHIPS, WithStakes

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
# What may stand between the game and its limit.
_KINDS: Final = ("(1 on 1)", "Single Tournament", "Multi Normal Tournament", "Multi Tournament", "Sit & Go")
SYMBOLS: Final[dict[str, str]] = {"$": "USD", "€": "EUR"}


def number_of(line: str) -> str:
    """The number in `Stage #1300000000: Seven Card Hi/Lo ...`; empty for a line that begins no hand."""
    text = bare(line)
    if not text.startswith("Stage #"):
        return ""
    word = text[7:].split(" ", 1)[0]
    digits = word.removesuffix(":").removeprefix("C")
    return word.removesuffix(":") if digits.isascii() and digits.isdigit() else ""


def header_of(line: str) -> WithStakes | None:
    """Reads the line; `None` where it begins no hand, or names neither a game nor a time."""
    number = number_of(line)
    described, dash, time = line.rpartition(" - ")
    header = WithStakes(number)
    if not number or not dash or not _read_time(header, time):
        return None
    words = described.partition("Stage #")[2].split()[1:]
    if words[:2] == ["Tourney", "ID"] and len(words) > 2:
        header.tournament = words[2]
        del words[:3]
    stake = next((at for at, word in enumerate(words) if at and _is_stake(word)), len(words))
    game_named(header, " ".join(words[:stake]))
    _read_stakes(header, words[stake:])
    return header if header.named else None


def game_named(header: WithStakes, text: str) -> None:
    """`Seven Card Hi/Lo Normal`, and `Limit Seven Card Stud`, which a mixed game says in a line of its own."""
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
    """`$0.02/$0.04`, `$10,` or `1,000/2,000`; the 7 of `7 Card Stud` stands first and is never asked."""
    return word[0] in SYMBOLS or (word[0].isdigit() and word.strip(",")[-1].isdigit())


def _read_stakes(header: WithStakes, words: list[str]) -> None:
    """`$0.02/$0.04`, or ` $10, $2.50 ante` of the games with blinds; a tournament's are chips without a sign."""
    first = words[0] if words else ""
    header.currency = SYMBOLS.get(first[:1], CHIPS)
    header.minor = 2 if header.currency != CHIPS or "." in first else 0
    signs = "".join(SYMBOLS)
    small, slash, big = first.rstrip(",").partition("/")
    ante = None
    if words[2:3] == ["ante"]:
        ante = grouped_amount(words[1].lstrip(signs), header.minor)
    small_bet = grouped_amount(small.lstrip(signs), header.minor)
    big_bet = grouped_amount(big.lstrip(signs), header.minor)
    header.legible = bool(slash) and small_bet is not None and big_bet is not None
    if header.legible:
        header.stakes = Stakes(ante=ante, small_bet=small_bet, big_bet=big_bet)


def _read_time(header: WithStakes, text: str) -> bool:
    """`2009-03-18 19:10:00 (ET)`, at times with parts of a second."""
    words = text.split()
    if len(words) < 2:
        return False
    when = moment(words[0].replace("-", "/"), words[1].partition(".")[0])
    if when is None:
        return False
    header.local = " ".join(words)
    header.played = utc_by_place(when, words[2].strip("()")) if len(words) == 3 else ""
    return True
