"""The payments that a hand should have had, from the logged chips and cards: pots, shares and seats.

Chips are integers in the smallest unit of the hand.
"""

from typing import Final

from auditor.engine.cards import UNSEEN


class Share:
    """The lawful share of one seat in one pot or half. `half` is `whole`, `high` or `low`. `odd` is the part of
    `amount` that is odd chips. `card` is the card that brought them to this seat among tied hands, where a card
    decided.
    """

    __slots__ = ("amount", "card", "half", "odd", "seat")

    def __init__(self, half: str, seat: int, amount: int, odd: int, card: int = UNSEEN) -> None:
        self.half: Final = half
        self.seat: Final = seat
        self.amount: Final = amount
        self.odd: Final = odd
        self.card: Final = card


class PotAward:
    """A pot, before rake and without uncalled chips, the seats that may win it, and its lawful shares after rake.

    `shares` is empty where cards that decide it were never seen: then it is not `verifiable`. `reasons` are the clauses
    that decided where its odd chips went.
    """

    __slots__ = ("amount", "eligible", "rake", "reasons", "shares", "verifiable")

    def __init__(
        self,
        amount: int,
        eligible: tuple[int, ...],
        shares: tuple[Share, ...],
        rake: int,
        verifiable: bool,
        reasons: tuple[str, ...] = (),
    ) -> None:
        self.amount: Final = amount
        self.eligible: Final = eligible
        self.shares: Final = shares
        self.rake: Final = rake
        self.verifiable: Final = verifiable
        self.reasons: Final = reasons


class SeatAccount:
    """One seat's line of the settlement: all it put in without uncalled chips, the lawful payment and the logged one;
    `None` where unknown. `difference` is logged less lawful.
    """

    __slots__ = ("difference", "lawful", "logged", "player", "put_in", "seat")

    def __init__(self, seat: int, player: str, put_in: int, lawful: int | None, logged: int | None) -> None:
        self.seat: Final = seat
        self.player: Final = player
        self.put_in: Final = put_in
        self.lawful: Final = lawful
        self.logged: Final = logged
        self.difference: Final = None if lawful is None or logged is None else logged - lawful


class Settlement:
    """The lawful payout of a hand, from the logged chips and cards.

    The differences of the seats and of the rake sum to zero where all are known. `derived_rake`: the log has no rake
    line, so the rake is the pot less all payments. `uncalled`: the seat whose last chips nobody matched, and how many
    return to it; (0, 0) for none. `void`: the hand was cancelled, and everybody gets a refund.
    """

    __slots__ = ("derived_rake", "pots", "rake_lawful", "rake_logged", "seats", "uncalled", "void")

    def __init__(
        self,
        pots: tuple[PotAward, ...],
        seats: tuple[SeatAccount, ...],
        rake_lawful: int | None,
        rake_logged: int | None,
        derived_rake: bool,
        uncalled: tuple[int, int] = (0, 0),
        void: bool = False,
    ) -> None:
        self.pots: Final = pots
        self.seats: Final = seats
        self.rake_lawful: Final = rake_lawful
        self.rake_logged: Final = rake_logged
        self.derived_rake: Final = derived_rake
        self.uncalled: Final = uncalled
        self.void: Final = void

    @property
    def rake_difference(self) -> int | None:
        """Logged less lawful rake; `None` where the seats' differences are unknown, since it balances them."""
        if self.rake_lawful is None or self.rake_logged is None:
            return None
        if any(account.difference is None for account in self.seats):
            return None
        return self.rake_logged - self.rake_lawful

    def words(self) -> str:
        """The settlement's lines of the report's canonical form. Why odd chips went where they did, and what went back
        uncalled, follow from hand and house, which are in it, and are left out.
        """
        lines = [f"rake {self.rake_lawful} {self.rake_logged} {int(self.derived_rake)}"]
        for pot in self.pots:
            eligible = ",".join([str(seat) for seat in pot.eligible])
            lines.append(f"pot {pot.amount} {eligible} {pot.rake} {int(pot.verifiable)}")
            for share in pot.shares:
                lines.append(f"share {share.half} {share.seat} {share.amount} {share.odd}")
        for account in self.seats:
            lines.append(f"seat {account.seat} {account.put_in} {account.lawful} {account.logged}")
        return "\n".join(lines)
