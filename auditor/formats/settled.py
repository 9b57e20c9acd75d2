"""A settlement as JSON: what should have been paid, in numbers and in words; part of the public form of reports."""

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
    """What a seat should get from a pot or half of it, net of rake; `odd` is how much of it is odd chips. `card` is the
    one that brought them to this seat among those it ties with, null where none did.
    """

    half: HalfWord
    seat: Seat
    amount: int
    odd: int
    card: Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$", description="A card, such as `As`.")] | None


class PotRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A pot, main first: gross of rake, after uncalled bets went back. No shares where the log does not show what
    decides it; then `rake` is null. `reasons` are the clauses by which odd chips went where they did.
    """

    amount: Chips
    rake: Annotated[int, Meta(description="What of the rake comes out of this pot.")] | None
    eligible: list[Seat]
    shares: list[ShareRow]
    reasons: list[str]


class SeatRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a seat put in (uncalled bets taken off), should have been paid, and was; null where that is not known."""

    seat: Seat
    player: str
    put_in: Chips
    lawful: int | None
    logged: int | None
    difference: Difference | None


class RakeRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the house should have taken, and took; null where that is not known."""

    lawful: int | None
    logged: int | None
    difference: Difference | None


class UncalledRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Chips that nobody called and that go back; `seat` is null where somebody who is not seated put them in."""

    seat: Seat | None
    amount: int


class TransferRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`giver` owes `taker` so much; null is the house."""

    giver: Seat | None
    taker: Seat | None
    amount: Annotated[int, Meta(ge=1)]


class SettlementRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What should have been paid. Where all differences are known, those of the seats and the rake sum to zero, and
    `transfers` are the fewest that put it right. `words` is all of it in sentences, with why something cannot be said.
    """

    pots: list[PotRow]
    seats: list[SeatRow]
    rake: RakeRow
    uncalled: UncalledRow | None
    transfers: list[TransferRow]
    words: list[str]


def settlement_row(report: Report, settlement: Settlement) -> SettlementRow:
    """The rows of what should have been paid in the hand of a report, as it says or under another reading."""
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
