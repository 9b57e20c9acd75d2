"""Passwords: checks a new password, makes the hash that is stored, and compares a password with a stored hash.

The hash function is argon2id. Its costs are 19 MiB of memory, two passes and one thread, as OWASP's Password
Storage Cheat Sheet recommends.
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
# A sign-in with an unknown name compares its password with this hash of random bytes. So an unknown name takes as long
# as a wrong password.
NOBODYS: Final = "$argon2id$v=19$m=19456,t=2,p=1$o6mdeimcHLW0bn7X0prl1w$JSNd6TPeJd5X2eH/hgTy6jndhw/XNtI9L3L0t4CNpCQ"
# Words that an attacker would try first for this program. The library zxcvbn has its own lists of common names, words,
# dates and rows of keys.
_GUESSES: Final = (
    *("auditor", "stud auditor", "studauditor", "poker", "stud", "razz", "cardroom", "pokerstars", "fulltilt"),
    *("passwort", "mypassword", "passphrase", "thisismypassword", "letmeinplease", "correcthorsebatterystaple"),
)
# The characters between words. A password is checked again without these characters, because a known phrase with blanks
# is still easy to guess.
_BETWEEN_WORDS: Final = re.compile(r"[\s._-]+")
# A password is accepted if zxcvbn estimates that an attacker needs at least this many guesses. zxcvbn gives its best
# score, 4, from this number on.
_FEWEST_GUESSES: Final = 10**10
# zxcvbn checks at most this many characters, so that a check takes at most a second. If a password is longer, its
# first 72 and its last 72 characters are checked. The password is refused only if both are easy to guess.
_CHECKED_LENGTH: Final = 72
# A password is refused if its similarity to the name of the account is at least this, from 0 to 1. The similarity is
# the `ratio` of `difflib`, as in Django.
_TOO_SIMILAR: Final = 0.7
# At most four hashes are made at once. Other sign-ins wait, so that a flood of them cannot use all memory.
_TURNS: Final = threading.BoundedSemaphore(4)


class PasswordRefused(ValueError):
    """A new password is refused. The text has the reason, never the password."""


def hashed(password: str, name: str) -> str:
    """Checks a new password of the account `name`, and returns the hash to store.

    Raises:
        PasswordRefused: the password is too short, too long, or easy to guess.
    """
    _insist(password, name)
    with _TURNS:
        return HASHER.hash(_plain(password))


def is_right(password: str, kept: str | None) -> bool:
    """Whether a password fits the stored hash `kept`.

    `kept` is `None` for an unknown account. The result is then false, but takes as long as for a wrong password, so the
    time does not show which accounts exist.
    """
    possible = kept is not None and len(password) <= LONGEST
    with _TURNS:
        try:
            HASHER.verify(kept or NOBODYS, _plain(password[:LONGEST]))
        except (VerificationError, InvalidHashError):
            return False
    return possible


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
    """Whether the password is too similar to the name of the account.

    There are two cases:

    - The password has the name, or one word of the name, and at most seven further characters. The name may be written
      forwards or backwards. Names and words of one or two letters are not compared in this way.
    - The similarity of the two texts is at least `_TOO_SIMILAR`.

    `password` and `name` are in small letters.
    """
    letters = _letters(password)
    for part in {_letters(name), *map(_letters, name.split())}:
        for written in (part, part[::-1]):
            if len(part) > 2 and written in letters and len(password) - len(part) < SHORTEST - 4:
                return True
    return SequenceMatcher(None, name, password, autojunk=False).ratio() >= _TOO_SIMILAR


def _letters(text: str) -> str:
    return "".join([letter for letter in text if letter.isalnum()])


def _is_easy_at_both_ends(password: str, name: str) -> bool:
    return all(_is_easy(end, name) for end in {password[:_CHECKED_LENGTH], password[-_CHECKED_LENGTH:]})


def _is_easy(password: str, name: str) -> bool:
    """Whether a password is easy to guess: a common password or a usual variant of one, a row of keys, a date, or a
    repetition. `name` is the name of the account.

    Digits or symbols are not required, because such rules do not make passwords better.
    """
    # Imported here, because the lists of zxcvbn take a megabyte and only a new password needs them.
    from zxcvbn import zxcvbn  # noqa: PLC0415

    found = zxcvbn(password, [name, *name.split(), *_GUESSES], _CHECKED_LENGTH)
    return bool(found["guesses"] < _FEWEST_GUESSES)


def _plain(password: str) -> bytes:
    """Returns the bytes of a password in one form of Unicode. So an accented letter gives the same bytes, whether the
    keyboard sends it as one character or as two.
    """
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
