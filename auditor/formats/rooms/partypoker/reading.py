"""What has been read of a PartyPoker hand so far, and its amounts."""

from typing import Final

from auditor.formats.amounts import grouped_amount
from auditor.formats.memo import remembered
from auditor.formats.rooms.grammar.players import Players
from auditor.formats.rooms.partypoker.header import SYMBOLS
from auditor.formats.telling.read_so_far import ReadSoFar


class Reading(ReadSoFar):
    """`cards` are by seat what the log has shown for it, `told` the seats of which the summary tells. `paid` is whether
    a line told a payment, `summed_up` whether a summary told the pots, `rake_told` whether it told the rake.
    """

    __slots__ = ("cards", "paid", "rake_told", "summed_up", "told")

    def __init__(self, players: Players, minor: int, small_bet: int) -> None:
        super().__init__(players, minor, small_bet)
        self.cards: Final[dict[int, tuple[int, ...]]] = {}
        self.told: Final[set[int]] = set()
        self.paid = False
        self.summed_up = False
        self.rake_told = False


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
