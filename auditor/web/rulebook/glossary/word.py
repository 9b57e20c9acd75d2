"""A word of the trade with the one line that explains it."""

import re
from typing import Final


class Word:
    """A word of the trade: its name, one sentence that explains it, and in which other forms it is met in texts.

    `mark` is what an address calls it: `/words#odd-chip`.
    """

    __slots__ = ("forms", "line", "mark", "name")

    def __init__(self, name: str, line: str, forms: tuple[str, ...] = ()) -> None:
        self.name: Final = name
        self.line: Final = line
        self.forms: Final = forms
        self.mark: Final = re.sub("[^a-z0-9]+", "-", name.lower())
