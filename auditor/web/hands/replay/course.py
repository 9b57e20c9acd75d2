"""Replays a hand up to a step: the state of the engine's table, and facts that this table does not keep."""

from typing import Final, NamedTuple

from auditor.engine import events as e
from auditor.engine.hand import Hand
from auditor.engine.table import Table
from auditor.engine.transitions import believe
from auditor.web.hands.sections import ANTES, SHOWDOWN, numbers_of


class Stated(NamedTuple):
    """A total that the log states: the index of its event, the pot, and the chips. `ANY_POT` means all pots."""

    event: int
    pot: int
    amount: int


class Course:
    """The table after the events up to `index`, as the log reports them. The lists have one entry for each seat number.

    `folded` is the street of the fold, or 0. `seen` are the cards that all players saw. `back` are the chips that were
    returned on this street. `stated` are the totals of pots that the log states.
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
        """Whether the betting is over, so that all bets are in the pot."""
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
    """Returns for each seat all cards in the record, except the cards that are dealt after the event `index`."""
    known: list[list[int]] = [[] for _ in range(e.SEATS)]
    to_come: list[set[int]] = [set() for _ in range(e.SEATS)]
    for place, event in enumerate(hand.events):
        if isinstance(event, e.Deal) and place > index:
            to_come[event.seat].update(event.cards)
        elif isinstance(event, e.Deal | e.Show | e.Exposed | e.Reveal):
            known[event.seat] += event.cards
    return [[card for card in cards if card not in later] for cards, later in zip(known, to_come, strict=True)]
