"""Recognizes a spoilt act: a line that begins like an act of a player, but whose amount or cards cannot be read, such
as `Ann: bets $1.0O`. The log is then damaged, and the line becomes an `Illegible` event.

Any other line that fits no row of the grammar becomes an `Unread` event. The log may be correct, because the grammar
may lack a row for such lines. An example is an act with more words after it: `Ann: bets $5 (cap)`.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

from auditor.formats.rooms.grammar.money import SIGNS, chips

# Words that name an act of a player. Words for chips that a pot pays out, such as `collects`, are left out.
_ACTS: Final = frozenset(
    [
        *("ante", "antes", "bet", "bets", "bring", "brings", "bring-in", "brings-in", "bring-ins", "bring_in"),
        *("call", "calls", "cap", "caps", "check", "checks", "complete", "completes", "fold", "folds", "muck", "mucks"),
        *("posts", "raise", "raises", "show", "shows", "all-in"),
    ]
)
_AMOUNTS: Final = frozenset(("chips", "to", "amounts"))
_MARKS: Final = " :-"
_DECIMAL_COMMA: Final = re.compile(r"[0-9],[0-9]{1,2}(?![0-9])|[0-9]['\u2019\u00a0\u202f\u2009][0-9]{3}(?![0-9])")
_BRACKETS: Final = "()[],."


def is_spoilt_act(literal: str, parts: Collection[str], after_name: str, minor: int, names: Iterable[str] = ()) -> bool:
    """Whether the text after a player's name (`after_name`) is a spoilt act. It must begin like a known act. In
    addition, one of three things must be true.

    - The amount is missing or cannot be read: ` bets $1.0O`.
    - The bracket with the cards is not closed: ` shows [Kc 4`.
    - The act needs no amount and no cards, and a player's name follows without a blank: ` foldsBob calls $5`.

    `literal` are the fixed first words of the known act, such as ` bets `. `parts` are the names of the values that
    follow, such as `chips`. `minor` is the number of decimals in this hand. `names` are the players at the table.
    """
    words = literal.rstrip(_MARKS + "[(")
    if after_name[: len(words)].lower() != words or _ACTS.isdisjoint(words.strip(_MARKS).split()):
        return False
    rest = after_name[len(words) :]
    if rest[:1].isalnum():  # no blank follows the act: two lines may be joined, `foldsBob calls $5`
        return not parts and any(rest.startswith(name) for name in names)
    if "cards" in parts:
        return "[" in rest and "]" not in rest
    if _AMOUNTS.isdisjoint(parts):
        return False
    amounts = _amounts(rest)
    if len(amounts) > 1:  # a raise may have a minus before its first amount: `raises -6€ to 18€`
        amounts[0] = amounts[0].removeprefix("-")
    is_missing = not any(map(str.isalnum, rest))
    return is_missing or any(is_spoilt_amount(text, minor) for text in amounts)


def is_beginning(text: str, literal: str) -> bool:
    """Whether a text that ends inside a word is the beginning of `literal`, the fixed words of a known line in lower
    case: `: ch` of `: checks`. The text must have a letter. A text of whole words is no such beginning, because a room
    may write it in full.
    """
    at = len(text)
    return literal[at : at + 1].isalnum() and literal.startswith(text.lower()) and text[-1:].isalnum()


def is_spoilt_amount(text: str, minor: int) -> bool:
    """Whether the text is meant as an amount but cannot be read as one, such as `$1.0O`. It is meant as an amount if it
    is one word that has a digit or begins with a currency sign.

    Two forms are no spoilt amounts: text of several words (`$5 USD`), and a decimal comma (`$0,50`). A room may write
    its amounts in this way, although we have not seen it.
    """
    meant = " " not in text and (text.startswith(SIGNS) or any(map(str.isdigit, text)))
    if _DECIMAL_COMMA.search(text):
        return False
    return meant and chips(text, minor) is None


def _amounts(rest: str) -> list[str]:
    """Returns the words of `rest` at the places where amounts should be: the first word, and the word after each `to`.
    In `2.50 to 5` they are `2.50` and `5`. A currency sign that stands alone is skipped.
    """
    words = [word for word in [each.strip(_BRACKETS) for each in rest.split()] if word and word not in SIGNS]
    return [word for before, word in zip(("to", *words), words, strict=False) if before.lower() == "to"]
