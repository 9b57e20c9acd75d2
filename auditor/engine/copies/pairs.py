"""What a comparison of two records is made of: a line of the one beside a line of the other, and how they stand."""

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """How a line of one record stands to that of the other."""

    SAME = "same"  # both tell it
    FULLER = "fuller"  # the same, but one record knows cards that the other hides
    ALONE = "alone"  # only one tells it, which it may
    DIFFERS = "differs"  # both cannot be true


class Pair(NamedTuple):
    """A line of the comparison: the event of each record by its index, `None` where that one has none."""

    one: int | None
    other: int | None
    verdict: Verdict
