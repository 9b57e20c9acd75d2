"""Writes JSON as text. Amounts are written as decimals from integers, never from floats."""

import json

from auditor.formats.amounts import spell
from auditor.formats.markup.json_text import Number

Written = None | bool | int | str | list["Written"] | dict[str, "Written"]


def amount(chips: int, minor: int) -> Number:
    """Returns an amount as a decimal number with all decimals of its unit. 150 chips are `1.50` with two decimals
    (`minor`), and `150` without decimals.
    """
    text = spell(chips, minor)
    whole, _, decimals = text.partition(".")
    return Number(f"{whole}.{decimals:0<{minor}}" if minor else whole)


def written(value: Written, indent: str = "") -> str:
    """Returns the JSON text of a value, over several lines. Each level of nesting is indented by two more blanks. A
    list without objects or lists inside is written on one line.
    """
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {written(each, inner)}" for key, each in value.items()]
        return _block("{", rows, "}", indent)
    if isinstance(value, list):
        if not any(isinstance(each, dict | list) for each in value):
            return f"[{', '.join([written(each) for each in value])}]"
        return _block("[", [f"{inner}{written(each, inner)}" for each in value], "]", indent)
    return str(value) if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)


def _block(opening: str, rows: list[str], closing: str, indent: str) -> str:
    if not rows:
        return opening + closing
    inside = ",\n".join(rows)
    return f"{opening}\n{inside}\n{indent}{closing}"
