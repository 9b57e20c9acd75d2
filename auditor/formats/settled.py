"""A settlement as JSON: the correct payments, in numbers and in words; part of the public form of reports."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from auditor.engine.cards import NAMES
from auditor.engine.findings import Report
from auditor.engine.settlement import PotAward, SeatAccount, Settlement, Share
from auditor.engine.settlement.arithmetic import settlement_words
from auditor.engine.settlement.restitution import restitution
from auditor.formats.limits import SEATS

Chips = Annotated[int, Meta(description="Chips in the smallest unit; below zero only where the log itself has such.")]
Difference = Annotated[int, Meta(description="Logged less lawful, in the smallest unit; null where either is unknown.")]
Seat = Annotated[int, Meta(ge=1, le=11, description="The number of a seat.")]


HalfWord = Literal["whole", "high", "low"]
HALVES: Final[dict[str, HalfWord]] = {"whole": "whole", "high": "high", "low": "low"}


class ShareRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The share of a seat in a pot or half of it, net of rake; `odd` is how much of it is odd chips. `card` is the card
    that gave the odd chips to this seat among tied seats, null if no card did.
    """

    half: HalfWord
    seat: Seat
    amount: int
    odd: int
    card: Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$", description="A card, such as `As`.")] | None


class PotRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A pot, main first: gross of rake, after uncalled bets went back. It has no shares if the log does not show the
    cards that decide it; then `rake` is null. `reasons` are the clauses that assign the odd chips.
    """

    amount: Chips
    rake: Annotated[int, Meta(description="The part of the rake that comes out of this pot.")] | None
    eligible: list[Seat]
    shares: list[ShareRow]
    reasons: list[str]


class SeatRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A seat: its bets without uncalled ones, the `lawful` payment and the `logged` one; null if unknown."""

    seat: Seat
    player: str
    put_in: Chips
    lawful: int | None
    logged: int | None
    difference: Difference | None


class RakeRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The `lawful` rake of the house and the `logged` one; null if unknown."""

    lawful: int | None
    logged: int | None
    difference: Difference | None


class UncalledRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Chips that nobody called and that go back; `seat` is null if the player has no seat."""

    seat: Seat | None
    amount: int


class TransferRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A debt: `giver` owes `taker` this amount; null is the house."""

    giver: Seat | None
    taker: Seat | None
    amount: Annotated[int, Meta(ge=1)]


class SettlementRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The correct payments of a hand. If all differences are known, those of the seats and the rake sum to zero, and
    `transfers` are the fewest that correct the hand. `words` states it in sentences, with the reason for each gap.
    """

    pots: list[PotRow]
    seats: list[SeatRow]
    rake: RakeRow
    uncalled: UncalledRow | None
    transfers: list[TransferRow]
    words: list[str]


def settlement_row(report: Report, settlement: Settlement) -> SettlementRow:
    """The row of a settlement of the hand of a report: its own, or the one under another reading."""
    owner, uncalled = settlement.uncalled
    return SettlementRow(
        [_pot(pot) for pot in settlement.pots],
        [_seat(each) for each in settlement.seats],
        RakeRow(settlement.rake_lawful, settlement.rake_logged, settlement.rake_difference),
        UncalledRow(owner if owner <= SEATS else None, uncalled) if uncalled else None,
        [TransferRow(each.giver or None, each.taker or None, each.amount) for each in restitution(settlement)],
        settlement_words(report.hand, settlement, report.table),
    )


def _pot(pot: PotAward) -> PotRow:
    shares = [_share(share) for share in pot.shares]
    rake = pot.rake if pot.verifiable else None
    return PotRow(pot.amount, rake, list(pot.eligible), shares, list(pot.reasons))


def _share(share: Share) -> ShareRow:
    card = NAMES[share.card] if share.card >= 0 else None
    return ShareRow(HALVES[share.half], share.seat, share.amount, share.odd, card)


def _seat(account: SeatAccount) -> SeatRow:
    return SeatRow(account.seat, account.player, account.put_in, account.lawful, account.logged, account.difference)
