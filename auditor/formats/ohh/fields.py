"""Reads the fields of an Open Hand History, as far as they are legible. Numbers may be written as texts, and no number
becomes a float.
"""

from collections.abc import Iterator
from typing import Final

from auditor.formats.amounts import MOST_MINOR, signed_amount
from auditor.formats.markup.json_text import Json, Number, Object

_MONEY: Final = frozenset(
    {
        "amount", "starting_stack", "win_amount", "rake", "jackpot", "ante_amount",
        "_ante_amount", "_bring_in_amount", "_small_bet", "_big_bet", "_odd", "_won", "_stack_after",
    }
)  # fmt: skip
_USUAL: Final = 2  # the usual number of decimals of money


def text(record: Object, key: str) -> str:
    """Returns a text or number as written, or an empty text if there is none."""
    value = record.get(key)
    return str(value) if isinstance(value, str) else ""


def whole(record: Object, key: str, most: int = 99) -> int | None:
    """Returns a whole number from 0 to `most`, or `None` if there is none."""
    written = text(record, key)
    if not (written.isascii() and written.isdigit() and len(written) <= 9) or int(written) > most:
        return None
    return int(written)


def objects(record: Object, key: str) -> list[Object]:
    """Returns the objects of a list. Other values in the list are left out."""
    value = record.get(key)
    return [each for each in value if isinstance(each, Object)] if isinstance(value, list) else []


def chips(record: Object, key: str, minor: int) -> int | None:
    """Returns an amount in the smallest unit, or `None` if there is none or it is not a plain number."""
    point, decimals = _parted(text(record, key))
    return signed_amount(f"{point}.{decimals}" if decimals else point, minor)


def decimals_of(record: Object, *, money: bool) -> int:
    """Returns how many decimals amounts have: `_minor` if it is in the record, otherwise the most decimals written.
    Money has at least two; amounts in chips may have none.
    """
    stated = whole(record, "_minor", MOST_MINOR)
    if stated is not None:
        return stated
    most = 0
    for amount in _amounts(record):
        written = len(amount.partition(".")[2])
        needed = len(_parted(amount)[1])
        most = max(most, written if money and written <= _USUAL else needed)
    return min(max(most, _USUAL), MOST_MINOR) if most else 0


def _parted(written: str) -> tuple[str, str]:
    whole_part, _, decimals = written.partition(".")
    return whole_part, decimals.rstrip("0")


def _amounts(value: Json) -> Iterator[str]:
    """Yields every amount in the value, at any depth."""
    if isinstance(value, list):
        for each in value:
            yield from _amounts(each)
    elif isinstance(value, Object):
        for key, each in value.items():
            if key in _MONEY and isinstance(each, str):
                if isinstance(each, Number) or each.replace(".", "", 1).isdigit():
                    yield each
            else:
                yield from _amounts(each)
