"""Recognizes stud, stud hi-lo and razz by the words of a game's name, in whatever spelling a room writes them.

Each room has a table of the names that its logs are known to have. A log with another spelling must not be skipped like
a hand of hold'em, because then a stud hand would be lost without notice.
"""

import re
from itertools import groupby
from typing import Final, NamedTuple

from auditor.engine.hand import Game, Structure
from auditor.formats.memo import remembered
from auditor.formats.outcomes import Rejected, Skipped
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
# The other games of poker rooms. A name with one of these words is certainly the name of another game.
_KNOWN_GAMES: Final = re.compile(
    r"hold|omaha|draw|badugi|badacey|badeucey|drawmaha|courchevel|razzdugi|lowball|horse|h\.o\.r\.s\.e|mixed|8-game|10-game"
)
# Words beside the name of a game that change nothing in its rules.
_IDLE: Final = frozenset(["usd", "eur", "gbp", "turbo", "hyper-turbo"])
_APART: Final = re.compile(r"[\s_]+")
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_PARTS: Final = re.compile(r"[^\W\d_]+|[0-9]+")
_ABBREVIATED: Final = re.compile(r"(?<![0-9])7c?s(?:hi?|h(?:igh)?/?lo?w?|e|8(?:ob|b)?)?(?![^\W\d_])")
_STUD_WORDS: Final = ("stud", "razz")
_ANY_SEVEN_CARDS: Final = re.compile(rf"(?<![0-9]){_CARDS}")
_MARKS: Final = "()[],;:"
_READ_OF_TITLE: Final = 300  # only so many characters of a title are searched
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
    the other games that we know, such as five-card stud.

    Also true for a text without letters. Such a text is no name of a game, so the line was read wrongly, and the hand
    may be a stud hand.
    """
    lower = named.lower()
    name = _NO_LETTERS.sub("", lower)
    if not any(map(str.isalpha, name)):
        return True
    has_word = any(_is_nearly_stud(part) for part in _PARTS.findall(lower)) or _ABBREVIATED.search(lower) is not None
    return (has_word or _ANY_SEVEN_CARDS.search(name) is not None) and _OTHER_GAMES.search(name) is None


def _is_nearly_stud(word: str) -> bool:
    """Whether a word is `stud` or `razz`, also with one wrong, missing or further letter, with two letters in the wrong
    order, or with repeated letters: `raz`, `razzz`, `sutd`.
    """
    if word.endswith(("cardstud", "cardsstud")):
        return True
    return any(_is_near(word, right) or _once(word) == _once(right) for right in _STUD_WORDS)


def _once(word: str) -> str:
    """Returns the word with one letter in place of each run of equal letters."""
    return "".join([letter for letter, _ in groupby(word)])


def _is_near(word: str, right: str) -> bool:
    """Whether `word` is the correct word `right`, or differs from `right` by one mistake: one wrong, missing or further
    letter, or two neighbouring letters in the wrong order.
    """
    if abs(len(word) - len(right)) > 1:
        return False
    at = next((at for at, (one, other) in enumerate(zip(word, right, strict=False)) if one != other), min(len(word), 4))
    end, end_right = word[at:], right[at:]
    return (
        end[1:] == end_right[1:]
        or end[1:] == end_right
        or end == end_right[1:]
        or (end[:2] == end_right[1::-1] and end[2:] == end_right[2:])
    )


def other_game(named: str, number: str | None, line: int, title: str = "") -> Rejected | Skipped:
    """Returns the outcome of a hand whose game is not read: it is rejected if the game may be stud, else skipped.

    `named` is the name of the game, `number` the number of the hand, and `line` the number of the line of its title.
    `title` is the text of the title. A damaged title may have the name of a stud game at another place: `El jugador
    $0.50/$1 7 Card Stud`. But if `named` is surely another game, the words of the title do not count, because a club or
    a table may have any name.
    """
    is_known = not title or _KNOWN_GAMES.search(named.lower()) is not None
    if may_be_stud(named) or (not is_known and may_be_stud(title[:_READ_OF_TITLE])):
        return Rejected(line, number or None, _unclear_game(named))
    return Skipped(line, number, named)


def _unclear_game(named: str) -> str:
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
