"""Reads single fields of an Open Hand History. A field that is missing or cannot be read gives an empty value. A number
may be written as a text, `"5.00"`, and no number becomes a float.
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
_USUAL: Final = 2  # money usually has two decimals, such as 5.00


def text(record: Object, key: str) -> str:
    """Returns the text or number under `key` as it is written. Empty if the record has no such key, or a value of
    another type.
    """
    value = record.get(key)
    return str(value) if isinstance(value, str) else ""


def whole(record: Object, key: str, most: int = 99) -> int | None:
    """Returns the whole number from 0 to `most` under `key`. `None` if the record has no such number."""
    written = text(record, key)
    if not (written.isascii() and written.isdigit() and len(written) <= 9) or int(written) > most:
        return None
    return int(written)


def objects(record: Object, key: str) -> list[Object]:
    """Returns the objects in the list under `key`, such as the list of players. Values in the list that are no objects
    are left out. Empty if the record has no such list.
    """
    value = record.get(key)
    return [each for each in value if isinstance(each, Object)] if isinstance(value, list) else []


def chips(record: Object, key: str, minor: int) -> int | None:
    """Returns the amount under `key` in the smallest unit: 150 for `1.50` with two decimals (`minor`). `None` if the
    record has no amount there that can be read.
    """
    point, decimals = _parted(text(record, key))
    return signed_amount(f"{point}.{decimals}" if decimals else point, minor)


def decimals_of(record: Object, *, money: bool) -> int:
    """Returns how many decimals the amounts of a hand have.

    The number of decimals is the first of these that applies:

    - the number in our own field `_minor`, if the record has this field;
    - 0, if no amount has decimals;
    - the largest number of decimals of an amount, but at least 2 and at most `MOST_MINOR`.

    `money` is false for play chips and tournaments. Then zeros at the end of an amount do not count, so `5.00` has no
    decimals.
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
    """Yields the text of every amount in the value, at any depth. Amounts are recognized by their key, such as
    `win_amount`.
    """
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
