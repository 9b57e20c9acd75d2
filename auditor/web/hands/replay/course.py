"""Replays a hand up to one event. The result is the poker table of the engine (`auditor.engine.table.Table`), and
further facts that the replayer needs and that this table does not have.
"""

from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from auditor.web.hands.sections import ANTES, SHOWDOWN, numbers_of


class Stated(NamedTuple):
    """A pot total that the log states. `event` is the index of the event, `pot` is the number of the pot, and `amount`
    is in the smallest unit. `ANY_POT` means all pots together.
    """

    event: int
    pot: int
    amount: int


class Course:
    """The table after the event `index`, if every event happened as the log reports it.

    These lists have one entry for each seat number:

    - `folded`: the number of the street on which the seat folded, or 0
    - `seen`: the cards of the seat that all players saw, because the seat showed or exposed them
    - `back`: the chips that were returned to the seat on this street

    `stated` are the totals of pots that the log states.
    """

    def __init__(self, hand: Hand, index: int) -> None:
        self.table: Final = Table(hand)
        self.street = ANTES
        self.folded: Final = [0] * e.SEATS
        self.seen: Final[list[list[int]]] = [[] for _ in range(e.SEATS)]
        self.back = [0] * e.SEATS
        self.stated: Final[list[Stated]] = []
        for event, section in zip(hand.events[: index + 1], numbers_of(hand), strict=False):
            self.street = section
            self._take(event)

    @property
    def gathered(self) -> bool:
        """Whether the showdown or the settlement has begun, so that no bets lie in front of the seats any more."""
        return self.street >= SHOWDOWN

    def _take(self, event: e.Event) -> None:
        table = self.table
        corrected = table.put_in[event.seat]
        believe(table, event)
        if isinstance(event, e.Street):
            self.back = [0] * e.SEATS
        elif isinstance(event, e.Fold | e.Dropped):
            self.folded[event.seat] = self.folded[event.seat] or table.street
        elif isinstance(event, e.Show | e.Exposed):
            self.seen[event.seat] += event.cards
        elif isinstance(event, e.Return) and table.put_in[event.seat] == corrected:
            self.back[event.seat] += event.amount
        elif isinstance(event, e.PotTotal):
            self.stated.append(Stated(table.event - 1, event.pot, event.amount))


def known_cards(hand: Hand, index: int) -> list[list[int]]:
    """Returns for each seat all its cards in the record, as numbers. Cards that are dealt only after the event `index`
    are left out.
    """
    known: list[list[int]] = [[] for _ in range(e.SEATS)]
    to_come: list[set[int]] = [set() for _ in range(e.SEATS)]
    for place, event in enumerate(hand.events):
        if isinstance(event, e.Deal) and place > index:
            to_come[event.seat].update(event.cards)
        elif isinstance(event, e.Deal | e.Show | e.Exposed | e.Reveal):
            known[event.seat] += event.cards
    return [[card for card in cards if card not in later] for cards, later in zip(known, to_come, strict=True)]
