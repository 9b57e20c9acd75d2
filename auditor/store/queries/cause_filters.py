"""The SQL conditions of the filters of findings by their cause and by their shape.

Equal findings of a hand have the same cause. If one mistake leads to a second mistake, the findings about both mistakes
also have the same cause. The shape of a finding is its rule and the way in which the log differs from the rule, without
names, amounts, seats and cards.
"""

import re
from typing import Final

from sqlalchemy import ColumnElement, false, select

from auditor.store.tables import finding

MOST_CAUSES: Final = 200
_SHAPE: Final = re.compile("(?P<code>[A-Z][0-9]{3})-(?P<number>[0-9a-f]{16})")
_SIGN: Final = 1 << 63


def shape_value(code: str, number: int) -> str:
    """Returns the value of the filter for a shape, such as `B402-00f3a6c91d2be847`: the rule, and the number that the
    database has for the shape.
    """
    return f"{code}-{number % (2 * _SIGN):016x}"


def code_of_shape(value: str) -> str:
    """Returns the rule code in the value of the filter for a shape; empty if the value is not valid."""
    found = _SHAPE.fullmatch(value)
    return found["code"] if found is not None else ""


def of_shape(value: str) -> ColumnElement[bool]:
    """Returns the SQL condition for findings with one shape: the same rule and difference, apart from names, amounts,
    seats and cards. `value` is a text that `shape_value` made. If it is not valid, no finding matches.
    """
    found = _SHAPE.fullmatch(value)
    if found is None:
        return false()
    number = int(found["number"], 16)
    return finding.c.shape == (number if number < _SIGN else number - 2 * _SIGN)


def of_causes(numbers: str) -> ColumnElement[bool]:
    """Returns the SQL condition for findings that have the same cause as one of these findings. `numbers` has the
    numbers of at most `MOST_CAUSES` findings, with commas between them. If this text is not valid, no finding matches.
    """
    named = numbers.split(",")
    if len(named) > MOST_CAUSES or not all(one.isascii() and one.isdigit() and len(one) < 19 for one in named):
        return false()
    first = finding.alias("named")
    return finding.c.cause.in_(select(first.c.cause).where(first.c.id.in_([int(one) for one in named])))
