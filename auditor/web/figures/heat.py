"""Computes the cells of the heat map: a row for each day of the week, and a column for each hour. Lengths are in units
of the SVG.
"""

import bisect
import calendar
from collections.abc import Mapping, Sequence
from typing import Any, Final

from auditor.web.figures.rates import decimal

WIDTH: Final = 640
_LEFT: Final = 44
_TOP: Final = 20
_CELL: Final = 24
_BOTTOM: Final = 80  # room for the legend and for the words about the chosen cell
_STEPS: Final = 5
DAYS: Final = tuple(calendar.day_name)


def map_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns the heat map as a dict for the template. `rows` has a dict for each weekday and hour with hands.

    The cells are divided by their rates into five groups of equal size, and each group has a shade. So a single high
    rate does not make all other cells pale. A cell with too few hands is in no group, and has no shade.
    """
    rates = sorted([row["per_1000"] for row in rows if not row["few"]])
    ends = [rates[len(rates) * step // _STEPS] for step in range(1, _STEPS)] if rates else []
    cells = [
        {
            "x": _LEFT + row["hour"] * _CELL,
            "y": _TOP + (row["weekday"] - 1) * _CELL,
            "shade": None if row["few"] else 1 + bisect.bisect_right(ends, row["per_1000"]),
            "words": row["words"],
            "address": row["address"],
        }
        for row in rows
    ]
    return {
        "width": WIDTH, "height": _TOP + len(DAYS) * _CELL + _BOTTOM, "cell": _CELL, "cells": cells,
        "days": [{"y": _TOP + number * _CELL, "words": name[:3]} for number, name in enumerate(DAYS)],
        "hours": [{"x": _LEFT + hour * _CELL, "words": f"{hour:02}"} for hour in range(0, 24, 3)],
        "legend": _legend(rates, ends), "legend_y": _TOP + len(DAYS) * _CELL + 12,
    }  # fmt: skip


def _legend(rates: Sequence[float], ends: Sequence[float]) -> list[dict[str, Any]]:
    """Returns the legend of the map: one entry for each group of cells, with its shade and its smallest rate. A group
    without cells has no entry. `rates` are the rates of all cells with a shade, and `ends` are the rates at which the
    second and each later group begin.
    """
    if not rates:
        return []
    shades = sorted({1 + bisect.bisect_right(ends, rate) for rate in rates})
    begins = {1: rates[0]} | {shade: ends[shade - 2] for shade in shades if shade > 1}
    return [
        {"shade": shade, "x": _LEFT + place * 110, "words": f"from {decimal(begins[shade])}"}
        for place, shade in enumerate(shades)
    ]
