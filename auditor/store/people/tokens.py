"""Makes the secret tokens of browsers and programs.

Only the digest of a token is stored, so nobody can get a usable token from the database.
"""

import hashlib
import secrets
from typing import Final

BITS: Final = 256
# Texts that a client sends as a token are cut to this length before they are hashed. All tokens of this program are
# shorter.
LONGEST: Final = 200


def fresh(prefix: str = "") -> str:
    """Returns a new secret token: `prefix` followed by 256 random bits as text. The prefix shows the purpose, such as
    `hhr_`.
    """
    return prefix + secrets.token_urlsafe(BITS // 8)


def digest(token: str) -> bytes:
    """Returns the SHA-256 of a token. No salt is needed, because nobody can try all values of 256 random bits."""
    return hashlib.sha256(token[:LONGEST].encode("utf-8", "backslashreplace")).digest()
