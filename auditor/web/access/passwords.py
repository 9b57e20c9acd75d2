"""Passwords: the checks of a new one, the stored hash, and the comparison with it.

The hash is argon2id with the costs that OWASP's Password Storage Cheat Sheet names first: 19 MiB, two passes, one lane.
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
_INSTEAD: Final = "Use four unrelated words"
HASHER: PasswordHasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# The hash of random bytes that nobody knows. A sign-in with an unknown name is compared with it, so that a wrong name
# takes the same time as a wrong password.
NOBODYS: Final = "$argon2id$v=19$m=19456,t=2,p=1$o6mdeimcHLW0bn7X0prl1w$JSNd6TPeJd5X2eH/hgTy6jndhw/XNtI9L3L0t4CNpCQ"
# Likely guesses here, in addition to the names, words, dates and rows of keys that zxcvbn knows.
_GUESSES: Final = (
    *("auditor", "stud auditor", "studauditor", "poker", "stud", "razz", "cardroom", "pokerstars", "fulltilt"),
    *("passwort", "mypassword", "passphrase", "thisismypassword", "letmeinplease", "correcthorsebatterystaple"),
)
# A phrase that everybody knows is no better with blanks in it.
_BETWEEN_WORDS: Final = re.compile(r"[\s._-]+")
# A password must need at least this many guesses on average: zxcvbn's highest class.
_FEWEST_GUESSES: Final = 10**10
# zxcvbn gets this many characters, which takes at most a second. It checks both ends of a longer password.
_LOOKED_AT: Final = 72
# The highest share of letters in common with the name, as Django counts it.
_TOO_NEAR: Final = 0.7
# The number of hashes at once. Others wait, so that a flood of tries cannot use all memory.
_TURNS: Final = threading.BoundedSemaphore(4)


class PasswordRefused(ValueError):
    """A refused password. The text has the reason, never the password."""


def hashed(password: str, name: str) -> str:
    """The hash to store for the password of the account `name`.

    Raises:
        PasswordRefused: the password is too short, too long, or easy to guess.
    """
    _insist(password, name)
    with _TURNS:
        return HASHER.hash(_plain(password))


def is_right(password: str, kept: str | None) -> bool:
    """Whether a password fits a stored hash. Without a hash, the answer takes the same time and is always no."""
    known = kept is not None and len(password) <= LONGEST
    with _TURNS:
        try:
            HASHER.verify(kept or NOBODYS, _plain(password[:LONGEST]))
        except (VerificationError, InvalidHashError):
            return False
    return known


def _insist(password: str, name: str) -> None:
    if len(password) < SHORTEST:
        raise PasswordRefused(f"The password is too short. Use {SHORTEST} characters or more, for example four words.")
    if len(password) > LONGEST:
        raise PasswordRefused(f"The password is too long. Use {LONGEST} characters at most.")
    if _resembles(password.casefold(), name.casefold()):
        raise PasswordRefused(f"The password is too similar to the name of the account. {_INSTEAD}.")
    joined = _BETWEEN_WORDS.sub("", password)
    if any(_is_easy_at_both_ends(each, name) for each in {password, joined}):
        raise PasswordRefused(f"The password is easy to guess. {_INSTEAD}.")


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
    """Whether a password is easy to guess: a common one or a usual variant of it, a row of keys, a date, a repeat.

    Digits or symbols are not required, because such rules do not make passwords better.
    """
    # Imported here: its lists take a megabyte, and only a new password needs them.
    from zxcvbn import zxcvbn  # noqa: PLC0415

    found = zxcvbn(password, [name, *name.split(), *_GUESSES], _LOOKED_AT)
    return bool(found["guesses"] < _FEWEST_GUESSES)


def _plain(password: str) -> bytes:
    """The bytes of a password, the same for each way to type its letters."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
