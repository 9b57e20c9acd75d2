"""Which values of a test are tried in `./run test`, and which only in `./run campaign`."""

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def one_of(every: int, values: Iterable[object], first: int = 0) -> list[ParameterSet]:
    """The values, of which `./run test` tries one of so many, and the campaign the others. Tests of the same values
    begin at different places (`first`), so that each value is tried somewhere.
    """
    return [
        pytest.param(value, marks=() if place % every == first % every else pytest.mark.campaign)
        for place, value in enumerate(values)
    ]
