"""The tokens in our forms, which show that a form comes from our own page (protection against CSRF).

The secret of a session gets a new mask for each answer. The token is a random mask, followed by the secret combined
with this mask. So the text of the token is different in each answer, and the size of a compressed page says nothing
about the secret (see `auditor.web.rendering.compression`). Django masks its tokens in the same way.
"""

import base64
import binascii
import itertools
import secrets
from typing import Final

from flask import Flask, g
from flask_wtf.csrf import CSRFProtect, generate_csrf

# Random bytes in front of each token. A longer mask would only make each form longer.
_MASK_BYTES: Final = 16


class MaskedProtect(CSRFProtect):
    """Checks the token of each form that is sent. The forms contain masked tokens."""

    def init_app(self, app: Flask) -> None:
        """Registers the check, and makes `csrf_token()` in the templates return masked tokens."""
        super().init_app(app)
        app.jinja_env.globals["csrf_token"] = masked_token
        app.context_processor(lambda: {"csrf_token": masked_token})

    def _get_csrf_token(self) -> str | None:
        token = super()._get_csrf_token()
        return None if token is None else unmasked(token)


def masked_token() -> str:
    """Returns the masked token of this answer. All forms of one answer have the same token."""
    if "masked_token" not in g:
        token = generate_csrf().encode("ascii")
        mask = secrets.token_bytes(_MASK_BYTES)
        g.masked_token = base64.urlsafe_b64encode(mask + _combined(mask, token)).decode("ascii")
    token_of_answer: str = g.masked_token
    return token_of_answer


def unmasked(sent: str) -> str:
    """Returns the token behind the mask. If `sent` is no masked token, returns a text that is no valid token, so that
    the check fails.
    """
    try:
        both = base64.urlsafe_b64decode(sent)
        return _combined(both[:_MASK_BYTES], both[_MASK_BYTES:]).decode("ascii")
    except (binascii.Error, ValueError):
        return "-"


def _combined(mask: bytes, text: bytes) -> bytes:
    """Returns the text combined with the mask by exclusive or. If the text is longer than the mask, the mask is
    repeated. Each byte of the result is still random in each answer. The second call with the same mask restores the
    text.
    """
    return bytes([one ^ other for one, other in zip(itertools.cycle(mask), text, strict=False)])
