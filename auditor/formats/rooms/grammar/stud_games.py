"""Recognizes stud, stud hi-lo and razz by the words of a game's name, in whatever spelling a room writes them.

Each room has a table of the names that its logs are known to have. A log with another spelling must not be skipped like
a hand of hold'em, because then a stud hand would be lost without notice.
"""

import re
from typing import Final, NamedTuple

from auditor.engine.hand import Game, Structure
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.header import Header
from auditor.formats.rooms.grammar.money import CHIPS, chips, currency_of

_SEVEN: Final = "(?:7|seven)"
_CARDS: Final = f"{_SEVEN}cards?"
_STUD: Final = f"(?:{_CARDS}|{_SEVEN})?stud"
_EIGHT: Final = "(?:8|eight)(?:orbetter|ob|b)?"
_HI_LO: Final = f"(?:(?:hi(?:gh)?(?:and|or)?low?|hl)(?:split)?(?:{_EIGHT})?|{_EIGHT})"
# The names of the games in small letters, without blanks and marks: `7cardstudhilo` for `7 Card Stud Hi/Lo`.
_GAMES: Final = (
    (Game.STUD, re.compile(f"(?:{_STUD}|{_CARDS})(?:hi|high)?")),
    (Game.STUD8, re.compile(f"(?:{_STUD}|{_CARDS}){_HI_LO}")),
    (Game.RAZZ, re.compile(f"(?:{_STUD}|{_CARDS}|{_SEVEN})?razz")),
)
# Other games whose names have the word stud or razz: five-card stud, deuce-to-seven razz, and games against the house.
_OTHER_GAMES: Final = re.compile(
    r"(?<![0-9])(?:5|five)(?:cards?)?stud|(?<![0-9])2(?:to)?7(?![0-9])|deuce(?:to)?(?:7|seven)|caribbean|mississippi"
)
_LIMITS: Final[dict[str, Structure]] = {
    "no limit": Structure.NO,
    "pot limit": Structure.POT,
    "fixed limit": Structure.FIXED,
    "limit": Structure.FIXED,
    "normal": Structure.FIXED,  # Absolute writes `Normal` for fixed limit
    "nl": Structure.NO,
    "pl": Structure.POT,
    "fl": Structure.FIXED,
}
# Words beside the name of a game that change nothing in its rules.
_IDLE: Final = frozenset(["usd", "eur", "gbp", "turbo", "hyper-turbo"])
_APART: Final = re.compile(r"[\s_]+")
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_PARTS: Final = re.compile("[a-z]+|[0-9]+")
_ANY_SEVEN_CARDS: Final = re.compile(rf"(?<![0-9]){_CARDS}")
_MARKS: Final = "()[],;:"
_READ: Final = 120  # a name of a game is at most this long (in characters)


class Recognized(NamedTuple):
    """The facts in the name of a game: the game, the limit if the name states one, and the small and the big bet as
    text if the name has them.
    """

    game: Game
    structure: Structure | None
    bets: tuple[str, str] | None


@remembered
def recognized(named: str) -> Recognized | None:
    """Returns the facts in the name of a game: `Seven Card Stud Hi-Lo`, `FL 7CARD_HL`, `$5/$10 Razz`. `None` if the
    text is not certainly a name of stud, stud hi-lo or razz.
    """
    words = [word for each in _APART.split(named[: _READ + 1].lower()) if (word := each.strip(_MARKS))]
    structure: Structure | None = None
    bets: tuple[str, str] | None = None
    kept: list[str] = []
    while words:
        pair = " ".join(words[:2])
        count = 2 if pair in _LIMITS else 1
        stated = _LIMITS.get(pair if count == 2 else words[0])
        if stated is not None:
            structure = stated
        elif (found := _bets(words[0])) is not None:
            bets = found
        elif words[0] not in _IDLE:
            kept.append(words[0])
        del words[:count]
    name = _NO_LETTERS.sub("", "".join(kept))
    game = next((game for game, pattern in _GAMES if pattern.fullmatch(name)), None) if len(named) <= _READ else None
    return None if game is None else Recognized(game, structure, bets)


def _bets(word: str) -> tuple[str, str] | None:
    """Returns the two last amounts of a word such as `$5/$10`; `None` if the word has no two amounts."""
    amounts = word.upper().split("/")
    if len(amounts) < 2 or any(chips(each, 2) is None for each in amounts):
        return None
    return amounts[-2], amounts[-1]


@remembered
def may_be_stud(named: str) -> bool:
    """Whether a game with this name may be a stud game that `recognized` does not know, such as `Super Razz`. False for
    the other games that we know, such as five-card stud. True for a text without letters, because such a text is no
    name: the line was read wrongly.
    """
    lower = named.lower()
    name = _NO_LETTERS.sub("", lower)
    if not any(map(str.isalpha, name)):
        return True
    parts = _PARTS.findall(lower)
    has_word = any(part in ("stud", "razz") or part.endswith(("cardstud", "cardsstud")) for part in parts)
    return (has_word or _ANY_SEVEN_CARDS.search(name) is not None) and _OTHER_GAMES.search(name) is None


def unclear_game(named: str) -> str:
    """Returns the reason to reject a hand whose game may be stud."""
    return (
        f'The log names the game "{named[:_READ]}". It may be a stud game, but we do not know this name.'
        " Report the name to the people who maintain the auditor."
    )


def recognize(header: Header) -> None:
    """Sets the game of a header by the words of the game's name. Does nothing if the header has no name of a game, or
    if the room has already set the game. If the name has a limit, also sets the limit. If the name has bets and no line
    stated the stakes, also sets the stakes.
    """
    if not header.named or header.game is not None:
        return
    found = recognized(header.named)
    if found is None:
        return
    header.game = found.game
    header.structure = found.structure or header.structure
    if found.bets is not None and not any(header.amounts):
        header.amounts = ("", *found.bets)
        currency = currency_of(found.bets[0])
        header.read_stakes(currency, 2 if currency != CHIPS or "." in "".join(found.bets) else 0)
