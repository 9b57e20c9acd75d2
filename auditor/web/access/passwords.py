"""Passwords: which are taken, how they are kept, and how one is compared with what is kept.

Kept as argon2id with the costs that OWASP's Password Storage Cheat Sheet names first: 19 MiB, two passes, one lane.
"""

import re
import threading
import unicodedata
from difflib import SequenceMatcher
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST: Final = 12
LONGEST: Final = 256
_INSTEAD: Final = "take four words that do not belong together"
HASHER: PasswordHasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# Of random bytes that nobody kept. What is tried for nobody's account is compared with it, so that a wrong name costs
# the same work as a wrong password.
NOBODYS: Final = "$argon2id$v=19$m=19456,t=2,p=1$o6mdeimcHLW0bn7X0prl1w$JSNd6TPeJd5X2eH/hgTy6jndhw/XNtI9L3L0t4CNpCQ"
# What a guesser of this place tries, besides the names, words, dates and rows of keys that zxcvbn knows.
_GUESSES: Final = (
    *("auditor", "stud auditor", "studauditor", "poker", "stud", "razz", "cardroom", "pokerstars", "fulltilt"),
    *("passwort", "mypassword", "passphrase", "thisismypassword", "letmeinplease", "correcthorsebatterystaple"),
)
# A phrase that everybody knows is no better with blanks in it.
_BETWEEN_WORDS: Final = re.compile(r"[\s._-]+")
# So many guesses it takes at least, on average, before a password is found: zxcvbn's highest class.
_FEWEST_GUESSES: Final = 10**10
# What zxcvbn looks at, which takes a second at worst. Of a longer password one of its two ends is enough.
_LOOKED_AT: Final = 72
# As near to the name, or nearer, is too near: the share of letters in common, as Django counts it.
_TOO_NEAR: Final = 0.7
# At once; of more, each waits its turn, so that a flood of tries takes a little memory and not all.
_TURNS: Final = threading.BoundedSemaphore(4)


class PasswordRefused(ValueError):
    """A password that is not taken; the text says why. It never holds the password."""


def hashed(password: str, name: str) -> str:
    """How the password of the account of that name is kept.

    Raises:
        PasswordRefused: it is too short, too long, or among the first that anybody would guess.
    """
    _insist(password, name)
    with _TURNS:
        return HASHER.hash(_plain(password))


def is_right(password: str, kept: str | None) -> bool:
    """Whether it is the password of what is kept; `None` for nobody's, which takes the same work and is never right."""
    known = kept is not None and len(password) <= LONGEST
    with _TURNS:
        try:
            HASHER.verify(kept or NOBODYS, _plain(password[:LONGEST]))
        except (VerificationError, InvalidHashError):
            return False
    return known


def _insist(password: str, name: str) -> None:
    if len(password) < SHORTEST:
        raise PasswordRefused(f"The password is too short; take {SHORTEST} characters or more, such as four words.")
    if len(password) > LONGEST:
        raise PasswordRefused(f"The password is too long; take {LONGEST} characters at most.")
    if _resembles(password.casefold(), name.casefold()):
        raise PasswordRefused(f"The password is little more than the name of the account; {_INSTEAD}.")
    joined = _BETWEEN_WORDS.sub("", password)
    if any(_is_easy_at_both_ends(each, name) for each in {password, joined}):
        raise PasswordRefused(f"The password is among the first to be guessed; {_INSTEAD}.")


def _resembles(password: str, name: str) -> bool:
    """Whether the password is mostly the name, in whole or in parts, forwards or backwards."""
    letters = _letters(password)
    for part in {_letters(name), *map(_letters, name.split())}:
        for written in (part, part[::-1]):
            if len(part) > 2 and written in letters and len(password) - len(part) < SHORTEST - 4:
                return True
    return SequenceMatcher(None, name, password, autojunk=False).ratio() >= _TOO_NEAR


def _letters(text: str) -> str:
    return "".join([letter for letter in text if letter.isalnum()])


def _is_easy_at_both_ends(password: str, name: str) -> bool:
    return all(_is_easy(end, name) for end in {password[:_LOOKED_AT], password[-_LOOKED_AT:]})


def _is_easy(password: str, name: str) -> bool:
    """Whether it is soon guessed: among the commonest, as they are or changed as everybody changes them, or a row of
    keys, a date, a repeat. No kinds of characters are asked for: that makes nobody's password better.
    """
    # A megabyte of lists, which only somebody who sets a password needs.
    from zxcvbn import zxcvbn  # noqa: PLC0415

    found = zxcvbn(password, [name, *name.split(), *_GUESSES], _LOOKED_AT)
    return bool(found["guesses"] < _FEWEST_GUESSES)


def _plain(password: str) -> bytes:
    """The same bytes however the keyboard makes its letters, and whatever is pasted."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
