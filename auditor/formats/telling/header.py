"""What the first line of a hand says in most rooms."""

from typing import Final

from auditor.engine.hand import Game, Stakes, Structure

CHIPS: Final = "chips"


class Header:
    """`game` is `None` for a game that is not audited; `named` is the game in the words of the log."""

    __slots__ = ("game", "local", "named", "number", "played", "structure", "tournament")

    def __init__(self, number: str) -> None:
        self.number: Final = number
        self.game: Game | None = None
        self.named = ""
        self.structure = Structure.FIXED
        self.tournament = ""
        self.local = ""
        self.played = ""


class WithStakes(Header):
    """The stakes are in the smallest unit; `legible` is whether the line named them."""

    __slots__ = ("currency", "legible", "minor", "stakes")

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.stakes = Stakes()
        self.legible = False
        self.currency = CHIPS
        self.minor = 0
