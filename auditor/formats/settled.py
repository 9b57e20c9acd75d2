"""A settlement as JSON: the correct payments, in numbers and in words. It is part of the public form of reports."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from auditor.engine.cards import NAMES
from auditor.engine.findings import Report
from auditor.engine.settlement import PotAward, SeatAccount, Settlement, Share
from auditor.engine.settlement.arithmetic import settlement_words
from auditor.engine.settlement.restitution import UNACCOUNTED, Transfer
from auditor.formats.limits import SEATS

Chips = Annotated[int, Meta(description="Chips in the smallest unit; below zero only if the log has such an amount.")]
Difference = Annotated[
    int,
    Meta(
        description="Logged amount minus lawful amount, in the smallest unit; null if one of the two"
        " amounts is unknown."
    ),
]
Seat = Annotated[int, Meta(ge=1, le=11, description="The number of a seat.")]


Nobody = Literal["", "giver", "taker"]
HalfWord = Literal["whole", "high", "low"]
HALVES: Final[dict[str, HalfWord]] = {"whole": "whole", "high": "high", "low": "low"}


class ShareRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The share of a seat in a pot, or in half of a pot, after the rake. `odd` is the part of the share that is odd
    chips. `card` is the card that decided which of the tied seats gets the odd chips; it is null if no card decided.
    """

    half: HalfWord
    seat: Seat
    amount: int
    odd: int
    card: Annotated[str, Meta(pattern="^[2-9TJQKA][cdhs]$", description="A card, such as `As`.")] | None


class PotRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One pot; the main pot comes first in the list. The amount is before the rake, and after uncalled bets were
    returned. If the log does not show the cards that decide the pot, the pot has no shares and `rake` is null.

    `reasons` lists the clauses that decide who gets the odd chips. A clause is a house rule in our words.
    """

    amount: Chips
    rake: Annotated[int, Meta(description="The part of the rake that comes out of this pot.")] | None
    eligible: list[Seat]
    shares: list[ShareRow]
    reasons: list[str]


class SeatRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The payments of a seat. `put_in` is the sum of the chips that the seat put into the pots, without an uncalled
    bet. `lawful` is the correct payment and `logged` is the payment in the log; a payment that is not known is null.
    """

    seat: Seat
    player: str
    put_in: Chips
    lawful: int | None
    logged: int | None
    difference: Difference | None


class RakeRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The rake: `lawful` is the rake under the rules of the house, and `logged` is the rake in the log. A rake that is
    not known is null.
    """

    lawful: int | None
    logged: int | None
    difference: Difference | None


class UncalledRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The part of a bet that no other player matched, so this part goes back to the seat that bet it. `seat` is null if
    the player has no seat.
    """

    seat: Seat | None
    amount: int


class TransferRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A debt: `giver` owes `amount` to `taker`. Each of the two is a seat, or null for the house. In two cases, null is
    not the house. If `unaccounted` is `giver`, there is no giver, because nobody got the chips that `taker` is due. If
    `unaccounted` is `taker`, there is no taker, because nobody put in the chips that `giver` got. In all other cases,
    `unaccounted` is empty.
    """

    giver: Seat | None
    taker: Seat | None
    unaccounted: Nobody
    amount: Annotated[int, Meta(ge=1)]


class SettlementRow(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The correct payments of a hand. `unaccounted` is the number of chips that neither a seat nor the house got. It is
    below zero if more chips were paid than were put in, and null if the number is unknown. If all differences of the
    seats and of the rake are known, these differences and `unaccounted` sum to zero, and `transfers` are the fewest
    payments that correct the hand. If a difference is unknown, or if the log contradicts itself about money,
    `transfers` is empty. `words` states the settlement in sentences, with a reason for each value that is missing.
    """

    pots: list[PotRow]
    seats: list[SeatRow]
    rake: RakeRow
    unaccounted: int | None
    uncalled: UncalledRow | None
    transfers: list[TransferRow]
    words: list[str]


def settlement_row(report: Report, settlement: Settlement, transfers: Iterable[Transfer]) -> SettlementRow:
    """Returns `settlement`, the correct payments of the hand, as a row for JSON, with the transfers that correct the
    hand. The settlement is that of the report, or that which follows if a house rule is understood in another way.
    """
    owner, uncalled = settlement.uncalled
    return SettlementRow(
        [_pot(pot) for pot in settlement.pots],
        [_seat(each) for each in settlement.seats],
        RakeRow(settlement.rake_lawful, settlement.rake_logged, settlement.rake_difference),
        settlement.unaccounted,
        UncalledRow(owner if owner <= SEATS else None, uncalled) if uncalled else None,
        [_transfer(each) for each in transfers],
        settlement_words(report.hand, settlement, report.table),
    )


def _transfer(transfer: Transfer) -> TransferRow:
    nobody: Nobody = "giver" if transfer.giver == UNACCOUNTED else "taker" if transfer.taker == UNACCOUNTED else ""
    giver, taker = max(transfer.giver, 0) or None, max(transfer.taker, 0) or None
    return TransferRow(giver, taker, nobody, transfer.amount)


def _pot(pot: PotAward) -> PotRow:
    shares = [_share(share) for share in pot.shares]
    rake = pot.rake if pot.verifiable else None
    return PotRow(pot.amount, rake, list(pot.eligible), shares, list(pot.reasons))


def _share(share: Share) -> ShareRow:
    card = NAMES[share.card] if share.card >= 0 else None
    return ShareRow(HALVES[share.half], share.seat, share.amount, share.odd, card)


def _seat(account: SeatAccount) -> SeatRow:
    return SeatRow(account.seat, account.player, account.put_in, account.lawful, account.logged, account.difference)
