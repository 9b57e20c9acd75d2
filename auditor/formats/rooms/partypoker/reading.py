"""What has been read of a PartyPoker hand so far, and its amounts."""

from typing import Final

from auditor.engine.events import Event
from auditor.formats.rooms.partypoker.header import SYMBOLS
from auditor.formats.spelling.amounts import grouped_amount
from auditor.formats.spelling.remembering import remembered
from auditor.formats.telling.players import Players
from auditor.formats.telling.unread import unread


class Reading:
    """What has been read so far. `front` and `cards` are by seat: the chips in front of it on this street, which turns
    an increment into a total, and the cards that the log has shown for it. `left` are the seats not folded. `paid` is
    whether a line told a payment, `summed_up` whether a summary told the pots, `rake_told` whether it told the rake.
    """

    __slots__ = (
        "cards",
        "events",
        "front",
        "left",
        "minor",
        "paid",
        "players",
        "rake_told",
        "small_bet",
        "street",
        "summed_up",
    )

    def __init__(self, players: Players, minor: int, small_bet: int) -> None:
        self.players: Final = players
        self.minor: Final = minor
        self.small_bet: Final = small_bet
        self.events: Final[list[Event]] = []
        self.street = 0
        self.front: Final[dict[int, int]] = {}
        self.cards: Final[dict[int, tuple[int, ...]]] = {}
        self.left: Final[set[int]] = set()
        self.paid = False
        self.summed_up = False
        self.rake_told = False

    def illegible(self, text: str, line: int) -> None:
        self.events.append(unread(text, line))


@remembered
def chips(text: str, minor: int) -> int | None:
    """`[$0.50 USD]`, `(1.80)`, `2,560 chips` or `$1` in the smallest unit; `None` for anything else."""
    bare = text.strip(" ").removesuffix(".")
    for opening, closing in ("[]", "()"):
        if bare.startswith(opening) and bare.endswith(closing):
            bare = bare[1:-1].strip(" ")
    for word in (" USD", " EUR", " GBP", " chips"):
        bare = bare.removesuffix(word)
    return grouped_amount(bare[1:].lstrip(" ") if bare[:1] in SYMBOLS else bare, minor)
