"""Numbers in addresses."""

from typing import Final

from werkzeug.routing import IntegerConverter

_MOST: Final = 2**63 - 1  # the largest number of the database


class WholeNumber(IntegerConverter):
    """A number in the digits 0-9. The converter of Werkzeug accepts digits of every script, in any number."""

    regex = "[0-9]{1,19}"

    def __init__(self, map: object, max: int = _MOST) -> None:  # noqa: A002 - the names that routes give
        super().__init__(map, max=max)  # type: ignore[arg-type]
