"""Reads the numbers of TOML, such as `+5`, `1_000`, `1e3` or `0x1F`, and returns them as plain digits. No number
becomes a float.
"""

import re
from typing import Final

_DECIMAL: Final = re.compile(r"\+?([0-9](?:_?[0-9])*)(?:\.([0-9](?:_?[0-9])*))?(?:[eE]\+?([0-9]{1,2}))?")
_WHOLE: Final = re.compile(r"0x[0-9A-Fa-f](?:_?[0-9A-Fa-f]){0,15}|0o[0-7](?:_?[0-7]){0,20}|0b[01](?:_?[01]){0,60}")
_LONGEST: Final = 40  # the most characters of a number; no amount of a hand needs more


def plain(text: str) -> str:
    """Returns the digits of a number, with a point before its decimals: `1000` for `1e3`, `0.5` for `0.50`. Returns an
    empty text if the text is no number, or if the number is negative, is too long or has an exponent below zero.
    Source: toml.io, version 1.0.0.
    """
    if _WHOLE.fullmatch(text):
        return str(int(text, 0))
    match = _DECIMAL.fullmatch(text)
    if match is None or len(text) > _LONGEST:
        return ""
    whole, decimals = match[1].replace("_", ""), (match[2] or "").replace("_", "")
    by = int(match[3] or "0")
    if len(whole) + by > _LONGEST:
        return ""
    whole, decimals = whole + decimals[:by].ljust(by, "0"), decimals[by:].rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole
