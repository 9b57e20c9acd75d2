"""Reads the numbers in the paths of addresses, such as `/hands/12`."""

from typing import Final

from werkzeug.routing import IntegerConverter

_MOST: Final = 2**63 - 1  # the largest integer that the database can store


class WholeNumber(IntegerConverter):
    """A whole number in the path of an address: at most 19 digits 0-9. The converter of Werkzeug would also accept
    longer numbers, and digits of other alphabets.
    """

    regex = "[0-9]{1,19}"

    def __init__(self, map: object, max: int = _MOST) -> None:  # noqa: A002 - routes use this name
        super().__init__(map, max=max)  # type: ignore[arg-type]
