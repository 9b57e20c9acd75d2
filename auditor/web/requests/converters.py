"""The parts of our addresses that are numbers."""

from typing import Final

from werkzeug.routing import IntegerConverter

_MOST: Final = 2**63 - 1  # what the database counts up to


class WholeNumber(IntegerConverter):
    """A number in the digits 0-9. Werkzeug's own converter takes the digits of every script, however many."""

    regex = "[0-9]{1,19}"

    def __init__(self, map: object, max: int = _MOST) -> None:  # noqa: A002 - the names that routes give
        super().__init__(map, max=max)  # type: ignore[arg-type]
