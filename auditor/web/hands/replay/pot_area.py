"""The text in the middle of the poker table: the pots, the seats that can win them, and the pot totals of the log that
are wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from auditor.engine.cards import card_words
from auditor.engine.events import ANY_POT
from auditor.engine.findings import Finding
from auditor.engine.house import House
from auditor.engine.settlement import Settlement
from auditor.engine.settlement.pots import pots, uncalled
from auditor.engine.table import FIRST_STREET, seats_in
from auditor.web.hands.event_sentences import card_name
from auditor.web.hands.replay.card_faces import TableCard
from auditor.web.hands.replay.course import Course


class PotView(NamedTuple):
    """One pot: its name, its chips before rake, the numbers of the seats that can win it, and the chips that were
    already paid from it.
    """

    name: str
    amount: int
    eligible: tuple[int, ...]
    paid: int


class Uncalled(NamedTuple):
    """The part of a bet that nobody has called. `yet` is true if another seat may still call it."""

    seat: int
    amount: int
    yet: bool


class OddChip(NamedTuple):
    """An odd chip of the lawful payout: a chip that cannot be divided among the winners. The fields are its pot and
    half, the seat that must get it, its amount, and the card that decided which seat gets it. `card` is empty if no
    card decided this.
    """

    pot: str
    half: str
    seat: int
    amount: int
    card: str


class WrongTotal(NamedTuple):
    """A pot total that the log states and that is wrong. `difference` is the logged total minus the correct total."""

    pot: str
    amount: int
    difference: int


@dataclass(frozen=True, slots=True)
class PotArea:
    """The middle of the poker table, with chips in the smallest unit.

    `total` is the sum of all chips in the pots and all bets in front of the seats, without the chips that were already
    returned, paid or taken as rake. `raked` is the rake that the house has taken. `odd` are the odd chips. `pointed` is
    true if a finding is about the pot.
    """

    total: int
    pots: tuple[PotView, ...]
    uncalled: Uncalled | None
    raked: int
    odd: tuple[OddChip, ...]
    wrong_totals: tuple[WrongTotal, ...]
    community: tuple[TableCard, ...]
    pointed: bool


def pot_area_of(
    course: Course, house: House, settlement: Settlement, findings: Sequence[Finding], pointed: bool
) -> PotArea:
    """Returns the middle of the table for one step. `course` is the table at that step, `settlement` the lawful
    payouts. `findings` are the findings of the whole hand. `pointed` says whether a finding of this step is about the
    pot.
    """
    table = course.table
    total = table.in_the_pots() - sum(table.returned) - sum(table.paid_to) - table.raked
    begun = table.street >= FIRST_STREET
    return PotArea(
        total,
        _pots(course, house) if begun and not table.void else (),
        _uncalled(course, total) if begun else None,
        table.raked,
        _odd_chips(settlement) if table.paid else (),
        _wrong_totals(course, findings),
        tuple([TableCard(card_name(card), "up") for card in table.community]),
        pointed,
    )


def pot_name(pot: int) -> str:
    """Returns the name of the pot with this number: `Main` for 0, `Side 1` for 1, and `Pot` for `ANY_POT`, which means
    all pots together.
    """
    return "Pot" if pot == ANY_POT else f"Side {pot}" if pot else "Main"


def _pots(course: Course, house: House) -> tuple[PotView, ...]:
    table = course.table
    made = pots(table, house)
    unnamed = table.paid_from.get(ANY_POT, 0) if len(made) == 1 else 0
    return tuple(
        [
            PotView(pot_name(index), pot.amount, seats_in(pot.eligible), table.paid_from.get(index, 0) + unnamed)
            for index, pot in enumerate(made)
        ]
    )


def _uncalled(course: Course, total: int) -> Uncalled | None:
    table = course.table
    seat, extra = uncalled(table)
    left = min(extra - table.returned[seat], total)
    return Uncalled(seat, left, yet=bool(table.waiting)) if left > 0 else None


def _odd_chips(settlement: Settlement) -> tuple[OddChip, ...]:
    return tuple(
        [
            OddChip(
                pot_name(index), share.half, share.seat, share.odd, card_words(share.card) if share.card >= 0 else ""
            )
            for index, pot in enumerate(settlement.pots)
            for share in pot.shares
            if share.odd
        ]
    )


def _wrong_totals(course: Course, findings: Sequence[Finding]) -> tuple[WrongTotal, ...]:
    """Returns the pot totals that the log states and that a finding calls wrong. The amount of the finding is the
    difference.
    """
    off = {finding.event: finding.amount for finding in findings if finding.amount}
    return tuple(
        [WrongTotal(pot_name(each.pot), each.amount, off[each.event]) for each in course.stated if each.event in off]
    )
