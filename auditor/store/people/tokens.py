"""Tokens identify a browser or a program. Only their digests are stored: whoever reads the database cannot use them."""

import hashlib
import secrets
from typing import Final

BITS: Final = 256
# A longer text is no token of ours, and need not be looked for.
LONGEST: Final = 200


def fresh(prefix: str = "") -> str:
    """A token of 256 random bits; `prefix` names its purpose to whoever finds it."""
    return prefix + secrets.token_urlsafe(BITS // 8)


def digest(token: str) -> bytes:
    """The SHA-256 of a token. It needs no salt: nobody can list 256 random bits."""
    return hashlib.sha256(token[:LONGEST].encode("utf-8", "backslashreplace")).digest()
