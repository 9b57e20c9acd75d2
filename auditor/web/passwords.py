"""Passwords: which are taken, how they are kept, and how one is compared with what is kept.

Kept as argon2id with the costs that OWASP's Password Storage Cheat Sheet names first: 19 MiB, two passes, one lane.
"""

import threading
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST: Final = 12
LONGEST: Final = 256
HASHER: PasswordHasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# Of random bytes that nobody kept. What is tried for nobody's account is compared with it, so that a wrong name costs
# the same work as a wrong password.
NOBODYS: Final = "$argon2id$v=19$m=19456,t=2,p=1$o6mdeimcHLW0bn7X0prl1w$JSNd6TPeJd5X2eH/hgTy6jndhw/XNtI9L3L0t4CNpCQ"
# What a guesser tries first, once digits and signs at the ends and repeats are taken off.
_GUESSES: Final = (
    "abcdefghijkl administrator administration auditor changeme correcthorsebatterystaple dragon football iloveyou"
    " letmein letmeinplease monkey mypassword passphrase password passwort poker pokerstars princess qwerty qwertyuiop"
    " qwertyuiopas qwertyuiopasdf qwertzuiop secret starwars studauditor studpoker sunshine superman thisismypassword"
    " trustno welcome"
)
_FIRST_GUESSES: Final = frozenset(_GUESSES.split())
_ROWS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
)
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
    weakness = _weakness(password.casefold(), name.casefold())
    if weakness:
        raise PasswordRefused(f"The password {weakness}; take four words that do not belong together.")


def _weakness(password: str, name: str) -> str:
    """What makes it easy to guess; empty where nothing is known. No kinds of characters are asked for: that makes
    nobody's password better.
    """
    letters = "".join([letter for letter in password if letter.isalpha()])
    if len(set(password)) < 5:
        return "has too few different characters"
    if password.isdigit() or any(password in row or password in row[::-1] for row in _ROWS):
        return "is a row of keys, or digits only"
    if _once(letters) in _FIRST_GUESSES:
        return "is among the first to be guessed"
    if len(name) > 2 and name in password and len(password) - len(name) < SHORTEST - 4:
        return "is little more than the name"
    return ""


def _once(word: str) -> str:
    """A word that is only repeated, once: `passwordpassword` is `password`."""
    for length in range(1, len(word) // 2 + 1):
        if len(word) % length == 0 and word[:length] * (len(word) // length) == word:
            return word[:length]
    return word


def _plain(password: str) -> bytes:
    """The same bytes however the keyboard makes its letters, and whatever is pasted."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
