"""Makes the secret tokens of browsers and programs.

Only the digest of a token is stored, so nobody can get a usable token from the database.
"""

import hashlib
import secrets
from typing import Final

BITS: Final = 256
# The longest text that is looked up. No token of this program is longer.
LONGEST: Final = 200


def fresh(prefix: str = "") -> str:
    """Returns a new token of 256 random bits. `prefix` shows the purpose of the token."""
    return prefix + secrets.token_urlsafe(BITS // 8)


def digest(token: str) -> bytes:
    """Returns the SHA-256 of a token. No salt is needed, because nobody can try all values of 256 random bits."""
    return hashlib.sha256(token[:LONGEST].encode("utf-8", "backslashreplace")).digest()
