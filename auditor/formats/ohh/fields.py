"""The fields of an Open Hand History, as far as they can be read. Numbers may be written as texts; no float is made."""

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
_USUAL: Final = 2  # decimals of money


def text(record: Object, key: str) -> str:
    """A text or number as written; empty where there is none."""
    value = record.get(key)
    return str(value) if isinstance(value, str) else ""


def whole(record: Object, key: str, most: int = 99) -> int | None:
    """A whole number from 0 to `most`; `None` where there is none."""
    written = text(record, key)
    if not (written.isascii() and written.isdigit() and len(written) <= 9) or int(written) > most:
        return None
    return int(written)


def objects(record: Object, key: str) -> list[Object]:
    """The objects of a list; other values in it are left out."""
    value = record.get(key)
    return [each for each in value if isinstance(each, Object)] if isinstance(value, list) else []


def chips(record: Object, key: str, minor: int) -> int | None:
    """An amount in the smallest unit; `None` if there is none, or it is not a plain number."""
    point, decimals = _parted(text(record, key))
    return signed_amount(f"{point}.{decimals}" if decimals else point, minor)


def decimals_of(record: Object, *, money: bool) -> int:
    """How many decimals amounts have: `_minor` if it is there, else as many as are written. Chips do not come in
    hundredths, so amounts in chips have only as many as they need.
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
    """Every amount in the value, at any depth."""
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
