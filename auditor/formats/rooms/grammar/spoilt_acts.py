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
_LIKE_DIGITS: Final = frozenset("OoDQIlZzSsGgq")
# An amount with up to four other characters before and behind the number, such as `kr5` or `5 USD`. The number may have
# marks between thousands (`1.250`), and it may have decimals (`0,50`), also without digits before them (`.50`).
_OTHER_FORM: Final = re.compile(
    r"(?P<before>[^0-9.,-]{0,4})"
    r"(?P<number>(?:[1-9][0-9]{0,2}(?:[.,'\u2019\u00a0\u202f\u2009][0-9]{2,3})+|[0-9]{0,15})"
    r"(?:[.,](?P<decimals>[0-9]{1,2})|[.,]-?)?)"
    r"(?P<after>[^0-9.,-]{0,4})"
)
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
    """Whether the text is the beginning of `literal`, the fixed words of a known line in lower case, and ends inside a
    word: `: ch` of `: checks`. A text that ends with a whole word does not count, because it may be a complete line.
    """
    at = len(text)
    return literal[at : at + 1].isalnum() and literal.startswith(text.lower()) and text[-1:].isalnum()


def is_spoilt_amount(text: str, minor: int) -> bool:
    """Whether the text is meant as an amount but is damaged, such as `$1.0O` with a letter in the place of a digit. It
    is meant as an amount if it is one word that has a digit or begins with a currency sign. `minor` is the number of
    decimals in this hand.

    An amount in a form that we do not know is not damaged, because a room may write it: text of several words (`$5
    USD`), a decimal comma (`0,50`), other signs between thousands (`1.250`), other currencies (`5USD`, `kr5`), and
    short forms (`1k`).
    """
    meant = text.startswith(SIGNS) or any(map(str.isdigit, text))
    return meant and chips(text, minor) is None and not is_of_another_form(text, minor)


def is_of_another_form(text: str, minor: int) -> bool:
    """Whether an amount that we cannot read is in a form that some room may use. `minor` is the number of decimals in
    this hand.
    """
    digits = [letter for letter in text if letter.isdigit()]
    if digits and (" " in text or not "".join(digits).isascii()):  # several words, or digits of another script
        return True
    form = _OTHER_FORM.fullmatch(text.strip("".join(SIGNS))) if digits else None
    if form is None:
        return False
    before, number, after = form["before"], form["number"], form["after"]
    # A letter that looks like a digit may stand in the place of a digit: `$l.00`, `$1.0O`, `5O`.
    if (number[:1] == "." and before[-1:] in _LIKE_DIGITS) or (after and _LIKE_DIGITS.issuperset(after)):
        return False
    return after not in ("B", "b") or len(form["decimals"] or "") != minor - 1


def _amounts(rest: str) -> list[str]:
    """Returns the words of `rest` at the places where amounts should be: the first word, and the word after each `to`.
    In `2.50 to 5` they are `2.50` and `5`. A currency sign that stands alone is skipped.
    """
    words = [word for word in [each.strip(_BRACKETS) for each in rest.split()] if word and word not in SIGNS]
    return [word for before, word in zip(("to", *words), words, strict=False) if before.lower() == "to"]
