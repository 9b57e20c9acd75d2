"""Computes the positions of bars, ranges and ticks in a picture of horizontal bars. Lengths are in units of the SVG."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

WIDTH: Final = 640
_LEFT: Final = 214  # where the bars begin; the names stand to the left
_RIGHT: Final = 560  # where the longest bar ends; the values stand to the right
_ROW: Final = 24
_TOP: Final = 26
_BOTTOM: Final = 46  # room for the words about the chosen bar
_TICKS: Final = 4
_MOST_OF_NAME: Final = 30
_DECADES: Final = 6  # a logarithmic scale begins at most this many powers of ten below its end


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture: its name, its value, its words, and the address that opens with a click.

    `low` and `high` are the ends of a range around the value; `None` if there is no range. `few` is true if the value
    is too uncertain to compare, because it comes from too few hands or decisions.
    """

    name: str
    value: float
    label: str
    words: str
    address: str | None
    low: float | None = None
    high: float | None = None
    few: bool = False


def picture_of(bars: Sequence[Bar], *, log: bool, most: float | None = None) -> dict[str, Any]:
    """Returns the picture as a dict for the template: its size, its ticks and its bars.

    The scale ends at `most`. If `most` is `None`, the scale ends at the largest value or upper end of a range. Bars
    with `few` do not count for this, so that one uncertain, very large value does not make all other bars short. If all
    bars have `few`, the scale ends at the largest value. A bar that is longer than the scale is cut. With `log`, each
    power of ten has the same length.
    """
    positive = [bar for bar in bars if bar.value > 0]
    compared = [bar for bar in positive if not bar.few] or positive
    end = most or max([bar.value if bar.few else max(bar.value, bar.high or 0) for bar in compared], default=1.0)
    scale = _Log(min([bar.value for bar in compared], default=1.0), end) if log else _Linear(end)
    rows = []
    for number, bar in enumerate(bars):
        length = min(scale.part(bar.value), 1.0)
        row: dict[str, Any] = {
            "name": bar.name
            if len(bar.name) <= _MOST_OF_NAME
            else f"{bar.name[: _MOST_OF_NAME - 1]}\N{HORIZONTAL ELLIPSIS}",
            "label": bar.label,
            "words": bar.words,
            "address": bar.address,
            "few": bar.few,
            "cut": scale.part(bar.value) > 1.0,
            "y": _TOP + number * _ROW,
            "width": round(length * (_RIGHT - _LEFT), 1),
            "range": None,
        }
        if bar.low is not None and bar.high is not None and not bar.few:
            row["range"] = [_place(scale.part(bar.low)), _place(scale.part(bar.high))]
        rows.append(row)
    height = _TOP + len(rows) * _ROW + _BOTTOM
    ticks = [{"x": _place(scale.part(value)), "words": _short(value)} for value in scale.ticks()]
    return {
        "width": WIDTH, "height": height, "left": _LEFT, "top": _TOP, "row": _ROW, "bottom": height - _BOTTOM,
        "bars": rows, "ticks": ticks,
    }  # fmt: skip


class _Linear:
    """A scale from 0 to `end`."""

    def __init__(self, end: float) -> None:
        self.end: Final = end

    def part(self, value: float) -> float:
        """Returns the length of a bar: 0.5 for half of the scale, 1.0 for the whole scale, and more than 1.0 for a
        value above `end`.
        """
        return value / self.end

    def ticks(self) -> list[float]:
        """Returns about four round values on the scale, from 0."""
        rough = self.end / _TICKS
        power: float = 10.0 ** math.floor(math.log10(rough))
        step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
        return [step * number for number in range(math.floor(self.end / step) + 1)]


class _Log:
    """A scale on which each power of ten has the same length. It begins at a power of ten below the smallest value, but
    not more than `_DECADES` powers of ten below its end.
    """

    def __init__(self, smallest: float, end: float) -> None:
        self.last: Final = math.log10(end)
        below = math.ceil(math.log10(smallest)) - 1
        self.first: Final = max(below, math.ceil(self.last) - _DECADES)

    def part(self, value: float) -> float:
        """Returns the length of a bar: 0.5 for half of the scale, 1.0 for the whole scale, and more than 1.0 for a
        value beyond its end. A value below the beginning of the scale, such as zero, has the length 0.
        """
        if value <= 0:
            return 0.0
        return max(0.0, (math.log10(value) - self.first) / (self.last - self.first))

    def ticks(self) -> list[float]:
        """Returns the powers of ten on the scale."""
        return [10.0**power for power in range(self.first, math.floor(self.last) + 1)]


def _place(part: float) -> float:
    return round(_LEFT + min(max(part, 0.0), 1.0) * (_RIGHT - _LEFT), 1)


def _short(value: float) -> str:
    """Writes a value of the scale in few letters, such as `0.5`, `200`, `12k` or `3M`."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            return f"{value / (1e3 if letter == 'k' else size):,.4g}{letter}"
    return f"{value:,.4g}"
