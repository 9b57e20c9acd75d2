"""Tokens: what a browser or a program shows to be recognised. Only its digest is kept, so that nobody who reads the
database can show it too.
"""

import hashlib
import secrets
from typing import Final

BITS: Final = 256
# What is longer was not made here, and need not be looked for.
LONGEST: Final = 200


def fresh(prefix: str = "") -> str:
    """A token of 256 bits that nobody can foretell; `prefix` says what it is for where one is found lying about."""
    return prefix + secrets.token_urlsafe(BITS // 8)


def digest(token: str) -> bytes:
    """The SHA-256 of a token. It needs no salt: nobody has a list of 256 bits."""
    return hashlib.sha256(token[:LONGEST].encode("utf-8", "backslashreplace")).digest()
